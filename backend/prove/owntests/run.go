package owntests

import (
	"bytes"
	"context"
	"strings"
	"sync"
	"time"

	"aipack/backend/base/fault"
	"aipack/backend/prove"
	"aipack/backend/prove/builder"
	"aipack/backend/prove/sandbox"
)

// Ran is a suite with what came of it.
type Ran struct {
	Suite
	Result
	Output string `json:"output"` // the end of what was printed
}

// Order says how suites run.
type Order struct {
	Dir     string // of the project
	Builder builder.Found
	Limit   time.Duration // for each
	Network bool
	Now     func() time.Time
}

// Run runs a suite in a container of its plan's build stage. That there are no tests, and a
// build stage that cannot be built, are answers; an error is of the builder.
func (s Suite) Run(ctx context.Context, o Order) (Ran, error) {
	out := Ran{Suite: s, Result: Result{State: NotFound, Failures: []Failure{}, Said: s.Because}}
	if s.Command == "" {
		return out, nil
	}
	prover := prove.Prover{Builder: o.Builder, Limits: prove.Usual(), Now: o.Now, Sink: func(prove.Progress) {}}
	box, err := sandbox.In(prover, s.Plan, o.Dir)
	if err != nil {
		out.State, out.Said = NotHere, err.Error()
		return out, nil
	}
	said := &tail{}
	came, err := box.Run(ctx, sandbox.Order{Line: s.Line(box.Folder()), Network: o.Network, Limit: o.Limit, Out: said})
	if fault.CodeOf(err) == fault.BuildFailed {
		out.State, out.Said = NotHere, err.Error()
		return out, nil
	} else if err != nil {
		return out, err
	}
	left := map[string][]byte{}
	for _, f := range came.Files {
		left[f.Path] = f.Content
	}
	out.Output = said.String()
	out.Result = s.read(came.Exit, came.Late, out.Output, left)
	return out, nil
}

// mostOutput is how much of what tests print is read, in bytes: the end of it.
const mostOutput = 16 << 20

// tail keeps the end of what is written to it. It is safe for use by several goroutines.
type tail struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write never fails.
func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text.Write(b)
	if over := t.text.Len() - mostOutput; over > mostOutput/4 {
		t.text.Next(over)
	}
	return len(b), nil
}

// String gives it as text.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.ToValidUTF8(t.text.String(), "\ufffd")
}
