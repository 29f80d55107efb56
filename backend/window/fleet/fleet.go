// Package fleet is what the window shows of many repositories: the queue that aipack fleet
// uses where no flag names another. It is opened once somebody looks, and closed when
// nobody has for a while; looking makes none.
package fleet

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"aipack/backend/base/fault"
	"aipack/backend/fleet"
	"aipack/backend/fleet/report"
	"aipack/backend/window/page"
)

const (
	idle     = time.Minute      // that a queue stays open without a question
	patience = 20 * time.Second // for a database that does not answer; the page gives up after 30
	mostRows = 500              // of one answer
)

// Parts are what Fleet works with.
type Parts struct {
	Page        *page.Link
	Data        string                                       // the data folder
	Environment func(name string) (value string, there bool) // of aipack
}

// Fleet is the queue of many repositories, and what came of each.
type Fleet struct {
	parts Parts
	idle  time.Duration
	work  context.Context // ends with the program
	stop  context.CancelFunc

	mu    sync.Mutex // one question at a time
	queue *fleet.Queue
	at    string      // its address
	file  os.FileInfo // of a file, as it was opened: another one may lie there by now
	timer *time.Timer
}

// New opens nothing; end is for who ends the program.
func New(parts Parts) (f *Fleet, end func()) {
	f = &Fleet{parts: parts, idle: idle}
	f.work, f.stop = context.WithCancel(context.Background())
	return f, func() {
		f.stop()
		f.mu.Lock()
		defer f.mu.Unlock()
		f.close()
	}
}

// address is where the command line has its queue.
func (f *Fleet) address() string {
	named, _ := f.parts.Environment(fleet.Variable)
	return cmp.Or(named, filepath.Join(f.parts.Data, fleet.File))
}

// asked answers a question with the queue; fleet.ErrAbsent says that there is none.
func asked[T any](f *Fleet, do func(context.Context, *fleet.Queue) (T, error)) (out T, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	ctx, stop := context.WithTimeout(f.work, patience)
	defer stop()
	at := f.address()
	if err := f.open(ctx, at); err != nil {
		return out, said(err, "The queue "+fleet.Shown(at)+" cannot be opened")
	}
	f.timer.Reset(f.idle)
	out, err = do(ctx, f.queue)
	return out, said(err, "The queue "+fleet.Shown(at)+" does not answer")
}

func (f *Fleet) open(ctx context.Context, at string) error {
	file, err := os.Stat(at)
	if err != nil {
		file = nil // a PostgreSQL, or none; which of them is found out by opening
	}
	if f.queue != nil && f.at == at && (f.file == nil || file != nil && os.SameFile(f.file, file)) {
		return nil
	}
	f.close()
	if err := f.work.Err(); err != nil {
		return err
	}
	q, err := fleet.OpenBegun(ctx, at)
	if err != nil {
		return err
	}
	f.queue, f.at, f.file = q, at, file
	var mine *time.Timer
	mine = time.AfterFunc(f.idle, func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		if f.timer == mine {
			f.close()
		}
	})
	f.timer = mine
	return nil
}

// close lets the queue go. What was written is committed.
func (f *Fleet) close() {
	if f.queue == nil {
		return
	}
	f.timer.Stop()
	if err := f.queue.Close(); err != nil {
		f.parts.Page.Log.Add(err.Error())
	}
	f.queue, f.file, f.timer = nil, nil, nil
}

// said is an error in the page's words.
func said(err error, what string) error {
	switch {
	case err == nil || errors.Is(err, fleet.ErrAbsent):
		return err
	case errors.Is(err, context.DeadlineExceeded):
		return &fault.Fault{Code: fault.Timeout, Message: what, Err: err, Hint: "Check that its database can be reached from here, and try again."}
	case errors.Is(err, fs.ErrPermission):
		return &fault.Fault{Code: fault.PermissionDenied, Message: what, Err: err, Hint: "Check who may read and write it."}
	}
	return &fault.Fault{Code: fault.CommandFailed, Message: what, Err: err, Hint: "aipack fleet status says more; " + fleet.Variable + " names the queue where it is set."}
}

