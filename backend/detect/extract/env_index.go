package extract

import (
	"regexp"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/detect/source"
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
	settingsName language.Pattern = `(?i)^(?:default|dev|devel|development|test|testing|local|stage|staging|prod|production|live)$`
	keyOfTable   language.Pattern = `^["'](\w+)["']\s*:|^(\w+)\s*=[^=]`
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
		keys := keysOf(f.Text()[at[1]:])
		if !slices.ContainsFunc(keys, settingsName.Matches) {
			continue
		}
		for _, usual := range []string{"production", "prod", "live", "default"} {
			if i := slices.IndexFunc(keys, func(k string) bool { return strings.EqualFold(k, usual) }); i >= 0 {
				return keys[i]
			}
		}
		if i := slices.IndexFunc(keys, func(k string) bool { return !strings.HasPrefix(strings.ToLower(k), "test") }); i >= 0 {
			return keys[i]
		}
	}
	return ""
}

// mostTable is how many bytes of a table are read.
const mostTable = 4000

// keysOf are the keys of a table, up to the bracket that ends it.
func keysOf(text string) (keys []string) {
	text = text[:min(len(text), mostTable)]
	depth, begins := 0, true
	for i := 0; i < len(text) && len(keys) < maxChoices; i++ {
		switch c := text[i]; {
		case c == '{' || c == '(' || c == '[':
			depth++
		case c == '}' || c == ')' || c == ']':
			if depth--; depth < 0 {
				return keys
			}
		case c == ',' && depth == 0:
			begins = true
			continue
		case c == '#':
			if end := strings.IndexByte(text[i:], '\n'); end > 0 {
				i += end
			}
			continue
		case strings.IndexByte(" \t\r\n", c) >= 0:
			continue
		case begins && depth == 0:
			if m := keyOfTable.Regexp().FindStringSubmatch(text[i:min(len(text), i+80)]); m != nil {
				keys = append(keys, m[1]+m[2])
			}
		}
		begins = false
	}
	return keys
}
