package literal

import "strings"

// Finder looks for several texts in one pass: it tells by two bytes how far a
// text may begin at the earliest, and steps over the rest (Wu and Manber, A Fast
// Algorithm for Multi-Pattern Searching, 1994).
type Finder struct {
	texts []string
	reach int              // of the two bytes that are looked at, from where a text begins
	shift *[pairs]uint8    // how far the next text may begin, by a pair's number; nil: text by text
	ends  map[uint16][]int // texts by the number of the pair at reach
}

// pairs is how many numbers pairs of bytes are told apart by: few enough to stay
// in the processor's nearest cache.
const pairs = 1 << 12

func pair(a, b byte) uint16 { return (uint16(a)<<5 ^ uint16(b)) % pairs }

// TextByText looks for each text by itself: less work where the finder is used once.
func TextByText(texts []string) *Finder { return &Finder{texts: texts} }

// NewFinder looks for texts; an empty one is found nowhere.
func NewFinder(texts []string) *Finder {
	f := TextByText(texts)
	shortest := Shortest(texts)
	if shortest < 2 || len(texts) < 3 {
		return f
	}
	f.reach = min(shortest, 255) - 2
	f.shift, f.ends = new([pairs]uint8), map[uint16][]int{}
	for i := range f.shift {
		f.shift[i] = uint8(f.reach + 1)
	}
	for n, text := range texts {
		for i := range f.reach + 1 {
			at := pair(text[i], text[i+1])
			f.shift[at] = min(f.shift[at], uint8(f.reach-i))
		}
		end := pair(text[f.reach], text[f.reach+1])
		f.ends[end] = append(f.ends[end], n)
	}
	return f
}

// Texts are those that it looks for.
func (f *Finder) Texts() []string { return f.texts }

// Empty reports whether there is nothing to look for.
func (f *Finder) Empty() bool { return len(f.texts) == 0 }

// Enough is what is wanted of a text that was found.
type Enough int

// What a place may be answered with.
const (
	More Enough = iota // further places of all texts
	Next               // those of the other texts
	Done               // nothing
)

// In reports whether one of the texts stands in another.
func (f *Finder) In(text string) (found bool) {
	f.Each(text, func(int, int) Enough { found = true; return Done })
	return found
}

// Each gives the places of each text, by its number. Places of one text come in
// order.
func (f *Finder) Each(in string, found func(text, at int) Enough) {
	if f.shift == nil {
		f.apart(in, found)
		return
	}
	enough := make([]bool, len(f.texts))
	for at := f.reach; at+1 < len(in); {
		number := pair(in[at], in[at+1])
		if step := f.shift[number]; step > 0 {
			at += int(step)
			continue
		}
		begin := at - f.reach
		for _, n := range f.ends[number] {
			if enough[n] || !strings.HasPrefix(in[begin:], f.texts[n]) {
				continue
			}
			switch found(n, begin) {
			case Next:
				enough[n] = true
			case Done:
				return
			}
		}
		at++
	}
}

// apart looks for one text after the other.
func (f *Finder) apart(in string, found func(text, at int) Enough) {
	for n, text := range f.texts {
		for from, answer := 0, More; answer == More && text != ""; {
			at := strings.Index(in[from:], text)
			if at < 0 {
				break
			}
			if answer = found(n, from+at); answer == Done {
				return
			}
			from += at + 1
		}
	}
}
