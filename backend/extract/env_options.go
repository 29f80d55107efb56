package extract

import (
	"strings"

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

// maxOptionText is how far around the name an entry reaches.
const maxOptionText = 500

// envOptions reads tables of options.
func (s *Sources) envOptions(e *envTable) {
	for _, h := range s.grep(optionVariable) {
		if !isScript(h.Name) {
			continue
		}
		v := e.entry(h.Groups[1], configurationConfidence, s.evidence("env.option", h))
		if v == nil {
			continue
		}
		v.readAt(s.folder.Join(h.Name), h.Line)
		v.option = true
		text := entryAround(s.file(h.Name).content, h.Match)
		m := optionDefault.Regexp().FindStringSubmatch(text)
		switch {
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

// entryAround gives the braces around a text, without what stands in braces
// within.
func entryAround(content, match string) string {
	at := strings.Index(content, match)
	from := strings.LastIndexByte(content[:at], '{') + 1
	to := strings.IndexByte(content[at:], '}')
	if to < 0 {
		to = len(content) - at
	}
	return content[max(from, at-maxOptionText):min(at+to, at+maxOptionText)]
}
