package llamacpp

import (
	"context"
	"errors"
	"fmt"
	"os"

	"aipack/backend/base/worker"
	"aipack/backend/model/llm"
	"aipack/backend/model/llm/llamacpp/protocol"
)

// process is the worker that holds the model.
type process = worker.Process[protocol.Request, protocol.Answer]

// ask sends one request to the worker, made by what is known of its model. hear gets
// the text as it comes.
func (c *Client) ask(ctx context.Context, request func(protocol.Loaded) protocol.Request, hear func(string)) (a protocol.Answer, err error) {
	err = c.hold(ctx, func(p *process) error {
		var known protocol.Loaded
		if l := c.loaded.Load(); l != nil {
			known = *l
		}
		a, err = p.Call(ctx, request(known), func(part protocol.Answer) {
			if hear != nil && part.Text != "" {
				hear(part.Text)
			}
		})
		return err
	})
	return a, err
}

// hold gives the worker to one request at a time; it is started and given its
// model first where needed.
func (c *Client) hold(ctx context.Context, do func(*process) error) error {
	if err := c.seat.Take(ctx); err != nil {
		return c.problem(err)
	}
	defer c.seat.Give()
	p, err := c.ready(ctx)
	if err == nil {
		err = do(p)
	}
	if err != nil {
		return c.problem(err)
	}
	return nil
}

// ready makes sure that a worker with the model is there.
func (c *Client) ready(ctx context.Context) (*process, error) {
	p := c.seat.Ready()
	if p != nil && c.loaded.Load() != nil {
		return p, ctx.Err()
	}
	lib, err := libraries(c.options.LibDir)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(c.options.Model); err != nil {
		return nil, &worker.Failure{Kind: protocol.NoModel, Message: "there is no model file " + c.options.Model}
	}
	if p == nil {
		if p, err = start(c.options); err != nil {
			return nil, err
		}
		c.seat.Put(p)
	}
	answer, err := p.CallUnwatched(ctx, protocol.Request{Op: protocol.Load, Load: c.model(lib)}, func(part protocol.Answer) {
		if c.options.Progress != nil {
			c.options.Progress(part.Progress)
		}
	})
	if err != nil {
		return nil, err
	}
	if c.options.Progress != nil {
		c.options.Progress(1)
	}
	c.loaded.Store(answer.Loaded)
	return p, nil
}

// start starts a worker: Self, or this program's own worker command. Two
// threads of Go are enough beside those that compute.
func start(o Options) (_ *process, err error) {
	args := o.Self
	if len(args) == 0 {
		if args, err = worker.Self("worker"); err != nil {
			return nil, err
		}
	}
	return worker.Start[protocol.Request, protocol.Answer](worker.Command{
		Name: "the process that holds the model", Args: args, Env: append([]string{"GOMAXPROCS=2"}, o.Env...), Silence: o.silence,
	})
}

func (c *Client) model(lib string) *protocol.Model {
	o := c.options
	m := &protocol.Model{LibDir: lib, Path: o.Model, Threads: o.Threads, GPULayers: o.GPULayers, ContextTokens: o.ContextTokens, Vectors: o.vectors}
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
	var failure *worker.Failure
	var died *worker.ExitError
	switch {
	case errors.Is(err, context.Canceled):
		e.Kind, e.Message = llm.Cancelled, "the request was stopped"
	case errors.Is(err, context.DeadlineExceeded):
		e.Kind, e.Message = llm.TimedOut, "the model did not answer in time"
		e.Hint = "a smaller model answers sooner; so does a computer with less to do"
	case errors.As(err, &died):
		e.Message, e.Hint = obituary(died)
		if abort(died) != "" && c.loaded.Load() == nil {
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
		return llm.Unreachable, "reinstall aipack's package; in its source folder, run make llama"
	case protocol.NoModel:
		return llm.ModelAbsent, "choose another model, or fetch this one again; aipack model check reads what is here"
	case protocol.NoMemory:
		return llm.ServerFault, "choose a smaller model or a smaller context"
	case protocol.TooLong:
		return llm.TooLong, "a larger context takes more memory; a shorter conversation does not"
	case protocol.BadForm, protocol.Refused, worker.Malformed:
		return llm.BadRequest, ""
	case worker.Cancelled:
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
	p, err := start(o)
	if err != nil {
		return nil, c.problem(err)
	}
	answer, err := p.Call(ctx, protocol.Request{Op: protocol.Devices, LibDir: lib}, nil)
	if stopping := p.Close(); err == nil && stopping != nil {
		err = fmt.Errorf("ending the worker: %w", stopping)
	}
	if err != nil {
		return nil, c.problem(err)
	}
	return answer.Devices, nil
}
