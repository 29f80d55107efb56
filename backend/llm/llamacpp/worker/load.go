package worker

import (
	"context"
	"errors"
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

// turnMark begins a turn in the form that prompts are written in (ChatML). A
// model that was trained on it has it as one token.
const turnMark = "<|im_start|>"

// load opens libraries and model. A model that was loaded before is given up.
func (w *worker) load(ctx context.Context, m protocol.Model, progress func(float64)) (*protocol.Loaded, error) {
	if err := w.open(m.LibDir); err != nil {
		return nil, err
	}
	head, err := readHeader(m.Path)
	if err != nil {
		return nil, err
	}
	if w.engine != nil {
		w.engine.model.Close()
		w.engine = nil
	}
	began := time.Now()
	at := place(w.lib.Devices(), head, m.GPULayers, m.ContextTokens)
	model, err := w.read(ctx, m, at.layers, progress)
	if err != nil && at.layers > 0 && ctx.Err() == nil {
		// A driver that is there and does not work is no reason to give up.
		at = placement{device: "CPU", note: at.device + " could not take the model: " + err.Error()}
		model, err = w.read(ctx, m, 0, progress)
	}
	if err != nil {
		return nil, err
	}
	w.engine = &engine{lib: w.lib, model: model}
	w.engine.ready()
	if len(model.Tokens(turnMark, true)) != 1 {
		at.note += "; the model was trained on another form of conversation than Qwen's, so its answers may be poor"
	}
	facts := model.Facts()
	return &protocol.Loaded{
		Description: facts.Description, Release: w.lib.Release(), Bytes: facts.Bytes,
		ContextTokens: model.ContextTokens(), Trained: facts.Trained, Layers: facts.Layers,
		GPULayers: at.layers, Threads: m.Threads, Device: at.device, Note: at.note,
		LoadMS: milliseconds(time.Since(began)),
	}, nil
}

// read reads the file with so many layers on a GPU.
func (w *worker) read(ctx context.Context, m protocol.Model, layers int, progress func(float64)) (*native.Model, error) {
	w.forgetLog()
	var last time.Time
	model, err := w.lib.Load(m.Path, native.Options{
		GPULayers: layers, Threads: m.Threads, ContextTokens: m.ContextTokens,
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
		return nil, fail(protocol.Cancelled, "it was stopped")
	case errors.Is(err, native.ErrContext):
		return nil, fail(protocol.NoMemory, "%v: %s", err, w.whyNot())
	case err != nil:
		return nil, fail(protocol.NoModel, "%v: %s", err, w.whyNot())
	}
	return model, nil
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
