package language

import (
	"sort"
	"strings"

	"aipack/backend/finding"
)

// AtCode points at the first line of code that a pattern matches; no rule
// if there is none. The pattern sees one line at a time, and only lines that
// hold one of its literals; lines that are comments are passed over.
func (f *Folder) AtCode(rule, name, content string, p Pattern) finding.Evidence {
	for _, start := range LikelyLines(content, p.Literals()) {
		line, _, _ := strings.Cut(content[start:], "\n")
		if IsCommentLine(line) || !p.Regexp().MatchString(line) {
			continue
		}
		return f.Evidence(rule, name, 1+strings.Count(content[:start], "\n"), line)
	}
	return finding.Evidence{}
}

// LikelyLines gives the offsets of the lines that hold one of the literals, in
// order; all lines where there are no literals.
func LikelyLines(content string, literals []string) []int {
	const most = 200 // of each literal
	seen := map[int]bool{}
	for _, literal := range literals {
		for from, n := 0, 0; n < most; n++ {
			at := strings.Index(content[from:], literal)
			if at < 0 {
				break
			}
			at += from
			seen[strings.LastIndexByte(content[:at], '\n')+1] = true
			from = at + len(literal)
		}
	}
	if len(literals) == 0 {
		for at := 0; at < len(content); {
			seen[at] = true
			end := strings.IndexByte(content[at:], '\n')
			if end < 0 {
				break
			}
			at += end + 1
		}
	}
	out := make([]int, 0, len(seen))
	for start := range seen {
		out = append(out, start)
	}
	sort.Ints(out)
	return out
}

// IsCommentLine knows the comments of the languages that are written as C's.
func IsCommentLine(line string) bool {
	line = strings.TrimLeft(line, " \t")
	return strings.HasPrefix(line, "//") || strings.HasPrefix(line, "/*") || strings.HasPrefix(line, "* ")
}

// AtLoop points at the first endless loop that calls one of the functions
// within the next lines: a program that runs for ever.
func (f *Folder) AtLoop(rule, name, content string, opener Pattern, calls ...string) finding.Evidence {
	const reach = 800 // bytes
	for _, start := range LikelyLines(content, opener.Literals()) {
		line, _, _ := strings.Cut(content[start:], "\n")
		if IsCommentLine(line) || !opener.Regexp().MatchString(line) {
			continue
		}
		body := content[start:min(len(content), start+reach)]
		for _, call := range calls {
			if strings.Contains(body, call) {
				return f.Evidence(rule, name, 1+strings.Count(content[:start], "\n"), line)
			}
		}
	}
	return finding.Evidence{}
}
