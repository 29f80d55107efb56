package extract

import (
	"path"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/detect/source"
	"aipack/backend/detect/statement"
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
			for _, text := range statement.Literals.Regexp().FindAllString(line, 4) {
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
		if !statement.IsTest(line) && !strings.Contains(line, "if not ") {
			continue
		}
		bare := statement.Literals.Regexp().ReplaceAllString(line, `""`)
		if !statement.UnlessSet.Regexp().MatchString(bare) || statement.BesideAnother(line) || !statement.Refuses(lines, i) || f.ofRequest(lines, i+1) || lazily(lines, i+1) || f.ofOneCall(lines, i+1) || f.ofOneKind(lines, i+1) {
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
			if f.Contains(whole) {
				return true
			}
		}
	}
	return false
}
