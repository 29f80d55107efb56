// Package keep is the last step in the window: committing what was exported by the user's
// own git, and taking that back. It knows the runs and their verdicts; what git does is
// packaging/keep's.
package keep

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"time"

	"aipack/backend/base/fault"
	"aipack/backend/packaging/export"
	"aipack/backend/packaging/keep"
	"aipack/backend/prove"
	"aipack/backend/prove/audit"
	"aipack/backend/prove/gate"
	"aipack/backend/prove/lint"
	"aipack/backend/prove/owntests"
	"aipack/backend/repo"
	"aipack/backend/store"
	"aipack/backend/store/projectdb"
	"aipack/backend/window/page"
	"aipack/backend/window/session"
)

// holder is what others read who want the project meanwhile.
const holder = "aipack's window"

// longest is how long git may take with the project's hooks before it is stopped.
const longest = 10 * time.Minute

// Parts are what a Keep is made of.
type Parts struct {
	Page  *page.Link
	Store *session.Store
	Runs  *session.Registry
	Lint  lint.Checker
	Data  string        // the data folder
	Named func() string // the builder that the settings name; "": found
	Now   func() time.Time
}

// Keep commits the files of runs.
type Keep struct {
	parts Parts

	mu      sync.Mutex
	working map[string]context.CancelFunc // by runs
}

// New makes what the page may call.
func New(p Parts) *Keep { return &Keep{parts: p, working: map[string]context.CancelFunc{}} }

// Ready says how a commit of files stands.
type Ready struct {
	Problem    string          `json:"problem"` // why nothing can be committed; "" where it can
	Hint       string          `json:"hint"`
	Repository keep.Repository `json:"repository"` // without a root where there is none
	Files      []File          `json:"files"`
	Checks     []gate.Check    `json:"checks"`
	Message    string          `json:"message"` // one to begin with
	Last       *Last           `json:"last"`    // aipack's newest commit that stands; null for none
}

// File is one that would be committed.
type File struct {
	Path    string `json:"path"`
	Known   bool   `json:"known"`   // the newest commit has one by this name
	Problem string `json:"problem"` // why it cannot be committed; "" where it can
	Hint    string `json:"hint"`
}

// Last is a commit that aipack made.
type Last struct {
	ID        string `json:"id"` // as people write it
	Subject   string `json:"subject"`
	Branch    string `json:"branch"`
	CreatedAt int64  `json:"created_at"`
}

// Order says what is to be committed.
type Order struct {
	Paths   []string `json:"paths"`
	Message string   `json:"message"`
	Branch  string   `json:"branch"` // a new one for the commit; "" for the one that is there
	Reason  string   `json:"reason"` // why, although a check failed; "" for none
	Push    bool     `json:"push"`
}

// Made is a commit that was made.
type Made struct {
	Commit  keep.Commit `json:"commit"`
	Short   string      `json:"short"`   // its id as people write it
	Output  string      `json:"output"`  // what git and the project's hooks said
	Pushed  string      `json:"pushed"`  // where to; "" for nowhere
	Problem string      `json:"problem"` // what went wrong after it was made; "" for nothing
	Hint    string      `json:"hint"`
}

// Look says how a commit of some of a run's files stands; paths as the export has them.
func (k *Keep) Look(runID string, paths []string) (Ready, error) {
	return page.Guard(k.parts.Page, "Keep.Look", func() (Ready, error) {
		run, files, err := k.chosen(runID, paths)
		if err != nil {
			return Ready{}, err
		}
		return k.look(context.Background(), run, files)
	})
}

func (k *Keep) look(ctx context.Context, run *session.Run, files []export.File) (Ready, error) {
	out := Ready{Files: []File{}, Repository: keep.Repository{Hooks: []string{}}}
	proofs, err := k.proofs(run)
	if err != nil {
		return out, err
	}
	subject := gate.Subject{Proofs: proofs, Files: files}
	subject.Tests, subject.Audit = k.known(run, proofs)
	tree, err := repo.Open(run.Path())
	if err != nil {
		return out, fault.OfFile("The project's folder cannot be opened", err, "Check that it is still there.")
	}
	defer tree.Close()
	if subject.Sources, err = gate.Sources(ctx, tree, files); err != nil {
		return out, err
	}
	if out.Checks, err = gate.Checks(ctx, subject, k.parts.Lint); err != nil {
		return out, err
	}
	r, known, err := keep.Look(ctx, run.Path(), pathsOf(files))
	if err != nil {
		said := page.FaultOf(err)
		out.Problem, out.Hint = said.Message, said.Hint
		return out, nil
	}
	out.Repository = r
	if r.Refusal != nil {
		out.Problem, out.Hint = r.Refusal.Message, r.Refusal.Hint
	}
	for _, f := range known {
		one := File{Path: f.Path, Known: f.Known}
		if f.Refusal != nil {
			one.Problem, one.Hint = f.Refusal.Message, f.Refusal.Hint
		}
		out.Files = append(out.Files, one)
	}
	out.Message = keep.Suggest(subject.About(known))
	out.Last, err = k.last(run.Path())
	return out, err
}

