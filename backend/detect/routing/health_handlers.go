package routing

import (
	"slices"
	"strings"

	"aipack/backend/detect/source"
	"aipack/backend/language"
)

// Routes of health that their path does not tell, but the function that answers them: one
// that is decorated or annotated (FastAPI and Flask, NestJS, Spring), one that is handed
// with the path (Express, Gin, chi, axum).
const (
	decoratedHandler language.Pattern = `@\w+\.(?:get|route)\(\s*["'](/[^"'\n]*)["'][^\n]*\)[ \t]*\r?\n(?:[ \t]*@[^\n]*\n){0,3}[ \t]*(?:async\s+)?def\s+(\w*[hH]ealth\w*|\w*[lL]iveness\w*)\(`
	annotatedHandler language.Pattern = `@(?:Get|GetMapping)\(\s*(?:(?:value|path)\s*=\s*)?["']?([^"'\n(){}]*)["']?\s*\)[ \t]*\r?\n(?:[ \t]*@[^\n]*\n){0,3}[ \t]*(?:(?:public|async|fun)\s+)*(?:[\w<>?, \[\].]+\s+)?(\w*[hH]ealth\w*|\w*[lL]iveness\w*)\(`
	handedHandler    language.Pattern = `\.(?:get|GET|Get|HandleFunc|route)\(\s*["'](/[^"'\n]*)["']\s*,\s*(?:[\w.]+\(\s*)?(?:&?\w+(?:\.|::))*(\w*[hH]ealth\w*|\w*[lL]iveness\w*)\s*\)`
)

// healthHandler is the name of a function that says whether the program is well; health
// alone is also what programs are about.
const healthHandler language.Pattern = `(?i)^_*(?:get|api|app|server|system|service|simple|handle|check)?_?(?:healthz?|liveness)_?(?:check(?:er)?|probe|status)?_?(?:handler|endpoint|route|view|controller|action)?$`

// healthHandlers lists such routes.
func (t *Table) healthHandlers() (out []source.Hit) {
	for _, h := range t.Ask(source.Question{Patterns: source.These(decoratedHandler, annotatedHandler, handedHandler), Anchors: []string{"ealth", "iveness"}}) {
		if !healthHandler.Matches(h.Groups[2]) || strings.ContainsAny(h.Groups[1], ":{}<>*$()[]?|^ ") || asksOtherHost(h) || t.guarded(h) {
			continue
		}
		h.Groups = slices.Clone(h.Groups[:2])
		if !strings.HasPrefix(h.Groups[1], "/") {
			h.Groups[1] = "/" + h.Groups[1]
		}
		out = append(out, h)
	}
	return out
}
