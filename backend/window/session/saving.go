package session

// Writes that fail, on a full disk for one, leave the work in memory. A run
// that lacks a part in the history is recorded whole with its next edit, when
// it is exported or deleted, and at the end of the program.

// saves records a part of a run that has ended, or all of it where a part was
// lost before. It is called with the lock held.
func (r *Run) saves(part func() error) {
	if !r.lost.Load() {
		r.saved(part())
		return
	}
	err := r.store.Put(r.row, stored(r.events), r.docs)
	r.lost.Store(err != nil)
	r.page.Unsaved(err)
}

// saved hears how recording a part of a run went.
func (r *Run) saved(err error) {
	if err != nil {
		r.lost.Store(true)
		r.page.Unsaved(err)
	}
}

// Settle tries once more to record what was lost of a run.
func (r *Run) Settle() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.lost.Load() && !r.running.Load() {
		r.saves(nil)
	}
}
