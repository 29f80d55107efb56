// Package compress writes sources in fewer tokens: without comments, blank lines
// and half of the blanks that begin a line. What the program does stays the same:
// it goes by the comments and texts that the parser found, never by patterns, and
// what no parser has read stays as it is.
package compress

import (
	"bytes"
	"slices"
	"strings"

	"aipack/backend/code/syntax"
)

// Text is a part of a file in fewer tokens: the bytes from start to end of text,
// which the facts are of.
func Text(f *syntax.File, text []byte, start, end int) []byte {
	kept, verbatim := uncommented(text[start:end], start, within(f.Comments, start, end), within(f.Verbatim, start, end))
	lines := linesOf(kept, verbatim)
	out := joined(lines, halves(f.Language, lines))
	if end < len(text) {
		out = bytes.TrimSuffix(out, []byte("\n"))
	}
	return out
}

// within are the spans that lie in a part of the text.
func within(spans []syntax.Span, start, end int) []syntax.Span {
	from, _ := slices.BinarySearchFunc(spans, start, func(s syntax.Span, at int) int { return s.Start - at })
	to := from
	for to < len(spans) && spans[to].End <= end {
		to++
	}
	return spans[from:to]
}

// uncommented is a text without its comments, and where its verbatim parts lie
// then. The spans count from first.
func uncommented(text []byte, first int, comments, verbatim []syntax.Span) ([]byte, []syntax.Span) {
	out := make([]byte, 0, len(text))
	var moved []syntax.Span
	at := 0
	for _, c := range comments {
		start, end := c.Start-first, c.End-first
		if start < at || directs(text[start:end]) {
			continue
		}
		for ; len(verbatim) > 0 && verbatim[0].Start < c.Start; verbatim = verbatim[1:] {
			moved = append(moved, shifted(verbatim[0], len(out)-at-first))
		}
		out = append(out, text[at:start]...)
		comment := bytes.TrimRight(text[start:end], "\r\n") // some grammars count the line's end to it
		switch at = start + len(comment); {
		case bytes.IndexByte(comment, '\n') >= 0:
			out = append(out, '\n') // languages that end statements with lines do so here, too
		case !beginsLine(out):
			out = append(out, ' ') // a/**/b are two words
		}
	}
	for _, v := range verbatim {
		moved = append(moved, shifted(v, len(out)-at-first))
	}
	return append(out, text[at:]...), moved
}

func shifted(s syntax.Span, by int) syntax.Span {
	return syntax.Span{Start: s.Start + by, End: s.End + by}
}

func beginsLine(text []byte) bool {
	return len(bytes.TrimLeft(text[bytes.LastIndexByte(text, '\n')+1:], " \t")) == 0
}

// line is one that is kept.
type line struct {
	text   []byte
	inside bool // it begins within a text whose blanks count
}

// linesOf are the lines that are not blank, without the blanks at their ends.
func linesOf(text []byte, verbatim []syntax.Span) []line {
	var out []line
	for at := 0; at < len(text); {
		stop := len(text)
		if i := bytes.IndexByte(text[at:], '\n'); i >= 0 {
			stop = at + i
		}
		for len(verbatim) > 0 && verbatim[0].End <= at {
			verbatim = verbatim[1:]
		}
		l := line{text: text[at:stop], inside: len(verbatim) > 0 && verbatim[0].Start < at}
		ends := slices.ContainsFunc(verbatim, func(s syntax.Span) bool { return s.Start <= stop && stop < s.End })
		if !ends {
			l.text = bytes.TrimRight(l.text, " \t\r")
		}
		if len(l.text) > 0 || l.inside || ends {
			out = append(out, l)
		}
		at = stop + 1
	}
	return out
}

// directs reports whether a comment is for the compiler: it says how a file is
// built or read.
func directs(comment []byte) bool {
	for _, mark := range []string{"//go:", "// +build", "#!", "//line ", "//export ", "/// <reference", "# -*-", "#cgo", "// #cgo", "# frozen_string_literal", "# encoding"} {
		if bytes.HasPrefix(comment, []byte(mark)) {
			return true
		}
	}
	return false
}

// halves reports whether each line may begin with half of its blanks: no two
// depths may become the same, and where depths mean something they have to be
// those that people write.
func halves(language string, lines []line) bool {
	depths := map[int]bool{}
	for _, l := range lines {
		if d := blanks(l.text); !l.inside && d > 0 {
			depths[d] = true
		}
	}
	if language != "python" && language != "scala" {
		return len(depths) > 0
	}
	seen := map[int]bool{0: true}
	for d := range depths {
		if seen[d/2] {
			return false
		}
		seen[d/2] = true
	}
	return len(depths) > 0
}

// blanks is how many blanks begin a line. A tab is a token already.
func blanks(text []byte) int { return len(text) - len(bytes.TrimLeft(text, " ")) }

func joined(lines []line, halve bool) []byte {
	var out bytes.Buffer
	for _, l := range lines {
		text := l.text
		if d := blanks(text); halve && !l.inside && d > 0 {
			out.WriteString(strings.Repeat(" ", d/2))
			text = text[d:]
		}
		out.Write(text)
		out.WriteByte('\n')
	}
	return out.Bytes()
}
