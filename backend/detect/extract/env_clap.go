package extract

import (
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/detect/source"
	"aipack/backend/language"
)

// Options of clap that a variable sets as well: env = "NAME", or env alone, which
// takes the field's name (https://docs.rs/clap/latest/clap/_derive, Arg::env).
const (
	clapEnv   language.Pattern = `#\[(?:arg|clap|structopt)\([^\]]*?\benv\s*(?:=\s*"(\w+)"\s*)?[,)]`
	clapField language.Pattern = `^\s*(?:pub(?:\([^)]*\))?\s+)?(\w+)\s*:\s*(?:\w+::)*(\w+)`
	ofEnum    language.Pattern = `^\s*(?:pub(?:\([^)]*\))?\s+)?enum\s`
)

// envClap reads them. One of a subcommand's is needed by that alone.
func (s *Sources) envClap(e *envTable) {
	for _, h := range s.GrepIn(".rs", clapEnv) {
		f := s.file(h.Name)
		lines := f.Lines()
		attribute, last := joined(lines, h.Line-1)
		var field []string
		for i := last + 1; i < min(len(lines), last+1+attributeLines) && field == nil; i++ {
			if strings.HasPrefix(strings.TrimSpace(lines[i]), "#[") {
				attribute += lines[i]
				continue
			}
			field = clapField.Regexp().FindStringSubmatch(lines[i])
		}
		if field == nil {
			continue
		}
		name := h.Groups[1]
		if name == "" {
			name = strings.ToUpper(field[1])
		}
		v := e.entry(name, finding.Likely, s.Evidence("env.flag", h))
		if v == nil {
			continue
		}
		v.readAt(s.Folder.Join(h.Name), h.Line)
		switch _, value, given := strings.Cut(attribute, "default_value"); {
		case given && strings.Contains(value, `"`):
			_, text, _ := strings.Cut(value, `"`)
			text, _, _ = strings.Cut(text, `"`)
			v.fallback(`"`+text+`"`, `"`+text+`"`)
		case given, field[2] == "Option", field[2] == "Vec", field[2] == "bool", f.inEnum(h.Line), strings.Contains(attribute, "required_"), strings.Contains(attribute, "conflicts_with"):
			v.note(tested, false)
		default:
			v.note(thrown, s.aside(h.Name))
		}
	}
}

// inEnum reports whether a line stands in an enumeration.
func (f *Source) inEnum(line int) bool {
	lines := f.Lines()
	for i := line - 2; i >= 0; i-- {
		if text := lines[i]; text != "" && source.Indent(text) == 0 && strings.HasSuffix(strings.TrimSpace(text), "{") {
			return ofEnum.Regexp().MatchString(text)
		}
	}
	return false
}
