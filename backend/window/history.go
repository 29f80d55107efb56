package window

import (
	"aipack/backend/store"
	"aipack/backend/window/page"
	"aipack/backend/window/session"
	"os"
)

// History are the runs of the past, and what can be done with them as a whole.
type History struct {
	page    *page.Link
	archive *session.Store
	memory  *memory
}

// Page gives a part of the history, newest first, and what it can be filtered by.
func (h *History) Page(filter HistoryFilter, offset, limit int) (HistoryPage, error) {
	return page.Guard(h.page, "History.Page", func() (HistoryPage, error) {
		runs, total, err := h.archive.Runs(store.Filter{Words: filter.Words, Result: filter.Result, Model: filter.Model, Since: filter.Since}, offset, limit)
		if err != nil {
			return HistoryPage{}, err
		}
		models, err := h.archive.Models()
		return HistoryPage{Runs: rows(runs), Total: total, Models: models}, err
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
	return page.Guarded(h.page, "History.Delete", func() error {
		if r := h.memory.held(id); r != nil {
			r.stop(giveUp)
			r.settle()
		}
		if err := h.archive.Delete(id); err != nil {
			return err
		}
		h.memory.letGo(id) // last: until it is deleted, who asks for it would read it anew
		return nil
	})
}

// Forget takes every run of a folder out of the history and gives their ids;
// Restore brings each of them back. The folder itself stays as it is.
func (h *History) Forget(folder string) ([]string, error) {
	return page.Guard(h.page, "History.Forget", func() ([]string, error) {
		ids, err := h.archive.DeleteFolder(folder)
		for _, id := range ids {
			if r := h.memory.letGo(id); r != nil {
				r.stop(giveUp)
			}
		}
		return ids, err
	})
}

// Restore brings a deleted run back, within a day.
func (h *History) Restore(id string) error {
	return page.Guarded(h.page, "History.Restore", func() error { return h.archive.Restore(id) })
}

// mostRecent is how many folders Home lists.
const mostRecent = 50

// Pin keeps a project at the top of Home, or no longer.
func (h *History) Pin(folder string, on bool) error {
	return page.Guarded(h.page, "History.Pin", func() error { return h.archive.Pin(folder, on) })
}

// Recents gives the newest run of each folder, the pinned ones first.
func (h *History) Recents() ([]RunRow, error) {
	return page.Guard(h.page, "History.Recents", func() ([]RunRow, error) {
		runs, err := h.archive.Recents(mostRecent)
		if err != nil {
			return nil, err
		}
		return rows(runs), nil
	})
}
