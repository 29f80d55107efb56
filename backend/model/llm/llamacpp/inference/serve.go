// Package inference is the worker that holds the model: it opens llama.cpp's
// libraries, loads, counts and generates as package protocol says. The program
// starts it (backend/model/llm/llamacpp); what makes llama.cpp abort ends it alone.
package inference

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"
	"sync"

	"aipack/backend/base/worker"
	"aipack/backend/model/llm/llamacpp/native"
	"aipack/backend/model/llm/llamacpp/protocol"
)

// host has the libraries and, after a load, the model: one that converses, or one
// that gives vectors.
type host struct {
	lib     *native.Library
	engine  *engine
	encoder *encoder

	mu     sync.Mutex
	logged string // the libraries' first error of a load
}

// Serve answers requests until the input ends.
func Serve(in io.Reader, out io.Writer) error {
	// ggml forks a debugger for a stack trace where it aborts.
	if err := os.Setenv("GGML_NO_BACKTRACE", "1"); err != nil {
		return err
	}
	debug.SetTraceback("none") // an abort's reason is ggml's line, not Go's stacks
	return worker.Serve(in, out, new(host).do)
}

func (h *host) do(ctx context.Context, r protocol.Request, tell func(protocol.Answer)) (a protocol.Answer, err error) {
	switch {
	case r.Op == protocol.Devices:
		a.Devices, err = h.devices(r.LibDir)
	case r.Op == protocol.Load && r.Load != nil:
		a.Loaded, err = h.load(ctx, *r.Load, func(done float64) { tell(protocol.Answer{Progress: done}) })
	case r.Op == protocol.Embed && h.encoder != nil:
		a.Vectors, err = h.encoder.embed(ctx, r.Texts)
	case h.engine == nil:
		err = fail(protocol.NoModel, "no model is loaded")
	case r.Op == protocol.Count:
		a.Tokens, err = h.engine.count(r)
	case r.Op == protocol.Generate && r.Generate != nil:
		a.Generated, err = h.engine.generate(ctx, *r.Generate, func(text string) { tell(protocol.Answer{Text: text}) })
	default:
		err = fail(worker.Internal, "there is no operation %q", r.Op)
	}
	return a, err
}

// log hears the libraries. Complaints go to the error output, whose last lines
// the program shows when the worker dies.
func (h *host) log(level int, text string) {
	text = strings.TrimSpace(text)
	if level < 3 || text == "" {
		return
	}
	h.mu.Lock()
	if level == 4 && h.logged == "" {
		h.logged = text // the first says why, those after it that nothing came of it
	}
	h.mu.Unlock()
	fmt.Fprintln(os.Stderr, text)
}

func (h *host) forgetLog() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.logged = ""
}

// whyNot is the libraries' first error of a load.
func (h *host) whyNot() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.logged == "" {
		return "llama.cpp gave no reason"
	}
	// "llama_model_load: error loading model: " names functions, not reasons.
	return strings.TrimPrefix(strings.TrimPrefix(h.logged, "llama_model_load: "), "error loading model: ")
}
