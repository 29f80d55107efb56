//go:build headless && window

package main

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"aipack/backend/fault"
	"aipack/backend/pipeline"
	"aipack/backend/settings"
	"aipack/backend/store"
)

// page stands in for the window: it hears what the page would hear.
type page struct {
	mu   sync.Mutex
	runs []RunBatch
	said []Notice
	told int // about downloads
	end  chan string
}

func (p *page) emit(name string, payload any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch v := payload.(type) {
	case RunBatch:
		p.runs = append(p.runs, v)
		if last := v.Events[len(v.Events)-1].Type; strings.HasPrefix(last, "run.") && last != "run.started" {
			p.end <- last
		}
	case Notice:
		p.said = append(p.said, v)
	case DownloadBatch:
		p.told++
	}
}

func (p *page) downloads() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.told
}

func opened(t testing.TB, data string) (*App, *page) {
	t.Helper()
	t.Setenv("AIPACK_MODELS", filepath.Join(data, "models"))
	a := newApp(data, "", time.Now)
	p := &page{end: make(chan string, 16)}
	a.frame.emit = p.emit
	if err := a.open(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.close)
	if saved, err := a.store.Settings(); err != nil || saved == "" {
		a.settings.Mode = "static" // tests that want a model say which: the machine may have one
	}
	return a, p
}

