package codegraph

import (
	"sync"

	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/facts"
)

// unpacked are files of which all is at hand, those that were last asked for: what a
// name means leads through the functions of a few others.
type unpacked struct {
	mu         sync.Mutex
	young, old map[*facts.File]*whole
	size       int // of the young
}

// whole is all that a file says.
type whole struct {
	*syntax.File
	locals map[string][]int32 // by name
}

// mostYoung is how much is kept, and once more as much of those before, in uses,
// locals and symbols: some hundred bytes each.
const mostYoung = 25_000

func newUnpacked() *unpacked { return &unpacked{young: map[*facts.File]*whole{}} }

func (u *unpacked) of(f *facts.File) *whole {
	u.mu.Lock()
	defer u.mu.Unlock()
	if w := u.young[f]; w != nil {
		return w
	}
	w := u.old[f]
	if w == nil {
		w = &whole{File: f.All()}
		w.locals = make(map[string][]int32, len(w.Locals))
		for i, l := range w.Locals {
			w.locals[l.Name] = append(w.locals[l.Name], int32(i))
		}
	}
	u.size += 1 + len(w.Symbols) + len(w.Uses) + len(w.Locals)
	u.young[f] = w
	if u.size > mostYoung {
		u.young, u.old, u.size = map[*facts.File]*whole{}, u.young, 0
	}
	return w
}
