package extract

import (
	"path"
	"regexp"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/detect/source"
	"aipack/backend/language"
)

// What a program says as it refuses to start, whatever it has done with the
// variable's value in between: an error whose text names the variable.
const (
	nameInText language.Pattern = `\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b`
	saysNeeded language.Pattern = `(?i)\brequired\b|\bmust\s+(?:be|set|provide|define|specify|not\s+be\s+(?:empty|blank))\b|\b(?:not|isn't|wasn't)\s+(?:been\s+)?(?:set|provided|defined|specified|configured|found|present|given)\b|\bmissing\b|\bundefined\b|\bunset\b|\b(?:is|are|be)\s+empty\b|\bplease\s+(?:set|provide|define)\b`
	eitherOf   language.Pattern = `(?i)\b(?:or|either|unless|when|if|for)\b`
)

// The bounds on how far apart a condition, its text and the end that it leads to
// stand, and on how many lines are looked at.
const (
	testAboveLines = 4
	maxRefusals    = 200
)

// envRefused marks what the sources refuse to start without: a test of emptiness
// that stands for itself, in a function that no request calls and that is none of
// several kinds', and ends in an error which names the variable. It looks where variables are read and beside.
func (s *Sources) envRefused(e *envTable) {
	folders := map[string]bool{}
	for _, v := range e.at {
		if v.inCode {
			folders[path.Dir(v.Path)] = true
		}
	}
	seen := 0
	for _, f := range s.Files() {
		if !folders[path.Dir(s.Folder.Join(f.Name))] || s.aside(f.Name) || !mayRefuse(f.Text()) {
			continue
		}
		lines := f.Lines()
		for i, line := range lines {
			if seen == maxRefusals {
				return
			}
			if strings.IndexByte(line, '_') < 0 || !strings.ContainsAny(line, "\"'`") || !nameInText.Matches(line) || !saysNeeded.Matches(line) {
				continue
			}
			seen++
			if !f.testsAbove(lines, i) {
				continue
			}
			for _, text := range literals.Regexp().FindAllString(line, 4) {
				for _, name := range namesNeeded(text) {
					if v := e.at[name]; v != nil && v.inCode && !v.option && (!v.hasDefault || v.blank) {
						v.note(thrown, false)
					}
				}
			}
		}
	}
}

// mayRefuse spares a look at the lines of a file that says nothing of the kind.
func mayRefuse(text string) bool {
	for _, word := range []string{"equired", "ust ", "not ", "n't ", "issing", "ndefined", "nset", "empty", "lease "} {
		if strings.Contains(text, word) {
			return true
		}
	}
	return false
}

// namesNeeded are the variables of the sentence that says what is needed, nil where it
// offers a choice: "A is required", "missing A, B". What it advises further on is none:
// "mail is not configured. Set A".
func namesNeeded(text string) []string {
	at := saysNeeded.Regexp().FindStringIndex(text)
	if at == nil || eitherOf.Matches(text[:at[0]]) {
		return nil
	}
	end := len(text)
	if stop := strings.IndexAny(text[at[1]:], ".;("); stop >= 0 {
		end = at[1] + stop
	}
	return nameInText.Regexp().FindAllString(text[:end], 8)
}

// testsAbove reports whether a text belongs to a test of emptiness that ends the
// program.
func (f *Source) testsAbove(lines []string, at int) bool {
	for i := at; i >= 0 && i >= at-testAboveLines; i-- {
		line := lines[i]
		if i < at && source.FunctionHead.Regexp().MatchString(line) {
			return false
		}
		if !isTest(line) && !strings.Contains(line, "if not ") {
			continue
		}
		bare := literals.Regexp().ReplaceAllString(line, `""`)
		if !unlessSet.Regexp().MatchString(bare) || besideAnother(line) || !refuses(lines, i) || f.ofRequest(lines, i+1) || lazily(lines, i+1) || f.ofOneCall(lines, i+1) || f.ofOneKind(lines, i+1) {
			return false
		}
		within, prod := f.branchAround(lines, i+1)
		return !within || prod
	}
	return false
}

// atStart are the words in the names of functions that run as a program starts.
const atStart language.Pattern = `(?i)conf|env|setting|option|load|init|setup|set_up|valid|check|verify|ensure|assert|require|main|start|boot|run|serve|new|create|build|make|connect|open|register|must|parse|read|from|default|database|db|secret|key|url|app`

// ofOneCall reports whether a line stands in a function that is called for some
// purpose, and not as the program starts: send, fetchRates.
func (f *Source) ofOneCall(lines []string, line int) bool {
	indent := source.Indent(lines[line-1])
	for i := line - 2; i >= 0 && i > line-blockLines && indent > 0; i-- {
		text := strings.TrimRight(lines[i], "\r \t")
		if text == "" || source.Indent(text) >= indent {
			continue
		}
		indent = source.Indent(text)
		if m := source.FunctionHead.Regexp().FindStringSubmatch(text); m != nil {
			return !atStart.Matches(m[2])
		}
	}
	return false
}

// insisted is a call that is handed the variables as a whole, and insists on one:
// _required(values, "DATABASE_URL").
const insisted language.Pattern = `\b(\w*(?:[rR]equire|[mM]ust)\w*)\(\s*[a-z]\w*\s*,\s*["']([A-Z][A-Z0-9_]{2,})["']\s*\)`

