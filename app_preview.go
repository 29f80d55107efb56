//go:build !headless || window

package main

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"aipack/backend/fault"
	"aipack/backend/prove"
	"aipack/backend/prove/preview"
)

// PreviewInfo is a service that is kept running.
type PreviewInfo struct {
	ID      string   `json:"id"`
	RunID   string   `json:"run_id"`
	Service string   `json:"service"`
	Engine  string   `json:"engine"`
	Pages   []string `json:"pages"` // http://127.0.0.1:49153
}

// PreviewBatch is the payload of the "preview" event.
type PreviewBatch struct {
	ID   string `json:"id"`
	Text string `json:"text"` // what the program said since the last one
	Done bool   `json:"done"` // it has ended
}

// kept is a preview with its log on the way to the page.
type kept struct {
	PreviewInfo
	preview *preview.Preview
	cancel  context.CancelFunc

	mu     sync.Mutex
	text   bytes.Buffer
	unsaid int // bytes that were too many
}

// mostSaid is how much of a program's words waits for the page, in bytes: one
// that never stops talking would hold the window up.
const mostSaid = 256 << 10

// Write takes what the program says.
func (k *kept) Write(b []byte) (int, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	room := max(mostSaid-k.text.Len(), 0)
	k.text.Write(b[:min(len(b), room)])
	k.unsaid += max(len(b)-room, 0)
	return len(b), nil
}

func (k *kept) take() string {
	k.mu.Lock()
	defer k.mu.Unlock()
	text := strings.ToValidUTF8(k.text.String(), "?")
	if k.unsaid > 0 {
		text += fmt.Sprintf("\n[%d bytes more, too fast to be shown]\n", k.unsaid)
	}
	k.text.Reset()
	k.unsaid = 0
	return text
}

// StartPreview builds a service and keeps it running in Docker or podman, with
// its ports on 127.0.0.1. Until it runs, StopPreview("") ends it.
func (a *App) StartPreview(runID, service string) (PreviewInfo, error) {
	return guard(a, "StartPreview", func() (PreviewInfo, error) {
		request, err := a.proofRequest(runID, service)
		if err != nil {
			return PreviewInfo{}, err
		}
		ctx, cancel := context.WithCancel(context.Background())
		defer a.startable(cancel)()
		k, err := a.preview(ctx, request)
		if stopped := ctx.Err() != nil; err != nil || stopped {
			cancel()
			if k != nil {
				err = k.preview.Stop(context.Background())
			}
			if stopped {
				err = &fault.Fault{Code: fault.Canceled, Message: "The preview was stopped before it ran", Err: err}
			}
			return PreviewInfo{}, err
		}
		k.RunID, k.Service, k.cancel = runID, service, cancel
		a.mu.Lock()
		a.previews[k.ID] = k
		a.mu.Unlock()
		go a.apart("the preview", func() { a.follow(ctx, k) })
		return k.PreviewInfo, nil
	})
}

// startable lists what is starting, so that it can be stopped, until the
// function that it gives is called.
func (a *App) startable(cancel context.CancelFunc) (started func()) {
	id := newID()
	a.mu.Lock()
	defer a.mu.Unlock()
	a.starting[id] = cancel
	return func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		delete(a.starting, id)
	}
}

// preview builds and starts a service.
func (a *App) preview(ctx context.Context, request prove.Request) (*kept, error) {
	engine, err := preview.Choose(ctx, "")
	if err != nil {
		return nil, err
	}
	if _, err := preview.Sweep(ctx, engine, false); err != nil {
		a.log.add(err.Error())
	}
	builder, err := preview.Builder(ctx, engine, "")
	if err != nil {
		return nil, err
	}
	v, err := preview.Start(ctx, engine, prove.Prover{Builder: builder, Limits: prove.Usual(), Now: a.now}, request, preview.Options{})
	if err != nil {
		return nil, err
	}
	k := &kept{preview: v, PreviewInfo: PreviewInfo{ID: v.ID, Engine: engine.Name + " " + engine.Version, Pages: []string{}}}
	for _, p := range v.Ports {
		k.Pages = append(k.Pages, "http://"+p.Address)
	}
	return k, nil
}

// follow hands the log to the page until the program ends.
func (a *App) follow(ctx context.Context, k *kept) {
	ended := make(chan struct{})
	go a.apart("the preview's log", func() {
		defer close(ended)
		if err := k.preview.Follow(ctx, k); err != nil {
			a.log.add(err.Error())
		}
	})
	tick := time.NewTicker(tellEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			if text := k.take(); text != "" {
				a.emit("preview", PreviewBatch{ID: k.ID, Text: text})
			}
		case <-ended:
			a.emit("preview", PreviewBatch{ID: k.ID, Text: k.take(), Done: true})
			return
		}
	}
}

// StopPreview ends a preview and removes all that it made; "" ends those that
// are starting.
func (a *App) StopPreview(id string) error {
	return guarded(a, "StopPreview", func() error {
		a.mu.Lock()
		if id == "" {
			for _, cancel := range a.starting {
				cancel()
			}
		}
		k := a.previews[id]
		delete(a.previews, id)
		a.mu.Unlock()
		if k == nil {
			return nil
		}
		defer k.cancel()
		return k.preview.Stop(context.Background())
	})
}

// OpenPreview opens a preview's page in the user's browser.
func (a *App) OpenPreview(id string) error {
	return guarded(a, "OpenPreview", func() error {
		a.mu.Lock()
		k := a.previews[id]
		a.mu.Unlock()
		if k == nil || len(k.Pages) == 0 {
			return &fault.Fault{Code: fault.FileNotFound, Message: "This service has no page", Hint: "It publishes no port."}
		}
		a.frame.browse(k.Pages[0])
		return nil
	})
}

// stopPreviews ends them all; the window is closing.
func (a *App) stopPreviews() {
	a.mu.Lock()
	var all []string
	for id := range a.previews {
		all = append(all, id)
	}
	a.mu.Unlock()
	var wait sync.WaitGroup
	for _, id := range all {
		wait.Go(func() {
			if err := a.StopPreview(id); err != nil {
				a.log.add(err.Error())
			}
		})
	}
	wait.Wait()
}

// SaveReport writes a proof's report into a file, HTML or JSON by its name's
// end; "" asks where. It gives the file, "" when the user thinks better of it.
func (a *App) SaveReport(proofID, file string) (string, error) {
	return guard(a, "SaveReport", func() (string, error) {
		text, err := a.store.Report(proofID)
		if err != nil {
			return "", err
		}
		report, err := prove.ParseReport(text)
		if err != nil {
			return "", &fault.Fault{Code: fault.FileNotFound, Message: "This proof has no report", Hint: "It was stopped, or nothing could be built.", Err: err}
		}
		if file == "" {
			if file, err = a.frame.saveFile("Save the report", "proof-"+report.Name+".html"); err != nil || file == "" {
				return "", err
			}
		}
		content := bytes.NewBufferString(text)
		if !strings.HasSuffix(strings.ToLower(file), ".json") {
			content.Reset()
			if err := prove.WriteHTML(content, []*prove.Report{report}); err != nil {
				return "", err
			}
		}
		return file, save("The report", file, content.Bytes())
	})
}
