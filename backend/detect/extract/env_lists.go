package extract

import (
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/detect/source"
	"aipack/backend/detect/spelled"
	"aipack/backend/detect/statement"
	"aipack/backend/language"
)

// Lists of names that a program goes through and ends where one is not set.
const (
	elementOf language.Pattern = `(?:\bfor\s*\(?\s*(?:const|let|var)?\s*(?:_\s*,\s*)?(\w+)\s*(?:of|in|:?=\s*range)\s*(.*)|(\w+|\])\s*\.\s*(?:filter|forEach|find|some|every|map)\s*\(\s*(?:function\s*)?\(?\s*(\w+))`
	lastWord  language.Pattern = `^\s*&?(\w+)\b`
	pairOf    language.Pattern = `\bfor\s*\(?\s*(?:const|let|var)?\s*\[?\s*\w+\s*,\s*(\w+)\s*\]?\s*(?::=\s*range|of|in)\s+(?:Object\.entries\(\s*)?(\w+)`
)

// The bounds of such a list and of the loop over it.
const (
	loopLines = 3
	endLines  = 12
	maxLists  = 20
)

// envLists reads them: const required = ["A", "B"], and further down
// required.filter((name) => !process.env[name]); or handed to a function that goes
// through them: requireEnv("A", "B").
func (s *Sources) envLists(e *envTable) {
	s.readers()
	left := maxLists
	for _, h := range s.ownReads {
		f := s.file(h.Name)
		lines := f.Lines()
		if h.Line < 1 || h.Line > len(lines) || s.aside(h.Name) || f.ofRequest(lines, h.Line) || !endsBelow(lines, h.Line-1) {
			continue
		}
		if left--; left < 0 {
			return
		}
		names := s.namesOfLoop(lines, h.Line-1, h.Groups[1]+h.Groups[2])
		for _, name := range names {
			if v := e.entry(name, finding.Likely, s.Evidence("env.list", h)); v != nil {
				v.readAt(s.Folder.Join(h.Name), h.Line)
				v.note(thrown, false)
				if slices.Contains(names, v.Default) { // the next name, taken for what stands in place of this one
					v.Default = ""
				}
			}
		}
	}
}

// envPairs reads what was read before and is gone through with its names, and ends the
// program where one is empty: {"A": cfg.A, "B": cfg.B}.
func (s *Sources) envPairs(e *envTable) {
	for _, h := range s.Grep(pairOf) {
		lines := s.file(h.Name).Lines()
		if h.Line < 1 || h.Line > len(lines) || s.aside(h.Name) || !endsBelow(lines, h.Line) || s.file(h.Name).ofRequest(lines, h.Line) {
			continue
		}
		tested := slices.ContainsFunc(lines[h.Line:min(h.Line+loopLines, len(lines))], func(line string) bool {
			return statement.IsTest(line) && statement.HoldsWord(line, h.Groups[1]) && statement.UnlessSet.Regexp().MatchString(line)
		})
		if !tested {
			continue
		}
		for _, name := range spelled.List(lines, h.Groups[2]) {
			if v := e.at[name]; v != nil && v.inCode && !v.option && (!v.hasDefault || v.blank) {
				v.note(thrown, false)
			}
		}
	}
}

// endsBelow reports whether the program ends within a few lines.
func endsBelow(lines []string, at int) bool {
	for i := at; i < min(at+endLines, len(lines)); i++ {
		if statement.Stops.Regexp().MatchString(strings.TrimSpace(lines[i])) || strings.Contains(lines[i], "throw new ") {
			return true
		}
		if i > at && source.FunctionHead.Regexp().MatchString(lines[i]) {
			return false
		}
	}
	return false
}

// namesOfLoop gives the names that a variable of a loop runs through, nil where they
// are no list of names in the same file, and none that is handed to its function.
func (s *Sources) namesOfLoop(lines []string, at int, variable string) (names []string) {
	for i := at; i >= max(0, at-loopLines); i-- {
		for _, m := range elementOf.Regexp().FindAllStringSubmatch(lines[i], 4) {
			switch {
			case m[1] == variable:
				if strings.ContainsAny(m[2], `"'`) && strings.ContainsAny(m[2], "[{(") {
					return spelled.Capitals(lines, i, strings.Index(lines[i], m[2]))
				}
				return s.listedOrHanded(lines, i, source.Group(lastWord, m[2]))
			case m[4] == variable && m[3] == "]":
				return spelled.Capitals(lines, i, 0)
			case m[4] == variable:
				return s.listedOrHanded(lines, i, m[3])
			}
		}
	}
	return nil
}

// listedOrHanded gives the names of a list: what it is declared with, or, where it is
// the first parameter of the function round a line, what the calls of that hand it.
func (s *Sources) listedOrHanded(lines []string, at int, list string) []string {
	names := spelled.List(lines, list)
	for i := at; i >= 0 && i > at-maxReaderLines && len(names) == 0; i-- {
		head := source.FunctionHead.Regexp().FindStringSubmatch(lines[i])
		if head == nil {
			continue
		}
		if first := source.Group(listParameter, head[3]); first == "" || first != list || len(head[2]) > maxReaderLength {
			return nil
		}
		for _, h := range s.Grep(language.Pattern(`\b` + head[2] + `\(\s*&?\w*`)) {
			calls := s.file(h.Name).Lines()
			if h.Line < 1 || h.Line > len(calls) || s.aside(h.Name) {
				continue
			}
			if own := source.FunctionHead.Regexp().FindStringSubmatch(calls[h.Line-1]); own != nil && own[2] == head[2] {
				continue
			}
			_, argument, _ := strings.Cut(h.Match, "(")
			names = append(names, spelled.Capitals(calls, h.Line-1, strings.Index(calls[h.Line-1], head[2]+"("))...)
			names = append(names, spelled.List(calls, source.Group(lastWord, argument))...)
		}
		return names
	}
	return names
}

// listParameter is that of a function: names ...string, ...names, *names.
const listParameter language.Pattern = `^\s*(?:\.\.\.|\*)?(\w+)`
