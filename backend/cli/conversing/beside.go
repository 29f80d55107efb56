package conversing

import (
	"context"
	"fmt"
	"io"
	"sync"
	"time"

	"aipack/backend/cli"
	"aipack/backend/cli/coding"
	"aipack/backend/cli/visible"
	"aipack/backend/code/codegraph"
	"aipack/backend/model/tool"
	"aipack/backend/repo"
)

// patience is how long the first question waits for the code. A project that was read
// before takes no time; one of a few thousand files takes some seconds, once, and the
// longest are read on while the model looks at other things.
const (
	patience = 20 * time.Second
	quietFor = 2 * time.Second
)

// codeReading is the graph of the code, while it is made.
type codeReading struct {
	stop  func()
	ready chan struct{}
	graph *codegraph.Graph
}

// readCode reads the code beside everything else.
func readCode(ctx context.Context, p *cli.Program, tree *repo.Tree) *codeReading {
	ctx, cancel := context.WithCancel(ctx)
	r := &codeReading{ready: make(chan struct{})}
	r.stop = func() { cancel(); <-r.ready }
	go func() {
		defer close(r.ready)
		silent := *p
		silent.Err = io.Discard // which files are not read aipack code says; here it would be said with each question
		graph, err := coding.Graph(ctx, &silent, tree)
		if err != nil && ctx.Err() == nil {
			visible.Fprintf(p.Err, "aipack: the code was not read, so symbols cannot be looked up: %v\n", err)
		}
		r.graph = graph
	}()
	return r
}

// wait waits for the code, and says so where it takes long.
func (r *codeReading) wait(p *cli.Program) {
	for _, most := range []time.Duration{quietFor, patience - quietFor} {
		select {
		case <-r.ready:
			return
		case <-time.After(most):
		}
		if most == quietFor {
			fmt.Fprintln(p.Err, "aipack: the code is being read; what was read is kept for the next question")
		}
	}
}

func (r *codeReading) now() tool.Code {
	select {
	case <-r.ready:
		return tool.Code{Graph: r.graph}
	default:
		return tool.Code{}
	}
}

// apart is the program with a standard error on which several goroutines may speak, a
// line at a time.
func apart(p *cli.Program) *cli.Program {
	alone := *p
	alone.Err = &oneByOne{w: p.Err}
	return &alone
}

type oneByOne struct {
	mu sync.Mutex
	w  io.Writer
}

func (o *oneByOne) Write(b []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.w.Write(b)
}
