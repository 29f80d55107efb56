package language

import (
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/base/literal"
)

// AtCode points at the first line of code that a pattern matches; no rule
// if there is none. The pattern sees one line at a time, and only lines that
// hold one of its literals; lines that are comments are passed over.
func (f *Folder) AtCode(rule, name, content string, p Pattern) finding.Evidence {
	for _, start := range p.LikelyLines(content) {
		line, _, _ := strings.Cut(content[start:], "\n")
		if IsCommentLine(line) || !p.Regexp().MatchString(line) {
			continue
		}
		return f.Evidence(rule, name, 1+strings.Count(content[:start], "\n"), line)
	}
	return finding.Evidence{}
}

// LikelyLines gives the offsets of the lines that hold one of the pattern's
// literals, in order; all lines where it has none.
func (p Pattern) LikelyLines(content string) []int { return likelyLines(content, p.finder()) }

// LikelyLines gives the offsets of the lines that hold one of the literals, in
// order.
func LikelyLines(content string, literals []string) []int {
	return likelyLines(content, literal.TextByText(literals))
}

func likelyLines(content string, finder *literal.Finder) (out []int) {
	const most = 200 // of each literal
	if finder.Empty() {
		at := 0
		for line := range strings.Lines(content) {
			out = append(out, at)
			at += len(line)
		}
		return out
	}
	counts := map[int]int{}
	finder.Each(content, func(text, at int) literal.Enough {
		out = append(out, strings.LastIndexByte(content[:at], '\n')+1)
		if counts[text]++; counts[text] == most {
			return literal.Next
		}
		return literal.More
	})
	slices.Sort(out)
	return slices.Compact(out)
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
	for _, start := range opener.LikelyLines(content) {
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
