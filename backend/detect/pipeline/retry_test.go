package pipeline

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"aipack/backend/base/event"
	"aipack/backend/detect/scan"
	"aipack/backend/repo"
	"aipack/backend/universalbuild"
)

// wondering is a service phase with one question, of which it is unsure.
type wondering struct{ look }

func (w wondering) Questions(*ServiceContext) []Question {
	return []Question{{Field: "/" + w.name, Take: func(Advice) bool { return true }}}
}

// listening notes what it was asked.
type listening struct {
	mu    sync.Mutex
	heard []string
}

func (l *listening) Answer(_ context.Context, d Desk, q Question) (Advice, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.heard = append(l.heard, q.Service+" "+q.Phase+" "+d.Hint)
	return Advice{}, false
}
func (l *listening) Explore(context.Context, Desk, string) []universalbuild.UniversalBuild {
	return nil
}
func (l *listening) Spent() Spent { return Spent{} }

func scanned(_ context.Context, a *AnalysisContext) error {
	a.SetScan(&scan.Inventory{Index: &repo.Index{}})
	return nil
}

func TestARetryLeavesWhatStandsBeforeItsPhase(t *testing.T) {
	nothing := func(context.Context, *ServiceContext) (ServicePhaseResult, error) { return ServicePhaseResult{}, nil }
	o := &Orchestrator{Parts{
		Before:  []WorkflowPhase{step{"scan", scanned}, step{"structure", twoServices}, step{"cache", nil}},
		Service: []ServicePhase{wondering{look{"port", nothing}}, wondering{look{"cache", nothing}}},
		After:   []WorkflowPhase{step{"assemble", documents}},
		Now:     time.Now,
	}}
	for _, c := range []struct{ phase, service, before, now string }{
		{"scan", "", "", "api cache new, api port new, web cache new, web port new"},
		{"cache", "", "", "api cache new, api port new, web cache new, web port new"},
		{"cache", "api", "api port old, web cache old, web port old", "api cache new"},
		{"port", "web", "api cache old, api port old", "web cache new, web port new"},
		{"assemble", "", "api cache old, api port old, web cache old, web port old", ""},
	} {
		var before, now listening
		var first event.RunStarted
		_, err := o.Execute(t.Context(), Run{
			ID: "r", Repo: repo.New(fstest.MapFS{}, "t"), Mode: Full, Adviser: &now, Hint: "new",
			Retry: &Retry{Of: "earlier", Phase: c.phase, Service: c.service, Earlier: &before, Hint: "old"},
			Sink: func(e event.Stamped) {
				if started, ok := e.Event.(event.RunStarted); ok {
					first = started
				}
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(before.heard)
		slices.Sort(now.heard)
		if got := strings.Join(before.heard, ", "); got != c.before {
			t.Errorf("from %s of %q the earlier answers were asked for: %s", c.phase, c.service, got)
		}
		if got := strings.Join(now.heard, ", "); got != c.now {
			t.Errorf("from %s of %q was asked anew: %s", c.phase, c.service, got)
		}
		if first.Of != "earlier" || first.From != c.phase || first.FromService != c.service {
			t.Errorf("told %+v", first)
		}
	}
	if o.Has("port", false) || !o.Has("port", true) || !o.Has("cache", false) || o.Has("dreams", true) {
		t.Error("the phases of a run are not known")
	}
}
