package window

import (
	"slices"
	"sync"
	"testing"

	"aipack/backend/base/settings"
	"aipack/backend/detect/pipeline"
	"aipack/backend/window/models"
	"aipack/backend/window/runs"
	"aipack/backend/window/session"
)

// TestFilesOfEarlierRunsAreWalkedAgain: the files of the last runs alone are held, and
// an earlier one shows its folder all the same.
func TestFilesOfEarlierRunsAreWalkedAgain(t *testing.T) {
	a, p := opened(t, t.TempDir())
	var ended []session.Snapshot
	for _, name := range []string{"node-express", "python-fastapi", "turborepo"} {
		ended = append(ended, analysed(t, a, p, sample(t, a, name)))
	}
	nodes, err := a.Runs.Tree(ended[0].RunID, "")
	if err != nil || !slices.ContainsFunc(nodes, func(n runs.Node) bool { return n.Path == "package.json" && n.Manifest }) {
		t.Errorf("%v %+v", err, nodes)
	}
	if s, err := a.Plan.Service(ended[0].RunID, "."); err != nil || len(s.Problems) != len(ended[0].Problems) {
		t.Errorf("%v %+v", err, s.Problems)
	}
}

// TestCallsAtOnceShareOneRun: the page asks for a run of the history with
// several calls, and an edit of one copy would be lost to another.
func TestCallsAtOnceShareOneRun(t *testing.T) {
	data := t.TempDir()
	a, p := opened(t, data)
	id := analysed(t, a, p, sample(t, a, "node-express")).RunID
	a.Close()
	b, _ := opened(t, data)
	var asking sync.WaitGroup
	runs := make([]*session.Run, 16)
	for i := range runs {
		asking.Go(func() {
			var err error
			if runs[i], err = b.registry.Run(id); err != nil {
				t.Error(err)
			}
		})
	}
	asking.Wait()
	for _, r := range runs {
		if r != runs[0] {
			t.Fatal("two copies of one run")
		}
	}
}

// TestAtOnceIsOneAfterTheOther: a folder that is asked for several times at
// once is analysed once, and settings that are changed at once are all kept.
func TestAtOnceIsOneAfterTheOther(t *testing.T) {
	a, p := opened(t, t.TempDir())
	hang := make(chan struct{})
	a.Runs.Line = func(s settings.Preferences) *pipeline.Orchestrator {
		o := runs.AnalysisFor(s)
		o.Before = append([]pipeline.WorkflowPhase{stuck{hang}}, o.Before...)
		return o
	}
	dir := sample(t, a, "node-express")
	ids := make([]string, 8)
	var asking sync.WaitGroup
	for i := range ids {
		asking.Go(func() {
			var err error
			if ids[i], err = a.Runs.Analyse(dir, ""); err != nil {
				t.Error(err)
			}
		})
	}
	providers := []string{"anthropic", "openai", "gemini", "ollama", "embedded"}
	for _, id := range providers {
		asking.Go(func() {
			if err := a.Models.SaveProvider(models.ProviderSettings{Provider: id, Model: "m"}); err != nil {
				t.Error(err)
			}
		})
	}
	asking.Wait()
	close(hang)
	<-p.end
	if slices.Sort(ids); ids[0] != ids[len(ids)-1] {
		t.Errorf("analysed as %v", slices.Compact(ids))
	}
	if kept := a.preferences.InForce().Providers; len(kept) != len(providers) {
		t.Errorf("kept: %+v", kept)
	}
}
