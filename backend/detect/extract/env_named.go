package extract

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/detect/source"
	"aipack/backend/language"
)

// Reads that name their variable by a constant of the project: ConfigService's
// get(env.JWT_SECRET) and process.env[Env.JWT_SECRET], with env an object or an enum
// whose member is the name.
// https://docs.nestjs.com/techniques/configuration#using-the-configservice
const namedReads language.Pattern = `(?:[cC]onfig(?:Service)?\.get(?:OrThrow)?(?:<[^>\n]{1,30}>)?\(|process\.env\[)\s*([A-Za-z_]\w*(?:\.[A-Za-z_]\w*){1,3})\s*[\]),]`

// maxNamedReads bounds how many are followed: each is looked up in all sources.
const maxNamedReads = 60

// openedBy matches the line that opens an object, with its name.
const openedBy language.Pattern = `\b(\w+)\s*[:=]\s*\{\s*$|\benum\s+(\w+)\s*\{\s*$`

// envNamed reads them.
func (s *Sources) envNamed(e *envTable) {
	names := map[string]string{} // by the constant
	reads := s.inScripts(namedReads)
	for _, h := range reads[:min(len(reads), maxNamedReads)] {
		constant := h.Groups[1]
		if _, known := names[constant]; !known {
			names[constant] = s.constant(constant)
		}
		if names[constant] == "" {
			continue
		}
		v := e.entry(names[constant], finding.Likely, s.Evidence("env.read", h))
		if v == nil {
			continue
		}
		v.readAt(s.Folder.Join(h.Name), h.Line)
		v.note(s.file(h.Name).needAt(h), s.aside(h.Name))
	}
}

// composedReads are reads whose name ends in what a table has for the environment that
// the program runs in: process.env[`DB_HOST${suffixes[environment]}`].
const composedReads language.Pattern = `process\.env\[\x60([A-Z][A-Z0-9_]*)\$\{(\w+)\[[^\]\n]+\]\}([A-Z0-9_]*)\x60\]`

// ofProduction is a table's entry for production: an image runs as that (NODE_ENV,
// https://nodejs.org/en/learn/getting-started/nodejs-the-difference-between-development-and-production).
const ofProduction language.Pattern = `^\s*["']?production["']?\s*:\s*["']([A-Z0-9_]*)["']`

// envComposed reads them under the names that production has.
func (s *Sources) envComposed(e *envTable) {
	reads := s.inScripts(composedReads)
	if len(reads) == 0 {
		return
	}
	ends := map[string]string{}
	for _, h := range s.inScripts(ofProduction) {
		ends[s.opened(h)] = h.Groups[1]
	}
	for _, h := range reads[:min(len(reads), maxNamedReads)] {
		end, ok := ends[h.Groups[2]]
		if !ok {
			continue
		}
		v := e.entry(h.Groups[1]+end+h.Groups[3], finding.Likely, s.Evidence("env.read", h))
		if v == nil {
			continue
		}
		v.readAt(s.Folder.Join(h.Name), h.Line)
		v.note(s.file(h.Name).needAt(h), s.aside(h.Name))
	}
}

// inScripts asks the files of JavaScript and TypeScript.
func (s *Sources) inScripts(p language.Pattern) []source.Hit {
	return append(s.GrepIn("ts", p), s.GrepIn("js", p)...)
}

// constant is the text of a member of an object or enum of the project, "" for none
// that is the name of a variable. Where several objects have such a member, that one
// is meant which the expression names before it.
func (s *Sources) constant(expression string) string {
	parts := strings.Split(expression, ".")
	member, object := parts[len(parts)-1], parts[len(parts)-2]
	declared := language.Pattern(`^\s*` + regexp.QuoteMeta(member) + `\s*[:=]\s*["']([A-Z][A-Z0-9_]+)["']\s*[,;]?\s*$`)
	var found []string
	for _, h := range s.inScripts(declared) {
		if above := s.opened(h); above != "" && above == object {
			return h.Groups[1]
		}
		if !slices.Contains(found, h.Groups[1]) {
			found = append(found, h.Groups[1])
		}
	}
	if len(found) != 1 || len(parts) > 2 {
		return ""
	}
	return found[0]
}

// opened is the name of the object that a line lies in directly, or of its file where
// that is all that the file exports.
func (s *Sources) opened(h source.Hit) string {
	lines := s.file(h.Name).Lines()
	own := source.Indent(lines[h.Line-1])
	for i := h.Line - 2; i >= 0; i-- {
		if strings.TrimSpace(lines[i]) == "" || source.Indent(lines[i]) >= own {
			continue
		}
		if m := openedBy.Regexp().FindStringSubmatch(lines[i]); m != nil {
			return m[1] + m[2]
		}
		break
	}
	return strings.TrimSuffix(path.Base(h.Name), path.Ext(h.Name))
}
