package extract

import (
	"strings"

	"aipack/backend/detect/source"
	"aipack/backend/language"
)

// Calls of Python's libraries that name their variable elsewhere, or not at all:
// django-environ's and dj-database-url's addresses have one of their own, environs
// puts a prefix before those within a block.
// https://django-environ.readthedocs.io/en/latest/types.html,
// https://github.com/jazzband/dj-database-url, https://github.com/sloria/environs
const (
	ownAddress  language.Pattern = `\benv\.(db|db_url|cache|cache_url|email_url)\(\s*(\)|default\s*=|\w+\s*=)`
	ownDatabase language.Pattern = `\bdj_database_url\.config\(([^\n]*)`
	prefixBlock language.Pattern = `^\s*with\s+\w+\.prefixed\(\s*["'](\w+)["']`
	givenName   language.Pattern = `\benv\s*=\s*["'](\w+)["']`
)

var addressNames = map[string]string{"db": "DATABASE_URL", "db_url": "DATABASE_URL", "cache": "CACHE_URL", "cache_url": "CACHE_URL", "email_url": "EMAIL_URL"}

// envAddresses reads such calls.
func (s *Sources) envAddresses(e *envTable) {
	for _, h := range s.GrepIn(".py", ownAddress, ownDatabase) {
		name, n := addressNames[h.Groups[1]], thrown
		rest := h.Match + h.After
		if strings.Contains(h.Match, "dj_database_url") {
			name, n = "DATABASE_URL", plain
			if given := source.Group(givenName, rest); given != "" {
				name = given
			}
		}
		v := e.entry(name, configurationConfidence, s.Evidence("env.address", h))
		if v == nil {
			continue
		}
		v.readAt(s.Folder.Join(h.Name), h.Line)
		if strings.Contains(rest, "default") || len(s.file(h.Name).Lines()) > h.Line && strings.HasPrefix(strings.TrimSpace(s.file(h.Name).Lines()[h.Line]), "default") {
			n = tested
		}
		v.note(n, s.aside(h.Name))
	}
}

// blockPrefix is what the blocks around a read put before its name.
func (f *Source) blockPrefix(h source.Hit) string {
	if !f.Contains(".prefixed(") {
		return ""
	}
	lines := f.Lines()
	out, indent := "", source.Indent(lines[h.Line-1])
	for i := h.Line - 2; i >= 0 && h.Line-i < blockLines && indent > 0; i-- {
		if strings.TrimSpace(lines[i]) == "" || source.Indent(lines[i]) >= indent {
			continue
		}
		indent = source.Indent(lines[i])
		out = source.Group(prefixBlock, lines[i]) + out
	}
	return out
}
