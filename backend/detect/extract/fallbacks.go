package extract

import (
	"slices"
	"strings"

	"aipack/backend/detect/deployment"
	"aipack/backend/detect/source"
	"aipack/backend/language"
)

// Fallbacks gives the texts that the sources take where variables of these
// names are not set, as they stand there.
func (f *Facts) Fallbacks(names []string) map[string]deployment.Given {
	out := map[string]deployment.Given{}
	if len(names) == 0 {
		return out
	}
	reads := func(l *language.Language) []language.Pattern { return l.EnvReads }
	for _, h := range f.Sources.Ask(source.Question{Patterns: reads, Anchors: names}) {
		if len(h.Groups) < 3 || h.Groups[2] == "" || !slices.Contains(names, h.Groups[1]) {
			continue
		}
		text := strings.Trim(h.Groups[2], "\"'`")
		if _, known := out[h.Groups[1]]; known || text == "" {
			continue
		}
		why := f.Sources.Evidence("wiring.default", h)
		why.Excerpt = h.Groups[1]
		out[h.Groups[1]] = deployment.Given{Name: h.Groups[1], Text: text, Why: why, Home: f.Project.Path}
	}
	return out
}

// AtHome reports whether the program takes an address of its own machine where a
// variable is not set, and nothing says that it does without.
func (f *Facts) AtHome(name string) bool {
	v := f.variables().at[name]
	return v != nil && v.loopback && !v.copes
}

// Needs reports whether the sources read a variable and have nothing in its place.
func (f *Facts) Needs(name string) bool {
	v := f.variables().at[name]
	return v != nil && v.inCode && !v.copes && !v.hasDefault
}

// ReadInCode reports whether the sources read a variable.
func (f *Facts) ReadInCode(name string) bool {
	v := f.variables().at[name]
	return v != nil && v.inCode
}

// OwnMachine reports whether a text is an address of the program's own machine.
func OwnMachine(text string) bool { return ownMachine.Matches(text) }

// Speaks reports which of some words stands in quotes in the sources: by which
// of its names a program calls something.
func (f *Facts) Speaks(words []string) string {
	for _, w := range words {
		for _, s := range f.Sources.Files() {
			for _, q := range []string{`"`, "'", "`"} {
				if strings.Contains(s.Text(), q+w+q) {
					return w
				}
			}
		}
	}
	return ""
}

// NamesBelow reports whether the sources name a folder in quotes, or something
// below it.
func (f *Facts) NamesBelow(dir string) bool {
	for _, s := range f.Sources.Files() {
		for _, q := range []string{`"`, "'", "`"} {
			for _, end := range []string{q, "/"} {
				if strings.Contains(s.Text(), q+dir+end) {
					return true
				}
			}
		}
	}
	return false
}
