package window

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"aipack/backend/base/fault"
	"aipack/backend/base/settings"
	"aipack/backend/detect/pipeline"
	"aipack/backend/window/page"
	"aipack/backend/window/runs"
)

func TestARunArrivesInOrderAndCanBeRebuilt(t *testing.T) {
	a, p := opened(t, t.TempDir())
	s := analysed(t, a, p, sample(t, a, "turborepo"))
	if s.State != "completed" || len(s.Documents) < 2 || len(s.Services) != len(s.Documents) || s.Seq != int64(len(s.Events)) {
		t.Fatalf("%s, %d documents, seq %d of %d", s.State, len(s.Documents), s.Seq, len(s.Events))
	}
	seq := int64(0)
	for _, batch := range p.runs {
		for _, e := range batch.Events {
			if seq++; e.Seq != seq || e.RunID != s.RunID {
				t.Fatalf("event %d arrived as number %d", e.Seq, seq)
			}
		}
	}
	if seq != s.Seq {
		t.Errorf("%d events told, %d in the snapshot", seq, s.Seq)
	}
}

func TestStopIsFeltAtOnce(t *testing.T) {
	a, p := opened(t, t.TempDir())
	hang := make(chan struct{})
	defer close(hang)
	a.Runs.Line = func(s settings.Preferences) *pipeline.Orchestrator {
		o := runs.AnalysisFor(s)
		o.Before = append([]pipeline.WorkflowPhase{stuck{hang}}, o.Before...)
		return o
	}
	id, err := a.Runs.Analyse(sample(t, a, "node-express"), "")
	if err != nil {
		t.Fatal(err)
	}
	if again, _ := a.Runs.Analyse(filepath.Join(a.data, "samples", "node-express"), ""); again != id {
		t.Error("one folder is analysed twice at once")
	}
	began := time.Now()
	// The line itself hangs until the test ends; how soon a stop is felt, `make bench-window` says.
	if err := a.Runs.Stop(id); err != nil || time.Since(began) > 20*time.Second {
		t.Errorf("stopping took %s: %v", time.Since(began), err)
	}
	if last := <-p.end; last != "run.cancelled" {
		t.Errorf("the last event is %s", last)
	}
	if s, err := a.Runs.Snapshot(id); err != nil || s.State != "cancelled" {
		t.Errorf("%s %v", s.State, err)
	}
}

func TestAFolderThatGoesAwayLeavesTheResult(t *testing.T) {
	a, p := opened(t, t.TempDir())
	dir := sample(t, a, "node-express")
	s := analysed(t, a, p, dir)
	if nodes, err := a.Runs.Tree(s.RunID, ""); err != nil || !slices.ContainsFunc(nodes, func(n runs.Node) bool { return n.Name == "package.json" && n.Manifest && n.Evidence > 0 }) {
		t.Errorf("%+v %v", nodes, err)
	}
	treeKinds(t, a, p, dir)
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Plan.Service(s.RunID, "."); err != nil {
		t.Error(err)
	}
	if _, err := a.Runs.File(s.RunID, "package.json"); page.FaultOf(err).Code != string(fault.FileNotFound) || page.FaultOf(err).Hint == "" {
		t.Errorf("%v", err)
	}
	recents, err := a.History.Recents()
	if err != nil || len(recents) != 1 || recents[0].FolderExists {
		t.Errorf("%+v %v", recents, err)
	}
}

// treeKinds: the tree says which files are links, executable or binary, and when each was written.
func treeKinds(t *testing.T, a *App, p *listener, dir string) {
	t.Helper()
	for name, text := range map[string]string{"run.sh": "#!/bin/sh\n", "logo.png": "\x89PNG\x00\x00"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("run.sh", filepath.Join(dir, "start.sh")); err != nil {
		t.Skip("this system lets nobody make links") // Windows, without its developer mode
	}
	s := analysed(t, a, p, dir)
	nodes, err := a.Runs.Tree(s.RunID, ".")
	if err != nil {
		t.Fatal(err)
	}
	by := map[string]runs.Node{}
	for _, n := range nodes {
		by[n.Name] = n
	}
	if n := by["run.sh"]; !n.Executable || n.Binary || n.Target != "" || n.Size != 10 || n.Modified == 0 {
		t.Errorf("%+v", n)
	}
	if n := by["logo.png"]; !n.Binary {
		t.Errorf("%+v", n)
	}
	if n := by["start.sh"]; n.Target != "run.sh" {
		t.Errorf("%+v", by)
	}
}
