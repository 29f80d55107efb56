package helm

import (
	"sort"
	"strings"

	"aipack/backend/manifest/placed"
)

// spot is where a piece of a text comes from.
type spot struct {
	placed.Place
	value bool // of a file of values, not of the template
}

// text is a string of which each piece knows where it comes from.
type text struct {
	s     string
	marks []mark // by offset; the first at 0 unless the string is empty
}

// mark says where a text comes from, from an offset up to the next mark.
type mark struct {
	from int // byte
	at   spot
}

func textAt(s string, at spot) text {
	if s == "" {
		return text{}
	}
	return text{s, []mark{{0, at}}}
}

// markAt is the index of the mark that holds at an offset, -1 for none.
func (t text) markAt(offset int) int {
	return sort.Search(len(t.marks), func(i int) bool { return t.marks[i].from > offset }) - 1
}

// main is where the text comes from as a whole: the first piece out of a file of
// values, else its first.
func (t text) main() spot {
	for _, m := range t.marks {
		if m.at.value {
			return m.at
		}
	}
	if len(t.marks) == 0 {
		return spot{}
	}
	return t.marks[0].at
}

// as gives another string the places of this one as a whole.
func (t text) as(s string) text { return textAt(s, t.main()) }

// cut is a part of the text, from one offset up to another.
func (t text) cut(from, to int) text {
	if from >= to {
		return text{}
	}
	out := text{s: t.s[from:to]}
	for i := max(t.markAt(from), 0); i < len(t.marks) && t.marks[i].from < to; i++ {
		out.marks = append(out.marks, mark{max(t.marks[i].from-from, 0), t.marks[i].at})
	}
	return out
}

// trimmed is the text without what a function takes off its ends.
func (t text) trimmed(left, right func(string) string) text {
	from := len(t.s) - len(left(t.s))
	return t.cut(from, max(from, len(right(t.s))))
}

// rope puts texts together.
type rope struct {
	b     strings.Builder
	marks []mark
}

func (r *rope) add(t text) {
	if t.s == "" {
		return
	}
	base := r.b.Len()
	for _, m := range t.marks {
		if n := len(r.marks); n > 0 && r.marks[n-1].at == m.at {
			continue
		}
		r.marks = append(r.marks, mark{base + m.from, m.at})
	}
	r.b.WriteString(t.s)
}

func (r *rope) text() text { return text{r.b.String(), r.marks} }

// indented puts spaces before each line, as Helm's charts do with what they
// include.
func (t text) indented(spaces int) text {
	pad := strings.Repeat(" ", spaces)
	var r rope
	next := 0
	for i, m := range t.marks {
		end := len(t.s)
		if i+1 < len(t.marks) {
			end = t.marks[i+1].from
		}
		piece := strings.ReplaceAll(t.s[m.from:end], "\n", "\n"+pad)
		if next == 0 {
			piece = pad + piece
		}
		next++
		r.add(textAt(piece, m.at))
	}
	if next == 0 {
		return textAt(pad, spot{})
	}
	return r.text()
}
