package extract

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"aipack/backend/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/compose"
)

// Given is a text that a file gives a variable, as it stands there. It may hold
// somebody's password and is never shown: only its form counts.
type Given struct {
	Name    string
	Text    string
	Comment string
	Why     finding.Evidence // without the text
	Home    string           // folder of the file, where host names of its composition hold
	Own     bool             // of a machine's own file, whose plain values may be private
}

// maxGiven bounds what is gathered for one service.
const maxGiven = 2000

// Given lists what compose files, examples and .env files give the service's
// variables, those that count more first.
func (f *Facts) Given() []Given {
	var out []Given
	r := f.Project.Reader()
	for _, c := range f.Composed {
		lookup := composeLookup(r.Folder(c.home))
		for _, part := range c.Parts {
			for _, v := range part.Environment {
				if text, ok := expanded(v, lookup); ok {
					why := part.evidence(r, "wiring.compose", v.Line)
					why.Excerpt = v.Name
					out = append(out, Given{Name: v.Name, Text: text, Why: why, Home: c.home})
				}
			}
		}
	}
	out = append(out, givenIn(f.Project.Folder)...)
	if !f.Project.IsRoot() {
		out = append(out, givenIn(r.Folder("."))...)
	}
	return out[:min(len(out), maxGiven)]
}

func givenIn(dir *language.Folder) (out []Given) {
	for _, name := range slices.Concat(envExamples, envFiles) {
		d, ok := dotenv(dir, name)
		if !ok {
			continue
		}
		lookup := func(name string) (string, bool) {
			e, ok := d.Named(name)
			return e.Value, ok
		}
		for _, e := range d.Entries {
			text := replaced(e.Value, lookup)
			if text == "" || e.Off && !strings.Contains(text, "://") {
				continue
			}
			out = append(out, Given{
				Name: e.Name, Text: text, Comment: e.Comment, Home: dir.Path, Own: slices.Contains(envFiles, name),
				Why: dir.Evidence("wiring.example", name, e.Line, e.Name),
			})
		}
	}
	return out
}

// expanded gives a variable's text with its references filled in; not one that
// is nothing but a reference to what the user gives.
func expanded(v compose.Var, lookup func(string) (string, bool)) (string, bool) {
	if !v.Given || v.Value == "" {
		return "", false
	}
	if whole := interpolation().FindString(v.Value); whole == v.Value {
		text := replaced(v.Value, lookup)
		return text, text != "" && text != unknownPart
	}
	return replaced(v.Value, lookup), true
}

// unknownPart stands for a part that only the user has.
const unknownPart = "x"

var interpolation = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\$\{([A-Za-z_][A-Za-z0-9_]*)(?:(:?[-?+])([^{}]*))?\}|\$([A-Za-z_][A-Za-z0-9_]*)`)
})

// replaced fills references in: what a file says, or their default.
func replaced(text string, lookup func(string) (string, bool)) string {
	if !strings.Contains(text, "$") || len(text) > 1000 {
		return text
	}
	return interpolation().ReplaceAllStringFunc(text, func(found string) string {
		m := interpolation().FindStringSubmatch(found)
		if value, ok := lookup(m[1] + m[4]); ok && value != "" && !strings.Contains(value, "$") {
			return value
		}
		if strings.HasSuffix(m[2], "-") {
			return m[3]
		}
		return unknownPart
	})
}

// Host says what a host name leads to that a file of a folder names: a data
// service, or the folder of another service of the repository.
func (f *Facts) Host(home string) func(name string) (store, folder string) {
	return func(name string) (string, string) {
		for _, dir := range []string{home, "."} {
			c, ok := f.around.Compose.named(name, dir)
			switch {
			case !ok:
			case c.Kind != "":
				return c.Kind, ""
			case c.Folder != "" && c.Folder != f.Project.Path && slices.Contains(f.around.Services, c.Folder):
				return "", c.Folder
			}
		}
		return "", ""
	}
}

// Fallbacks gives the texts that the sources take where variables of these
// names are not set, as they stand there.
func (f *Facts) Fallbacks(names []string) map[string]Given {
	out := map[string]Given{}
	if len(names) == 0 {
		return out
	}
	reads := func(l *language.Language) []language.Pattern { return l.EnvReads }
	for _, h := range f.Sources.ask(question{reads, maxSourceFiles, names, nil}) {
		if len(h.Groups) < 3 || h.Groups[2] == "" || !slices.Contains(names, h.Groups[1]) {
			continue
		}
		text := strings.Trim(h.Groups[2], "\"'`")
		if _, known := out[h.Groups[1]]; known || text == "" {
			continue
		}
		why := f.Sources.evidence("wiring.default", h)
		why.Excerpt = h.Groups[1]
		out[h.Groups[1]] = Given{Name: h.Groups[1], Text: text, Why: why, Home: f.Project.Path}
	}
	return out
}

// Speaks reports which of some words stands in quotes in the sources: by which
// of its names a program calls something.
func (f *Facts) Speaks(words []string) string {
	for _, w := range words {
		for _, s := range f.Sources.Files() {
			for _, q := range []string{`"`, "'", "`"} {
				if strings.Contains(s.content, q+w+q) {
					return w
				}
			}
		}
	}
	return ""
}
