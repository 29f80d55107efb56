package extract

import (
	"strings"

	"aipack/backend/detect/source"
	"aipack/backend/detect/statement"
	"aipack/backend/language"
)

// What is run only by those who name it, at the beginning of a line: a type's functions
// and a function of Rust, a function of Python, Go and JavaScript. What stands outside of
// one runs when the file is imported.
const (
	namedBlock language.Pattern = `^(?:(?:pub(?:\([^)]*\))?|export|async|unsafe|const)\s+)*(?:impl(?:<[^>]*>)?\s+(?:[\w:<>, ]+\s+for\s+)?(\w+)|(?:fn|def|function)\s+(\w+)|func\s+(?:\(\s*\w+\s+\*?(\w+)\)\s*)?(\w+))`
	definition language.Pattern = `^\s*(?:pub(?:\([^)]*\))?\s+)?(?:struct|enum|impl|type|trait|use|import|from|export\s*\{|mod)\b`
)

// Bounds: of a larger program not all sources are read, and who names what is not known.
const (
	maxAsking = 30
	maxBlock  = 200
)

// unasked reports whether a read of a project that the service is made with stands in a
// function, or in those of a type, which nothing of the service names: a library that
// several services share holds the settings of all.
func (s *Sources) unasked(h source.Hit) bool {
	if len(s.askers) == 0 {
		return false
	}
	name := s.file(h.Name).blockAround(h.Line)
	if name == "" {
		return false
	}
	if _, known := s.asked[name]; !known {
		if s.asked == nil {
			s.asked = map[string]bool{}
		}
		s.asked[name] = s.names(name)
	}
	return !s.asked[name]
}

// names reports whether a source of the service, or of what it is made with, names a
// function or a type other than where it is declared.
func (s *Sources) names(name string) bool {
	for _, asker := range s.askers {
		files := asker.Files()
		if len(files) > maxAsking {
			return true
		}
		for _, f := range files {
			if !f.Contains(name) {
				continue
			}
			for _, line := range f.Lines() {
				if statement.HoldsWord(line, name) && !definition.Matches(line) && blockName(line) != name {
					return true
				}
			}
		}
	}
	return false
}

// blockAround is the name of what is run only by those who name it around a line, ""
// for none.
func (f *Source) blockAround(line int) string {
	lines := f.Lines()
	for i := line - 1; i >= 0 && i >= line-maxBlock; i-- {
		if text := lines[i]; text != "" && source.Indent(text) == 0 && !strings.HasPrefix(text, "}") && !strings.HasPrefix(text, ")") {
			return blockName(text)
		}
	}
	return ""
}

func blockName(line string) string {
	for _, name := range namedBlock.Regexp().FindStringSubmatch(line) {
		if name != "" && name != line && !strings.ContainsAny(name, " (") {
			return name
		}
	}
	return ""
}
