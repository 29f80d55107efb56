package export

import (
	"slices"
	"strings"
)

// Text is a written file and where its lines come from.
type Text struct {
	Content string
	// Fields holds, for each line from 0, the JSON pointers of the document's
	// fields it came from; the one the line is mainly about is first.
	Fields [][]string
}

// FieldsAt gives the fields behind a line, counted from 1.
func (t Text) FieldsAt(line int) []string {
	if line < 1 || line > len(t.Fields) {
		return nil
	}
	return t.Fields[line-1]
}

// LinesOf gives the lines, from 1, that a field shows in. A field stands for
// everything below it, and a part of a field for the lines of the whole.
func (t Text) LinesOf(field string) []int {
	var lines []int
	for i, fields := range t.Fields {
		if slices.ContainsFunc(fields, func(f string) bool { return covers(f, field) || covers(field, f) }) {
			lines = append(lines, i+1)
		}
	}
	return lines
}

// covers reports whether the pointer inner is outer or below it.
func covers(outer, inner string) bool {
	return inner == outer || strings.HasPrefix(inner, outer+"/")
}

// sheet collects lines.
type sheet struct {
	lines  []string
	fields [][]string
}

// line adds one line and the fields it came from.
func (s *sheet) line(text string, fields ...string) {
	s.lines = append(s.lines, text)
	s.fields = append(s.fields, fields)
}

// blank separates blocks.
func (s *sheet) blank() {
	if n := len(s.lines); n > 0 && s.lines[n-1] != "" {
		s.line("")
	}
}

func (s *sheet) text() Text {
	return Text{Content: strings.Join(s.lines, "\n") + "\n", Fields: s.fields}
}
