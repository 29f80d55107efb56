package conversing

import (
	"context"
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

// patience is how long the first question waits for the code: a project that was read
// before takes no time, and a large one that was not is read while the model looks at
// other things.
const patience = 5 * time.Second

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
		graph, err := coding.Graph(ctx, p, tree)
		if err != nil && ctx.Err() == nil {
			visible.Fprintf(p.Err, "aipack: the code was not read, so symbols cannot be looked up: %v\n", err)
		}
		r.graph = graph
	}()
	return r
}

func (r *codeReading) wait(most time.Duration) {
	select {
	case <-r.ready:
	case <-time.After(most):
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
