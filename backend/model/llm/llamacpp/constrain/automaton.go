package constrain

import (
	"encoding/binary"
	"slices"
)

// State is a place in the automaton; Dead is none.
type State int32

// Dead is where bytes lead that do not fit.
const Dead State = -1

// Automaton walks a form byte by byte. Its states are made when they are first
// reached: a form with long strings has millions. Not safe for concurrent use.
type Automaton struct {
	grammar *grammar
	frames  []frame
	known   map[frame]int32
	states  []state
	sets    map[string]State
	seen    []uint32 // by frame: the round of expand that met it
	round   uint32
	start   State
}

// frame is a position: within a node, at a place of it, and what comes after.
type frame struct {
	node id
	at   int32 // bytes of a literal, kid of a sequence, times of a repeat
	next int32 // the frame that goes on afterwards
	left int8  // levels of references that may still be entered
	size int32 // bytes to the end on the shortest way
}

// done is the frame at the end of everything.
const done int32 = 0

type state struct {
	frames []int32 // each waits for a byte, or is done
	next   *[256]State
	size   int
}

// unknown marks a step that was not walked yet.
const unknown State = -2

func newAutomaton(g *grammar) *Automaton {
	a := &Automaton{grammar: g}
	a.reset()
	a.start = a.closure([]int32{a.push(g.top, 0, done, levels)})
	return a
}

func (a *Automaton) reset() {
	a.frames = []frame{{node: -1}}
	a.known = map[frame]int32{}
	a.states, a.sets = nil, map[string]State{}
	a.seen, a.round = []uint32{0}, 0
}

// Start is where every walk begins; Dead if nothing fits the form.
func (a *Automaton) Start() State { return a.start }

// Size is how many bytes the shortest way to the end takes.
func (a *Automaton) Size(s State) int { return a.states[s].size }

// Accepts says whether the form may end here.
func (a *Automaton) Accepts(s State) bool { return a.states[s].frames[0] == done }

// Ended says whether nothing more can follow.
func (a *Automaton) Ended(s State) bool { return a.Accepts(s) && len(a.states[s].frames) == 1 }

// Step walks one byte.
func (a *Automaton) Step(s State, b byte) State {
	if next := a.states[s].next; next != nil && next[b] != unknown {
		return next[b]
	}
	var to []int32
	for _, f := range a.states[s].frames {
		if t := a.advance(f, b); t >= 0 {
			to = append(to, t)
		}
	}
	result := a.closure(to)
	if a.states[s].next == nil {
		a.states[s].next = new([256]State)
		for i := range a.states[s].next {
			a.states[s].next[i] = unknown
		}
	}
	a.states[s].next[b] = result
	return result
}

// Walk steps over several bytes.
func (a *Automaton) Walk(s State, text []byte) State {
	for _, b := range text {
		if s = a.Step(s, b); s == Dead {
			return Dead
		}
	}
	return s
}

// advance gives the frame after a byte, -1 where the byte does not fit.
func (a *Automaton) advance(i int32, b byte) int32 {
	if i == done {
		return -1
	}
	f := a.frames[i]
	n := &a.grammar.nodes[f.node]
	switch n.kind {
	case literal:
		if n.text[f.at] != b {
			return -1
		}
		if int(f.at)+1 < len(n.text) {
			return a.push(f.node, f.at+1, f.next, f.left)
		}
	case set:
		if !n.bytes[b] {
			return -1
		}
	case char:
		switch to := character(int(f.at), b); to {
		case charDead:
			return -1
		case charDone:
		default:
			return a.push(f.node, int32(to), f.next, f.left)
		}
	}
	return f.next
}

// push finds or makes a frame.
func (a *Automaton) push(n id, at, next int32, left int8) int32 {
	f := frame{node: n, at: at, next: next, left: left}
	size := plus(a.remaining(f), int(a.frames[next].size))
	f.size = int32(size)
	if i, ok := a.known[f]; ok {
		return i
	}
	i := int32(len(a.frames))
	a.frames = append(a.frames, f)
	a.seen = append(a.seen, 0)
	a.known[f] = i
	return i
}

