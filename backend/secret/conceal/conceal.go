// Package conceal hides secrets in the text of files before anybody outside is shown
// it. It knows them by their form, by the name of what they are the value of, and by
// where they stand: in which file, in which part of it. What it hides becomes
// «secret:kind», and lines stay lines. It asks nobody and opens nothing.
package conceal

import (
	"regexp"
	"sort"
	"strings"
	"sync"
)

// Span is a part of a text that is hidden.
type Span struct {
	Start, End int    // in bytes
	Kind       string // lower-case letters, digits and dashes
}

// Spans are parts of one text, in any order; they may overlap.
type Spans []Span

// Every adds all places where a secret stands.
func (s Spans) Every(text, secret, kind string) Spans {
	for at := 0; secret != ""; {
		i := strings.Index(text[at:], secret)
		if i < 0 {
			break
		}
		s = append(s, Span{at + i, at + i + len(secret), kind})
		at += i + len(secret)
	}
	return s
}

// Hide replaces the spans by marks, and tells the kind of each. Of two that overlap,
// both are hidden under the kind of the first. A span over several lines becomes one
// mark, unless lines is set: then it becomes one a line.
func (s Spans) Hide(text string, lines bool, count func(kind string)) string {
	s = s.beside(mark().FindAllStringIndex(text, -1))
	if len(s) == 0 {
		return text
	}
	sort.SliceStable(s, func(i, j int) bool {
		if s[i].Start != s[j].Start {
			return s[i].Start < s[j].Start
		}
		return s[i].End > s[j].End
	})
	var out strings.Builder
	at := 0
	for i := 0; i < len(s); {
		start, end, kind := s[i].Start, s[i].End, s[i].Kind
		for i++; i < len(s) && s[i].Start < end; i++ {
			end = max(end, s[i].End)
		}
		count(kind)
		out.WriteString(text[at:start])
		if lines {
			marks(&out, text[start:end], kind)
		} else {
			out.WriteString("«secret:" + kind + "»")
		}
		at = end
	}
	out.WriteString(text[at:])
	return out.String()
}

// marks writes a mark in the place of each line of a hidden part that is not blank.
func marks(out *strings.Builder, hidden, kind string) {
	for line := range strings.Lines(hidden) {
		body := strings.TrimRight(line, "\r\n")
		if strings.TrimSpace(body) != "" {
			out.WriteString("«secret:" + kind + "»")
		}
		out.WriteString(line[len(body):])
	}
}

var mark = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`«secret:[a-z0-9-]{1,60}»`) })

// beside drops what a rule takes for a secret within a mark, so that a text
// that was filtered before stays as it is.
func (s Spans) beside(marks [][]int) Spans {
	if len(marks) == 0 {
		return s
	}
	out := s[:0]
	for _, v := range s {
		i := sort.Search(len(marks), func(i int) bool { return marks[i][1] > v.Start })
		if i < len(marks) && (marks[i][0] < v.Start || marks[i][0] == v.Start && v.End <= marks[i][1]) {
			continue
		}
		for ; i < len(marks) && marks[i][0] < v.End; i++ {
			v.End = max(v.End, marks[i][1])
		}
		out = append(out, v)
	}
	return out
}