// sample unpacks a sample into a folder of its own.
func sample(t *testing.T, a *App, name string) string {
	t.Helper()
	dir, err := a.OpenSample(name)
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func analysed(t *testing.T, a *App, p *page, dir string) Snapshot {
	t.Helper()
	id, err := a.Analyse(dir, "")
	if err != nil {
		t.Fatal(err)
	}
	select {
	case <-p.end:
	case <-time.After(30 * time.Second):
		t.Fatal("the analysis does not end")
	}
	s, err := a.Snapshot(id)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

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

func TestARestartFindsTheRunAndItsEdits(t *testing.T) {
	data := t.TempDir()
	a, p := opened(t, data)
	s := analysed(t, a, p, sample(t, a, "node-express"))
	state, err := a.Edit(s.RunID, ".", "/runtime/ports/0/port", "4321")
	if err != nil || !slices.Contains(state.Edited, "/runtime/ports/0/port") || !strings.Contains(state.Dockerfile.Content, "EXPOSE 4321") {
		t.Fatalf("%v %v", state.Edited, err)
	}
	a.close()

	b, _ := opened(t, data)
	start, err := b.Start()
	if err != nil || start.LastRunID != s.RunID || start.FirstRun {
		t.Errorf("%+v %v", start, err)
	}
	again, err := b.Snapshot(s.RunID)
	if err != nil || again.Seq != s.Seq || len(again.Events) != len(s.Events) || !strings.Contains(again.Documents[0], "4321") || strings.Contains(again.Original[0], "4321") {
		t.Fatalf("%+v %v", again, err)
	}
	text, err := json.Marshal(again.Events[0].Event)
	if err != nil || !strings.Contains(string(text), `"mode":"static"`) {
		t.Errorf("the first event came back as %s %v", text, err)
	}
	if state, err := b.Undo(s.RunID, "."); err != nil || len(state.Edited) != 0 || !state.CanRedo {
		t.Errorf("undone: %v %v", state.Edited, err)
	}
}

func TestEditsSurviveANewDetection(t *testing.T) {
	a, p := opened(t, t.TempDir())
	dir := sample(t, a, "node-express")
	first := analysed(t, a, p, dir)
	for pointer, value := range map[string]string{"/runtime/ports/0/port": "4321", "/runtime/environment/GREETING": `"hello"`} {
		if _, err := a.Edit(first.RunID, ".", pointer, value); err != nil {
			t.Fatal(err)
		}
	}
	second := analysed(t, a, p, dir)
	state, err := a.Service(second.RunID, ".")
	if err != nil || !slices.Equal(state.Edited, []string{"/runtime/environment/GREETING", "/runtime/ports/0/port"}) {
		t.Errorf("%v %v", state.Edited, err)
	}
	diff, err := a.Compare(first.RunID, second.RunID)
	if err != nil || len(diff) != 1 || diff[0].State != "same" {
		t.Errorf("%+v %v", diff, err)
	}
	if state, err = a.Reset(second.RunID, ".", ""); err != nil || len(state.Edited) != 0 || state.Document != state.Original {
		t.Errorf("reset: %v %v", state.Edited, err)
	}
	diff, err = a.Compare(first.RunID, second.RunID)
	if err != nil || diff[0].State != "changed" || !slices.ContainsFunc(diff[0].Fields, func(f FieldDiff) bool {
		return f.Field == "/runtime/ports/0/port" && f.A == "4321" && f.EvidenceA.Source == "user" && f.EvidenceB.Source == "rule"
	}) {
		t.Errorf("%+v %v", diff, err)
	}
}

func TestUndoRedoResetAndWrongValues(t *testing.T) {
	a, p := opened(t, t.TempDir())
	s := analysed(t, a, p, sample(t, a, "node-express"))
	edit := func(value string) (ServiceState, error) { return a.Edit(s.RunID, ".", "/runtime/ports/0/port", value) }
	if _, err := edit(`4711`); err != nil {
		t.Fatal(err)
	}
	if _, err := edit(`4712`); err != nil {
		t.Fatal(err)
	}
	back, err := a.Undo(s.RunID, ".")
	if err != nil || !strings.Contains(back.Dockerfile.Content, "EXPOSE 4711") || !back.CanRedo {
		t.Errorf("undo: %v", err)
	}
	forth, err := a.Redo(s.RunID, ".")
	if err != nil || !strings.Contains(forth.Dockerfile.Content, "EXPOSE 4712") || forth.CanRedo {
		t.Errorf("redo: %v", err)
	}
	for _, value := range []string{`{`, `"no port"`, ``} {
		if _, err := edit(value); err == nil {
			t.Errorf("%q is taken for a port", value)
		}
	}
	if _, err := a.SetDocument(s.RunID, ".", `{"version": `); faultOf(err).Code != "SYNTAX_ERROR" {
		t.Errorf("broken JSON: %v", err)
	}
	after, err := a.Service(s.RunID, ".")
	if err != nil || after.Document != forth.Document {
		t.Error("a refused edit changed the document")
	}
	whole, err := a.SetDocument(s.RunID, ".", strings.Replace(after.Document, "4712", "4713", 1))
	if err != nil || !strings.Contains(whole.Dockerfile.Content, "EXPOSE 4713") {
		t.Errorf("the whole document: %v", err)
	}
	if one, err := a.Reset(s.RunID, ".", "/runtime/ports/0/port"); err != nil || len(one.Edited) != 0 {
		t.Errorf("reset of the field: %v %v", one.Edited, err)
	}
}

func TestStopIsFeltAtOnce(t *testing.T) {
	a, p := opened(t, t.TempDir())
	hang := make(chan struct{})
	defer close(hang)
	a.line = func(s settings.Settings) *pipeline.Orchestrator {
		o := lineFor(s)
		o.Before = append([]pipeline.WorkflowPhase{stuck{hang}}, o.Before...)
		return o
	}
	id, err := a.Analyse(sample(t, a, "node-express"), "")
	if err != nil {
		t.Fatal(err)
	}
	if again, _ := a.Analyse(filepath.Join(a.data, "samples", "node-express"), ""); again != id {
		t.Error("one folder is analysed twice at once")
	}
	began := time.Now()
	// The line itself hangs until the test ends; how soon a stop is felt, `make bench-window` says.
	if err := a.Stop(id); err != nil || time.Since(began) > 20*time.Second {
		t.Errorf("stopping took %s: %v", time.Since(began), err)
	}
	if last := <-p.end; last != "run.cancelled" {
		t.Errorf("the last event is %s", last)
	}
	if s, err := a.Snapshot(id); err != nil || s.State != "cancelled" {
		t.Errorf("%s %v", s.State, err)
	}
}

func TestAFolderThatGoesAwayLeavesTheResult(t *testing.T) {
	a, p := opened(t, t.TempDir())
	dir := sample(t, a, "node-express")
	s := analysed(t, a, p, dir)
	if nodes, err := a.Tree(s.RunID, ""); err != nil || !slices.ContainsFunc(nodes, func(n Node) bool { return n.Name == "package.json" && n.Manifest && n.Evidence > 0 }) {
		t.Errorf("%+v %v", nodes, err)
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Service(s.RunID, "."); err != nil {
		t.Error(err)
	}
	if _, err := a.File(s.RunID, "package.json"); faultOf(err).Code != string(fault.FileNotFound) || faultOf(err).Hint == "" {
		t.Errorf("%v", err)
	}
	recents, err := a.Recents()
	if err != nil || len(recents) != 1 || recents[0].FolderExists {
		t.Errorf("%+v %v", recents, err)
	}
}

func TestExportKeepsWhatIsInTheWay(t *testing.T) {
	a, p := opened(t, t.TempDir())
	dir := sample(t, a, "node-express")
	s := analysed(t, a, p, dir)
	mine := filepath.Join(dir, "Dockerfile")
	if err := os.WriteFile(mine, []byte("FROM mine\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	states := func(force bool) map[string]string {
		results, err := a.Export(s.RunID, "", nil, force)
		if err != nil {
			t.Fatal(err)
		}
		out := map[string]string{}
		for _, r := range results {
			out[r.Path] = r.State
			if r.Path == "Dockerfile" && (r.Backup != "") != force {
				t.Errorf("backup: %+v", r)
			}
		}
		return out
	}
	if got := states(false); got["Dockerfile"] != "kept" || got["universalbuild.json"] != "written" {
		t.Errorf("%v", got)
	}
	if got := states(true); got["Dockerfile"] != "written" || got["universalbuild.json"] != "same" {
		t.Errorf("%v", got)
	}
	old, err := os.ReadFile(mine + ".bak-1")
	if err != nil || string(old) != "FROM mine\n" {
		t.Errorf("the old one: %q %v", old, err)
	}
	if s, _ := a.Service(s.RunID, "."); s.Existing == "" {
		t.Error("the project's own Dockerfile is not shown")
	}
}

func TestAPanicBecomesAReport(t *testing.T) {
	a, _ := opened(t, t.TempDir())
	a.store = nil // whoever calls it now falls over
	_, err := a.History("", 0, 10)
	f := faultOf(err)
	if f.Code != string(fault.Internal) || !strings.Contains(f.Report, "app_history.go") || f.Hint == "" {
		t.Errorf("%+v", f)
	}
	a.store, _ = store.Memory(a.now)
}

func TestLookJudgesPaths(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	file := filepath.Join(home, "a b", "x.txt")
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for given, want := range map[string]FolderInfo{
		"/":                                     {Path: "/", Kind: "root", Exists: true, IsFolder: true},
		"~":                                     {Path: home, Kind: "home", Exists: true, IsFolder: true},
		"file://" + home + "/a%20b":             {Path: filepath.Dir(file), Kind: "project", Exists: true, IsFolder: true},
		`"` + filepath.Dir(file) + `"`:          {Path: filepath.Dir(file), Kind: "project", Exists: true, IsFolder: true},
		file:                                    {Path: file, Kind: "file", Exists: true},
		filepath.Join(home, "nothing", "there"): {Path: filepath.Join(home, "nothing", "there"), Kind: "project"},
	} {
		got := look(given)
		if got.Path != want.Path || got.Kind != want.Kind || got.Exists != want.Exists || got.IsFolder != want.IsFolder || (got.Message == "") != (want.IsFolder && want.Kind == "project") {
			t.Errorf("%s: %+v", given, got)
		}
	}
}

func TestANewerOrLockedHistory(t *testing.T) {
	data := t.TempDir()
	a, _ := opened(t, data)
	second := newApp(data, "", time.Now)
	if err := second.open(); !errors.Is(err, store.ErrInUse) {
		t.Errorf("the second window: %v", err)
	}
	a.close()
	if err := os.WriteFile(filepath.Join(data, store.Name), []byte(strings.Repeat("ruined ", 200)), 0o600); err != nil {
		t.Fatal(err)
	}
	b, p := opened(t, data)
	start, err := b.Start()
	if err != nil || len(start.Notices) != 2 || !strings.Contains(start.Notices[0].Hint, ".damaged-") || !strings.Contains(start.Notices[1].Message, "no model is asked") {
		t.Errorf("%+v %v", start, err)
	}
	analysed(t, b, p, sample(t, b, "node-express"))
}

func TestRunsTravelAsFiles(t *testing.T) {
	a, p := opened(t, t.TempDir())
	s := analysed(t, a, p, sample(t, a, "node-express"))
	file, err := a.ExportRun(s.RunID, filepath.Join(t.TempDir(), "run.json"))
	if err != nil {
		t.Fatal(err)
	}
	b, _ := opened(t, t.TempDir())
	id, err := b.ImportRun(file)
	if err != nil {
		t.Fatal(err)
	}
	there, err := b.Snapshot(id)
	if err != nil || len(there.Events) != len(s.Events) || there.Documents[0] != s.Documents[0] || there.Events[0].RunID != id {
		t.Errorf("%d events of %d, run %s of %s, %v; %s", len(there.Events), len(s.Events), there.Events[0].RunID, id, err, there.Documents[0])
	}
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(strings.Replace(string(content), `"version": 1`, `"version": 9`, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := b.ImportRun(file); faultOf(err).Code != "UNSUPPORTED_VERSION" {
		t.Errorf("a newer recording: %v", err)
	}
	if err := b.DeleteRun(id); err != nil {
		t.Fatal(err)
	}
	if page, _ := b.History("", 0, 5); page.Total != 0 {
		t.Error("the deleted run is listed")
	}
	if err := b.RestoreRun(id); err != nil {
		t.Error(err)
	}
}

func TestTheCommandLineKnowsItsDoors(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, dir := range []string{"detect", "shop"} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	here, _ := os.Getwd()
	for line, want := range map[string]struct {
		path    string
		command bool
	}{
		"":                                   {},
		"shop":                               {path: filepath.Join(here, "shop")},
		"detect":                             {command: true},
		"./detect":                           {path: filepath.Join(here, "detect")},
		"detect shop --format json":          {command: true},
		"--version":                          {command: true},
		"nonsense":                           {command: true},
		"./gone":                             {path: filepath.Join(here, "gone")},
		"-devserver 127.0.0.1:1 -assetdir x": {},
		"-devserver 127.0.0.1:1 shop":        {path: filepath.Join(here, "shop")},
	} {
		path, command := purpose(strings.Fields(line), here)
		if path != want.path || command != want.command {
			t.Errorf("%q opens %q, command %v", line, path, command)
		}
	}
}

// stuck is a phase that listens to nobody.
type stuck struct{ until chan struct{} }

func (stuck) Name() string { return "stuck" }

func (s stuck) Execute(context.Context, *pipeline.AnalysisContext) error {
	<-s.until
	return nil
}

// TestFilesOfEarlierRunsAreWalkedAgain: memory holds the files of the last runs
// alone, and an earlier one shows its folder all the same.
func TestFilesOfEarlierRunsAreWalkedAgain(t *testing.T) {
	a, p := opened(t, t.TempDir())
	var runs []Snapshot
	for _, name := range []string{"node-express", "python-fastapi", "turborepo"} {
		runs = append(runs, analysed(t, a, p, sample(t, a, name)))
	}
	first := a.runs[runs[0].RunID]
	if first.files != nil {
		t.Error("the first run still holds the files of its folder")
	}
	if last := a.runs[runs[2].RunID]; last.files == nil {
		t.Error("the last run has forgotten them")
	}
	nodes, err := a.Tree(runs[0].RunID, "")
	if err != nil || !slices.ContainsFunc(nodes, func(n Node) bool { return n.Path == "package.json" && n.Manifest }) {
		t.Errorf("%v %+v", err, nodes)
	}
	if s, err := a.Service(runs[0].RunID, "."); err != nil || len(s.Problems) != len(runs[0].Problems) {
		t.Errorf("%v %+v", err, s.Problems)
	}
}
