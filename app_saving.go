//go:build !headless || window

package main

import "time"

// Writes that fail, on a full disk for one, leave the work in memory. A run
// that lacks a part in the history is recorded whole with its next edit, when
// it is exported or deleted, and at the end of the program.

// saves records a part of a run that has ended, or all of it where a part was
// lost before. It is called with the lock held.
func (r *run) saves(part func() error) {
	if !r.lost.Load() {
		r.saved(part())
		return
	}
	err := r.app.store.Put(r.row, stored(r.events), r.docs)
	r.lost.Store(err != nil)
	r.app.unsaved(err)
}

// saved hears how recording a part of a run went.
func (r *run) saved(err error) {
	if err != nil {
		r.lost.Store(true)
		r.app.unsaved(err)
	}
}

// settle tries once more to record what was lost of a run.
func (r *run) settle() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.lost.Load() && !r.running.Load() {
		r.saves(nil)
	}
}

// sayAgain is after how long the same failure is told anew: a run writes many
// times a second.
const sayAgain = 10 * time.Second

// unsaved reports a write that failed: the work goes on in memory.
func (a *App) unsaved(err error) {
	if err == nil {
		return
	}
	a.mu.Lock()
	told := a.failure == err.Error() && a.now().Sub(a.failedAt) < sayAgain
	if !told {
		a.failure, a.failedAt = err.Error(), a.now()
	}
	a.mu.Unlock()
	if !told {
		a.notice("error", "This could not be saved: "+err.Error()+".", "Free some space or make "+a.data+" writable. What you see is kept until aipack ends, and saved with your next edit.")
	}
}
