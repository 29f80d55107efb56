package fleet

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
)

// Checkout is a repository that lies here.
type Checkout struct {
	Folder  string
	Commit  string
	Release func() // gives it back; nil for nothing to do
}

// ErrNever says that a repository cannot be had, and that trying again would not help.
var ErrNever = errors.New("it is not there")

// Worker takes jobs out of a queue and does them.
type Worker struct {
	Queue   *Queue
	Name    string // for people: the machine
	Version string // of the program: whose rules the results are
	Slots   int    // jobs that are handled at once

	Fetch  func(context.Context, Repository) (Checkout, error)
	Handle func(ctx context.Context, c Checkout, j Job) Outcome

	// Lease is how long a worker counts as living without a sign of it; then its jobs
	// are others'. A sign is given four times as often.
	Lease      time.Duration
	Tries      int           // of what may pass by itself: a network, a kill
	Pause      time.Duration // before the second try; the third waits four times as long, and so on
	MostLosses int           // workers that may die over a job
	Patience   time.Duration // for a database that does not answer

	UntilEmpty bool               // ends where the queue is empty, which is after the last job of all workers
	Log        func(string)       // what goes wrong beside jobs; nil for nobody
	Done       func(Result, bool) // a job is over; true: without work, as the result was known. nil for nobody

	member member
	mu     sync.Mutex
	held   map[taken]context.CancelCauseFunc
	freed  chan struct{} // a job is over
	slots  chan struct{} // one value for each job at work
	quick  atomic.Bool   // the last job took less than quickly
}

// taken is a job as it was taken: where it was lost meanwhile, it may be taken again.
type taken struct {
	id      int64
	attempt int
}

// poll is how often an idle worker looks into the queue.
const poll = 300 * time.Millisecond

// Run works until the context ends, or the queue is empty where that is wanted. What it
// has then goes back into the queue. An error says that the database did not answer for
// longer than Patience.
func (w *Worker) Run(ctx context.Context) error {
	id, err := uuid.NewV7()
	if err != nil {
		return err
	}
	w.member = member{id.String(), w.Name, w.Version, w.Slots, w.Lease, w.Pause, w.MostLosses}
	w.held, w.freed = map[taken]context.CancelCauseFunc{}, make(chan struct{}, 1)
	w.slots = make(chan struct{}, w.Slots)
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	if err := w.beat(ctx); err != nil {
		return err
	}
	var others, jobs sync.WaitGroup
	others.Go(func() { end(w.beats(ctx)) })
	err = w.work(ctx, &jobs)
	end(err)
	jobs.Wait()
	others.Wait()
	parting, stop := context.WithTimeout(context.WithoutCancel(ctx), opPatience)
	defer stop()
	if bye := w.Queue.farewell(parting, w.member.id); bye != nil {
		w.log("leaving the queue: " + bye.Error())
	}
	if err == nil {
		err = context.Cause(ctx)
	}
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

func (w *Worker) work(ctx context.Context, jobs *sync.WaitGroup) error {
	idle := time.NewTimer(0)
	defer idle.Stop()
	for ctx.Err() == nil {
		free := w.room() - w.holding()
		var got []Job
		if free > 0 {
			if err := w.persist(ctx, func(ctx context.Context) (err error) { got, err = w.Queue.take(ctx, w.member.id, free); return err }); err != nil {
				return err
			}
		}
		for _, j := range got {
			mine, cancel := context.WithCancelCause(ctx)
			w.hold(j, cancel)
			jobs.Go(func() {
				w.do(mine, j)
				cancel(nil)
				w.free(j)
			})
		}
		if free > 0 && len(got) == 0 && w.UntilEmpty && w.holding() == 0 {
			var left int
			if err := w.persist(ctx, func(ctx context.Context) (err error) { left, err = w.Queue.left(ctx); return err }); err != nil || left == 0 {
				return err
			}
		}
		wait := poll
		if free == 0 || len(got) == free {
			wait = math.MaxInt64 // nothing can be taken before a job is over
		}
		idle.Reset(wait)
		select {
		case <-ctx.Done():
		case <-w.freed:
		case <-idle.C:
		}
	}
	return nil
}

// quickly is a job beside which it shows that the next one is still to be taken, and the
// last one to be written. In seconds.
const quickly = 1

// room is how many jobs a worker has: those at work, and while they are quick as many
// that are fetched meanwhile and wait here for a slot.
func (w *Worker) room() int {
	if w.quick.Load() {
		return 2 * w.Slots
	}
	return w.Slots
}

// do does one job and says so.
func (w *Worker) do(ctx context.Context, j Job) {
	began := time.Now()
	r := Result{Repository: j.Repository, Want: j.Want, Version: w.Version, Tries: j.Tries(), Losses: j.Losses, Worker: w.Name}
	c, err := w.Fetch(ctx, j.Repository)
	if err != nil {
		switch {
		case ctx.Err() != nil:
			w.giveBack(ctx, j)
		case j.Tries() < w.Tries && !errors.Is(err, ErrNever):
			w.again(ctx, j, err.Error())
		default:
			r.Cause, r.Said, r.Seconds = Unavailable, err.Error(), time.Since(began).Seconds()
			w.record(ctx, j, r, nil)
		}
		return
	}
	if c.Release != nil {
		defer c.Release()
	}
	r.Commit = c.Commit
	var there bool
	err = w.persist(ctx, func(ctx context.Context) (err error) {
		there, err = w.Queue.finished(ctx, j, c.Commit, w.Version)
		return err
	})
	if err != nil || there {
		w.over(ctx, j, r, true, err)
		return
	}
	r.Seconds = time.Since(began).Seconds()
	select {
	case w.slots <- struct{}{}:
	case <-ctx.Done():
		w.giveBack(ctx, j)
		return
	}
	began = time.Now()
	o := w.Handle(ctx, c, j)
	<-w.slots
	r.Cause, r.Said, r.Services, r.Digest, r.CPU = o.Cause, o.Said, o.Services, digest(o.Output), o.CPU
	r.Seconds += time.Since(began).Seconds()
	w.quick.Store(r.Seconds < quickly)
	switch {
	case ctx.Err() != nil:
		w.giveBack(ctx, j)
		return
	case o.Passing && j.Tries() < w.Tries:
		w.again(ctx, j, o.Said)
		return
	}
	w.record(ctx, j, r, o.Output)
}

func (w *Worker) record(ctx context.Context, j Job, r Result, output []byte) {
	err := w.persist(ctx, func(ctx context.Context) error { return w.Queue.record(ctx, j, r, output) })
	w.over(ctx, j, r, false, err)
}

func (w *Worker) over(ctx context.Context, j Job, r Result, known bool, err error) {
	switch {
	case err == nil:
		if w.Done != nil {
			w.Done(r, known)
		}
	case ctx.Err() != nil:
		w.giveBack(ctx, j)
	case !errors.Is(err, ErrLost):
		w.log(fmt.Sprintf("the result of %s was not written: %v", j.Repository, err))
	}
}

// again puts a job back for a later try.
func (w *Worker) again(ctx context.Context, j Job, why string) {
	after := w.Pause
	for range j.Tries() - 1 {
		after *= 4
	}
	if err := w.persist(ctx, func(ctx context.Context) error { return w.Queue.later(ctx, j, after, why) }); err != nil && !errors.Is(err, ErrLost) {
		w.log(fmt.Sprintf("%s was not put back: %v", j.Repository, err))
	}
}

// giveBack lets others have a job that this worker was stopped at. Where that fails they
// have it after the lease.
func (w *Worker) giveBack(ctx context.Context, j Job) {
	if errors.Is(context.Cause(ctx), ErrLost) {
		return
	}
	parting, stop := context.WithTimeout(context.WithoutCancel(ctx), opPatience)
	defer stop()
	if err := w.Queue.back(parting, j); err != nil && !errors.Is(err, ErrLost) {
		w.log(fmt.Sprintf("%s was not given back: %v", j.Repository, err))
	}
}

// beats says that this worker lives, until the context ends.
func (w *Worker) beats(ctx context.Context) error {
	tick := time.NewTicker(w.Lease / 4)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
			if err := w.beat(ctx); err != nil && ctx.Err() == nil {
				return err
			}
		}
	}
}

