package extract

import (
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/detect/source"
	"aipack/backend/detect/statement"
	"aipack/backend/language"
)

// Functions of a program's own that look up the variable whose name they are
// given, whatever they are called: def secret(key, default=None): return
// os.environ.get(key, default).
const (
	ownRead language.Pattern = `\b(?:environ\.get|getenv|os\.Getenv|os\.LookupEnv|env::var|ENV\.fetch|Deno\.env\.get)\(\s*&?([a-z]\w*)\s*[,)]|\b(?:environ|process\.env|Bun\.env|ENV)\[\s*([a-z]\w*)\s*\]`
	ownHead language.Pattern = `\b(?:def|func|fn|fun|function|const|let|(?:static|private|public|protected)\s+(?:final\s+)?String)\s+(?:\([^)]*\)\s*)?(\w+)\s*(?:=\s*(?:async\s*)?)?(?:<[^>]*>\s*)?\(\s*(?:self,\s*)?&?(?:(?:final\s+)?String\s+)?(\w+)\b`
)

// ofSettings matches names of readers that may be asked for settings of any
// form; others are believed where they are asked for a name in capitals.
const ofSettings language.Pattern = `(?i)conf|setting|env`

// The bounds of such functions: how many are followed, how far the lookup
// stands below the head, how long a name is.
const (
	maxReaders      = 6
	maxReaderLines  = 24
	maxReaderLength = 40
)

// readers are the names of the program's own functions that read a variable,
// and of those that hand the name on to one.
func (s *Sources) readers() []string {
	s.readersOnce.Do(func() {
		s.ownReads = s.Grep(ownRead)
		for _, h := range s.ownReads {
			s.reader(h, h.Groups[1]+h.Groups[2])
		}
		for _, name := range slices.Clone(s.ownReaders) {
			for _, h := range s.Grep(language.Pattern(`\b` + name + `\(\s*(?:\w+\s*=\s*)?([a-z]\w*)\s*[,)]`)) {
				s.reader(h, h.Groups[1])
			}
		}
	})
	return s.ownReaders
}

// reader notes the function round a lookup, where its first parameter is what
// is looked up.
func (s *Sources) reader(h source.Hit, parameter string) {
	lines := s.file(h.Name).Lines()
	for i := min(h.Line, len(lines)) - 1; i >= max(0, h.Line-1-maxReaderLines); i-- {
		head, _ := joined(lines, i)
		m := ownHead.Regexp().FindStringSubmatch(head)
		if m == nil {
			continue
		}
		if m[2] == parameter && !s.aside(h.Name) && len(m[1]) <= maxReaderLength && !slices.Contains(s.ownReaders, m[1]) && len(s.ownReaders) < maxReaders {
			s.ownReaders = append(s.ownReaders, m[1])
		}
		return
	}
}

// envReaders reads what such functions are called with, where the language's
// own patterns do not.
func (s *Sources) envReaders(e *envTable) {
	for _, name := range s.readers() {
		form := `[A-Z][A-Z0-9]*_[A-Z0-9_]+|[A-Z]{3,}`
		if ofSettings.Matches(name) {
			form = `[A-Za-z]\w*`
		}
		call := language.Pattern(`\b` + name + `\(\s*["'](` + form + `)["'](?:\s*,\s*(?:default\s*=\s*)?(["']?[^"'\n,()]*["']?)\s*\))?`)
		for _, h := range s.Grep(call) {
			if s.composes(name) {
				break
			}
			if s.file(h.Name).known(h) {
				continue
			}
			v := e.entry(h.Groups[1], finding.Likely, s.Evidence("env.read", h))
			if v == nil {
				continue
			}
			v.readAt(s.Folder.Join(h.Name), h.Line)
			if h.Groups[2] != "" && !strings.Contains(h.Groups[2], "=") {
				v.fallback(h.Groups[2], h.Match)
				continue
			}
			file := s.file(h.Name)
			n := file.needAt(h)
			if _, tail := statement.Around(h, file.Lines()); n == plain || n == tested && insists.Regexp().MatchString(callRest(tail)) {
				n = s.wrapperStrictness(name, tail)
			}
			v.note(n, s.aside(h.Name))
		}
	}
}

// known reports whether the language reads such a call by itself.
func (f *Source) known(h source.Hit) bool {
	return slices.ContainsFunc(f.Owner.EnvReads, func(p language.Pattern) bool {
		m := p.Regexp().FindStringSubmatch(h.Match + h.After)
		return len(m) > 1 && m[1] == h.Groups[1]
	})
}
