package tool

import (
	"encoding/json"
	"path"
	"strings"

	"aipack/backend/base/event"
	"aipack/backend/model/llm"
)

// What an event carries of an answer: enough to see what a model was shown,
// and little enough to be kept with each run.
const (
	mostPassages  = 60
	mostShown     = 8 << 10 // bytes of all texts
	mostOfPassage = 2 << 10 // bytes of one
)

// looked is what the answers of the tools that look at files have in common
// when they are read again.
type looked struct {
	fileOut
	Files   []fileOut `json:"files"`
	Entries []listed  `json:"entries"`
	Matches []struct {
		lineMatch
		Size int64 `json:"size"`
	} `json:"matches"`

	// What the tools say that look at code as what it means.
	Symbol     symbolOut   `json:"symbol"`
	Symbols    []symbolOut `json:"symbols"`
	Exports    []symbolOut `json:"exports"`
	Edges      []edgeOut   `json:"edges"`
	References []edgeOut   `json:"references"`
}

// symbols are all that an answer shows with their signatures.
func (a looked) symbols() []symbolOut {
	out := append(append([]symbolOut(nil), a.Symbols...), a.Exports...)
	if a.Symbol.Path != "" {
		out = append(out, a.Symbol)
	}
	return out
}

// code are the passages of an answer about code: signatures, and the lines in which
// something is named.
func (a looked) code() (out []event.Passage) {
	for _, s := range a.symbols() {
		out = append(out, event.Passage{Path: s.Path, Line: s.Line, Text: s.Signature})
	}
	for _, e := range append(a.Edges, a.References...) {
		out = append(out, event.Passage{Path: e.Path, Line: e.Line, Match: e.Line, Text: e.From + " " + e.Kind + " " + e.To})
	}
	return out
}

// shown gives the passages of an answer, after its secrets were taken out, and
// how many of them there was no room for.
func (s *System) shown(call llm.ToolCall, text string) (out []event.Passage, left int) {
	if s.hide == nil || text == "" {
		return nil, 0
	}
	room := mostShown
	for _, p := range passages(s.hide(call, text)) {
		if len(out) == mostPassages || room <= 0 {
			left++
			continue
		}
		p.Text = clip(p.Text, min(mostOfPassage, room))
		room -= len(p.Text) + len(p.Path)
		out = append(out, p)
	}
	return out, left
}

// passages reads an answer again. What is no list of files or lines is one
// passage as it stands.
func passages(text string) []event.Passage {
	var a looked
	if err := json.Unmarshal([]byte(text), &a); err != nil {
		return []event.Passage{{Text: text}}
	}
	var out []event.Passage
	for _, f := range append(a.Files, a.fileOut) {
		if f.Path != "" && f.Size > 0 { // a folder that is listed has a path as well
			out = append(out, event.Passage{Path: f.Path, Line: max(f.Start, 1), Text: strings.TrimSuffix(f.Content, "\n"), Bytes: f.Size})
		}
	}
	for _, e := range a.Entries {
		p := event.Passage{Path: path.Join(a.Path, e.Name), Folder: strings.HasSuffix(e.Name, "/")}
		if e.Size != nil {
			p.Bytes = *e.Size
		}
		out = append(out, p)
	}
	for _, m := range a.Matches {
		p := event.Passage{Path: m.Path, Bytes: m.Size}
		if m.Line > 0 {
			p.Line, p.Match = m.Line-len(m.ContextBefore), m.Line
			p.Text = strings.Join(append(append(m.ContextBefore, m.Content), m.ContextAfter...), "\n")
		}
		out = append(out, p)
	}
	out = append(out, a.code()...)
	if out == nil && a.Entries == nil && a.Matches == nil && a.Files == nil {
		return []event.Passage{{Text: text}}
	}
	return out
}
