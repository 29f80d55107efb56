package modelfile

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"aipack/backend/base/fault"
)

// Downloads owns the downloads of a program: they belong to no screen, go on
// while nobody looks, and are taken up again at the next start.
type Downloads struct {
	Shelf   Shelf
	Fetcher Fetcher
	// Hear is told all of them whenever one changes, at most a few times a second
	// each. It must not call back.
	Hear func([]Progress)

	mu     sync.Mutex
	jobs   map[string]*job
	closed bool
	wg     sync.WaitGroup
	heard  sync.Mutex // keeps what is told in order
}

// job is one download.
type job struct {
	at    Progress
	model Model
	stop  context.CancelCauseFunc // nil while none runs
	ended chan struct{}
	drop  bool // delete what was fetched when it ends
}

// Causes of a download's end.
var (
	errPaused    = errors.New("paused")
	errCancelled = errors.New("cancelled")
)

// Start begins a download or goes on with it; one that runs is left alone.
func (d *Downloads) Start(m Model) error {
	ctx, j, err := d.enter(context.Background(), m)
	if j == nil || err != nil {
		return err
	}
	go d.run(ctx, j)
	return nil
}

// Known gives the model of a download that is listed.
func (d *Downloads) Known(id string) (Model, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if j := d.jobs[id]; j != nil {
		return j.model, true
	}
	return Model{}, false
}

// enter lists a job that is about to run, and gives what ends it. It gives none
// where one for the same model runs already.
func (d *Downloads) enter(ctx context.Context, m Model) (context.Context, *job, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return nil, nil, &fault.Fault{Code: fault.Canceled, Message: "aipack is ending", Hint: "start it again"}
	}
	if d.jobs == nil {
		d.jobs = map[string]*job{}
	}
	if j := d.jobs[m.ID]; j != nil && j.stop != nil {
		if !j.drop {
			return nil, nil, nil
		}
		return nil, nil, &fault.Fault{Code: fault.Busy, Message: "the download is just being cancelled", Hint: "try again in a moment"}
	}
	ctx, stop := context.WithCancelCause(ctx)
	j := &job{
		model: m, stop: stop, ended: make(chan struct{}),
		at: Progress{ID: m.ID, Name: m.Name, File: m.File, Stage: Queued, Total: m.Bytes, Left: -1, Updated: time.Now()},
	}
	d.jobs[m.ID] = j
	d.wg.Add(1)
	return ctx, j, nil
}

// run fetches, and keeps what came of it.
func (d *Downloads) run(ctx context.Context, j *job) {
	defer d.wg.Done()
	defer close(j.ended)
	err := d.fetch(ctx, j)
	d.mu.Lock()
	j.stop(nil)
	j.stop = nil
	switch {
	case err == nil:
		j.at.Stage, j.at.Problem, j.at.Done = Done, nil, j.at.Total
	case j.drop:
		delete(d.jobs, j.model.ID)
	case fault.CodeOf(err) == fault.Canceled:
		j.at.Stage, j.at.Problem, j.at.Rate, j.at.Left = Paused, nil, 0, -1
	default:
		j.at.Stage, j.at.Problem = Failed, problem(err)
	}
	j.at.Updated = time.Now()
	drop := j.drop
	d.mu.Unlock()
	if drop {
		d.discard(j.model)
	}
	d.tell()
}

// hear keeps how far a job is, and tells. That it has ended is for those to say
// who run it: until they have let go of its files it has not.
func (d *Downloads) hear(j *job) func(Progress) {
	return func(p Progress) {
		ended := p.Stage.Ended()
		d.mu.Lock()
		if ended {
			p.Stage, p.Problem = j.at.Stage, nil
		}
		j.at = p
		d.mu.Unlock()
		if !ended {
			d.tell()
		}
	}
}

func problem(err error) *fault.Fault {
	var f *fault.Fault
	if errors.As(err, &f) {
		return f
	}
	return &fault.Fault{Code: fault.Internal, Message: err.Error()}
}

// discard deletes what was fetched of a model that is not here whole.
func (d *Downloads) discard(m Model) {
	base := filepath.Join(d.Shelf.Dir, m.File)
	held, err := lock(base)
	if err != nil {
		return // another program has it now
	}
	defer held.release()
	_ = os.Remove(base + partEnding)
	_ = os.Remove(base + partEnding + recordEnding)
}

// Pause stops a download and keeps what was fetched.
func (d *Downloads) Pause(id string) { d.end(id, errPaused, false) }

// Cancel stops a download and deletes what was fetched.
func (d *Downloads) Cancel(id string) {
	d.mu.Lock()
	j := d.jobs[id]
	idle := j != nil && j.stop == nil
	if idle {
		delete(d.jobs, id)
	}
	d.mu.Unlock()
	if idle {
		d.discard(j.model)
		d.tell()
		return
	}
	d.end(id, errCancelled, true)
}

// end stops a download that runs and waits until it has let go of its files.
func (d *Downloads) end(id string, why error, drop bool) {
	d.mu.Lock()
	j := d.jobs[id]
	if j == nil || j.stop == nil {
		d.mu.Unlock()
		return
	}
	j.drop = j.drop || drop
	j.stop(why)
	d.mu.Unlock()
	<-j.ended
}

// Dismiss takes a download off the list that has ended or is another program's;
// its files stay.
func (d *Downloads) Dismiss(id string) {
	d.mu.Lock()
	j := d.jobs[id]
	elsewhere := j != nil && j.at.Stage == Elsewhere
	d.mu.Unlock()
	if elsewhere {
		d.end(id, errPaused, false)
	}
	d.mu.Lock()
	if j := d.jobs[id]; j != nil && j.stop == nil {
		delete(d.jobs, id)
	}
	d.mu.Unlock()
	d.tell()
}

// List gives all downloads, those under way first, then by name.
func (d *Downloads) List() []Progress {
	d.mu.Lock()
	defer d.mu.Unlock()
	out := make([]Progress, 0, len(d.jobs))
	for _, j := range d.jobs {
		out = append(out, j.at)
	}
	slices.SortFunc(out, func(a, b Progress) int {
		ended := func(p Progress) int {
			if p.Stage.Ended() {
				return 1
			}
			return 0
		}
		return cmp.Or(cmp.Compare(ended(a), ended(b)), cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
	return out
}

// Active says whether a model is being fetched by this program.
func (d *Downloads) Active(id string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	j := d.jobs[id]
	return j != nil && j.stop != nil
}

func (d *Downloads) tell() {
	if d.Hear == nil {
		return
	}
	d.heard.Lock()
	defer d.heard.Unlock()
	d.Hear(d.List())
}

// Close ends all downloads and waits for them; the next start goes on with
// those that nobody had paused.
func (d *Downloads) Close() {
	d.mu.Lock()
	d.closed = true
	for _, j := range d.jobs {
		if j.stop != nil {
			j.stop(errClosing)
		}
	}
	d.mu.Unlock()
	d.wg.Wait()
}
