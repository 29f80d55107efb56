package proofs

import (
	"context"
	"time"

	"aipack/backend/prove"
	"aipack/backend/prove/preview"
	"aipack/backend/window/page"
)

// PreviewInfo is a service that is kept running.
type PreviewInfo struct {
	ID      string   `json:"id"`
	RunID   string   `json:"run_id"`
	Service string   `json:"service"`
	Engine  string   `json:"engine"`
	Pages   []string `json:"pages"` // http://127.0.0.1:49153
}

// EngineInfo is where previews run, or each place that was asked in vain.
type EngineInfo struct {
	Name   string        `json:"name"` // Docker 27.3.1; "" where none answers
	Silent []BuilderInfo `json:"silent"`
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
	preview *preview.Running
	cancel  context.CancelFunc
	at      time.Time // since when it runs
	ended   bool      // the program did, by itself; guarded by Previews.mu
	said    page.Said
}

// preview builds and starts a service.
func (ps *Previews) preview(ctx context.Context, request prove.Request) (*kept, error) {
	engine, err := preview.Choose(ctx, "")
	if err != nil {
		return nil, err
	}
	if _, err := preview.Sweep(ctx, engine, false); err != nil {
		ps.page.Log.Add(err.Error())
	}
	builder, err := preview.Builder(ctx, engine, "")
	if err != nil {
		return nil, err
	}
	v, err := preview.Start(ctx, engine, prove.Prover{Builder: builder, Limits: prove.Usual(), Now: ps.now}, request, preview.Options{})
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
func (ps *Previews) follow(ctx context.Context, k *kept) {
	end := page.Often(func() bool {
		text := k.said.Take()
		if text != "" {
			ps.page.Emit("preview", PreviewBatch{ID: k.ID, Text: text})
		}
		return text != ""
	}, nil)
	ps.page.Apart("the preview's log", func() {
		if err := k.preview.Follow(ctx, &k.said); err != nil {
			ps.page.Log.Add(err.Error())
		}
	})
	end()
	ps.mu.Lock()
	k.ended = true
	ps.mu.Unlock()
	ps.page.Emit("preview", PreviewBatch{ID: k.ID, Text: k.said.Take(), Done: true})
}
