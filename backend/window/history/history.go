package history

import (
	"os"

	"aipack/backend/base/fault"
	"aipack/backend/store"
	"aipack/backend/window/page"
	"aipack/backend/window/session"
)

// History are the runs of the past, and what can be done with them as a whole.
type History struct {
	Link  *page.Link
	Store *session.Store
	Runs  *session.Registry

	// Proving are the proofs and previews that run: the runs that they belong to stay. nil: none.
	Proving func() []session.UnderWay
}

// Page gives a part of the history, newest first, and what it can be filtered by.
func (h *History) Page(filter Filter, offset, limit int) (Page, error) {
	return page.Guard(h.Link, "History.Page", func() (Page, error) {
		runs, total, err := h.Store.Runs(store.Filter{Words: filter.Words, Result: filter.Result, Model: filter.Model, Since: filter.Since}, offset, limit)
		if err != nil {
			return Page{}, err
		}
		models, err := h.Store.Models()
		return Page{Runs: rows(runs), Total: total, Models: models}, err
	})
}

func rows(runs []store.Run) []RunRow {
	out := make([]RunRow, 0, len(runs))
	for _, r := range runs {
		info, err := os.Stat(r.Path)
		out = append(out, RunRow{
			ID: r.ID, Path: r.Path, Name: r.Name, State: r.Outcome(), StartedAt: r.StartedAt, DurationMS: r.DurationMS, Services: r.Services,
			Language: r.Language, Framework: r.Framework, Confidence: r.Confidence, Edited: r.Edited, Proof: r.Proof, Loud: r.Loud, RulesAlone: r.RulesAlone,
			Model: r.Model, ImportedAt: r.Imported.V, Pinned: r.Pinned,
			FolderExists: err == nil && info.IsDir(),
		})
	}
	return out
}

// Delete takes a run out of the history; Restore undoes that.
func (h *History) Delete(id string) error {
	return page.Guarded(h.Link, "History.Delete", func() error {
		if err := h.free(func(run string) bool { return run == id }); err != nil {
			return err
		}
		if r := h.Runs.Held(id); r != nil {
			r.Stop(session.GiveUp)
			r.Settle()
		}
		if err := h.Store.Delete(id); err != nil {
			return err
		}
		h.Runs.LetGo(id) // last: until it is deleted, who asks for it would read it anew
		return nil
	})
}

// Forget takes every run of a folder out of the history and gives their ids;
// Restore brings each of them back. The folder itself stays as it is.
func (h *History) Forget(folder string) ([]string, error) {
	return page.Guard(h.Link, "History.Forget", func() ([]string, error) {
		if err := h.free(func(run string) bool { r := h.Runs.Held(run); return r != nil && r.Path() == folder }); err != nil {
			return nil, err
		}
		ids, err := h.Store.DeleteFolder(folder)
		for _, id := range ids {
			if r := h.Runs.LetGo(id); r != nil {
				r.Stop(session.GiveUp)
			}
		}
		return ids, err
	})
}

// free refuses to take runs away of which a proof or a preview is under way: its report
// would have nowhere to go.
func (h *History) free(meant func(run string) bool) error {
	if h.Proving == nil {
		return nil
	}
	for _, one := range h.Proving() {
		if meant(one.RunID) {
			return &fault.Fault{Code: fault.Busy, Message: "A " + one.Kind + " of this run is under way", Hint: "Stop it first, on the Prove screen."}
		}
	}
	return nil
}

// Restore brings a deleted run back, within a day.
func (h *History) Restore(id string) error {
	return page.Guarded(h.Link, "History.Restore", func() error { return h.Store.Restore(id) })
}

// mostRecent is how many folders Home lists.
const mostRecent = 50

// Pin keeps a project at the top of Home, or no longer.
func (h *History) Pin(folder string, on bool) error {
	return page.Guarded(h.Link, "History.Pin", func() error { return h.Store.Pin(folder, on) })
}

// Recents gives the newest run of each folder, the pinned ones first.
func (h *History) Recents() ([]RunRow, error) {
	return page.Guard(h.Link, "History.Recents", func() ([]RunRow, error) {
		runs, err := h.Store.Recents(mostRecent)
		if err != nil {
			return nil, err
		}
		return rows(runs), nil
	})
}
