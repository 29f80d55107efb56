package inference

import (
	"context"
	"errors"
	"time"

	"aipack/backend/base/worker"
	"aipack/backend/model/llm/llamacpp/native"
	"aipack/backend/model/llm/llamacpp/protocol"
)

// open opens the libraries, once.
func (h *host) open(dir string) error {
	if h.lib != nil {
		return nil
	}
	lib, err := native.Open(dir, native.LogCallback(h.log))
	if err != nil {
		return fail(protocol.NoLibrary, "llama.cpp's libraries cannot be used: %v", err)
	}
	h.lib = lib
	return nil
}

// load opens libraries and model. A model that was loaded before is given up.
func (h *host) load(ctx context.Context, m protocol.Model, progress func(float64)) (*protocol.Loaded, error) {
	if err := h.open(m.LibDir); err != nil {
		return nil, err
	}
	head, err := readHeader(m.Path)
	if err != nil {
		return nil, err
	}
	if err := suits(head, m.Vectors); err != nil {
		return nil, err
	}
	h.giveUp()
	began := time.Now()
	at := place(h.lib.Devices(), head, m.GPULayers, m.ContextTokens)
	model, err := h.read(ctx, m, at.layers, progress)
	if err != nil && at.layers > 0 && ctx.Err() == nil {
		// A driver that is there and does not work is no reason to give up.
		at = placement{device: "CPU", note: at.device + " could not take the model: " + err.Error()}
		model, err = h.read(ctx, m, 0, progress)
	}
	if err != nil {
		return nil, err
	}
	facts := model.Facts()
	loaded := &protocol.Loaded{
		Description: facts.Description, Release: h.lib.Release(), Bytes: facts.Bytes,
		ContextTokens: model.ContextTokens(), Trained: facts.Trained, Layers: facts.Layers,
		GPULayers: at.layers, Threads: m.Threads, Device: at.device, Note: at.note,
	}
	if m.Vectors {
		h.encoder, err = newEncoder(model, m.ContextTokens)
		if err != nil {
			model.Close()
			return nil, err
		}
		loaded.ContextTokens = h.encoder.most
	} else {
		h.engine = &engine{lib: h.lib, model: model}
		h.engine.ready()
		form := h.engine.form
		if form.Note != "" {
			loaded.Note += "; " + form.Note
		}
		loaded.Tools, loaded.Spelling = form.Calls, form.Spelling
	}
	loaded.LoadMS = milliseconds(time.Since(began))
	return loaded, nil
}

// giveUp closes the model that was loaded before.
func (h *host) giveUp() {
	if h.engine != nil {
		h.engine.model.Close()
	}
	if h.encoder != nil {
		h.encoder.model.Close()
	}
	h.engine, h.encoder = nil, nil
}

// read reads the file with so many layers on a GPU.
func (h *host) read(ctx context.Context, m protocol.Model, layers int, progress func(float64)) (*native.Model, error) {
	h.forgetLog()
	var last time.Time
	model, err := h.lib.Load(m.Path, native.Options{
		GPULayers: layers, Threads: m.Threads, ContextTokens: m.ContextTokens, Vectors: m.Vectors,
		Progress: func(done float32) bool {
			if now := time.Now(); now.Sub(last) > 50*time.Millisecond {
				last = now
				progress(float64(done))
			}
			return ctx.Err() == nil
		},
	})
	switch {
	case ctx.Err() != nil:
		if err == nil {
			model.Close()
		}
		return nil, fail(worker.Cancelled, "it was stopped")
	case errors.Is(err, native.ErrContext):
		return nil, fail(protocol.NoMemory, "%v: %s", err, h.whyNot())
	case err != nil:
		return nil, fail(protocol.NoModel, "%v: %s", err, h.whyNot())
	}
	return model, nil
}

func (h *host) devices(dir string) ([]protocol.Device, error) {
	if err := h.open(dir); err != nil {
		return nil, err
	}
	var list []protocol.Device
	for _, d := range h.lib.Devices() {
		list = append(list, protocol.Device{
			Name: d.Name, Description: d.Description, Type: d.Type, FreeBytes: d.FreeBytes, TotalBytes: d.TotalBytes,
		})
	}
	return list, nil
}