// beat gives one sign of life, and ends what was taken from this worker meanwhile.
func (w *Worker) beat(ctx context.Context) error {
	before := w.holds()
	var have map[int64]int
	if err := w.persist(ctx, func(ctx context.Context) (err error) {
		have, err = w.Queue.beat(ctx, w.member)
		return err
	}); err != nil {
		return err
	}
	for t, cancel := range before {
		if have[t.id] != t.attempt {
			cancel(ErrLost) // or it is over by now, and nobody hears it
		}
	}
	return nil
}

// persist calls the database until it answers: it may be restarting.
func (w *Worker) persist(ctx context.Context, do func(context.Context) error) error {
	began, wait := time.Now(), 100*time.Millisecond
	for {
		err := do(ctx)
		switch {
		case err == nil || errors.Is(err, errDone):
			return nil
		case errors.Is(err, ErrLost) || ctx.Err() != nil:
			return err
		case time.Since(began) > cmp.Or(w.Patience, math.MaxInt64):
			return fmt.Errorf("the queue has not answered for %s: %w", time.Since(began).Round(time.Second), err)
		}
		w.log("the queue: " + err.Error())
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait):
		}
		wait = min(2*wait, 5*time.Second)
	}
}

func (w *Worker) log(text string) {
	if w.Log != nil {
		w.Log(text)
	}
}

func (w *Worker) holding() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.held)
}

func (w *Worker) holds() map[taken]context.CancelCauseFunc {
	w.mu.Lock()
	defer w.mu.Unlock()
	return maps.Clone(w.held)
}

func (w *Worker) hold(j Job, cancel context.CancelCauseFunc) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.held[taken{j.ID, j.attempt}] = cancel
}

func (w *Worker) free(j Job) {
	w.mu.Lock()
	delete(w.held, taken{j.ID, j.attempt})
	w.mu.Unlock()
	select {
	case w.freed <- struct{}{}:
	default: // it will look anyway
	}
}