// remaining is the size of what is left of a frame's node.
func (a *Automaton) remaining(f frame) int {
	n := &a.grammar.nodes[f.node]
	switch n.kind {
	case literal:
		return len(n.text) - int(f.at)
	case char:
		return charSizes[f.at]
	case sequence:
		size := 0
		for _, k := range n.kids[f.at:] {
			size = plus(size, a.grammar.nodes[k].sizes[f.left])
		}
		return size
	case repeat:
		return times(a.grammar.nodes[n.kids[0]].sizes[f.left], max(0, n.least-int(f.at)))
	}
	return n.sizes[f.left]
}

// closure makes the state of all frames that wait for a byte and can be
// reached from those given without one.
func (a *Automaton) closure(from []int32) State {
	a.round++
	var found []int32
	for _, f := range from {
		found = a.expand(f, found)
	}
	if len(found) == 0 {
		return Dead
	}
	slices.Sort(found)
	key := make([]byte, 0, 4*len(found))
	for _, f := range found {
		key = binary.LittleEndian.AppendUint32(key, uint32(f))
	}
	if s, ok := a.sets[string(key)]; ok {
		return s
	}
	size := impossible
	for _, f := range found {
		size = min(size, int(a.frames[f].size))
	}
	s := State(len(a.states))
	a.states = append(a.states, state{frames: found, size: size})
	a.sets[string(key)] = s
	return s
}

// expand follows a frame to those that wait for a byte. What could not be
// finished within the levels left is not entered.
func (a *Automaton) expand(i int32, found []int32) []int32 {
	if a.seen[i] == a.round || a.frames[i].size >= impossible {
		return found
	}
	a.seen[i] = a.round
	if i == done {
		return append(found, done)
	}
	f := a.frames[i]
	n := &a.grammar.nodes[f.node]
	switch n.kind {
	case literal:
		if n.text == "" {
			return a.expand(f.next, found)
		}
		return append(found, i)
	case set, char:
		return append(found, i)
	case sequence:
		if int(f.at) == len(n.kids) {
			return a.expand(f.next, found)
		}
		after := f.next
		if int(f.at)+1 < len(n.kids) {
			after = a.push(f.node, f.at+1, f.next, f.left)
		}
		return a.expand(a.push(n.kids[f.at], 0, after, f.left), found)
	case either:
		for _, k := range n.kids {
			found = a.expand(a.push(k, 0, f.next, f.left), found)
		}
		return found
	case repeat:
		if int(f.at) >= n.least {
			found = a.expand(f.next, found)
		}
		if int(f.at) < n.most {
			after := a.push(f.node, f.at+1, f.next, f.left)
			found = a.expand(a.push(n.kids[0], 0, after, f.left), found)
		}
		return found
	}
	if f.left == 0 {
		return found
	}
	return a.expand(a.push(n.kids[0], 0, f.next, f.left-1), found)
}

// mostStates bounds the memory: about 16 MB.
const mostStates = 12000

// Compact forgets all states but one where they have become many, and says
// whether it did. The state gets a new number.
func (a *Automaton) Compact(s State) (State, bool) {
	if len(a.states) < mostStates {
		return s, false
	}
	old, keep := a.frames, a.states[s].frames
	first := a.states[a.start].frames
	a.reset()
	a.start = a.closure(a.adopt(old, first))
	return a.closure(a.adopt(old, keep)), true
}

// adopt makes frames again, with all that come after them.
func (a *Automaton) adopt(old []frame, list []int32) []int32 {
	out := make([]int32, len(list))
	for i, f := range list {
		var chain []int32
		for ; f != done; f = old[f].next {
			chain = append(chain, f)
		}
		at := done
		for _, c := range slices.Backward(chain) {
			at = a.push(old[c].node, old[c].at, at, old[c].left)
		}
		out[i] = at
	}
	return out
}
