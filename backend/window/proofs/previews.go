package proofs

import (
	"context"
	"sync"
	"time"

	"aipack/backend/base/fault"
	"aipack/backend/prove/preview"
	"aipack/backend/window/page"
	"aipack/backend/window/session"
)

// Previews are services that are kept running for the user to look at.
type Previews struct {
	page   *page.Link
	orders *orders
	now    func() time.Time

	mu       sync.Mutex
	running  map[string]*kept
	starting map[string]launch // that do not run yet
}

// launch is a preview that does not run yet.
type launch struct {
	runID, service string
	at             time.Time
	cancel         context.CancelFunc
}

// looking is how long the page waits to hear of an engine before it says that none answers.
const looking = 20 * time.Second

// Engine says which engine a preview would run in, before one is asked for.
func (ps *Previews) Engine() (EngineInfo, error) {
	return page.Guard(ps.page, "Previews.Engine", func() (EngineInfo, error) {
		ctx, cancel := context.WithTimeout(context.Background(), looking)
		defer cancel()
		e, asked, ok := preview.Look(ctx, "")
		info := EngineInfo{Silent: []BuilderInfo{}}
		if ok {
			info.Name = e.Name + " " + e.Version
			return info, nil
		}
		for _, s := range asked {
			info.Silent = append(info.Silent, BuilderInfo{Address: s.Address, Why: s.Why, Problem: s.Err.Error()})
		}
		return info, nil
	})
}

// Start builds a service and keeps it running in Docker or podman, with
// its ports on 127.0.0.1. Until it runs, Stop("") ends it.
func (ps *Previews) Start(runID, service string) (PreviewInfo, error) {
	return page.Guard(ps.page, "Previews.Start", func() (PreviewInfo, error) {
		request, err := ps.orders.of(runID, service)
		if err != nil {
			return PreviewInfo{}, err
		}
		ctx, cancel := context.WithCancel(context.Background())
		id := session.NewID()
		ps.begins(id, launch{runID, service, ps.now(), cancel})
		defer ps.runs(ctx, id, nil) // it is starting no more, whatever happens
		k, err := ps.preview(ctx, request)
		if k != nil {
			k.ID, k.RunID, k.Service, k.cancel, k.at = id, runID, service, cancel, ps.now()
		}
		if err != nil || !ps.runs(ctx, id, k) {
			stopped := ctx.Err() != nil
			cancel()
			if k != nil {
				err = k.preview.Stop(context.Background())
			}
			if stopped {
				err = &fault.Fault{Code: fault.Canceled, Message: "The preview was stopped before it ran", Err: err}
			}
			return PreviewInfo{}, err
		}
		go ps.page.Apart("the preview", func() { ps.follow(ctx, k) })
		return k.PreviewInfo, nil
	})
}

// begins lists what is starting under the id that it keeps, so that it can be stopped.
func (ps *Previews) begins(id string, l launch) {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	ps.starting[id] = l
}

// runs lists what has started as running, so that stopping it finds it in one list or
// the other. It gives false where it was stopped before, and where there is none.
func (ps *Previews) runs(ctx context.Context, id string, k *kept) bool {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	delete(ps.starting, id)
	if k == nil || ctx.Err() != nil {
		return false
	}
	ps.running[id] = k
	return true
}

// Stop ends a preview and removes all that it made; "" ends those that
// are starting.
func (ps *Previews) Stop(id string) error {
	return page.Guarded(ps.page, "Previews.Stop", func() error {
		ps.mu.Lock()
		if id == "" {
			for _, l := range ps.starting {
				l.cancel()
			}
		}
		if l, ok := ps.starting[id]; ok {
			l.cancel()
		}
		k := ps.running[id]
		delete(ps.running, id)
		ps.mu.Unlock()
		if k == nil {
			return nil
		}
		defer k.cancel()
		return k.preview.Stop(context.Background())
	})
}

// Open opens a preview's page in the user's browser.
func (ps *Previews) Open(id string) error {
	return page.Guarded(ps.page, "Previews.Open", func() error {
		ps.mu.Lock()
		k := ps.running[id]
		ps.mu.Unlock()
		if k == nil || len(k.Pages) == 0 {
			return &fault.Fault{Code: fault.FileNotFound, Message: "This service has no page", Hint: "It publishes no port."}
		}
		ps.page.Frame.Browse(k.Pages[0])
		return nil
	})
}

// stopAll ends them all; the window is closing.
func (ps *Previews) stopAll() {
	ps.mu.Lock()
	var all []string
	for id := range ps.running {
		all = append(all, id)
	}
	ps.mu.Unlock()
	var wait sync.WaitGroup
	for _, id := range all {
		wait.Go(func() {
			if err := ps.Stop(id); err != nil {
				ps.page.Log.Add(err.Error())
			}
		})
	}
	wait.Wait()
}

// cancel ends those that are starting; the window is closing.
func (ps *Previews) cancel() {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	for _, l := range ps.starting {
		l.cancel()
	}
}
