package constrain

import "math"

// Guide follows one answer through a form.
type Guide struct {
	form  *Form
	state State
}

// Form is an automaton with the vocabulary that walks it. It keeps the masks
// that were needed, for all answers of the form. Not safe for concurrent use.
type Form struct {
	automaton  *Automaton
	vocabulary *Vocabulary
	masks      map[State]kept
	Computed   int // masks computed so far
}

// kept is a state's mask and how long the way to the end is at most after one
// of its tokens.
type kept struct {
	tokens  Mask
	longest int
}

// mostMasks bounds the masks' memory: about 10 MB for 150,000 tokens.
const mostMasks = 512

// NewForm puts an automaton and a vocabulary together.
func NewForm(a *Automaton, v *Vocabulary) *Form {
	return &Form{automaton: a, vocabulary: v, masks: map[State]kept{}}
}

// Begin starts an answer of which given is already there; nil where given
// does not fit.
func (f *Form) Begin(given string) *Guide {
	if s, cut := f.automaton.Compact(f.automaton.Start()); cut {
		clear(f.masks)
		f.automaton.start = s
	}
	s := f.automaton.Walk(f.automaton.Start(), []byte(given))
	if s == Dead {
		return nil
	}
	return &Guide{form: f, state: s}
}

// Needs is how many tokens the shortest way to the end can take, byte by byte.
func (g *Guide) Needs() int { return g.form.automaton.Size(g.state) }

// Ended says whether nothing more can follow.
func (g *Guide) Ended() bool { return g.form.automaton.Ended(g.state) }

// Accepts says whether the answer may end here.
func (g *Guide) Accepts() bool { return g.form.automaton.Accepts(g.state) }

// Fits says whether a token can follow, such that the answer can still be
// finished in the tokens left after it.
func (g *Guide) Fits(token int32, left int) bool {
	piece := g.form.vocabulary.pieces[token]
	if len(piece) == 0 {
		return false
	}
	to := g.form.automaton.Walk(g.state, piece)
	return to != Dead && g.form.automaton.Size(to) <= left
}

// Take follows a token that fits.
func (g *Guide) Take(token int32) { g.TakeBytes(g.form.vocabulary.pieces[token]) }

// TakeBytes follows bytes and says whether they fit.
func (g *Guide) TakeBytes(text []byte) bool {
	to := g.form.automaton.Walk(g.state, text)
	if to == Dead {
		return false
	}
	compacted, cut := g.form.automaton.Compact(to)
	if cut {
		clear(g.form.masks)
	}
	g.state = compacted
	return true
}

// Mask gives every token that fits.
func (g *Guide) Mask(left int) Mask {
	f := g.form
	m, ok := f.masks[g.state]
	if !ok {
		f.Computed++
		m.tokens, m.longest = f.vocabulary.mask(f.automaton, g.state, math.MaxInt)
		if len(f.masks) >= mostMasks {
			clear(f.masks)
		}
		f.masks[g.state] = m
	}
	if m.longest <= left {
		return m.tokens
	}
	f.Computed++
	near, _ := f.vocabulary.mask(f.automaton, g.state, left)
	return near
}
