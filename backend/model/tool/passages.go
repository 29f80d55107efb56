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
	if out == nil && a.Entries == nil && a.Matches == nil && a.Files == nil {
		return []event.Passage{{Text: text}}
	}
	return out
}
