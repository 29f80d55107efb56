package extract

import (
	"regexp"
	"slices"
	"strings"

	"aipack/backend/language"
)

// A function of the program's own that reads the variable which a parameter of
// it names, as Docker's convention for secrets made usual
// (https://docs.docker.com/compose/how-tos/use-secrets/): the variable itself,
// or the file that another one leads to.
const (
	readsParameter language.Pattern = `(?:\benviron\.get\(|\bgetenv\(|\benviron\[)\s*([A-Za-z_]\w*)\s*(?:[,\])]|\+\s*["'])`
	pythonFunction language.Pattern = `^\s*(?:async\s+)?def\s+(\w+)\(\s*(?:(?:self|cls)\s*,\s*)?(\w+)`
	passesOn       language.Pattern = `\b(?:key|name|var|variable|k|v|s)\s*=\s*(\w+)|\(\s*(\w+)\s*[,)]`
)

// How many such functions are known, how often one may call another, and how far
// up the head of one is looked for.
const (
	maxReading      = 12
	maxReadingDeep  = 2
	maxReadingLines = 40
)

// envFunctions reads the calls of such functions.
func (s *Sources) envFunctions(e *envTable) {
	for _, name := range s.readingFunctions() {
		call := language.Pattern(`\b` + name + `\(\s*(?:\w+\s*=\s*)?["']([A-Z][A-Z0-9_]{2,})["'](?:\s*,\s*(?:default\s*=\s*)?["']?([^"'\n,()]*)["']?\s*[,)])?`)
		for _, h := range s.grep(call) {
			if strings.HasSuffix(h.Name, ".py") {
				s.envRead(e, h)
			}
		}
	}
}

// readingFunctions names the functions that read what their first parameter
// names, and those that hand theirs on to one.
func (s *Sources) readingFunctions() (names []string) {
	add := func(h Hit, parameters ...string) {
		if name, first := s.functionAround(h); first != "" && slices.Contains(parameters, first) && !slices.Contains(names, name) && len(names) < maxReading {
			names = append(names, name)
		}
	}
	for _, h := range s.grep(readsParameter) {
		if strings.HasSuffix(h.Name, ".py") {
			add(h, h.Groups[1])
		}
	}
	from := 0
	for range maxReadingDeep {
		for _, name := range names[from:] {
			from++
			for _, h := range s.grep(language.Pattern(`\b` + name + `\([^)\n"']*\)`)) {
				if m := passesOn.Regexp().FindStringSubmatch(h.Match); m != nil && strings.HasSuffix(h.Name, ".py") {
					add(h, m[1], m[2])
				}
			}
		}
	}
	return names
}

// functionAround gives the function that a place of a Python file is in, and its
// first parameter.
func (s *Sources) functionAround(h Hit) (name, first string) {
	lines := s.file(h.Name).textLines()
	if h.Line < 1 || h.Line > len(lines) {
		return "", ""
	}
	indent := indentOf(lines[h.Line-1])
	for i := h.Line - 2; i >= max(0, h.Line-maxReadingLines); i-- {
		text := lines[i]
		if strings.TrimSpace(text) == "" || indentOf(text) >= indent {
			continue
		}
		head, _ := joined(lines, i)
		if m := pythonFunction.Regexp().FindStringSubmatch(head); m != nil {
			return regexp.QuoteMeta(m[1]), m[2]
		}
		if !strings.HasPrefix(text, ")") { // the end of a head over several lines
			indent = indentOf(text)
		}
	}
	return "", ""
}
