package window

import (
	"aipack/backend/base/settings"
	"aipack/backend/detect/pipeline"
	"aipack/backend/window/models"
	"slices"
	"sync"
	"testing"
	"time"
)

// TestFilesOfEarlierRunsAreWalkedAgain: memory holds the files of the last runs
// alone, and an earlier one shows its folder all the same.
func TestFilesOfEarlierRunsAreWalkedAgain(t *testing.T) {
	a, p := opened(t, t.TempDir())
	var runs []Snapshot
	for _, name := range []string{"node-express", "python-fastapi", "turborepo"} {
		runs = append(runs, analysed(t, a, p, sample(t, a, name)))
	}
	first := a.memory.runs[runs[0].RunID]
	if first.files != nil {
		t.Error("the first run still holds the files of its folder")
	}
	if last := a.memory.runs[runs[2].RunID]; last.files == nil {
		t.Error("the last run has forgotten them")
	}
	nodes, err := a.Runs.Tree(runs[0].RunID, "")
	if err != nil || !slices.ContainsFunc(nodes, func(n Node) bool { return n.Path == "package.json" && n.Manifest }) {
		t.Errorf("%v %+v", err, nodes)
	}
	if s, err := a.Plan.Service(runs[0].RunID, "."); err != nil || len(s.Problems) != len(runs[0].Problems) {
		t.Errorf("%v %+v", err, s.Problems)
	}
}

// TestRunsAreLetGoOfInOrder: deleted ones are forgotten, running ones stay.
func TestRunsAreLetGoOfInOrder(t *testing.T) {
	a, p := opened(t, t.TempDir())
	dir := sample(t, a, "node-express")
	hang := make(chan struct{})
	var first sync.Once
	a.Runs.line = func(s settings.Preferences) *pipeline.Orchestrator {
		o := analysisFor(s)
		first.Do(func() { o.Before = append([]pipeline.WorkflowPhase{stuck{hang}}, o.Before...) })
		return o
	}
	running, err := a.Runs.Analyse(sample(t, a, "turborepo"), "")
	if err != nil {
		t.Fatal(err)
	}
	if r, err := a.memory.run(running); err != nil || !started(r) {
		t.Fatalf("the first run does not start: %v", err)
	}
	deleted := analysed(t, a, p, dir).RunID
	if err := a.History.Delete(deleted); err != nil {
		t.Fatal(err)
	}
	var newest string
	for range mostKept + 3 {
		newest = analysed(t, a, p, dir).RunID
	}
	close(hang)
	<-p.end
	a.memory.mu.Lock()
	defer a.memory.mu.Unlock()
	if len(a.memory.runs) > mostKept || len(a.memory.used) != len(a.memory.runs) || a.memory.runs[running] == nil || a.memory.runs[newest] == nil || a.memory.runs[deleted] != nil || slices.Contains(a.memory.used, deleted) {
		t.Errorf("%d runs, %d used; running %v, newest %v, deleted %v", len(a.memory.runs), len(a.memory.used), a.memory.runs[running] != nil, a.memory.runs[newest] != nil, a.memory.runs[deleted] != nil)
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
	runs := make([]*run, 16)
	for i := range runs {
		asking.Go(func() {
			var err error
			if runs[i], err = b.memory.run(id); err != nil {
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
	a.Runs.line = func(s settings.Preferences) *pipeline.Orchestrator {
		o := analysisFor(s)
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

// TestABusyRunHoldsNobodyUp: while one is walked anew or linted, its lock is
// held for seconds; other folders can be analysed and stopped meanwhile.
func TestABusyRunHoldsNobodyUp(t *testing.T) {
	a, p := opened(t, t.TempDir())
	busy, err := a.memory.run(analysed(t, a, p, sample(t, a, "node-express")).RunID)
	if err != nil {
		t.Fatal(err)
	}
	busy.mu.Lock()
	defer busy.mu.Unlock()
	done := make(chan string, 1)
	go func() {
		id, err := a.Runs.Analyse(sample(t, a, "python-fastapi"), "")
		if err == nil {
			err = a.Runs.Stop(id)
		}
		if err != nil {
			t.Error(err)
		}
		done <- id
	}()
	select {
	case <-done:
	case <-time.After(10 * time.Second):
		t.Fatal("another run's lock is waited for")
	}
}

// started waits until a run has told of something.
func started(r *run) bool {
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); time.Sleep(time.Millisecond) {
		r.mu.Lock()
		n := len(r.events)
		r.mu.Unlock()
		if n > 0 {
			return true
		}
	}
	return false
}
