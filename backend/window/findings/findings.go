// Package findings is what the window shows of audits: what was found in the project of a
// run, what may stand, and the list of known vulnerabilities on this computer.
package findings

import (
	"context"
	"errors"
	"io/fs"
	"strings"
	"sync"
	"time"

	"aipack/backend/base/fault"
	"aipack/backend/prove/audit"
	"aipack/backend/prove/osv"
	"aipack/backend/repo"
	"aipack/backend/store/projectdb"
	"aipack/backend/window/page"
	"aipack/backend/window/session"
)

// holder is what others read who want the project meanwhile.
const holder = "aipack's window"

// longest is how long an audit, or fetching a list, may take.
const longest = 10 * time.Minute

// Parts are what Findings are made of.
type Parts struct {
	Page    *page.Link
	Runs    *session.Registry
	Data    string // the data folder
	Source  string // where OSV's list comes from
	Version string // of aipack
	Now     func() time.Time
}

// Findings looks at the projects of runs.
type Findings struct {
	parts Parts

	mu      sync.Mutex
	working map[string]context.CancelFunc // by runs
}

// New makes what the page may call.
func New(p Parts) *Findings {
	return &Findings{parts: p, working: map[string]context.CancelFunc{}}
}

// Last is what the newest audit of a run's project found, here or by aipack audit, with
// what may stand by now. Its time is zero where there was none.
func (f *Findings) Last(runID string) (audit.Report, error) {
	return page.Guard(f.parts.Page, "Findings.Last", func() (audit.Report, error) {
		run, err := f.parts.Runs.Run(runID)
		if err != nil {
			return audit.Report{}, err
		}
		db, err := projectdb.Read(f.parts.Data, run.Path())
		if errors.Is(err, fs.ErrNotExist) {
			return whole(audit.Report{}), nil
		} else if err != nil {
			return audit.Report{}, err
		}
		defer func() { _ = db.Close() }() // it was read alone
		return f.standing(db)
	})
}

// Look audits the project of a run and keeps what it found. It asks no network; Stop stops
// it.
func (f *Findings) Look(runID string) (audit.Report, error) {
	return page.Guard(f.parts.Page, "Findings.Look", func() (audit.Report, error) {
		return f.during(runID, f.look)
	})
}

func (f *Findings) look(ctx context.Context, folder string) (audit.Report, error) {
	tree, err := repo.Open(folder)
	if err != nil {
		return audit.Report{}, fault.OfFile("The project's folder cannot be opened", err, "Check that it is still there.")
	}
	defer tree.Close()
	report, err := audit.Run(ctx, audit.Request{Folder: folder, Data: f.parts.Data, Project: tree, Now: f.parts.Now})
	if ctx.Err() != nil {
		return audit.Report{}, &fault.Fault{Code: fault.Canceled, Message: "The search was stopped", Hint: "What was found before still stands; search again when you like."}
	}
	if err != nil {
		return audit.Report{}, err
	}
	db, err := projectdb.Claim(holder, f.parts.Data, folder, f.parts.Now)
	if err != nil {
		return audit.Report{}, err
	}
	defer func() { _ = db.Close() }() // what it holds was saved before
	if err := audit.Save(db, report); err != nil {
		return audit.Report{}, err
	}
	return f.standing(db)
}

// Fetch gets OSV's list of known vulnerabilities for what the lock files of a run's project
// pin, over the network, and looks again.
func (f *Findings) Fetch(runID string) (audit.Report, error) {
	return page.Guard(f.parts.Page, "Findings.Fetch", func() (audit.Report, error) {
		return f.during(runID, f.fetch)
	})
}

func (f *Findings) fetch(ctx context.Context, folder string) (audit.Report, error) {
	wanted, err := audit.Ecosystems(folder)
	if err != nil {
		return audit.Report{}, err
	}
	db, err := osv.Open(f.parts.Data, f.parts.Now())
	if err != nil {
		return audit.Report{}, err
	}
	for _, e := range wanted {
		if _, err = db.Fetch(ctx, f.parts.Source, e, f.parts.Now(), func(int64) {}); err != nil {
			break
		}
	}
	if err = errors.Join(err, db.Close()); err != nil {
		return audit.Report{}, err
	}
	return f.look(ctx, folder)
}

