package deployment

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"aipack/backend/base/finding"
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
func (f *Files) Given() []Given {
	var out []Given
	r := f.Project.Reader()
	for _, c := range f.Composed {
		for _, part := range c.Parts {
			lookup := part.lookup(r)
			for _, v := range part.Environment {
				if text, ok := expanded(v, lookup); ok {
					why := part.Evidence(r, "wiring.compose", v.Line)
					why.Excerpt = v.Name
					out = append(out, Given{Name: v.Name, Text: text, Why: why, Home: c.Home})
				}
			}
		}
	}
	out = append(out, GivenIn(f.Project.Folder)...)
	if f.Project.FirstOf(EnvExamples...) == "" {
		for _, dir := range settingsFolders {
			out = append(out, GivenIn(f.Project.Sub(dir))...)
		}
	}
	if !f.Project.IsRoot() {
		out = append(out, GivenIn(r.Folder("."))...)
	}
	return out[:min(len(out), maxGiven)]
}

// settingsFolders are where a project keeps the example of its variables beside
// what reads them.
var settingsFolders = []string{"config", "configs", "internal/config", "src/config", "env"}

// GivenIn lists what the examples and .env files of a folder give.
func GivenIn(dir *language.Folder) (out []Given) {
	for _, name := range slices.Concat(EnvExamples, EnvFiles) {
		d, ok := Dotenv(dir, name)
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
				Name: e.Name, Text: text, Comment: e.Comment, Home: dir.Path, Own: slices.Contains(EnvFiles, name),
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
