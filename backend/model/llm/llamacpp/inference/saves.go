package inference

import (
	"cmp"
	"slices"
)

// save is a state of a memory that cannot be cut, as it was after the first at of
// the tokens that are held.
type save struct {
	at    int
	state []byte
	used  int // when it was last of use, counted in uses
}

// Bounds on what saves take: a tenth of the model's own size, which memory needs
// count in (package modelfile), but enough for some states of a small model.
const (
	leastSaved = 64 << 20
	mostSaves  = 8
)

// rewind goes back to the first n of the tokens that are held, or to as many of
// them as can be gone back to, and says how many are left.
func (e *engine) rewind(n int) int {
	e.saves = slices.DeleteFunc(e.saves, func(s save) bool { return s.at > n })
	switch last := len(e.saves) - 1; {
	case n > 0 && e.model.Cut(n):
	case last >= 0 && e.model.Restore(e.saves[last].state, e.saves[last].at):
		n = e.saves[last].at
		e.uses++
		e.saves[last].used = e.uses
	default:
		e.model.Forget()
		n, e.saves = 0, nil
	}
	e.held = e.held[:n]
	return n
}

// save keeps the state after the tokens that are held. What was of no use for
// longest goes where there is no room.
func (e *engine) save() {
	at := len(e.held)
	if slices.ContainsFunc(e.saves, func(s save) bool { return s.at == at }) {
		return
	}
	most := max(leastSaved, int(e.model.Facts().Bytes/10))
	state := e.model.Save(most)
	if state == nil {
		return
	}
	e.uses++
	e.saves = append(e.saves, save{at, state, e.uses})
	for len(e.saves) > mostSaves || e.saved() > most {
		oldest := slices.MinFunc(e.saves, func(a, b save) int { return cmp.Compare(a.used, b.used) })
		e.saves = slices.DeleteFunc(e.saves, func(s save) bool { return s.at == oldest.at })
	}
	slices.SortFunc(e.saves, func(a, b save) int { return cmp.Compare(a.at, b.at) })
}

// saved is what all saves take, in bytes.
func (e *engine) saved() int {
	sum := 0
	for _, s := range e.saves {
		sum += len(s.state)
	}
	return sum
}
