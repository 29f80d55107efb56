package extract

import (
	"regexp"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/detect/source"
	"aipack/backend/detect/spelled"
	"aipack/backend/detect/variable"
	"aipack/backend/language"
)

// A table of settings that is indexed with what a variable says, without anything in its
// place: config[os.environ["APP_ENV"]]; env = os.getenv("FLASK_ENV"), and further down
// config[env]. Flask's own documents keep settings so, under development, testing and
// production.
const (
	indexedWith  language.Pattern = `\b(\w+)\[\s*(?:os\.)?(?:environ\[|environ\.get\(|getenv\()\s*["'](\w+)["']\s*[\])]\s*\]`
	indexedLater language.Pattern = `^\s*(\w+)\s*(?::\s*str\s*)?=\s*(?:os\.)?(?:environ\[|environ\.get\(|getenv\()\s*["'](\w+)["']\s*[\])]\s*(?:#.*)?$`
)

// toolNames are variables of tools that a program may index its own settings with.
var toolNames = language.Words("FLASK_ENV")

// envIndexed gives such a variable the name of the settings that a deployment takes: any
// other is in no table, and the program ends.
func (s *Sources) envIndexed(e *envTable) {
	left := maxLists
	for _, direct := range []bool{true, false} {
		pattern := indexedLater
		if direct {
			pattern = indexedWith
		}
		for _, h := range s.GrepIn(".py", pattern) {
			name, table := h.Groups[2], h.Groups[1]
			if s.aside(h.Name) || !variable.Asked(name) && !toolNames[name] {
				continue
			}
			if left--; left < 0 {
				return
			}
			if !direct {
				table = source.Group(language.Pattern(`\b(\w+)\[\s*`+regexp.QuoteMeta(table)+`\s*\]`), s.file(h.Name).Text())
			}
			choice := s.settingsIn(table)
			if choice == "" {
				continue
			}
			v := e.add(name, finding.Likely, s.Evidence("env.indexes", h))
			if v == nil || v.hasDefault || v.Default != "" {
				continue
			}
			v.readAt(s.Folder.Join(h.Name), h.Line)
			v.note(thrown, false)
			v.value(choice)
		}
	}
}

// settingsIn gives the name of the settings of a table that a deployment takes: those of
// production, else the default ones, else the first that are not for tests; "" where the
// table keeps something else.
func (s *Sources) settingsIn(table string) string {
	if table == "" || len(table) > maxReaderLength {
		return ""
	}
	made := regexp.MustCompile(`(?m)^[ \t]*` + regexp.QuoteMeta(table) + `\s*(?::[^=\n]{1,60})?=\s*(?:\{|dict\()`)
	for _, f := range s.Files() {
		if source.Ext(f.Name) != "py" && !strings.HasSuffix(f.Name, ".py") || s.aside(f.Name) || !f.Contains(table) {
			continue
		}
		at := made.FindStringIndex(f.Text())
		if at == nil {
			continue
		}
		if choice := spelled.Settings(spelled.Keys(f.Text()[at[1]:])); choice != "" {
			return choice
		}
	}
	return ""
}
