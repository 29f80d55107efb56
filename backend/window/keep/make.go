package keep

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"aipack/backend/base/fault"
	"aipack/backend/packaging/keep"
	"aipack/backend/store/projectdb"
	"aipack/backend/window/page"
)

// Make commits files of a run as they lie in its folder: Plan.Export wrote them before. It
// answers once git has ended, which waits for the project's hooks; Stop stops it.
func (k *Keep) Make(runID string, o Order) (Made, error) {
	return page.Guard(k.parts.Page, "Keep.Make", func() (Made, error) {
		run, files, err := k.chosen(runID, o.Paths)
		if err != nil {
			return Made{}, err
		}
		ctx, done, err := k.begin(runID, longest)
		if err != nil {
			return Made{}, err
		}
		defer done()
		ready, err := k.look(ctx, run, files)
		if err == nil {
			err = refusal(ready, o)
		}
		if err != nil {
			return Made{}, err
		}
		db, err := projectdb.Claim(holder, k.parts.Data, run.Path(), k.parts.Now)
		if err != nil {
			return Made{}, err
		}
		defer func() { _ = db.Close() }() // what it holds was saved before
		return carryOut(ctx, db, keep.Order{Folder: run.Path(), Paths: pathsOf(files), Message: keep.WithReason(o.Message, o.Reason), Branch: o.Branch}, o)
	})
}

// carryOut commits, keeps that, and pushes where that is wanted. What goes wrong once the
// commit stands is told beside it.
func carryOut(ctx context.Context, db *projectdb.Database, order keep.Order, o Order) (Made, error) {
	said := &page.Said{}
	c, err := keep.Make(ctx, order, said)
	out := Made{Commit: c, Short: keep.Short(c.ID)}
	if c.ID == "" {
		return out, err
	}
	text, failed := json.Marshal(c)
	if failed == nil {
		failed = db.SaveCommit(projectdb.Commit{ID: c.ID, Made: text, Reason: strings.TrimSpace(o.Reason)})
	}
	if err = errors.Join(err, failed); err == nil && o.Push {
		out.Pushed, err = keep.Push(ctx, order.Folder, said)
		if err != nil {
			out.Pushed = ""
		}
	}
	if err != nil {
		f := page.FaultOf(err)
		out.Problem, out.Hint = f.Message, f.Hint
	}
	out.Output = said.Take()
	return out, nil
}

// begin makes sure that one thing of a run is under way at a time, and ends it after a limit.
func (k *Keep) begin(runID string, limit time.Duration) (context.Context, func(), error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.working[runID] != nil {
		return nil, nil, &fault.Fault{Code: fault.Busy, Message: "A commit, or a run of the tests, of this project is under way", Hint: "Wait until it has ended, or stop it."}
	}
	ctx, stop := context.WithTimeout(context.Background(), limit)
	k.working[runID] = stop
	return ctx, func() {
		k.mu.Lock()
		defer k.mu.Unlock()
		stop()
		delete(k.working, runID)
	}, nil
}

// Stop stops the commit or the tests of a run that are under way; a commit that was made by
// then stands.
func (k *Keep) Stop(runID string) error {
	return page.Guarded(k.parts.Page, "Keep.Stop", func() error {
		k.mu.Lock()
		defer k.mu.Unlock()
		if stop := k.working[runID]; stop != nil {
			stop()
		}
		return nil
	})
}

// Undo takes aipack's newest commit in a run's repository back. The files stay.
func (k *Keep) Undo(runID string) (Last, error) {
	return page.Guard(k.parts.Page, "Keep.Undo", func() (Last, error) {
		run, err := k.parts.Runs.Run(runID)
		if err != nil {
			return Last{}, err
		}
		db, err := projectdb.Claim(holder, k.parts.Data, run.Path(), k.parts.Now)
		if err != nil {
			return Last{}, err
		}
		defer func() { _ = db.Close() }() // what it holds was saved before
		row, made, err := newest(db)
		if errors.Is(err, projectdb.ErrAbsent) {
			return Last{}, &fault.Fault{Code: fault.NothingFound, Message: "aipack has made no commit here that still stands", Hint: "git log shows those of others."}
		}
		if err == nil {
			err = keep.Undo(context.Background(), run.Path(), made)
		}
		if err != nil {
			return Last{}, err
		}
		row.UndoneAt = k.parts.Now().UnixMilli()
		subject, _, _ := strings.Cut(made.Message, "\n")
		return Last{keep.Short(row.ID), subject, made.Branch, row.CreatedAt}, db.SaveCommit(row)
	})
}
