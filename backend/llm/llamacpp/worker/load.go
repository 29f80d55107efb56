package worker

import (
	"context"
	"errors"
	"os"
	"time"

	"aipack/backend/llm/llamacpp/native"
	"aipack/backend/llm/llamacpp/protocol"
)

// open opens the libraries, once.
func (w *worker) open(dir string) error {
	if w.lib != nil {
		return nil
	}
	lib, err := native.Open(dir, native.LogCallback(w.log))
	if err != nil {
		return fail(protocol.NoLibrary, "llama.cpp's libraries cannot be used: %v", err)
	}
	w.lib = lib
	return nil
}

// load opens libraries and model. A model that was loaded before is given up.
func (w *worker) load(ctx context.Context, m protocol.Model, progress func(float64)) (*protocol.Loaded, error) {
	if err := w.open(m.LibDir); err != nil {
		return nil, err
	}
	if info, err := os.Stat(m.Path); err != nil || info.IsDir() {
		return nil, fail(protocol.NoModel, "there is no model file %s", m.Path)
	}
	if w.engine != nil {
		w.engine.model.Close()
		w.engine = nil
	}
	var last time.Time
	options := native.Options{
		GPULayers: max(m.GPULayers, 0), Threads: m.Threads, ContextTokens: m.ContextTokens,
		Progress: func(done float32) bool {
			if now := time.Now(); now.Sub(last) > 50*time.Millisecond {
				last = now
				progress(float64(done))
			}
			return ctx.Err() == nil
		},
	}
	model, err := w.lib.Load(m.Path, options)
	switch {
	case ctx.Err() != nil:
		return nil, fail(protocol.Cancelled, "it was stopped")
	case errors.Is(err, native.ErrContext):
		return nil, fail(protocol.NoMemory, "%v: %s", err, w.lastLog())
	case err != nil:
		return nil, fail(protocol.NoModel, "%v: %s", err, w.lastLog())
	}
	e := &engine{lib: w.lib, model: model}
	e.ready()
	w.engine = e
	facts := model.Facts()
	return &protocol.Loaded{
		Description: facts.Description, Release: w.lib.Release(), Bytes: facts.Bytes,
		ContextTokens: model.ContextTokens(), Trained: facts.Trained, Layers: facts.Layers,
		GPULayers: options.GPULayers, Threads: options.Threads, Device: "CPU",
	}, nil
}

func (w *worker) devices(dir string) ([]protocol.Device, error) {
	if err := w.open(dir); err != nil {
		return nil, err
	}
	var list []protocol.Device
	for _, d := range w.lib.Devices() {
		list = append(list, protocol.Device{
			Name: d.Name, Description: d.Description, Type: d.Type, FreeBytes: d.FreeBytes, TotalBytes: d.TotalBytes,
		})
	}
	return list, nil
}
