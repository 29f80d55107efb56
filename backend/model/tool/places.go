package tool

import "encoding/json"

// Place is a part of a file that an answer shows, by its lines from 1.
type Place struct {
	Path  string
	First int
	Last  int
}

// Places are the parts of files that an answer shows with their text: what was read,
// the lines that a search found with those around them, signatures, and lines in which
// something is named. A folder's entries and names of files are none: nobody has
// looked into those.
func (r Result) Places() []Place {
	if r.Failed {
		return nil
	}
	var a looked
	if err := json.Unmarshal([]byte(r.Text), &a); err != nil {
		return nil
	}
	var out []Place
	for _, f := range append(a.Files, a.fileOut) {
		if f.Path != "" && f.Lines > 0 {
			first := max(f.Start, 1)
			out = append(out, Place{f.Path, first, first + f.Lines - 1})
		}
	}
	for _, m := range a.Matches {
		if m.Line > 0 {
			out = append(out, Place{m.Path, m.Line - len(m.ContextBefore), m.Line + len(m.ContextAfter)})
		}
	}
	for _, s := range a.symbols() {
		out = append(out, Place{s.Path, s.Line, s.Line})
	}
	for _, e := range append(a.Edges, a.References...) {
		out = append(out, Place{e.Path, e.Line, e.Line})
	}
	return out
}

// Text is what an answer shows of a file as it stands there.
type Text struct {
	Path    string
	First   int // number of the first line, from 1
	Content string
}

// Texts are what an answer shows of files that were read.
func (r Result) Texts() []Text {
	var a looked
	if err := json.Unmarshal([]byte(r.Text), &a); r.Failed || err != nil {
		return nil
	}
	var out []Text
	for _, f := range append(a.Files, a.fileOut) {
		if f.Path != "" && (f.Lines > 0 || f.Size == 0 && f.Content == "" && a.Entries == nil) {
			out = append(out, Text{f.Path, max(f.Start, 1), f.Content})
		}
	}
	return out
}
