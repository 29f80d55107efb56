package extract

import (
	"regexp"
	"strings"

	"aipack/backend/detect/source"
	"aipack/backend/detect/statement"
	"aipack/backend/language"
)

// wrapper is a function of the program's own that reads a variable by its name.
const wrapper language.Pattern = `^\s*(?:\w+\.)*([A-Za-z_]*(?:[eE]nv|ENV)[A-Za-z_0-9]*|[rR]equired?[A-Z]\w*|[mM]ust[A-Z]\w*)(?:<[^>\n]*>)?\(`

// wrapperStrictness reads what such a function does where it finds nothing.
func (s *Sources) wrapperStrictness(name, tail string) need {
	if rest := callRest(tail); strings.HasPrefix(strings.TrimSpace(rest), ",") {
		if insists.Regexp().MatchString(rest) {
			return thrown
		}
		return tested
	}
	n, ok := s.wrappers[name]
	if !ok {
		n = s.wrapperOf(name, true)
		if s.wrappers == nil {
			s.wrappers = map[string]need{}
		}
		s.wrappers[name] = n
	}
	return n
}

// furtherWrapper is a call of such a function by another.
const furtherWrapper language.Pattern = `\b(\w*env_?get\w*|\w*get_?env\w*|env_\w+|require_?env\w*|requireEnv\w*)\(`

// insists is an argument by which a call says that a value there must be.
const insists language.Pattern = `\b(?:required|mandatory|must|raise_\w+)\s*[=:]\s*[tT]rue\b`

// wrapperOf looks the function up; deep: and one that it calls.
func (s *Sources) wrapperOf(name string, deep bool) need {
	if standardReaders[name] {
		return plain
	}
	for i := range s.Files() {
		f := s.files[i]
		lines := f.Body(name)
		for n, line := range lines {
			if m := furtherWrapper.Regexp().FindStringSubmatch(line); m != nil && n > 0 && deep && m[1] != name && !standardReaders[m[1]] {
				return s.wrapperOf(m[1], false)
			}
			if line = strings.TrimSpace(line); statement.Stops.Regexp().MatchString(line) || strings.Contains(line, "panic!(") || strings.Contains(line, ".expect(") || strings.Contains(line, "throw new") || strings.Contains(line, "?: throw ") || strings.Contains(line, "?: error(") {
				if stopsWithout(lines, n) {
					return thrown
				}
			}
		}
		if len(lines) > 0 {
			return plain
		}
	}
	return plain
}

// refusesNothing is a branch of a function in which there is no value: Python's
// KeyError says so, while other exceptions say that the value cannot be read.
const refusesNothing language.Pattern = `\bKeyError\b|^\s*(?:\}\s*)?else\b|^\s*except\s*:|\bcatch\b|\bNone\s*=>|\bErr\(`

// stopsWithout reports whether a line that stops the program is reached by the
// lack of a value alone, and not only where a further argument asks for that.
func stopsWithout(lines []string, at int) bool {
	for i := at - 1; i > 0; i-- {
		if strings.TrimSpace(lines[i]) == "" || source.Indent(lines[i]) >= source.Indent(lines[at]) {
			continue
		}
		if !branch.Regexp().MatchString(lines[i]) {
			return true
		}
		return refusesNothing.Regexp().MatchString(lines[i]) || !strings.Contains(lines[i], "except") && !statement.BesideAnother(lines[i])
	}
	return true
}

// composes reports whether a function makes the name of the variable out of what
// it is given: f"SHOP_{name}_KEY". What it is called with is then none.
func (s *Sources) composes(name string) bool {
	known, ok := s.composing[name]
	if !ok {
		if s.composing == nil {
			s.composing = map[string]bool{}
		}
		known = (!standardReaders[name] || name == "env") && s.makesName(name)
		s.composing[name] = known
	}
	return known
}

const calledBy language.Pattern = `^\s*(\w+)\(`

func (s *Sources) makesName(name string) bool {
	for i := range s.Files() {
		lines := s.files[i].Body(name)
		if len(lines) == 0 {
			continue
		}
		all := strings.Join(lines, "\n")
		m := firstParameter.Regexp().FindStringSubmatchIndex(all)
		if m == nil {
			return false
		}
		parameter := regexp.QuoteMeta(all[m[2]:m[3]])
		all = all[m[1]:]
		within := regexp.MustCompile(`\{` + parameter + `\}|["'\x60]\s*[+.]\s*\$?` + parameter + `\b|\b` + parameter + `\s*[+.]\s*["'\x60]`)
		bare := regexp.MustCompile(`(?:environ(?:\.get)?|[eE]nv|ENV|LookupEnv|Getenv|getenv|var)[(\[]\s*&?` + parameter + `\s*[,)\]]`)
		return within.MatchString(all) && !bare.MatchString(all)
	}
	return false
}

const firstParameter language.Pattern = `\(\s*(?:self,\s*)?&?(\w+)`

// standardReaders are functions of the languages' own, which give nothing where
// nothing is set.
var standardReaders = map[string]bool{"getenv": true, "Getenv": true, "LookupEnv": true, "get_env": true, "fetch_env": true, "env": true}