// chosen gives a run and those of its files that were chosen.
func (k *Keep) chosen(runID string, paths []string) (*session.Run, []export.File, error) {
	run, err := k.parts.Runs.Run(runID)
	if err != nil {
		return nil, nil, err
	}
	files, _, err := run.Packaged(false)
	if err != nil {
		return nil, nil, err
	}
	return run, slices.DeleteFunc(files, func(f export.File) bool { return !slices.Contains(paths, f.Path) }), nil
}

func pathsOf(files []export.File) []string {
	out := make([]string, len(files))
	for i, f := range files {
		out[i] = f.Path
	}
	return out
}

// proofs says how the services of a run were proved.
func (k *Keep) proofs(run *session.Run) ([]gate.Proof, error) {
	run.EnsureDigests()
	v, err := k.parts.Store.Verdict(run.ID())
	if err != nil && !errors.Is(err, store.ErrAbsent) {
		return nil, err
	}
	names := map[string]string{} // of services by their folders
	for _, s := range run.Plan().Services {
		names[s.Name] = s.Document.Metadata.ProjectName
	}
	out := make([]gate.Proof, 0, len(v.Services))
	for _, s := range v.Services {
		one := gate.Proof{Service: cmp.Or(names[s.Service], s.Service)}
		if s.Last != nil {
			one.Verdict, one.Stale, one.At = prove.Verdict(s.Last.Verdict), s.Stale, time.UnixMilli(s.Last.StartedAt+s.Last.DurationMS)
			var r prove.Report
			if text, err := k.parts.Store.Report(s.Last.ID); err == nil && json.Unmarshal([]byte(text), &r) == nil {
				one.Said = r.InOneLine()
			}
		}
		out = append(out, one)
	}
	return out, nil
}

// known is what the services' own tests and the project's audit came to when they were made
// last. What cannot be read is not known.
func (k *Keep) known(run *session.Run, services []gate.Proof) (tests []gate.Tests, found audit.Report) {
	db, err := projectdb.Read(k.parts.Data, run.Path())
	if err != nil {
		return nil, found
	}
	defer func() { _ = db.Close() }() // it was read alone
	if found, err = audit.Current(db, k.parts.Now()); err != nil {
		found = audit.Report{}
	}
	rows, err := db.Tests()
	if err != nil {
		return nil, found
	}
	for _, one := range rows {
		if slices.ContainsFunc(services, func(p gate.Proof) bool { return p.Service == one.Service }) {
			tests = append(tests, gate.Tests{Service: one.Service, State: owntests.State(one.State), Said: one.Said, At: time.UnixMilli(one.RanAt)})
		}
	}
	return tests, found
}

// last is aipack's newest commit that stands, as far as its own record goes.
func (k *Keep) last(folder string) (*Last, error) {
	db, err := projectdb.Read(k.parts.Data, folder)
	if err != nil {
		return nil, nil // none was made, or its record cannot be read: then none can be taken back
	}
	defer func() { _ = db.Close() }() // it was read alone
	c, made, err := newest(db)
	if errors.Is(err, projectdb.ErrAbsent) || errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	subject, _, _ := strings.Cut(made.Message, "\n")
	return &Last{keep.Short(c.ID), subject, made.Branch, c.CreatedAt}, nil
}

func newest(db *projectdb.Database) (c projectdb.Commit, made keep.Commit, err error) {
	if c, err = db.LastCommit(); err == nil {
		err = json.Unmarshal(c.Made, &made)
	}
	return c, made, err
}

// refusal is what stands in the way of a commit; nil for nothing.
func refusal(r Ready, o Order) error {
	if r.Problem != "" {
		return &fault.Fault{Code: fault.CommandFailed, Message: r.Problem, Hint: r.Hint}
	}
	for _, f := range r.Files {
		if f.Problem != "" {
			return &fault.Fault{Code: fault.CommandFailed, Message: f.Problem, Hint: f.Hint}
		}
	}
	if held := gate.Against(r.Checks); len(held) > 0 && strings.TrimSpace(o.Reason) == "" {
		return &fault.Fault{Code: fault.CommandFailed, Message: held[0].Said, Hint: "Say why you commit all the same."}
	}
	return nil
}
