package window

import (
	"context"
	"errors"
	"time"

	"aipack/backend/store"
	"aipack/backend/window/proofs"
)

// Open opens the history. Only a folder that another aipack has is an error:
// whatever else is wrong, the window works and says that nothing is kept.
func (a *App) Open() error {
	if err := a.openArchive(); err != nil {
		return err
	}
	defer a.Page.Open()
	a.preferences.Open()
	if err := a.preferences.OpenLedger(); err != nil {
		a.Page.NotifyFirst("warning", "What models of the cloud may cost is not sure: "+err.Error()+".",
			"Look at the cap of a month in Settings, Limits, and save it.")
	}
	a.forgetOld()
	go a.Page.Apart("the cleaning of variables", func() {
		if err := a.values.Tidy(); err != nil {
			a.Page.Log.Add(err.Error())
		}
	})
	a.examine()
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
		a.Page.NotifyFirst("error", "The history cannot be opened, so nothing is kept: "+err.Error()+".",
			"Check that "+a.data+" can be written to and that the disk is not full.")
	}
	if err != nil {
		a.Page.Log.Add(err.Error())
		if s, err = store.Memory(a.now); err != nil {
			return err
		}
	}
	a.store.DB = s
	return nil
}

// forgetOld keeps of the history as much as the settings say.
func (a *App) forgetOld() {
	now := a.preferences.InForce()
	var err error
	if now.KeepDays > 0 {
		_, err = a.store.Forget(a.now().Add(-time.Duration(now.KeepDays) * 24 * time.Hour).UnixMilli())
	}
	if now.KeepMB > 0 && err == nil {
		_, err = a.store.ForgetOver(int64(now.KeepMB) << 20)
	}
	if err != nil && !errors.Is(err, store.ErrAbsent) {
		a.Page.Log.Add(err.Error())
	}
}

// mostExamined bounds the search for damage in a history that is too large for
// opening to look at: a terabyte would be no history.
const mostExamined = 5 * time.Minute

// examine begins to look for damage that nobody has met yet.
func (a *App) examine() {
	ctx, stop := context.WithTimeout(context.Background(), mostExamined)
	done := make(chan struct{})
	a.endExamining = func() {
		stop()
		<-done
	}
	go a.Page.Apart("the search for damage", func() {
		defer close(done)
		a.examined(a.store.Examine(ctx))
	})
}

func (a *App) examined(err error) {
	switch {
	case errors.Is(err, store.ErrDamaged):
		a.Page.Notify("warning", "A part of the history is damaged.", "Close aipack and start it again: what can be read is saved then, and you see what was lost.")
	case err != nil:
		a.Page.Log.Add(err.Error())
	}
}

// Close ends what runs and writes everything out.
func (a *App) Close() {
	ending, held := a.registry.Cancel()
	proofs.Cancel(a.Proofs, a.Previews)
	a.endMeasuring()
	a.endAsking()
	a.endServers()
	a.endFleet()
	a.files.Close()
	for _, r := range ending {
		r.Stop(200 * time.Millisecond)
	}
	for _, r := range held {
		r.Settle()
	}
	if a.endExamining != nil {
		a.endExamining()
	}
	if a.store.DB != nil {
		if err := a.store.Close(); err != nil {
			a.Page.Log.Add(err.Error())
		}
	}
	if err := a.leaveCode(); err != nil {
		a.Page.Log.Add(err.Error())
	}
	proofs.StopPreviews(a.Previews) // last: an engine may take its time, and the data folder is free by now
}
