package constrain

import (
	"bytes"
	"cmp"
	"slices"
)

// Vocabulary is a model's tokens as a tree over their bytes, flattened in the
// order of a walk: after a node come its descendants.
type Vocabulary struct {
	pieces [][]byte
	ends   []int32 // the tokens that end an answer
	nodes  []branch
	same   map[int32][]int32 // further tokens with the same bytes
}

type branch struct {
	token int32 // -1 where none ends here
	skip  int32 // the next node that is no descendant
	depth uint16
	byte  byte
}

// NewVocabulary takes each token's bytes, none for those that are never part
// of a text, and the tokens that end an answer.
func NewVocabulary(pieces [][]byte, ends []int32) *Vocabulary {
	v := &Vocabulary{pieces: pieces, ends: ends, same: map[int32][]int32{}}
	order := make([]int32, 0, len(pieces))
	for i, p := range pieces {
		if len(p) > 0 && len(p) < 1<<16 {
			order = append(order, int32(i))
		}
	}
	slices.SortFunc(order, func(a, b int32) int {
		return cmp.Or(bytes.Compare(pieces[a], pieces[b]), cmp.Compare(a, b))
	})
	v.nodes = make([]branch, 0, 4*len(order))
	var open []int32 // the path to the last node
	var last []byte
	first := int32(-1)
	for _, t := range order {
		p := pieces[t]
		if first >= 0 && bytes.Equal(p, last) {
			v.same[first] = append(v.same[first], t)
			continue
		}
		open = v.close(open, shared(p, last))
		for i := len(open); i < len(p); i++ {
			open = append(open, int32(len(v.nodes)))
			v.nodes = append(v.nodes, branch{token: -1, depth: uint16(i), byte: p[i]})
		}
		v.nodes[len(v.nodes)-1].token = t
		first, last = t, p
	}
	v.close(open, 0)
	return v
}

// close ends the nodes deeper than depth.
func (v *Vocabulary) close(open []int32, depth int) []int32 {
	for _, n := range open[depth:] {
		v.nodes[n].skip = int32(len(v.nodes))
	}
	return open[:depth]
}

func shared(a, b []byte) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// Mask is a set of tokens.
type Mask []uint64

// Has says whether a token is in the set.
func (m Mask) Has(t int32) bool { return m[t>>6]>>(uint(t)&63)&1 != 0 }

func (m Mask) add(t int32) { m[t>>6] |= 1 << (uint(t) & 63) }

// mask finds the tokens that can follow in a state and leave a way to the end
// of at most most bytes. longest is the longest that one of them leaves.
func (v *Vocabulary) mask(a *Automaton, s State, most int) (m Mask, longest int) {
	m = make(Mask, (len(v.pieces)+63)/64)
	if a.Accepts(s) {
		for _, t := range v.ends {
			m.add(t)
		}
	}
	path := make([]State, 1, 64)
	path[0] = s
	for i := int32(0); int(i) < len(v.nodes); {
		n := &v.nodes[i]
		path = path[:n.depth+1]
		to := a.Step(path[n.depth], n.byte)
		if to == Dead {
			i = n.skip
			continue
		}
		path = append(path, to)
		if size := a.Size(to); n.token >= 0 && size <= most {
			longest = max(longest, size)
			m.add(n.token)
			for _, t := range v.same[n.token] {
				m.add(t)
			}
		}
		i++
	}
	return m, longest
}
