package extract

import (
	"path"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/detect/source"
	"aipack/backend/language"
)

// Tables of options that a program looks its whole environment up in: their keys
// are the variables, os.Environ() is gone through.
const (
	wholeEnvironment language.Pattern = `\bos\.Environ\(\)`
	tableKey         language.Pattern = `^\s*"([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)":\s*\{\s*$`
	tableDefault     language.Pattern = `(?i)^\s*(?:raw|default|def)?(?:value|default)?:\s*"([^"\n]*)"`
)

// minTableKeys is how many entries make a table of options.
const minTableKeys = 4

// envTables reads such tables beside what goes through the environment.
func (s *Sources) envTables(e *envTable) {
	seen := map[string]bool{}
	for _, h := range s.GrepIn(".go", wholeEnvironment) {
		dir := path.Dir(h.Name)
		if seen[dir] || s.aside(h.Name) {
			continue
		}
		seen[dir] = true
		files := s.Files()
		for i := range files {
			if path.Dir(files[i].Name) == dir && strings.Count(files[i].Text(), "\": {\n") >= minTableKeys {
				s.envEntries(e, files[i])
			}
		}
	}
}

func (s *Sources) envEntries(e *envTable, f *Source) {
	lines := f.Lines()
	for i, line := range lines {
		m := tableKey.Regexp().FindStringSubmatch(line)
		if m == nil {
			continue
		}
		h := source.Hit{Name: f.Name, Line: i + 1, Text: line}
		v := e.entry(m[1], finding.Likely, s.Evidence("env.table", h))
		if v == nil {
			continue
		}
		v.readAt(s.Folder.Join(f.Name), h.Line)
		value := ""
		for j := i + 1; j < min(i+maxEntryLines, len(lines)) && source.Indent(lines[j]) > source.Indent(line); j++ {
			if d := tableDefault.Regexp().FindStringSubmatch(lines[j]); d != nil && value == "" {
				value = d[1]
			}
		}
		if value == "" {
			v.note(allowed, false)
			continue
		}
		v.fallback(`"`+value+`"`, `"`+value+`"`)
	}
}