// envInsisted reads them, where the function is the program's own and something in it
// is handed the environment.
func (s *Sources) envInsisted(e *envTable) {
	if !s.handsWhole() {
		return
	}
	own := map[string]bool{}
	for _, h := range s.Grep(insisted) {
		name := h.Groups[1]
		if _, asked := own[name]; !asked && len(name) <= maxReaderLength {
			head := language.Pattern(`\b(?:def|func|fn|function|const)\s+` + name + `\b`)
			own[name] = len(own) < maxReaders && len(s.Grep(head)) > 0
		}
		if !own[name] || s.aside(h.Name) {
			continue
		}
		if v := e.entry(h.Groups[2], finding.Likely, s.Evidence("env.read", h)); v != nil {
			v.readAt(s.Folder.Join(h.Name), h.Line)
			v.note(thrown, false)
		}
	}
}

// handsWhole reports whether the environment is an argument anywhere.
func (s *Sources) handsWhole() bool {
	for _, f := range s.Files() {
		for _, whole := range []string{"os.environ)", "os.environ,", "process.env)", "process.env,", "os.Environ())", "os.Environ(),"} {
			if strings.Contains(f.Text(), whole) {
				return true
			}
		}
	}
	return false
}

// Lists of names that a program goes through and ends where one is not set.
const (
	elementOf language.Pattern = `(?:\bfor\s*\(?\s*(?:const|let|var)?\s*(?:_\s*,\s*)?(\w+)\s*(?:of|in|:?=\s*range)\s*(.*)|(\w+|\])\s*\.\s*(?:filter|forEach|find|some|every|map)\s*\(\s*(?:function\s*)?\(?\s*(\w+))`
	stringIn  language.Pattern = `["'\x60]([A-Z][A-Z0-9_]+)["'\x60]`
	lastWord  language.Pattern = `^\s*&?(\w+)\b`
)

// The bounds of such a list and of the loop over it.
const (
	maxListLines = 40
	loopLines    = 3
	endLines     = 12
	maxLists     = 20
)

// envLists reads them: const required = ["A", "B"], and further down
// required.filter((name) => !process.env[name]).
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
		for _, name := range namesOfLoop(lines, h.Line-1, h.Groups[1]+h.Groups[2]) {
			if v := e.entry(name, finding.Likely, s.Evidence("env.list", h)); v != nil {
				v.readAt(s.Folder.Join(h.Name), h.Line)
				v.note(thrown, false)
			}
		}
	}
}

// endsBelow reports whether the program ends within a few lines.
func endsBelow(lines []string, at int) bool {
	for i := at; i < min(at+endLines, len(lines)); i++ {
		if stops.Regexp().MatchString(strings.TrimSpace(lines[i])) || strings.Contains(lines[i], "throw new ") {
			return true
		}
		if i > at && source.FunctionHead.Regexp().MatchString(lines[i]) {
			return false
		}
	}
	return false
}

// namesOfLoop gives the names that a variable of a loop runs through, nil where they
// are no list of names in the same file.
func namesOfLoop(lines []string, at int, variable string) (names []string) {
	for i := at; i >= max(0, at-loopLines); i-- {
		for _, m := range elementOf.Regexp().FindAllStringSubmatch(lines[i], 4) {
			switch {
			case m[1] == variable:
				if strings.ContainsAny(m[2], `"'`) && strings.ContainsAny(m[2], "[{(") {
					return capitals(lines, i, strings.Index(lines[i], m[2]))
				}
				return listed(lines, source.Group(lastWord, m[2]))
			case m[4] == variable && m[3] == "]":
				return capitals(lines, i, 0)
			case m[4] == variable:
				return listed(lines, m[3])
			}
		}
	}
	return nil
}

// listed gives the names in the list that a variable is declared with.
func listed(lines []string, name string) []string {
	if name == "" || len(name) > maxReaderLength {
		return nil
	}
	declared := regexp.MustCompile(`\b` + regexp.QuoteMeta(name) + `\s*(?::[^=\n]{1,60})?:?=\s*(?:\[\]string\s*\{|new\s+Set\(\s*\[|[\[({])`)
	for i, line := range lines {
		if at := declared.FindStringIndex(line); at != nil {
			return capitals(lines, i, at[1]-1)
		}
	}
	return nil
}

// capitals gives the names in a list that begins on a line, nil where anything in it
// is written in another way.
func capitals(lines []string, at, from int) (names []string) {
	text := strings.Replace(lines[at][max(from, 0):], "[]string", "", 1)
	for i := at + 1; i < min(at+maxListLines, len(lines)) && !closed(text); i++ {
		text += "\n" + lines[i]
	}
	open := strings.IndexAny(text, "[{(")
	if open < 0 {
		return nil
	}
	end := callEnd(text[open+1:])
	if end < 0 {
		return nil
	}
	list := text[open+1 : open+1+end]
	for _, m := range stringIn.Regexp().FindAllStringSubmatch(list, 100) {
		names = append(names, m[1])
	}
	if len(names) != len(literals.Regexp().FindAllString(list, 101)) {
		return nil
	}
	return names
}

// closed reports whether every bracket that a text opens is closed in it again.
func closed(text string) bool {
	open := strings.IndexAny(text, "[{(")
	return open >= 0 && callEnd(text[open+1:]) >= 0
}
