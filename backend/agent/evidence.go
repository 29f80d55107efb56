package agent

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Place is a part of a file of the project, by its lines from 1.
type Place struct {
	Path  string `json:"path"`
	First int    `json:"first"`
	Last  int    `json:"last"`
}

// named is how an answer names lines behind a path: server.js:12, server.js:12-20.
var named = regexp.MustCompile(`^:(\d{1,7})(?:\s?[-–]\s?(\d{1,7}))?`)

// evidence are the places that show an answer: all that the model has looked at, those
// that the answer names first; and, of what it was shown beforehand, what the answer
// names. A file that nobody has looked at is never among them, whatever the answer says.
func evidence(answer string, looked, shown []Place) []Place {
	var cited, others []Place
	for _, p := range merged(looked) {
		if cites(answer, p) {
			cited = append(cited, p)
		} else {
			others = append(others, p)
		}
	}
	for _, p := range merged(shown) {
		if cites(answer, p) && !slices.ContainsFunc(cited, p.within) {
			cited = append(cited, p)
		}
	}
	return append(cited, others...)
}

// within says that another place shows this one, too.
func (p Place) within(o Place) bool {
	return p.Path == o.Path && o.First <= p.First && p.Last <= o.Last
}

// merged joins the parts of a file that overlap or follow each other. The files keep
// their order.
func merged(places []Place) []Place {
	order := map[string]int{}
	for _, p := range places {
		if _, known := order[p.Path]; !known {
			order[p.Path] = len(order)
		}
	}
	sorted := slices.Clone(places)
	slices.SortStableFunc(sorted, func(a, b Place) int {
		return cmp.Or(cmp.Compare(order[a.Path], order[b.Path]), cmp.Compare(a.First, b.First))
	})
	var out []Place
	for _, p := range sorted {
		if n := len(out); n > 0 && out[n-1].Path == p.Path && p.First <= out[n-1].Last+1 {
			out[n-1].Last = max(out[n-1].Last, p.Last)
			continue
		}
		out = append(out, p)
	}
	return out
}

// cites reports whether an answer names a place: its file, and where lines stand behind
// the name, one of the place's.
func cites(answer string, p Place) bool {
	for at := 0; ; {
		i := strings.Index(answer[at:], p.Path)
		if i < 0 {
			return false
		}
		start, end := at+i, at+i+len(p.Path)
		at = end
		if start > 0 && partOfPath(answer[start-1]) || end < len(answer) && partOfPath(answer[end]) && !endsSentence(answer[end:]) {
			continue // it is a part of a longer name
		}
		m := named.FindStringSubmatch(answer[end:])
		if m == nil {
			return true
		}
		first, _ := strconv.Atoi(m[1]) // seven digits at most
		last, err := strconv.Atoi(m[2])
		if err != nil {
			last = first
		}
		if first <= p.Last && p.First <= last {
			return true
		}
	}
}

// endsSentence says that a full stop at the beginning of a text ends a sentence, and is no part
// of a name.
func endsSentence(rest string) bool {
	return rest[0] == '.' && (len(rest) == 1 || !partOfPath(rest[1]))
}

func partOfPath(b byte) bool {
	return b == '/' || b == '.' || b == '-' || b == '_' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= 0x80
}
