package history

import (
	"errors"
	"slices"

	"aipack/backend/base/fault"
	"aipack/backend/store"
	"aipack/backend/window/page"
)

// Data is what is kept on this computer as a whole.
type Data struct {
	DataParts
}

// DataParts are what it works with.
type DataParts struct {
	Page  *page.Link
	Store func() *store.DB // once it is opened
	LetGo func(runID string)
	Tidy  func() error // of what belongs to projects that are gone

	Proving func() bool // a proof is under way
}

// State says what is kept, where, and what was saved of a damaged history.
func (d *Data) State() (Kept, error) {
	return page.Guard(d.Page, "Data.State", func() (Kept, error) {
		_, total, err := d.Store().Runs(store.Filter{}, 0, 0)
		if err != nil {
			return Kept{}, err
		}
		salvages, err := d.Store().Salvages()
		out := Kept{Folder: d.Page.About.Data, Database: d.Store().Path(), Kept: d.Store().Kept(), Bytes: d.Store().Bytes(), Runs: total, Salvages: []Salvage{}}
		for _, s := range salvages {
			row := Salvage{At: s.At, Aside: s.Aside, Kinds: []Carried{}}
			for _, k := range s.Kinds {
				row.Kinds = append(row.Kinds, Carried(k))
			}
			out.Salvages = append(out.Salvages, row)
		}
		return out, err
	})
}

// Seen says that the user has seen what was saved of a damaged history.
func (d *Data) Seen() error {
	return page.Guarded(d.Page, "Data.Seen", func() error { return d.Store().SalvagesSeen() })
}

// Backup copies the history with the settings into a file; "" asks where. It
// gives the file, "" when the user thinks better of it.
func (d *Data) Backup(file string) (string, error) {
	return page.Guard(d.Page, "Data.Backup", func() (string, error) {
		var err error
		if file == "" {
			name := "aipack-" + d.Page.About.Now().Format("2006-01-02") + ".db"
			if file, err = d.Page.Frame.SaveFile("Back up the history", name); err != nil || file == "" {
				return "", err
			}
		}
		err = d.Store().Backup(file)
		switch {
		case errors.Is(err, store.ErrItself):
			err = &fault.Fault{Code: fault.WrongUse, Message: "This is the history itself", Hint: "Choose another file for the backup.", Err: err}
		case err != nil:
			err = &fault.Fault{
				Code: fault.InvalidPath, Message: "The backup was not written to " + file,
				Hint: "Check that the folder can be written to and that the disk is not full.", Err: err,
			}
		}
		return file, err
	})
}

// Clear deletes every run for good, but those that are running, and says how many
// those were. While something is proved it refuses: the verdict would have no run.
func (d *Data) Clear() (int, error) {
	return page.Guard(d.Page, "Data.Clear", func() (int, error) {
		if d.Proving() {
			return 0, &fault.Fault{
				Code: fault.Busy, Message: "A proof is under way, and its run would be deleted",
				Hint: "Stop the proof on Home, or wait until it has ended; then clear the history.",
			}
		}
		cleared, dropped, err := d.Store().Clear()
		for _, id := range slices.Concat(cleared, dropped) {
			d.LetGo(id)
		}
		return len(cleared), errors.Join(err, d.Tidy())
	})
}
