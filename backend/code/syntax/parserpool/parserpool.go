// Package parserpool reads sources in processes of their own, several at once: what a
// grammar does with a hostile text costs that text alone. A process is this
// program with a hidden command.
package parserpool

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"aipack/backend/base/worker"
	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/facts"
)

// Source is a file to be read.
type Source struct {
	Path     string `json:"path"`
	Language string `json:"language"`
	Text     []byte `json:"text"`
}

// bundle is what a process is asked for at once.
type bundle struct {
	Sources []Source `json:"sources"`
}

// said is what it says of one of them, and nothing of the last answer.
type said struct {
	Facts []byte `json:"facts,omitempty"` // packed
}

const (
	mostProcesses = 4
	bundled       = 512 << 10       // bytes of text that are asked for at once
	mostAtOnce    = 64              // files
	patience      = 8 * time.Second // without a word about the next file
	idle          = 20 * time.Second
)

// ReadingFailed begins what a file's Cut says where the process that read it
// ended.
const ReadingFailed = "reading it ended the process: "

// Readers are the processes. It is safe for use by several goroutines.
type Readers struct {
	start func() (*worker.Process[bundle, said], error)
	seats []*worker.Slot[bundle, said]
}

// Command is the hidden command of a process.
const Command = "source-reader"

// Own are processes of this program.
func Own() (*Readers, error) {
	args, err := worker.Self(Command)
	if err != nil {
		return nil, err
	}
	return New(args), nil
}

// New makes a crew whose processes are started by need, and end after a while
// without work. The arguments are the program and its hidden command; see
// worker.Self.
func New(args []string) *Readers {
	c := &Readers{start: func() (*worker.Process[bundle, said], error) {
		return worker.Start[bundle, said](worker.Command{Name: "the process that reads sources", Args: args, Patience: time.Second, Env: []string{"GOMAXPROCS=2"}})
	}}
	for range min(max(runtime.NumCPU(), 1), mostProcesses) {
		c.seats = append(c.seats, worker.NewSlot[bundle, said](idle, nil))
	}
	return c
}

// Close ends the processes.
func (c *Readers) Close() error {
	var errs []error
	for _, s := range c.seats {
		errs = append(errs, s.Close())
	}
	return errors.Join(errs...)
}

// Read reads sources and gives what each says to hear, from one goroutine at a
// time and in no order. A source that cannot be read is heard with a Cut. The
// errors are ctx's, and that no process can be started.
func (c *Readers) Read(ctx context.Context, sources []Source, hear func(*facts.File)) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	work := make(chan []Source)
	var heard sync.Mutex
	one := func(f *facts.File) {
		heard.Lock()
		defer heard.Unlock()
		hear(f)
	}
	var wait sync.WaitGroup
	for _, seat := range c.seats {
		wait.Go(func() {
			for part := range work {
				if err := c.readOn(ctx, seat, part, one); err != nil {
					cancel(err)
				}
			}
		})
	}
	for len(sources) > 0 && ctx.Err() == nil {
		n := share(sources)
		select {
		case work <- sources[:n]:
			sources = sources[n:]
		case <-ctx.Done():
		}
	}
	close(work)
	wait.Wait()
	return context.Cause(ctx)
}

// share is how many of the next sources are asked for at once.
func share(sources []Source) int {
	n, size := 0, 0
	for n < len(sources) && n < mostAtOnce && (n == 0 || size+len(sources[n].Text) <= bundled) {
		size += len(sources[n].Text)
		n++
	}
	return n
}

// readOn has one process read sources. Where it ends, the first of them that it
// has said nothing of is the reason; the others are read by the next.
func (c *Readers) readOn(ctx context.Context, seat *worker.Slot[bundle, said], sources []Source, hear func(*facts.File)) error {
	if err := seat.Take(ctx); err != nil {
		return err
	}
	defer seat.Give()
	for len(sources) > 0 {
		p := seat.Ready()
		if p == nil {
			var err error
			if p, err = c.start(); err != nil {
				return err
			}
			seat.Put(p)
		}
		left, err := ask(ctx, p, sources, hear)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err == nil {
			for _, s := range left {
				hear(facts.Of(&syntax.File{Path: s.Path, Language: s.Language, Cut: ReadingFailed + errSilent.Error()}))
			}
			return nil
		}
		if len(left) > 0 {
			hear(facts.Of(&syntax.File{Path: left[0].Path, Language: left[0].Language, Cut: ReadingFailed + err.Error()}))
			left = left[1:]
		}
		sources = left
	}
	return nil
}

var (
	errStuck  = errors.New("it was not done with it in time")
	errSilent = errors.New("it said nothing that can be read")
)

// ask gives the sources that nothing was said of, and why.
func ask(ctx context.Context, p *worker.Process[bundle, said], sources []Source, hear func(*facts.File)) ([]Source, error) {
	left := slices.Clone(sources)
	var late atomic.Bool
	stuck := time.AfterFunc(patience, func() {
		late.Store(true)
		p.Kill()
	})
	defer stuck.Stop()
	_, err := p.Call(ctx, bundle{Sources: sources}, func(a said) {
		f, err := facts.Open(a.Facts)
		if err != nil {
			return // nothing was said of one: it is the reason
		}
		at := slices.IndexFunc(left, func(s Source) bool { return s.Path == f.Path })
		if at < 0 {
			return
		}
		stuck.Reset(patience)
		left = slices.Delete(left, at, at+1)
		hear(f)
	})
	if err != nil && late.Load() {
		err = errStuck
	}
	return left, err
}
