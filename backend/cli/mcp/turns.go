package mcp

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"

	"aipack/backend/code/codefind"
)

// slots are the places of those that work at the same time.
type slots chan struct{}

// slot waits for a place. Whoever waits longest is the next.
func slot(ctx context.Context, of slots) (release func(), err error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	select {
	case of <- struct{}{}:
		return func() { <-of }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// defect is a panic that was caught.
type defect struct {
	value any
	stack []byte
}

func (d *defect) Error() string { return fmt.Sprintf("%v\n%s", d.value, d.stack) }

// catch, deferred, makes an error of a panic.
func catch(err *error) {
	if v := recover(); v != nil {
		*err = &defect{v, debug.Stack()}
	}
}

// graphs has one folder's graph in memory at a time. Calls that ask about the folder
// while its reading waits for its turn have it in common: it begins after all of them
// have asked, so that none hears of sources as they were before its question. A call
// that comes later has it read again.
type graphs struct {
	turn slots

	mu      sync.Mutex
	waiting map[string]*reading // by the folder's name
}

func newGraphs() *graphs { return &graphs{turn: make(slots, 1), waiting: map[string]*reading{}} }

// reading is a graph that is read for some calls. It ends with the last of them.
type reading struct {
	folder string
	calls  int // that have not left
	ctx    context.Context
	stop   context.CancelFunc

	read  chan struct{} // closed when it is there, or why not
	index *codefind.Index
	err   error
	turn  slots // of the calls: each takes memory for every symbol
}

// ask has a folder read, and ask the graph. Both end with ctx.
func (g *graphs) ask(ctx context.Context, folder string, read func(context.Context) (*codefind.Index, error), ask func(*codefind.Index)) error {
	r := g.join(ctx, folder, read)
	defer g.leave(r)
	select {
	case <-r.read:
	case <-ctx.Done():
		return ctx.Err()
	}
	if r.err != nil {
		return r.err
	}
	release, err := slot(ctx, r.turn)
	if err != nil {
		return err
	}
	defer release()
	ask(r.index)
	return nil
}

// join takes part in the folder's reading that waits, or begins one.
func (g *graphs) join(ctx context.Context, folder string, read func(context.Context) (*codefind.Index, error)) *reading {
	g.mu.Lock()
	defer g.mu.Unlock()
	r := g.waiting[folder]
	if r == nil {
		r = &reading{folder: folder, read: make(chan struct{}), turn: make(slots, 1)}
		r.ctx, r.stop = context.WithCancel(context.WithoutCancel(ctx))
		g.waiting[folder] = r
		go g.run(r, read)
	}
	r.calls++
	return r
}

func (g *graphs) leave(r *reading) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if r.calls--; r.calls == 0 {
		r.stop()
		g.begun(r) // nobody joins what was stopped
	}
}

// begun closes a reading to further calls.
func (g *graphs) begun(r *reading) {
	if g.waiting[r.folder] == r {
		delete(g.waiting, r.folder)
	}
}

// run reads a graph in its turn, and holds that until the last call has left.
func (g *graphs) run(r *reading, read func(context.Context) (*codefind.Index, error)) {
	release, err := slot(r.ctx, g.turn)
	g.mu.Lock()
	g.begun(r)
	g.mu.Unlock()
	if err != nil {
		r.err = err
		close(r.read)
		return
	}
	defer release()
	r.index, r.err = readSafely(r.ctx, read)
	close(r.read)
	<-r.ctx.Done()
}

func readSafely(ctx context.Context, read func(context.Context) (*codefind.Index, error)) (_ *codefind.Index, err error) {
	defer catch(&err)
	return read(ctx)
}
