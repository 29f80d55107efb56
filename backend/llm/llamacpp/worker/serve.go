// Package worker is the process that holds the model: it reads requests from
// its input and writes answers to its output, a line of JSON each. The program
// starts it (backend/llm/llamacpp); what makes llama.cpp abort ends it alone.
package worker

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"

	"aipack/backend/llm/llamacpp/native"
	"aipack/backend/llm/llamacpp/protocol"
)

// worker answers one request after the other.
type worker struct {
	lib    *native.Library
	engine *engine

	writing sync.Mutex
	out     *bufio.Writer
	encoder *json.Encoder

	mu      sync.Mutex
	running map[int64]context.CancelFunc // accepted and not answered yet
	logged  string                       // the libraries' first error of a load
}

// Serve answers requests until the input ends, which is how the worker learns
// that the program is gone.
func Serve(in io.Reader, out io.Writer) error {
	// ggml forks a debugger for a stack trace where it aborts.
	if err := os.Setenv("GGML_NO_BACKTRACE", "1"); err != nil {
		return err
	}
	debug.SetTraceback("none") // an abort's reason is ggml's line, not Go's stacks
	w := &worker{out: bufio.NewWriter(out), running: map[int64]context.CancelFunc{}}
	w.encoder = json.NewEncoder(w.out)
	w.encoder.SetEscapeHTML(false)
	jobs := make(chan job, 1024)
	go w.work(jobs)
	lines := bufio.NewReaderSize(in, 1<<16)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return nil //nolint:nilerr // the end of the input is the end of the work
		}
		var r protocol.Request
		if err := json.Unmarshal(line, &r); err != nil {
			return fmt.Errorf("a request is no JSON: %w", err)
		}
		w.accept(r, jobs)
	}
}

type job struct {
	ctx context.Context
	protocol.Request
}

// accept answers what needs no waiting and queues the rest.
func (w *worker) accept(r protocol.Request, jobs chan<- job) {
	switch r.Op {
	case protocol.Ping:
		w.send(protocol.Answer{ID: r.ID, Result: &protocol.Result{}})
	case protocol.Cancel:
		w.mu.Lock()
		if cancel, ok := w.running[r.ID]; ok {
			cancel()
		}
		w.mu.Unlock()
	default:
		ctx, cancel := context.WithCancel(context.Background())
		w.mu.Lock()
		w.running[r.ID] = cancel
		w.mu.Unlock()
		jobs <- job{ctx, r}
	}
}

// work runs on one thread of its own: drivers of GPUs keep state by thread.
func (w *worker) work(jobs <-chan job) {
	runtime.LockOSThread()
	for j := range jobs {
		result, err := w.do(j)
		a := protocol.Answer{ID: j.ID, Result: result}
		if err != nil {
			f := &protocol.Failure{Kind: protocol.Internal, Message: err.Error()}
			errors.As(err, &f)
			a.Result, a.Failure = nil, f
		}
		w.mu.Lock()
		w.running[j.ID]()
		delete(w.running, j.ID)
		w.mu.Unlock()
		w.send(a)
	}
}

func (w *worker) do(j job) (*protocol.Result, error) {
	if j.ctx.Err() != nil {
		return nil, fail(protocol.Cancelled, "it was stopped")
	}
	switch {
	case j.Op == protocol.Devices:
		list, err := w.devices(j.LibDir)
		return &protocol.Result{Devices: list}, err
	case j.Op == protocol.Load && j.Load != nil:
		loaded, err := w.load(j.ctx, *j.Load, func(done float64) { w.send(protocol.Answer{ID: j.ID, Progress: done}) })
		return &protocol.Result{Loaded: loaded}, err
	case w.engine == nil:
		return nil, fail(protocol.NoModel, "no model is loaded")
	case j.Op == protocol.Count:
		n := 0
		for _, p := range w.engine.tokenise(j.Count) {
			n += len(p.tokens)
		}
		return &protocol.Result{Tokens: n}, nil
	case j.Op == protocol.Generate && j.Generate != nil:
		g, err := w.engine.generate(j.ctx, *j.Generate, func(text string) { w.send(protocol.Answer{ID: j.ID, Text: text}) })
		return &protocol.Result{Generated: g}, err
	}
	return nil, fail(protocol.Internal, "there is no operation %q", j.Op)
}

// send writes one answer. An output that is gone means that the program is.
func (w *worker) send(a protocol.Answer) {
	w.writing.Lock()
	defer w.writing.Unlock()
	err := w.encoder.Encode(a)
	if err == nil {
		err = w.out.Flush()
	}
	if err != nil {
		os.Exit(0)
	}
}

// log hears the libraries. Complaints go to the error output, whose last lines
// the program shows when the worker dies.
func (w *worker) log(level int, text string) {
	text = strings.TrimSpace(text)
	if level < 3 || text == "" {
		return
	}
	w.mu.Lock()
	if level == 4 && w.logged == "" {
		w.logged = text // the first says why, those after it that nothing came of it
	}
	w.mu.Unlock()
	fmt.Fprintln(os.Stderr, text)
}

func (w *worker) forgetLog() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.logged = ""
}

// whyNot is the libraries' first error of a load.
func (w *worker) whyNot() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.logged == "" {
		return "llama.cpp gave no reason"
	}
	// "llama_model_load: error loading model: " names functions, not reasons.
	return strings.TrimPrefix(strings.TrimPrefix(w.logged, "llama_model_load: "), "error loading model: ")
}
