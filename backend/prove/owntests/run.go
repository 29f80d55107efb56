package owntests

import (
	"bytes"
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"aipack/backend/base/fault"
	"aipack/backend/prove"
	"aipack/backend/prove/builder"
	"aipack/backend/prove/sandbox"
	"aipack/backend/universalbuild"
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
	out := Ran{Suite: s, Result: Result{State: NotFound, Failures: []Failure{}, Said: s.Because, Beside: []string{}, Absent: []string{}}}
	if s.Command == "" {
		return out, nil
	}
	prover := prove.Prover{Builder: o.Builder, Limits: prove.Usual(), Now: o.Now, Sink: func(prove.Progress) {}}
	box, err := sandbox.In(prover, s.Plan, o.Dir)
	if err != nil {
		out.State, out.Said = NotHere, err.Error()
		return out, nil
	}
	data := len(s.Plan.Metadata.BackingServices)+len(s.env) > 0 ||
		slices.ContainsFunc(s.Plan.Runtime.Variables, func(v universalbuild.Variable) bool { return v.Required })
	first, err := s.once(ctx, box, o, data)
	if b := s.Plan.Build; fault.CodeOf(err) == fault.BuildFailed && len(b.PreBuildCommands) == 0 && len(b.BuildCommands) > 0 {
		// What is built may be for another system, and its tests run all the same.
		plan := s.Plan
		plan.Build.PreBuildCommands, plan.Build.BuildCommands = []string{"true"}, nil
		if bare, wrong := sandbox.In(prover, plan, o.Dir); wrong == nil {
			if again, wrong := s.once(ctx, bare, o, data); wrong == nil {
				box, first, err = bare, again, nil
			}
		}
	}
	if fault.CodeOf(err) == fault.BuildFailed {
		out.State, out.Said = NotHere, err.Error()
		return out, nil
	}
	if err != nil || !data || first.State == Passed {
		return first, err
	}
	// Some tests have a database of their own in memory, and take what leads to another one
	// for a production's.
	alone, err := s.once(ctx, box, o, false)
	if err != nil || !alone.better(first.Result) {
		return first, err
	}
	return alone, nil
}

// better reports whether a run says more for a project's tests than another. One that passed
// since it left out what failed in the other does not.
func (r Result) better(than Result) bool {
	if r.State == Passed || than.State == Passed {
		return than.State != Passed && r.Passed+r.Failed >= than.Passed+than.Failed
	}
	return r.Passed > than.Passed
}

// once runs the tests one time, beside the plan's data services or alone.
func (s Suite) once(ctx context.Context, box *sandbox.Container, o Order, data bool) (Ran, error) {
	said, env := &tail{}, map[string]string{"CI": "true"} // as every service that runs tests sets it: nobody is there who watches or answers
	if data {
		maps.Copy(env, s.env)
	}
	came, err := box.Run(ctx, sandbox.Order{Line: s.Line(box.Folder()), Network: o.Network, Limit: o.Limit, Out: said, Data: data, Env: env})
	if err != nil {
		return Ran{Suite: s, Result: Result{Failures: []Failure{}}}, err
	}
	left := map[string][]byte{}
	for _, f := range came.Files {
		left[f.Path] = f.Content
	}
	out := Ran{Suite: s, Output: said.String()}
	out.Result = s.read(came.Exit, came.Late, out.Output, left)
	out.Beside, out.Absent = []string{}, []string{}
	for _, d := range came.Data {
		if d.State == prove.StoreHealthy {
			out.Beside = append(out.Beside, d.ID)
		} else {
			out.Absent = append(out.Absent, d.ID)
		}
	}
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
