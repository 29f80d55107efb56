package mcp

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	protocol "github.com/modelcontextprotocol/go-sdk/mcp"

	"aipack/backend/code/codefind"
	"aipack/backend/code/codegraph"
	"aipack/backend/code/syntax"
	"aipack/backend/detect/analysis"
	"aipack/backend/detect/pipeline"
	"aipack/backend/prove/lint"
	"aipack/backend/repo"
)

// readings counts what is read, and holds each until it is let go.
type readings struct {
	*graphs
	t       *testing.T
	letGo   chan struct{}
	begun   atomic.Int32
	at      atomic.Int32 // now
	stopped atomic.Int32
}

func newReadings(t *testing.T) *readings {
	return &readings{graphs: newGraphs(), t: t, letGo: make(chan struct{})}
}

func (r *readings) read(ctx context.Context) (*codefind.Index, error) {
	r.begun.Add(1)
	if r.at.Add(1) > 1 {
		r.t.Error("two graphs at a time")
	}
	defer r.at.Add(-1)
	select {
	case <-r.letGo:
		return codefind.New(codegraph.Build(nil, codegraph.Layout{})), nil
	case <-ctx.Done():
		r.stopped.Add(1)
		return nil, ctx.Err()
	}
}

// call asks about a folder, and gives what came of it.
func (r *readings) call(ctx context.Context, folder string) <-chan error {
	out := make(chan error, 1)
	go func() {
		out <- r.ask(ctx, folder, r.read, func(x *codefind.Index) {
			if x == nil {
				r.t.Error("nothing was read")
			}
		})
	}()
	synctest.Wait()
	return out
}

// TestGraphsAreShared: calls that wait have a folder's graph in common; one that comes
// once it is being read has it read again, and hears of what was written since.
func TestGraphsAreShared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newReadings(t)
		calls := []<-chan error{r.call(t.Context(), "a")}
		for range 100 {
			calls = append(calls, r.call(t.Context(), "a"), r.call(t.Context(), "b"))
		}
		if r.begun.Load() != 1 {
			t.Fatalf("%d were begun", r.begun.Load())
		}
		close(r.letGo)
		for _, c := range calls {
			if err := <-c; err != nil {
				t.Error(err)
			}
		}
		synctest.Wait()
		if r.begun.Load() != 3 || len(r.waiting) != 0 || len(r.turn) != 0 {
			t.Errorf("%d readings for 201 calls, %d wait", r.begun.Load(), len(r.waiting))
		}
	})
}

// TestGraphsEndWithTheirCalls: one that goes ends its own waiting and no reading that
// others want; with the last of them it ends, in its turn or before.
func TestGraphsEndWithTheirCalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newReadings(t)
		one, stopOne := context.WithCancel(t.Context())
		two, stopTwo := context.WithCancel(t.Context())
		blocking, stopBlocking := context.WithCancel(t.Context())
		blocks := r.call(blocking, "b")
		first, second := r.call(one, "a"), r.call(two, "a")
		stopOne()
		if err := <-first; !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		stopBlocking()
		if err := <-blocks; !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		synctest.Wait()
		if r.stopped.Load() != 1 || r.begun.Load() != 2 {
			t.Errorf("%d stopped of %d", r.stopped.Load(), r.begun.Load())
		}
		third := r.call(t.Context(), "c")
		fourth, stopFourth := context.WithCancel(t.Context())
		none := r.call(fourth, "d")
		stopFourth() // before its turn
		if err := <-none; !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		again := r.call(t.Context(), "d") // not the one that was stopped
		stopTwo()
		if err := <-second; !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		close(r.letGo)
		if err := errors.Join(<-third, <-again); err != nil {
			t.Error(err)
		}
		synctest.Wait()
		if r.stopped.Load() != 2 || r.begun.Load() != 4 || len(r.waiting) != 0 || len(r.turn) != 0 {
			t.Errorf("%d stopped of %d, %d wait", r.stopped.Load(), r.begun.Load(), len(r.waiting))
		}
	})
}

// TestTooManySources: a folder whose graph would fill the memory is refused before any
// of it is read, and one within it is not.
func TestTooManySources(t *testing.T) {
	dir := t.TempDir()
	sizes := map[string]int64{"b/written by a program.py": mostSources, "b/large.txt": mostSources}
	for i := range mostSources/syntax.MostSource + 2 {
		sizes[fmt.Sprintf("%c/%d.go", 'a'+rune(i%2), i)] = syntax.MostSource
	}
	for name, size := range sizes {
		at := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o755), os.WriteFile(at, nil, 0o600), os.Truncate(at, size)); err != nil {
			t.Fatal(err)
		}
	}
	read := 0
	session := connect(t, Parts{Roots: hold(t, dir), Graph: func(context.Context, *repo.Tree) (*codegraph.Graph, error) {
		read++
		return codegraph.Build(nil, codegraph.Layout{}), nil
	}}, nil)
	if _, said := call[answers](t, session, "find_code", map[string]any{"path": ".", "question": "port"}); !strings.Contains(said, "129 MiB of sources") || !strings.Contains(said, "a folder within") || read != 0 {
		t.Errorf("%q, read %d times", said, read)
	}
	if _, said := call[answers](t, session, "find_code", map[string]any{"path": "b", "question": "port"}); said != "" || read != 1 {
		t.Errorf("%q, read %d times", said, read)
	}
}

// TestHeavyCallsTakeTurns: of 32 calls at once no more work at a time than there are
// places for them, and all are answered.
func TestHeavyCallsTakeTurns(t *testing.T) {
	var analyses, lints, graphs atomic.Int32
	during := func(what string, now *atomic.Int32, most int32) func() {
		if n := now.Add(1); n > most {
			t.Errorf("%d %s at a time", n, what)
		}
		time.Sleep(2 * time.Millisecond) // so that another would meet it
		return func() { now.Add(-1) }
	}
	dir := shop(t)
	at := analysis.New()
	session := connect(t, Parts{
		Roots: hold(t, dir),
		Analyse: func(ctx context.Context, run pipeline.Run) (*pipeline.Outcome, error) {
			defer during("analyses", &analyses, atOnce)()
			return at.Execute(ctx, run)
		},
		Lint: func(ctx context.Context, text []byte) (lint.Report, error) {
			defer during("lints", &lints, 1)()
			return lint.Check(ctx, text)
		},
		Graph: func(context.Context, *repo.Tree) (*codegraph.Graph, error) {
			defer during("graphs", &graphs, 1)()
			return codegraph.Build(nil, codegraph.Layout{}), nil
		},
	}, nil)
	var wait sync.WaitGroup
	for i := range 32 {
		wait.Go(func() {
			tool := []string{"detect", "export", "lint", "find_code"}[i%4]
			args := map[string]map[string]any{"lint": {"dockerfile": "FROM a"}, "find_code": {"path": []string{"api", "jobs"}[i/4%2], "question": "port"}}[tool]
			if args == nil {
				args = map[string]any{"path": "."}
			}
			result, err := session.CallTool(t.Context(), &protocol.CallToolParams{Name: tool, Arguments: args})
			if err != nil || result.IsError {
				t.Error(fmt.Errorf("%s: %w %+v", tool, err, result))
			}
		})
	}
	wait.Wait()
}
