package routing

import (
	"strings"

	"aipack/backend/detect/source"
	"aipack/backend/language"
)

// clients are what programs ask other servers with, in the languages that we
// know, and what tests ask the program with.
const clients language.Pattern = `(?i)\b(?:fetch|axios|got|ky|superagent|supertest|needle|requests|httpx|aiohttp|urllib|resttemplate|webclient|faraday|httparty|reqwest)\b|\$http|http\.get|https\.get|\bhttp\.Get|\brequest\(|\.inject\(|(?:client|session|agent)(?:\(\))?\.(?:get|all|request)\b`

// awaited is an answer that is waited for: a route is registered at once.
const awaited language.Pattern = `\bawait\s+[\w.()$]*$`

// onlyOptions is a second argument that holds options and no handler.
const onlyOptions language.Pattern = `^\s*,?\s*\{[^{}]*\}\s*\)`

// asksOtherHost reports whether a line that names a route asks a server for it
// and does not answer it.
func asksOtherHost(h source.Hit) bool {
	lead, _, _ := strings.Cut(h.Text, h.Groups[1])
	if clients.Regexp().MatchString(lead) || onlyOptions.Regexp().MatchString(h.After) {
		return true
	}
	call := strings.LastIndexByte(lead, '.')
	return call >= 0 && awaited.Regexp().MatchString(lead[:call])
}
