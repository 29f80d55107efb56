package window

import (
	"errors"

	"aipack/backend/fault"
	"aipack/backend/store"
	"aipack/backend/window/page"
)

// Data is what is kept on this computer as a whole.
type Data struct {
	page    *page.Link
	archive *archive
	memory  *memory
	values  *values
}

// State says what is kept, where, and what was saved of a damaged history.
func (d *Data) State() (DataState, error) {
	return page.Guard(d.page, "Data.State", func() (DataState, error) {
		_, total, err := d.archive.Runs(store.Filter{}, 0, 0)
		if err != nil {
			return DataState{}, err
		}
		salvages, err := d.archive.Salvages()
		out := DataState{Folder: d.page.About.Data, Database: d.archive.Path(), Kept: d.archive.Kept(), Bytes: d.archive.Bytes(), Runs: total, Salvages: []SalvageRow{}}
		for _, s := range salvages {
			row := SalvageRow{At: s.At, Aside: s.Aside, Kinds: []CarriedRow{}}
			for _, k := range s.Kinds {
				row.Kinds = append(row.Kinds, CarriedRow(k))
			}
			out.Salvages = append(out.Salvages, row)
		}
		return out, err
	})
}

// Seen says that the user has seen what was saved of a damaged history.
func (d *Data) Seen() error {
	return page.Guarded(d.page, "Data.Seen", d.archive.SalvagesSeen)
}

// Backup copies the history with the settings into a file; "" asks where. It
// gives the file, "" when the user thinks better of it.
func (d *Data) Backup(file string) (string, error) {
	return page.Guard(d.page, "Data.Backup", func() (string, error) {
		var err error
		if file == "" {
			name := "aipack-" + d.page.About.Now().Format("2006-01-02") + ".db"
			if file, err = d.page.Frame.SaveFile("Back up the history", name); err != nil || file == "" {
				return "", err
			}
		}
		err = d.archive.Backup(file)
		switch {
		case errors.Is(err, store.ErrItself):
			err = &fault.Fault{Code: fault.WrongUse, Message: "This is the history itself", Hint: "Choose another file for the backup.", Err: err}
		case err != nil:
			err = &fault.Fault{Code: fault.InvalidPath, Message: "The backup was not written to " + file, Hint: "Check that the folder can be written to and that the disk is not full.", Err: err}
		}
		return file, err
	})
}

// Clear deletes every run for good, but those that are running, and says how many
// those were.
func (d *Data) Clear() (int, error) {
	return page.Guard(d.page, "Data.Clear", func() (int, error) {
		ids, err := d.archive.Clear()
		for _, id := range ids {
			d.memory.letGo(id)
		}
		return len(ids), errors.Join(err, d.values.tidy())
	})
}
