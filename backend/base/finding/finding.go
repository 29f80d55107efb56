// Package finding holds what a rule, a model or the user says about one field,
// and why. It knows nothing of languages or documents, so every part of the
// line can speak it.
package finding

// Source says who answered.
type Source string

// The three who can answer. A user's word beats a rule's, a rule's beats a
// model's of the same confidence.
const (
	Rule  Source = "rule"
	Model Source = "model"
	User  Source = "user"
)

// Confidence levels for rules that have no reason to be more exact. The window
// shows High from 0.8, Medium from 0.5, Low below.
const (
	Certain = 0.95 // a manifest or lock file says so in so many words
	Likely  = 0.85 // a strong convention of the ecosystem
	Guess   = 0.6  // a default that is usually right
	Unsure  = 0.4  // better than nothing; worth asking a model or the user
)

// Evidence is one place in the repository that supports an answer.
type Evidence struct {
	Rule    string // id of the rule, "language.rule": "node.lockfile", "go.toolchain"
	Path    string // file it was read from, slash-separated and relative to the repository; "" for a default
	Line    int    // first line, from 1; 0 where a line makes no sense
	Excerpt string // the text that was read, one line, at most 200 bytes
}

// Alternative is an answer that lost.
type Alternative struct {
	Value      string
	Confidence float64 // 0 to 1
	Evidence
}

// Finding is an answer with its reasons. The zero value means "not found".
type Finding[T any] struct {
	Value        T
	Confidence   float64 // 0 to 1; 0 means not found
	Source       Source
	Evidence     []Evidence    // strongest first
	Alternatives []Alternative // what else was found, strongest first
}

// Found reports whether there is an answer at all.
func (f Finding[T]) Found() bool { return f.Confidence > 0 }

// Of makes a rule's finding.
func Of[T any](value T, confidence float64, why ...Evidence) Finding[T] {
	return Finding[T]{Value: value, Confidence: confidence, Source: Rule, Evidence: why}
}

// Contested makes a finding unsure beside which another answer lost that is as sure:
// which of two answers of the same weight is right only the user can say. rival
// reports whether a lost one means something else, and is no other spelling of it.
func (f Finding[T]) Contested(rival func(Alternative) bool) Finding[T] {
	for _, l := range f.Alternatives {
		if f.Source == Rule && f.Confidence > Guess && l.Confidence >= f.Confidence && rival(l) {
			f.Confidence = Guess
			break
		}
	}
	return f
}

// First returns the first answer that was found, and keeps the others as lost
// alternatives. text renders a value for display.
func First[T any](text func(T) string, candidates ...Finding[T]) Finding[T] {
	var won Finding[T]
	for _, c := range candidates {
		switch {
		case !c.Found():
		case !won.Found():
			won = c
		case text(c.Value) != text(won.Value):
			a := Alternative{Value: text(c.Value), Confidence: c.Confidence}
			if len(c.Evidence) > 0 {
				a.Evidence = c.Evidence[0]
			}
			won.Alternatives = append(won.Alternatives, a)
		}
	}
	return won
}
