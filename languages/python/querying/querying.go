// Package querying finds the queries that a module of a Django project runs as it is
// imported. It reads one text.
package querying

import (
	"regexp"
	"strings"

	"aipack/backend/language"
)

// Queries that a module runs as it is imported: what is asked of a model's manager is gone
// through at the level of the module or of a class. Django's checks import the modules of
// the views, and so ask for tables before the first migration has made them.
// https://docs.djangoproject.com/en/stable/topics/db/queries/#querysets-are-lazy,
// https://docs.djangoproject.com/en/stable/ref/django-admin/#cmdoption-skip-checks
const queryRun language.Pattern = `(?m)^[ \t]*[^\s#].*` + goneThrough + `\w+\.objects\.`

// goneThrough is what asks a query for its rows.
const goneThrough = `(?:\bfor\s+\w+(?:\s*,\s*\w+)*\s+in\s+|\b(?:list|tuple|set|dict|sorted|len)\(\s*)`

// manager is how a model is asked, and blank what may stand between the words before it.
const manager, blank = ".objects.", " \t\r\n\f"

// mostMatches is how often a query that was kept is looked for.
const mostMatches = 30

// mostQueries bounds the queries of a module that are looked at, queryLines the lines over
// which a statement may go until it asks.
const mostQueries, queryLines = 500, 6

// AtImport reports whether a query of a module is gone through outside its functions,
// where it stands or by the name that it was kept under.
func AtImport(text string) bool {
	left := mostQueries
	for from := 0; left > 0; left-- {
		at := strings.Index(text[from:], manager)
		if at < 0 {
			return false
		}
		at += from
		from = at + len(manager)
		before := strings.TrimRightFunc(text[:at], isWordRune)
		if len(before) == at {
			continue
		}
		lead := strings.TrimRight(before, blank)
		if kept, ok := strings.CutSuffix(lead, "="); ok {
			if runsKept(text, strings.TrimRight(kept, blank)) {
				return true
			}
			continue
		}
		if !strings.HasSuffix(lead, "(") && !strings.HasSuffix(lead, "in") {
			continue
		}
		above := linesAbove(lead, queryLines)
		for _, run := range queryRun.Regexp().FindAllStringIndex(text[above:from], queryLines) {
			if !inFunction(text, above+run[0]) {
				return true
			}
		}
	}
	return false
}

// runsKept reports whether a query that is kept outside functions is gone through there; lead
// is the module up to the name that it is kept under.
func runsKept(text, lead string) bool {
	start := strings.LastIndexByte(lead, '\n') + 1
	name := strings.TrimLeft(lead[start:], " \t")
	if name == "" || strings.TrimLeftFunc(name, isWordRune) != "" || inFunction(text, start) {
		return false
	}
	return outsideFunctions(text, regexp.MustCompile(`(?m)^[ \t]*[^\s#].*`+goneThrough+name+`\b`))
}

// linesAbove is where so many lines begin that end a text, not counting blank ones.
func linesAbove(text string, n int) int {
	for range n {
		text = strings.TrimRight(text, blank)
		text = text[:strings.LastIndexByte(text, '\n')+1]
	}
	return len(text)
}

func isWordRune(c rune) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

func outsideFunctions(text string, p *regexp.Regexp) bool {
	for _, at := range p.FindAllStringIndex(text, mostMatches) {
		if !inFunction(text, at[0]) {
			return true
		}
	}
	return false
}

// inFunction reports whether a line stands in a function, by the lines above it that are
// indented less.
func inFunction(text string, at int) bool {
	line, _, _ := strings.Cut(text[at:], "\n")
	indent := len(line) - len(strings.TrimLeft(line, " \t"))
	for at > 0 && indent > 0 {
		begin := strings.LastIndexByte(text[:at-1], '\n') + 1
		above := text[begin : at-1]
		at = begin
		trimmed := strings.TrimLeft(above, " \t")
		if own := len(above) - len(trimmed); strings.TrimSpace(above) == "" || own >= indent {
			continue
		} else {
			indent = own
		}
		if strings.HasPrefix(trimmed, "def ") || strings.HasPrefix(trimmed, "async def ") {
			return true
		}
	}
	return false
}