// absent is for what needs a queue.
func absent(err error) error {
	if errors.Is(err, fleet.ErrAbsent) {
		return &fault.Fault{Code: fault.NothingFound, Message: "There is no queue any more", Hint: "aipack fleet run LIST begins one."}
	}
	return err
}

// State is how the fleet stands.
func (f *Fleet) State() (State, error) {
	return page.Guard(f.parts.Page, "Fleet.State", func() (State, error) {
		out := State{Queue: fleet.Shown(f.address()), Workers: []Worker{}, Causes: []Count{}}
		s, err := asked(f, func(ctx context.Context, q *fleet.Queue) (fleet.Status, error) { return q.Status(ctx) })
		if errors.Is(err, fleet.ErrAbsent) {
			return out, nil
		} else if err != nil {
			return State{}, err
		}
		out.There, out.Waiting, out.Later, out.Running = true, s.Waiting, s.Later, s.Running
		for _, w := range s.Workers {
			out.Workers = append(out.Workers, Worker{w.Name, w.Version, w.Slots, w.Began.UnixMilli()})
		}
		for _, c := range fleet.Causes {
			if n := s.Causes[c]; n > 0 {
				out.Causes = append(out.Causes, Count{string(c), report.Words(c), n})
				out.Results += n
			}
		}
		return out, nil
	})
}

// Page gives so many results from a place on, at most 500.
func (f *Fleet) Page(filter Filter, offset, limit int) (Rows, error) {
	return page.Guard(f.parts.Page, "Fleet.Page", func() (Rows, error) {
		out, err := asked(f, func(ctx context.Context, q *fleet.Queue) (Rows, error) {
			wanted := fleet.Filter{Cause: fleet.Cause(filter.Cause), Text: filter.Text}
			list, all, err := q.Page(ctx, wanted, max(offset, 0), min(max(limit, 0), mostRows))
			rows := Rows{Rows: make([]Row, len(list)), All: all}
			for i, r := range list {
				rows.Rows[i] = rowOf(r)
			}
			return rows, err
		})
		if errors.Is(err, fleet.ErrAbsent) {
			return Rows{Rows: []Row{}}, nil
		}
		return out, err
	})
}

// Retry puts what failed, was given up or could not be fetched into the queue again, or
// what has one cause. It says how many.
func (f *Fleet) Retry(cause string) (int, error) {
	return page.Guard(f.parts.Page, "Fleet.Retry", func() (int, error) {
		causes := fleet.Bad
		if cause != "" {
			causes = []fleet.Cause{fleet.Cause(cause)}
		}
		n, err := asked(f, func(ctx context.Context, q *fleet.Queue) (int, error) {
			added, err := q.Retry(ctx, f.parts.Page.About.Version, causes...)
			return added.New, err
		})
		return n, absent(err)
	})
}

// Again puts one repository into the queue; false: it was there already.
func (f *Fleet) Again(repository, ref, want string) (bool, error) {
	return page.Guard(f.parts.Page, "Fleet.Again", func() (bool, error) {
		n, err := asked(f, func(ctx context.Context, q *fleet.Queue) (int, error) {
			order := fleet.Order{Want: fleet.Want(want), Version: f.parts.Page.About.Version, Again: true}
			added, err := q.Add(ctx, []fleet.Repository{{Address: repository, Ref: ref}}, order)
			return added.New, err
		})
		return n > 0, absent(err)
	})
}

// Stop takes everything out of the queue, also what workers have; results stay. It says
// how many jobs that were.
func (f *Fleet) Stop() (int, error) {
	return page.Guard(f.parts.Page, "Fleet.Stop", func() (int, error) {
		n, err := asked(f, func(ctx context.Context, q *fleet.Queue) (int64, error) { return q.Stop(ctx) })
		return int(n), absent(err)
	})
}
