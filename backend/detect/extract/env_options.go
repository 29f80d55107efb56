package extract

import (
	"aipack/backend/detect/source"
	"aipack/backend/detect/statement"
	"aipack/backend/language"
)

// optionVariable names the variable of an entry in a table of options: convict's
// schema, or a table that a program's command line is made of.
// https://github.com/mozilla/node-convict/tree/master/packages/convict
const (
	optionVariable language.Pattern = `\benv:\s*["']([A-Z][A-Z0-9_]+)["']`
	optionDefault  language.Pattern = `\bdefault:\s*(["'\x60][^"'\x60\n]*["'\x60]|[\w.-]+)`
	optionRequired language.Pattern = `\brequired:\s*true\b`
)

// envOptions reads tables of options.
func (s *Sources) envOptions(e *envTable) {
	file, from := "", 0
	for _, h := range s.Grep(optionVariable) {
		if !isScript(h.Name) {
			continue
		}
		if h.Name != file {
			file, from = h.Name, 0
		}
		text, at := statement.Braces(s.file(h.Name).Text(), h.Match, from)
		from = at + len(h.Match)
		v := e.entry(h.Groups[1], configurationConfidence, s.Evidence("env.option", h))
		if v == nil {
			continue
		}
		v.readAt(s.Folder.Join(h.Name), h.Line)
		v.option = true
		m := optionDefault.Regexp().FindStringSubmatch(text)
		switch {
		case optionRequired.Regexp().MatchString(text) && s.fillsIn(s.file(h.Name).Text()[:at]):
			v.note(tested, false)
		case optionRequired.Regexp().MatchString(text):
			v.note(thrown, false)
		case m != nil && (m[1] == "null" || m[1] == "undefined" || len(m[1]) == 2):
			v.note(tested, false)
		case m != nil:
			v.fallback(m[1], m[1])
		default:
			v.note(tested, false)
		}
	}
}

// optionKey is what an entry is called that begins at the end of a text.
const optionKey language.Pattern = `(\w+)["']?\s*:\s*\{[^{}]*$`

// fillsIn reports whether the program gives an option a value where nobody does:
// options.url = "http://localhost:" + options.port.
func (s *Sources) fillsIn(before string) bool {
	key := source.Group(optionKey, before[max(0, len(before)-statement.BracesReach):])
	return key != "" && s.mentions("options."+key+" = ", "opts."+key+" = ", "options."+key+" ||= ", "options."+key+" ??= ")
}
