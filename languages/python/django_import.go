package python

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
const (
	queryKept language.Pattern = `(?m)^[ \t]*(\w+)\s*=\s*\w+\.objects\.`
	queryRun  language.Pattern = `(?m)^[ \t]*[^\s#].*` + goneThrough + `\w+\.objects\.`
)

// goneThrough is what asks a query for its rows.
const goneThrough = `(?:\bfor\s+\w+(?:\s*,\s*\w+)*\s+in\s+|\b(?:list|tuple|set|dict|sorted|len)\(\s*)`

// asksAtImport reports whether one of the project's modules runs a query as it is imported.
func asksAtImport(p *projectFacts) bool {
	for _, file := range paths(p.Folder) {
		text, ok := p.Text(file)
		if !ok || !strings.Contains(text, ".objects.") {
			continue
		}
		if outsideFunctions(text, queryRun.Regexp()) {
			return true
		}
		for _, m := range queryKept.Regexp().FindAllStringSubmatchIndex(text, maxCandidates) {
			run := regexp.MustCompile(`(?m)^[ \t]*[^\s#].*` + goneThrough + text[m[2]:m[3]] + `\b`)
			if !inFunction(text, m[0]) && outsideFunctions(text, run) {
				return true
			}
		}
	}
	return false
}

func outsideFunctions(text string, p *regexp.Regexp) bool {
	for _, at := range p.FindAllStringIndex(text, maxCandidates) {
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

// beforeThree is a version of Django that knows no --skip-checks for all commands.
const beforeThree language.Pattern = `(?:==|~=|<=|<)\s*[12]\.|<\s*3(?:\.0)*(?:,|$)`

// migrateLine is the command that migrates, without the checks where those need the tables.
func migrateLine(p *projectFacts) string {
	const line = "python manage.py migrate --noinput"
	if n, ok := p.need("django"); ok && !beforeThree.Matches(n.Specifier) && asksAtImport(p) {
		return line + " --skip-checks"
	}
	return line
}