// Ignore lets a finding stand until a day (2027-03-31), or for 90 days where that is "".
func (f *Findings) Ignore(runID, id, reason, until string) (audit.Report, error) {
	return page.Guard(f.parts.Page, "Findings.Ignore", func() (audit.Report, error) {
		end, err := audit.Until(until, f.parts.Now())
		if err != nil {
			return audit.Report{}, err
		}
		if strings.TrimSpace(reason) == "" {
			return audit.Report{}, &fault.Fault{Code: fault.WrongUse, Message: "A finding stands only with a reason", Hint: "Say why it may."}
		}
		return f.settle(runID, func(db *projectdb.Database) error {
			return db.Ignore(projectdb.Ignored{Finding: id, Reason: strings.TrimSpace(reason), Until: end.UnixMilli()})
		})
	})
}

// Heed counts a finding again that was let stand.
func (f *Findings) Heed(runID, id string) (audit.Report, error) {
	return page.Guard(f.parts.Page, "Findings.Heed", func() (audit.Report, error) {
		return f.settle(runID, func(db *projectdb.Database) error { return db.Heed(id) })
	})
}

// SARIF is the newest report of a run's project as SARIF, for other programs.
func (f *Findings) SARIF(runID string) (string, error) {
	return page.Guard(f.parts.Page, "Findings.SARIF", func() (string, error) {
		report, err := f.Last(runID)
		if err != nil {
			return "", err
		}
		text, err := report.SARIF(f.parts.Version)
		return string(text), err
	})
}

// Stop stops what is under way for a run.
func (f *Findings) Stop(runID string) error {
	return page.Guarded(f.parts.Page, "Findings.Stop", func() error {
		f.mu.Lock()
		defer f.mu.Unlock()
		if stop := f.working[runID]; stop != nil {
			stop()
		}
		return nil
	})
}

func (f *Findings) settle(runID string, change func(*projectdb.Database) error) (audit.Report, error) {
	run, err := f.parts.Runs.Run(runID)
	if err != nil {
		return audit.Report{}, err
	}
	db, err := projectdb.Claim(holder, f.parts.Data, run.Path(), f.parts.Now)
	if err != nil {
		return audit.Report{}, err
	}
	defer func() { _ = db.Close() }() // what it holds was saved before
	if err := change(db); err != nil {
		return audit.Report{}, err
	}
	return f.standing(db)
}

// standing is a project's newest report with what may stand by now.
func (f *Findings) standing(db *projectdb.Database) (audit.Report, error) {
	report, err := audit.Current(db, f.parts.Now())
	return whole(report), err
}

// whole has lists in the place of nulls, for the page.
func whole(r audit.Report) audit.Report {
	if r.Looks == nil {
		r.Looks = []audit.Look{}
	}
	if r.Findings == nil {
		r.Findings = []audit.Finding{}
	}
	return r
}

// during does one thing with the folder of a run, which Stop and a limit end; one at a time.
func (f *Findings) during(runID string, do func(ctx context.Context, folder string) (audit.Report, error)) (audit.Report, error) {
	run, err := f.parts.Runs.Run(runID)
	if err != nil {
		return audit.Report{}, err
	}
	ctx, done, err := f.begin(runID)
	if err != nil {
		return audit.Report{}, err
	}
	defer done()
	return do(ctx, run.Path())
}

// begin makes sure that one thing of a run is under way at a time, and ends it after a limit.
func (f *Findings) begin(runID string) (context.Context, func(), error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.working[runID] != nil {
		return nil, nil, &fault.Fault{Code: fault.Busy, Message: "This project is being searched already", Hint: "Wait until that has ended, or stop it."}
	}
	ctx, stop := context.WithTimeout(context.Background(), longest)
	f.working[runID] = stop
	return ctx, func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		stop()
		delete(f.working, runID)
	}, nil
}
