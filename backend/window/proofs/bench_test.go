package proofs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"aipack/backend/base/event"
	"aipack/backend/base/settings"
	"aipack/backend/model/llm/gateway"
	"aipack/backend/model/llm/keys"
	"aipack/backend/model/llm/spending"
	"aipack/backend/packaging/digest"
	"aipack/backend/prove/lint"
	"aipack/backend/store"
	"aipack/backend/window/history"
	"aipack/backend/window/page"
	"aipack/backend/window/plan"
	"aipack/backend/window/program"
	"aipack/backend/window/projects"
	"aipack/backend/window/runs"
	"aipack/backend/window/session"
	"aipack/backend/window/variables"
)

// bench is the rooms that proofs have to do with, as the window puts them together.
type bench struct {
	Page      *page.Link
	Runs      *runs.Runs
	Plan      *plan.Plan
	Variables *variables.Variables
	Proofs    *Proofs
	Previews  *Previews
	History   *history.History
	Activity  *program.Activity

	store    *session.Store
	registry *session.Registry
	projects *projects.Projects
	now      func() time.Time
}

// ear hears what the page would hear of the end of analyses.
type ear struct{ end chan string }

func (e *ear) emit(_ string, payload any) {
	batch, ok := payload.(session.RunBatch)
	if !ok || len(batch.Events) == 0 {
		return
	}
	if last := batch.Events[len(batch.Events)-1].Type; strings.HasPrefix(last, "run.") && last != "run.started" {
		e.end <- last
	}
}

// atBench opens a history in a folder, by rules alone.
func atBench(t *testing.T, data string) (*bench, *ear) {
	t.Helper()
	t.Setenv("AIPACK_MODELS", filepath.Join(data, "models"))
	heard := &ear{end: make(chan string, 16)}
	link := page.New(page.About{Version: "test", Data: data, Now: time.Now})
	link.Frame.Emit = heard.emit
	db, err := store.Open(data, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	link.Open()
	b := &bench{Page: link, store: &session.Store{DB: db}, now: time.Now}
	t.Cleanup(b.Close)
	books := spending.In(data, time.Now)
	preferences := session.NewPreferences(link, b.store, books, time.Now)
	if err := preferences.Change(func(s settings.Preferences) settings.Preferences { s.Mode = "static"; return s }); err != nil {
		t.Fatal(err)
	}
	b.registry = session.NewRegistry(link, b.store, preferences, lint.Check, time.Now)
	given := variables.In(func() *store.DB { return db }, keys.System(), link.Log.Add)
	b.Runs = &runs.Runs{Page: link, Store: b.store, Registry: b.registry, Preferences: preferences, Gateway: gateway.New("test"), Books: books, Metrics: event.NewMetrics(), Now: time.Now, Line: runs.AnalysisFor}
	b.Plan = &plan.Plan{Page: link, Runs: b.registry}
	b.Variables = &variables.Variables{Page: link, Runs: b.registry, Book: given}
	b.Proofs, b.Previews = New(link, b.store, b.registry, given, Models{gateway.New("test"), preferences.InForce, books}, lint.Check, "", time.Now)
	b.History = &history.History{Link: link, Store: b.store, Runs: b.registry}
	b.Activity = &program.Activity{Page: link, Runs: b.registry, Others: []func() []session.UnderWay{func() []session.UnderWay { return UnderWay(b.Proofs, b.Previews) }}}
	b.projects = &projects.Projects{Page: link, Files: os.DirFS("../../../testdata/repos"), Data: data}
	return b, heard
}

// Close ends what runs.
func (b *bench) Close() {
	if b.Proofs != nil {
		Cancel(b.Proofs, b.Previews)
		StopPreviews(b.Previews)
	}
	_ = b.store.Close()
}

// unpacked unpacks a sample into a folder of its own.
func unpacked(t *testing.T, b *bench, name string) string {
	t.Helper()
	dir, err := b.projects.OpenSample(name)
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// detected analyses a folder to the end.
func detected(t *testing.T, b *bench, heard *ear, dir string) session.Snapshot {
	t.Helper()
	id, err := b.Runs.Analyse(dir, "")
	if err != nil {
		t.Fatal(err)
	}
	select {
	case <-heard.end:
	case <-time.After(30 * time.Second):
		t.Fatal("the analysis does not end")
	}
	s, err := b.Runs.Snapshot(id)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// planAt is a run's plan as it stands.
func planAt(b *bench, runID string) (digest.Plan, error) {
	r, err := b.registry.Run(runID)
	if err != nil {
		return digest.Plan{}, err
	}
	return r.Plan(), nil
}
