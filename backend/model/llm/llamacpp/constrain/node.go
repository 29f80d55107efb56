// Package constrain forces a model's answer into a form. A JSON Schema becomes
// an automaton over bytes; a token is allowed where its bytes can be walked.
package constrain

import "math"

// kind is what a node matches.
type kind uint8

const (
	literal  kind = iota // its text
	set                  // one byte of its set
	char                 // one character inside a JSON string, see character
	sequence             // its kids one after the other
	either               // one of its kids
	repeat               // its only kid, least to most times
	refer                // its only kid, one level deeper
)

// id is a node's place in the grammar.
type id int32

type node struct {
	kind        kind
	text        string
	bytes       *[256]bool
	kids        []id
	least, most int
	sizes       [levels + 1]int // bytes of the shortest match, by the levels left
}

// levels is how deep a recursive schema is followed. Deeper, only what needs
// no further level is allowed.
const levels = 5

// impossible is the size of what cannot be matched.
const impossible = math.MaxInt32

// grammar is a tree of nodes, with references back into it.
type grammar struct {
	nodes []node
	top   id
}

func (g *grammar) add(n node) id {
	g.nodes = append(g.nodes, n)
	return id(len(g.nodes) - 1)
}

func (g *grammar) literal(text string) id { return g.add(node{kind: literal, text: text}) }

// set takes pairs of a first and a last byte.
func (g *grammar) set(ranges ...byte) id {
	var in [256]bool
	for i := 0; i < len(ranges); i += 2 {
		for b := int(ranges[i]); b <= int(ranges[i+1]); b++ {
			in[b] = true
		}
	}
	return g.add(node{kind: set, bytes: &in})
}

func (g *grammar) sequence(kids ...id) id { return g.add(node{kind: sequence, kids: kids}) }

func (g *grammar) either(kids ...id) id {
	if len(kids) == 1 {
		return kids[0]
	}
	return g.add(node{kind: either, kids: kids})
}

func (g *grammar) repeat(kid id, least, most int) id {
	return g.add(node{kind: repeat, kids: []id{kid}, least: least, most: most})
}

func (g *grammar) optional(kid id) id { return g.repeat(kid, 0, 1) }

// measure finds each node's shortest match. A circle leads through a reference,
// which asks for one level less, so the work ends.
func (g *grammar) measure() {
	for left := range levels + 1 {
		done := make([]bool, len(g.nodes))
		for i := range g.nodes {
			g.measureNode(id(i), left, done)
		}
	}
}

func (g *grammar) measureNode(i id, left int, done []bool) int {
	n := &g.nodes[i]
	if !done[i] {
		done[i] = true
		n.sizes[left] = g.shortest(n, left, done)
	}
	return n.sizes[left]
}

func (g *grammar) shortest(n *node, left int, done []bool) int {
	switch n.kind {
	case literal:
		return len(n.text)
	case set, char:
		return 1
	case sequence:
		size := 0
		for _, k := range n.kids {
			size = plus(size, g.measureNode(k, left, done))
		}
		return size
	case either:
		size := impossible
		for _, k := range n.kids {
			size = min(size, g.measureNode(k, left, done))
		}
		return size
	case repeat:
		return times(g.measureNode(n.kids[0], left, done), n.least)
	}
	if left == 0 {
		return impossible
	}
	return g.nodes[n.kids[0]].sizes[left-1]
}

func plus(a, b int) int {
	if a >= impossible-b {
		return impossible
	}
	return a + b
}

func times(a, n int) int {
	if n > 0 && a >= impossible/n {
		return impossible
	}
	return a * n
}
