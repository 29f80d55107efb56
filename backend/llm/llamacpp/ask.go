package llamacpp

import (
	"context"
	"errors"
	"fmt"
	"os"

	"aipack/backend/llm"
	"aipack/backend/llm/llamacpp/protocol"
)

// ask sends one request to the worker, which is started and given its model
// first where needed. hear gets the text as it comes.
func (c *Client) ask(ctx context.Context, r protocol.Request, hear func(string)) (*protocol.Result, error) {
	select {
	case c.slot <- struct{}{}:
		defer func() { <-c.slot }()
	case <-ctx.Done():
		return nil, c.problem(ctx.Err())
	}
	defer c.rest()
	w, err := c.ready(ctx)
	if err != nil {
		return nil, c.problem(err)
	}
	result, err := w.call(ctx, r, func(a protocol.Answer) {
		if hear != nil && a.Text != "" {
			hear(a.Text)
		}
	})
	if err != nil {
		return nil, c.problem(err)
	}
	return result, nil
}

// ready makes sure that a worker with the model is there.
func (c *Client) ready(ctx context.Context) (*process, error) {
	w := c.worker.Load()
	if w != nil && w.gone() {
		w = nil
		c.worker.Store(nil)
		c.loaded.Store(nil)
	}
	if w != nil && c.loaded.Load() != nil {
		return w, ctx.Err()
	}
	lib, err := libraries(c.options.LibDir)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(c.options.Model); err != nil {
		return nil, &protocol.Failure{Kind: protocol.NoModel, Message: "there is no model file " + c.options.Model}
	}
	if w == nil {
		if w, err = start(c.options.Self, c.options.Env); err != nil {
			return nil, err
		}
		c.worker.Store(w)
	}
	result, err := w.call(ctx, protocol.Request{Op: protocol.Load, Load: c.model(lib)}, func(a protocol.Answer) {
		if c.options.Progress != nil {
			c.options.Progress(a.Progress)
		}
	})
	if err != nil {
		return nil, err
	}
	if c.options.Progress != nil {
		c.options.Progress(1)
	}
	c.loaded.Store(result.Loaded)
	return w, nil
}

func (c *Client) model(lib string) *protocol.Model {
	o := c.options
	m := &protocol.Model{LibDir: lib, Path: o.Model, Threads: o.Threads, GPULayers: o.GPULayers, ContextTokens: o.ContextTokens}
	if m.Threads <= 0 {
		m.Threads = DefaultThreads()
	}
	switch {
	case o.GPULayers == 0:
		m.GPULayers = protocol.Auto
	case o.GPULayers < 0:
		m.GPULayers = 0
	}
	if m.ContextTokens <= 0 {
		m.ContextTokens = DefaultContext
	}
	return m
}

// problem says in plain words what went wrong.
func (c *Client) problem(err error) error {
	e := &llm.Error{Kind: llm.ServerFault, Provider: c.Provider(), Model: c.Model(), Message: err.Error(), Err: err}
	var failure *protocol.Failure
	var died *death
	switch {
	case errors.Is(err, context.Canceled):
		e.Kind, e.Message = llm.Cancelled, "the request was stopped"
	case errors.Is(err, context.DeadlineExceeded):
		e.Kind, e.Message = llm.TimedOut, "the model did not answer in time"
		e.Hint = "a smaller model answers sooner; so does a computer with less to do"
	case errors.As(err, &died):
		e.Message = died.Error()
		e.Hint = died.hint()
		if aborted(died.lastWord()) && c.loaded.Load() == nil {
			e.Kind = llm.ModelAbsent // while it read the file: it would do so again
		}
	case errors.As(err, &failure):
		e.Kind, e.Hint = kindOf(failure.Kind)
	}
	return e
}

func kindOf(failure string) (kind llm.Kind, hint string) {
	switch failure {
	case protocol.NoLibrary:
		if os.Getenv("LLAMA_LIB_DIR") != "" {
			return llm.Unreachable, "correct LLAMA_LIB_DIR, or unset it"
		}
		return llm.Unreachable, "install aipack's package anew; in its source folder, run make llama"
	case protocol.NoModel:
		return llm.ModelAbsent, "choose another model, or fetch this one anew; aipack model check reads what is here"
	case protocol.NoMemory:
		return llm.ServerFault, "choose a smaller model or a smaller context"
	case protocol.TooLong:
		return llm.TooLong, "a larger context takes more memory; a shorter conversation does not"
	case protocol.BadForm:
		return llm.BadRequest, ""
	case protocol.Cancelled:
		return llm.Cancelled, ""
	}
	return llm.ServerFault, ""
}

// Device is something that a model can be computed on.
type Device = protocol.Device

// Devices lists what ggml can compute on, in its order of preference. A worker
// of its own looks, so that a driver which crashes does no harm.
func Devices(ctx context.Context, o Options) ([]Device, error) {
	c := New(o)
	lib, err := libraries(o.LibDir)
	if err != nil {
		return nil, c.problem(err)
	}
	w, err := start(o.Self, o.Env)
	if err != nil {
		return nil, c.problem(err)
	}
	result, err := w.call(ctx, protocol.Request{Op: protocol.Devices, LibDir: lib}, nil)
	if stopping := w.stop(); err == nil && stopping != nil {
		err = fmt.Errorf("ending the worker: %w", stopping)
	}
	if err != nil {
		return nil, c.problem(err)
	}
	return result.Devices, nil
}
