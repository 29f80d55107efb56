package language

import (
	"path"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/manifest/staticsite"
)

// AtLine points at a line of a file and quotes it.
func (f *Folder) AtLine(rule, name string, line int) finding.Evidence {
	text, ok := f.Text(name)
	for n := 1; ok && line > 0; n++ {
		first, rest, more := strings.Cut(text, "\n")
		if n == line {
			return f.Evidence(rule, name, line, first)
		}
		text, ok = rest, more
	}
	return f.Evidence(rule, name, 0, "")
}

// AtBoth points at the line of a file that holds both texts.
func (f *Folder) AtBoth(rule, name, a, b string) finding.Evidence {
	text, _ := f.Text(name)
	for i, line := range strings.Split(text, "\n") {
		if strings.Contains(line, a) && strings.Contains(line, b) {
			return f.Evidence(rule, name, i+1, line)
		}
	}
	return f.At(rule, name, a)
}

// FirstWhy gives the first of some evidence, that of no rule where there is
// none.
func FirstWhy(why []finding.Evidence) finding.Evidence {
	if len(why) == 0 {
		return finding.Evidence{}
	}
	return why[0]
}

// Content reads a file, "" where there is none.
func (f *Folder) Content(name string) string {
	text, _ := f.Text(name)
	return text
}

// AtMatch points at the first match of a pattern in a file.
func (f *Folder) AtMatch(rule, name string, pattern Pattern) finding.Evidence {
	text := f.Content(name)
	at := pattern.Regexp().FindStringIndex(text)
	if at == nil {
		return f.Evidence(rule, name, 1, "")
	}
	return f.AtLine(rule, name, 1+strings.Count(text[:at[0]], "\n"))
}

// FirstLine gives the first line of a file, for its #!.
func (f *Folder) FirstLine(name string) string {
	line, _, _ := strings.Cut(f.Head(name, 200), "\n")
	return strings.TrimSpace(line)
}

// Settings reads the first of the files that is there.
func (f *Folder) Settings(names ...string) (staticsite.Config, string) {
	for _, name := range names {
		if !f.Has(name) {
			continue
		}
		parse := staticsite.ParseYAML
		switch path.Ext(name) {
		case ".toml":
			parse = staticsite.ParseTOML
		case ".json":
			parse = staticsite.ParseJSON
		}
		if c, ok := Parse(f, name, parse); ok {
			return c, name
		}
	}
	return nil, ""
}
