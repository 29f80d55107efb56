package window

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"aipack/backend/base/event"
	"aipack/backend/base/settings"
	"aipack/backend/detect/pipeline"
	"aipack/backend/window/runs"
)

// waiting is a service phase that lets every service but one through, and
// waits there until the run is ended.
type waiting struct {
	at      string
	arrived chan struct{}
}

func (waiting) Name() string { return "waiting" }

func (w waiting) Execute(ctx context.Context, s *pipeline.ServiceContext) (pipeline.ServicePhaseResult, error) {
	if s.Path != w.at {
		return pipeline.ServicePhaseResult{}, nil
	}
	close(w.arrived)
	<-ctx.Done()
	return pipeline.ServicePhaseResult{}, ctx.Err()
}

// untilThrough waits until a phase of a service is told to be done: what was found
// of the service counts from then on, however soon the run is ended.
func untilThrough(t *testing.T, a *App, run, phase, service string) {
	t.Helper()
	for end := time.Now().Add(60 * time.Second); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		s, err := a.Runs.Snapshot(run)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range s.Events {
			if done, ok := e.Event.(event.PhaseCompleted); ok && done.Phase == phase && done.Service == service {
				return
			}
		}
	}
	t.Fatalf("%s of %s is never done", phase, service)
}

// TestAStoppedRunKeepsWhatWasFound: also after the program was started again.
func TestAStoppedRunKeepsWhatWasFound(t *testing.T) {
	data, dir := t.TempDir(), t.TempDir()
	for _, name := range []string{"api", "web"} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
		manifest := `{"name":"` + name + `","scripts":{"start":"node server.js"},"dependencies":{"express":"4"}}`
		if err := os.WriteFile(filepath.Join(dir, name, "package.json"), []byte(manifest), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name, "server.js"), []byte("require('express')().listen(3000)\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	a, p := opened(t, data)
	w := waiting{at: "web", arrived: make(chan struct{})}
	a.Runs.Line = func(s settings.Preferences) *pipeline.Orchestrator {
		o := runs.AnalysisFor(s)
		o.Service = append(o.Service, w)
		return o
	}
	id, err := a.Runs.Analyse(dir, "")
	if err != nil {
		t.Fatal(err)
	}
	<-w.arrived
	untilThrough(t, a, id, w.Name(), "api")
	if err := a.Runs.Stop(id); err != nil {
		t.Fatal(err)
	}
	s := ended(t, a, p, id)
	if s.State != "cancelled" || len(s.Services) != 1 || s.Services[0] != "api" || len(s.Documents) != 1 {
		t.Fatalf("%s: %q", s.State, s.Services)
	}
	if state, err := a.Plan.Service(id, "api"); err != nil || state.Dockerfile.Content == "" {
		t.Errorf("the plan of what was found: %v", err)
	}
	a.Close()
	again, _ := opened(t, data)
	if kept, err := again.Runs.Snapshot(id); err != nil || kept.State != "cancelled" || len(kept.Services) != 1 {
		t.Errorf("%v %+v", err, kept.Services)
	}
}
