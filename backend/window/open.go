package window

import (
	"errors"
	"time"

	"aipack/backend/store"
)

// Open opens the history. Only a folder that another aipack has is an error:
// whatever else is wrong, the window works and says that nothing is kept.
func (a *App) Open() error {
	if err := a.openArchive(); err != nil {
		return err
	}
	defer a.Page.Open()
	a.preferences.open()
	if err := a.preferences.openBooks(); err != nil {
		a.Page.NotifyFirst("warning", "What models of the cloud may cost is not sure: "+err.Error()+".", "Look at the cap of a month in Settings, Limits, and save it.")
	}
	a.forgetOld()
	go a.Page.Apart("the cleaning of variables", func() {
		if err := a.values.tidy(); err != nil {
			a.Page.Log.Add(err.Error())
		}
	})
	if err := a.files.Begin(); err != nil {
		a.Page.NotifyFirst("warning", "A download cannot go on: "+err.Error()+".", "Start it again from Settings, Models.")
	}
	return nil
}

func (a *App) openArchive() error {
	s, err := store.Open(a.data, a.now)
	if errors.Is(err, store.ErrInUse) {
		return err
	}
	var newer store.Newer
	switch {
	case errors.As(err, &newer):
		a.Page.NotifyFirst("error", "The history is not shown and nothing is kept: "+newer.Error()+".", "Install the newer aipack again; the file was left as it is.")
	case err != nil:
		a.Page.NotifyFirst("error", "The history cannot be opened, so nothing is kept: "+err.Error()+".", "Check that "+a.data+" can be written to and that the disk is not full.")
	case s.SetAside != "":
		a.Page.NotifyFirst("warning", "The history was damaged. It was set aside, and a new one begun.", "The damaged file is kept as "+s.SetAside+".")
	}
	if err != nil {
		a.Page.Log.Add(err.Error())
		if s, err = store.Memory(a.now); err != nil {
			return err
		}
	}
	a.archive.DB = s
	return nil
}

// forgetOld keeps the history as long as the settings say.
func (a *App) forgetOld() {
	days := a.preferences.inForce().KeepDays
	if days == 0 {
		return
	}
	if _, err := a.archive.Forget(a.now().Add(-time.Duration(days) * 24 * time.Hour).UnixMilli()); err != nil && !errors.Is(err, store.ErrAbsent) {
		a.Page.Log.Add(err.Error())
	}
}

// Close ends what runs and writes everything out.
func (a *App) Close() {
	ending, held := a.memory.cancel()
	a.Proofs.cancel()
	a.Previews.cancel()
	a.endMeasuring()
	a.files.Close()
	for _, r := range ending {
		r.stop(200 * time.Millisecond)
	}
	for _, r := range held {
		r.settle()
	}
	if a.archive.DB != nil {
		if err := a.archive.Close(); err != nil {
			a.Page.Log.Add(err.Error())
		}
	}
	if err := a.Code.leave(); err != nil {
		a.Page.Log.Add(err.Error())
	}
	a.Previews.stopAll() // last: an engine may take its time, and the data folder is free by now
}
