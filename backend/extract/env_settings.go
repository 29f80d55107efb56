package extract

import (
	"strings"

	"aipack/backend/language"
)

// Classes of settings whose fields are environment variables, as
// https://docs.pydantic.dev/latest/concepts/pydantic_settings/ describes them.
const (
	settingsClass  language.Pattern = `\bclass\s+\w+\([^)\n]*\bBaseSettings\b[^)\n]*\)\s*:`
	settingsField  language.Pattern = `^(\s+)([A-Za-z]\w*)\s*:\s*([^=#\n]+?)\s*(?:=\s*(.*?))?\s*(?:#.*)?$`
	settingsPrefix language.Pattern = `\benv_prefix\s*=\s*["']([^"'\n]*)["']`
)

// How many classes are read, and how many lines of one.
const (
	maxSettingsClasses = 12
	maxSettingsLines   = 200
)

// envSettings reads the fields of settings classes.
func (s *Sources) envSettings(e *envTable) {
	classes := s.grep(settingsClass)
	for _, h := range classes[:min(len(classes), maxSettingsClasses)] {
		lines := strings.Split(s.file(h.Name).content, "\n")
		body := classBody(lines[min(h.Line, len(lines)):])
		prefix := groupOf(settingsPrefix.Regexp(), strings.Join(body, "\n"))
		indent := ""
		for i, line := range body {
			m := settingsField.Regexp().FindStringSubmatch(line)
			if m == nil || strings.HasPrefix(m[3], "ClassVar") || m[2] == "model_config" {
				continue
			}
			if indent == "" {
				indent = m[1]
			}
			if m[1] != indent { // inside a method
				continue
			}
			s.envField(e, Hit{Name: h.Name, Line: h.Line + 1 + i, Text: line}, strings.ToUpper(prefix+m[2]), m[3], m[4])
		}
	}
}

// classBody gives the lines of a class up to the first that is not indented.
func classBody(lines []string) []string {
	for i, l := range lines {
		if i == maxSettingsLines || l != "" && l[0] != ' ' && l[0] != '\t' && l[0] != '\r' && l[0] != '#' {
			return lines[:i]
		}
	}
	return lines
}

func (s *Sources) envField(e *envTable, h Hit, name, kind, value string) {
	v := e.entry(name, configurationConfidence, s.evidence("env.settings", h))
	if v == nil {
		return
	}
	v.readAt(s.folder.Join(h.Name), h.Line)
	switch {
	case value == "" && !strings.Contains(kind, "Optional") && !strings.Contains(kind, "None"), value == "...", strings.HasPrefix(value, "Field(...") && !strings.Contains(value, "default"):
		v.note(thrown, false)
	case value == "":
	default:
		v.hasDefault = true
		if isLiteral(value, "") {
			v.value(strings.Trim(value, "\"'"))
		}
	}
}
