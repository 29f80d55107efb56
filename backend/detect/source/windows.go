package source

import (
	"slices"
	"strings"
)

type window struct{ from, to int }

// windows are the lines around the literals, merged where they overlap.
func (f *File) windows(m *matcher, q Question) []window {
	anchors, rest := q.Anchors, m.need
	if len(anchors) == 0 && len(rest) == 0 {
		return []window{{0, len(f.text)}}
	}
	if len(anchors) == 0 {
		anchors, rest = rest[0], rest[1:]
	}
	if !slices.ContainsFunc(anchors, f.mayHold) || !f.mayHoldEach(rest) {
		return nil
	}
	content := f.text
	if m.fold {
		content = f.lowered()
	}
	var out []window
	for _, literal := range anchors {
		for _, at := range f.linesWith(content, literal, m.fold) {
			if len(out) >= maxHitsPerFile {
				break
			}
			w, _ := around(content, at, m.span)
			if holdsEach(content[w.from:w.to], rest) && (q.Maybe == nil || q.Maybe(f.text[w.from:w.to])) {
				out = append(out, w)
			}
		}
	}
	return merge(out)
}

// maxLines bounds the lines of one file that hold a literal.
const maxLines = 4000

// linesWith gives the first place of a literal in each line that holds it. A
// large file is searched for it once: many patterns share their literals.
func (f *File) linesWith(content, literal string, fold bool) []int {
	if len(content) < smallText {
		return linesWith(content, literal)
	}
	if !f.mayHold(literal) {
		return nil
	}
	key := anchor{literal, fold}
	known, ok := f.anchors[key]
	if ok {
		return known
	}
	known = linesWith(content, literal)
	if f.anchors == nil {
		f.anchors = map[anchor][]int{}
	}
	f.anchors[key] = known
	return known
}

func linesWith(content, literal string) (places []int) {
	for from := 0; len(places) < maxLines; {
		at := strings.Index(content[from:], literal)
		if at < 0 {
			break
		}
		places = append(places, from+at)
		from = LineEnd(content, from+at)
	}
	return places
}

// anchor is a literal as it stands, or in lower case.
type anchor struct {
	literal string
	fold    bool
}

// around gives the line of a place with the one before and span lines after,
// and where the line after it begins.
func around(s string, at, span int) (w window, next int) {
	w.from = strings.LastIndexByte(s[:at], '\n') + 1
	w.from = strings.LastIndexByte(s[:max(w.from-1, 0)], '\n') + 1
	next = LineEnd(s, at)
	w.to = next
	for range span {
		w.to = LineEnd(s, w.to)
	}
	return w, next
}

// merge joins windows that overlap and sorts them.
func merge(ws []window) []window {
	slices.SortFunc(ws, func(a, b window) int { return a.from - b.from })
	out := ws[:0]
	for _, w := range ws {
		if n := len(out); n > 0 && w.from < out[n-1].to {
			out[n-1].to = max(out[n-1].to, w.to)
			continue
		}
		out = append(out, w)
	}
	return out
}
