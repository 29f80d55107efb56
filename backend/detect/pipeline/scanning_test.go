package pipeline

import (
	"context"
	"reflect"
	"testing"
	"testing/fstest"
	"time"

	"aipack/backend/base/event"
	"aipack/backend/detect/scan"
	"aipack/backend/language"
	"aipack/backend/repo"
)

// TestTheScanIsToldOnce: in numbers and names, as soon as the folder was walked.
func TestTheScanIsToldOnce(t *testing.T) {
	files := fstest.MapFS{}
	for _, name := range []string{"a.one", "b.one", "c.one", "d.two", "tests/e.three", "go.work"} {
		files[name] = &fstest.MapFile{Data: []byte("x")}
	}
	registry := language.NewRegistry([]*language.Language{{ID: "one", Name: "One", Extensions: []string{".one"}}, {ID: "two", Name: "Two", Extensions: []string{".two"}}})
	folder := repo.New(files, "t")
	var told []event.ScanCompleted
	var order []string
	walked := 0
	o := &Orchestrator{Parts{Now: time.Now, Registry: registry, Before: []WorkflowPhase{
		step{"scan", func(ctx context.Context, a *AnalysisContext) error {
			a.SetScan(scan.Run(ctx, folder, registry, scan.Default()))
			return nil
		}},
		step{"structure", twoServices},
	}, After: []WorkflowPhase{step{"assemble", documents}}}}
	_, err := o.Execute(t.Context(), Run{ID: "r", Repo: folder, Scanned: func(*scan.Inventory) { walked++ }, Sink: func(e event.Stamped) {
		order = append(order, e.Type)
		if s, ok := e.Event.(event.ScanCompleted); ok {
			told = append(told, s)
		}
	}})
	if err != nil || len(told) != 1 || walked != 1 {
		t.Fatalf("%v: told %d times, heard %d times", err, len(told), walked)
	}
	if want := []string{"run.started", "phase.started", "scan.started", "scan.completed", "phase.completed"}; !reflect.DeepEqual(order[:5], want) {
		t.Errorf("%v", order)
	}
	got := told[0]
	want := []event.LanguageShare{{ID: "one", Name: "One", Files: 3, Percent: 50}, {ID: "two", Name: "Two", Files: 1, Percent: 100.0 / 6}}
	if got.Files != 6 || !reflect.DeepEqual(got.Languages, want) || got.Others != 2 || len(got.Unknown) != 2 || got.Unknown[0].Files != 1 {
		t.Errorf("%+v", got)
	}
	var steps []string
	for _, s := range got.Steps {
		steps = append(steps, s.Name+": "+s.Result)
	}
	parts := []string{"walk: 6 files in 1 folder", "key_dirs: 1 folder", "names: 0 manifests, 2 languages", "manifests: 0 manifests read", "suggestion: none"}
	if !reflect.DeepEqual(steps, parts) || got.Guess != nil {
		t.Errorf("%q, %+v", steps, got.Guess)
	}
	if !reflect.DeepEqual(got.Workspaces, []string{"go.work"}) || len(got.KeyDirs) != 1 || got.KeyDirs[0].Path != "tests" {
		t.Errorf("%+v", got)
	}
}
