package source

import (
	"strings"

	"aipack/backend/language"
)

// What NestJS makes of a main file: an application that answers requests, or a
// microservice that takes messages from a broker. One of the default transport listens
// on a port all the same. https://docs.nestjs.com/microservices/basics
const (
	nestAnswers language.Pattern = `\bNestFactory\.create\s*(?:<[^(]{0,80}>)?\(`
	nestWaits   language.Pattern = `\bNestFactory\.createMicroservice\s*(?:<[^(]{0,80}>)?\([\s\S]{0,400}?\bTransport\.(?:RMQ|NATS|REDIS|KAFKA|MQTT)\b`
)

// TakesMessages reports whether a main file of NestJS makes a program that takes
// messages and answers no requests.
func TakesMessages(text string) bool {
	return strings.Contains(text, "NestFactory") && !nestAnswers.Matches(text) && nestWaits.Matches(text)
}
