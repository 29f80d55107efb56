package gateway

import (
	"context"
	"errors"
	"sync"
	"time"

	"aipack/backend/model/hardware"
	"aipack/backend/model/llm/llamacpp"
	"aipack/backend/model/llm/selector"
	"aipack/backend/model/modelfile"
)

// onDevice says which model this machine would answer with, or why none.
func (g *Models) onDevice(ctx context.Context, want string) (string, error) {
	e, err := g.onShelf(ctx, want)
	if err != nil {
		return "", err
	}
	return e.ID, nil
}

func (g *Models) onShelf(ctx context.Context, want string) (modelfile.Entry, error) {
	shelf := modelfile.Shelf{Dir: modelfile.Folder()}
	var e modelfile.Entry
	var err error
	if want == "" {
		e, err = shelf.Best(func() modelfile.Room { return modelfile.RoomOn(g.machine(ctx)) })
	} else {
		e, err = shelf.Find(want)
	}
	switch {
	case err != nil:
		return e, err
	case e.State == modelfile.Damaged:
		return e, errors.New("the file " + e.Path + " is damaged: download it again")
	case e.State == modelfile.Missing:
		return e, errors.New("the file " + e.Path + " is gone: put it back, or choose another model")
	case e.Vectors:
		return e, errors.New("the model " + e.ID + " answers no questions: choose another")
	case e.State != modelfile.Ready:
		return e, errors.New("the model " + e.ID + " is not downloaded: run aipack model pull " + e.ID)
	case llamacpp.FindLibraries() == "":
		return e, selector.Lacking("the part of aipack that runs models (llama.cpp's libraries) is missing: reinstall aipack's package")
	}
	return e, nil
}

// machine is what is known of this computer: its devices, asked for once, and its
// memory as it is now. A look that its caller ended counts for that caller alone.
func (g *Models) machine(ctx context.Context) (hardware.Picture, hardware.Decision) {
	g.looking.Lock()
	defer g.looking.Unlock()
	if !g.looked {
		g.picture, g.decision = Machine(ctx)
		g.looked = ctx.Err() == nil
	}
	picture := g.picture
	picture.Memory = hardware.Now()
	return picture, g.decision
}

// How long a model stays in memory after it was last asked. Loading the one that
// converses takes seconds, the one that gives vectors less than one.
const (
	idle         = 10 * time.Minute
	idleEmbedder = 2 * time.Minute
)

// resident is a model on this computer that this process holds: all who ask it
// share one. The zero resident holds none.
type resident[C rester] struct {
	mu     sync.Mutex
	path   string
	client C
}

// rester is a model in a process of its own.
type rester interface {
	comparable
	Close() error // waits for a request that is under way
	Rest() bool   // ends the process, unless it answers
}

// open gives the client of a model's file, made where it is another one's; that
// one ends.
func (r *resident[C]) open(path string, load func() C) C {
	r.mu.Lock()
	defer r.mu.Unlock()
	var none C
	if r.client != none && r.path == path {
		return r.client
	}
	if old := r.client; old != none {
		go func() { _ = old.Close() }()
	}
	r.path, r.client = path, load()
	return r.client
}

// release ends the model of a file, and gives false while it answers.
func (r *resident[C]) release(path string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	var none C
	if r.client == none || r.path != path {
		return true
	}
	if !r.client.Rest() {
		return false
	}
	r.path, r.client = "", none
	return true
}

// converser gives the client of a model that answers questions.
func (g *Models) converser(e modelfile.Entry) *llamacpp.Client {
	return g.resident.open(e.Path, func() *llamacpp.Client {
		return llamacpp.New(llamacpp.Options{Model: e.Path, Name: e.ID, Idle: idle})
	})
}

// Release ends the model of a file, if it is in memory: its file can then be
// removed on every system. It gives false while the model answers.
func (g *Models) Release(path string) bool {
	return g.resident.release(path) && g.embedder.release(path)
}
