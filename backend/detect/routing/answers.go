package routing

import (
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/detect/source"
	"aipack/backend/language"
)

// bareGet is a method of a class that answers the class's own path: NestJS' and
// Micronaut's @Get(), Spring's @GetMapping.
// https://docs.nestjs.com/controllers#routing
const bareGet language.Pattern = `@(?:Get|GetMapping)(?:\(\s*(?:["']/?["']\s*)?\))?()[ \t]*(?:\r?\n|$)`

// Bounds on the routes that are followed and told.
const (
	maxAnswersAsked = 60
	maxAnswers      = 12
)

// Answers lists paths that the sources answer to a GET which needs nothing to be known
// and nobody to be signed in, as far as a route says so, in the order of the files: a
// program may ask its data services for nothing else. One whose place is not known is
// left out. above is Health's.
func (t *Table) Answers(above func() string) (out []finding.Finding[string]) {
	routes := func(l *language.Language) []language.Pattern { return append(slices.Clone(l.Routes), bareGet) }
	prefix, asked, seen := "", 0, map[string]bool{"/": true}
	for _, h := range t.Ask(source.Question{Patterns: routes}) {
		if len(h.Groups) < 2 || len(out) == maxAnswers {
			continue
		}
		route := t.versioned(strings.TrimSpace(h.Groups[1]))
		if strings.ContainsAny(route, ":{}<>*$()[]?|^ \"") || source.Aside(h.Name) || t.OfPart(h.Name) || asksOtherHost(h) || t.guarded(h) || t.answersOthers(h) {
			continue
		}
		if asked++; asked > maxAnswersAsked {
			break
		}
		if asked == 1 {
			prefix = above()
		}
		full, confidence := t.mounted(h, route)
		full = joinedPrefix(prefix, full)
		if confidence < finding.Guess || seen[full] || !strings.HasPrefix(full, "/") || strings.ContainsAny(full, ":{}<>*$()[]? ") {
			continue
		}
		seen[full] = true
		out = append(out, finding.Of(full, finding.Unsure/2, t.Evidence("health.answers", h)))
	}
	return out
}

// answersOthers reports whether a route is for other methods than GET alone: by its own
// line, or by that before it or after it in a table of a line each (hapi, Fastify).
func (t *Table) answersOthers(h source.Hit) bool {
	if otherMethod.Matches(h.Text) || methodNamed.Matches(h.Text) {
		return otherMethod.Matches(h.Text) || otherNamed.Matches(h.Text)
	}
	lines := t.File(h.Name).Lines()
	for _, i := range []int{h.Line - 2, h.Line} {
		if i >= 0 && i < len(lines) && methodNamed.Matches(lines[i]) && strings.Count(lines[i], "{") == strings.Count(lines[i], "}") {
			return otherNamed.Matches(lines[i])
		}
	}
	return false
}

// How a table names a route's method.
const (
	methodNamed language.Pattern = `\bmethod\s*:\s*["'\[]`
	otherNamed  language.Pattern = `(?i)\bmethod\s*:\s*\[?\s*["'](?:POST|PUT|PATCH|DELETE)["']\s*\]?`
)

// otherMethod is a route on whose line other methods than GET stand alone.
const otherMethod language.Pattern = `(?i)\bmethods?\s*=\s*[\[{(]\s*["'](?:POST|PUT|PATCH|DELETE)["']\s*[\])}]|\bRequestMethod\.(?:POST|PUT|PATCH|DELETE)\b|\b(?:post|put|patch|delete)\(\s*\w+\s*\)\s*\)`
