//go:build headless && window

package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"aipack/backend/fault"
	"aipack/backend/pipeline"
	"aipack/backend/settings"
)

// TestEveryBoundMethodIsGuarded: a panic in one that is not leaves the page
// waiting, and one that does not wait for open meets an App without a store.
func TestEveryBoundMethodIsGuarded(t *testing.T) {
	guardedMethods := map[string]bool{}
	files, err := filepath.Glob("app*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range parsed.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv != nil && len(f.Body.List) == 1 {
				guardedMethods[f.Name.Name] = isGuard(f.Body.List[0])
			}
		}
	}
	bound := reflect.TypeFor[*App]()
	if bound.NumMethod() < 60 {
		t.Errorf("only %d methods are bound", bound.NumMethod())
	}
	for m := range bound.Methods() {
		if !guardedMethods[m.Name] {
			t.Errorf("%s is bound and does more than to return guard(...) or guarded(...)", m.Name)
		}
	}
}

func isGuard(s ast.Stmt) bool {
	r, ok := s.(*ast.ReturnStmt)
	if !ok || len(r.Results) != 1 {
		return false
	}
	call, ok := r.Results[0].(*ast.CallExpr)
	if !ok {
		return false
	}
	name, ok := call.Fun.(*ast.Ident)
	return ok && (name.Name == "guard" || name.Name == "guarded")
}

// TestACallWaitsUntilTheAppIsOpen: Wails opens in a goroutine, and the page
// may be there before it.
func TestACallWaitsUntilTheAppIsOpen(t *testing.T) {
	data := t.TempDir()
	t.Setenv("AIPACK_MODELS", filepath.Join(data, "models"))
	a := newApp(data, "/p", time.Now)
	type answer struct {
		info StartInfo
		err  error
	}
	got := make(chan answer)
	go func() {
		info, err := a.Start()
		got <- answer{info, err}
	}()
	select {
	case early := <-got:
		t.Fatalf("answered before open: %+v", early)
	case <-time.After(50 * time.Millisecond):
	}
	if err := a.open(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.close)
	if late := <-got; late.err != nil || late.info.OpenPath != "/p" {
		t.Errorf("%+v", late)
	}
}

// TestAPanicBesideTheCallIsTheCallsError: in a goroutine it would end the
// program.
func TestAPanicBesideTheCallIsTheCallsError(t *testing.T) {
	a, p := opened(t, t.TempDir())
	ran := false
	err := together(a, "Both", func() { panic("one of two") }, func() { ran = true })
	if f := faultOf(err); f.Code != string(fault.Internal) || !strings.Contains(f.Report, "one of two") || !ran {
		t.Errorf("%+v, the other ran: %v", f, ran)
	}
	a.apart("the cleaning", func() { panic("nobody waits") })
	if last := p.said[len(p.said)-1]; !strings.Contains(last.Message, "the cleaning broke: nobody waits") || last.Hint == "" {
		t.Errorf("%+v", last)
	}
}

// TestRunsAreLetGoOfInOrder: deleted ones are forgotten, running ones stay.
func TestRunsAreLetGoOfInOrder(t *testing.T) {
	a, p := opened(t, t.TempDir())
	dir := sample(t, a, "node-express")
	hang := make(chan struct{})
	var first sync.Once
	a.line = func(s settings.Settings) *pipeline.Orchestrator {
		o := lineFor(s)
		first.Do(func() { o.Before = append([]pipeline.WorkflowPhase{stuck{hang}}, o.Before...) })
		return o
	}
	running, err := a.Analyse(sample(t, a, "turborepo"), "")
	if err != nil {
		t.Fatal(err)
	}
	if r, err := a.run(running); err != nil || !started(r) {
		t.Fatalf("the first run does not start: %v", err)
	}
	deleted := analysed(t, a, p, dir).RunID
	if err := a.DeleteRun(deleted); err != nil {
		t.Fatal(err)
	}
	var newest string
	for range mostKept + 3 {
		newest = analysed(t, a, p, dir).RunID
	}
	close(hang)
	<-p.end
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.runs) > mostKept || len(a.used) != len(a.runs) || a.runs[running] == nil || a.runs[newest] == nil || a.runs[deleted] != nil || slices.Contains(a.used, deleted) {
		t.Errorf("%d runs, %d used; running %v, newest %v, deleted %v", len(a.runs), len(a.used), a.runs[running] != nil, a.runs[newest] != nil, a.runs[deleted] != nil)
	}
}

// TestCallsAtOnceShareOneRun: the page asks for a run of the history with
// several calls, and an edit of one copy would be lost to another.
func TestCallsAtOnceShareOneRun(t *testing.T) {
	data := t.TempDir()
	a, p := opened(t, data)
	id := analysed(t, a, p, sample(t, a, "node-express")).RunID
	a.close()
	b, _ := opened(t, data)
	var asking sync.WaitGroup
	runs := make([]*run, 16)
	for i := range runs {
		asking.Go(func() {
			var err error
			if runs[i], err = b.run(id); err != nil {
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
	a.line = func(s settings.Settings) *pipeline.Orchestrator {
		o := lineFor(s)
		o.Before = append([]pipeline.WorkflowPhase{stuck{hang}}, o.Before...)
		return o
	}
	dir := sample(t, a, "node-express")
	ids := make([]string, 8)
	var asking sync.WaitGroup
	for i := range ids {
		asking.Go(func() {
			var err error
			if ids[i], err = a.Analyse(dir, ""); err != nil {
				t.Error(err)
			}
		})
	}
	providers := []string{"anthropic", "openai", "gemini", "ollama", "embedded"}
	for _, id := range providers {
		asking.Go(func() {
			if err := a.SaveProvider(ProviderSettings{Provider: id, Model: "m"}); err != nil {
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
	if kept := a.preferences().Providers; len(kept) != len(providers) {
		t.Errorf("kept: %+v", kept)
	}
}

// TestABusyRunHoldsNobodyUp: while one is walked anew or linted, its lock is
// held for seconds; other folders can be analysed and stopped meanwhile.
func TestABusyRunHoldsNobodyUp(t *testing.T) {
	a, p := opened(t, t.TempDir())
	busy, err := a.run(analysed(t, a, p, sample(t, a, "node-express")).RunID)
	if err != nil {
		t.Fatal(err)
	}
	busy.mu.Lock()
	defer busy.mu.Unlock()
	done := make(chan string, 1)
	go func() {
		id, err := a.Analyse(sample(t, a, "python-fastapi"), "")
		if err == nil {
			err = a.Stop(id)
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

// TestAPipeInTheProjectIsNotRead: a repository may hold anything under a name
// that we would write.
func TestAPipeInTheProjectIsNotRead(t *testing.T) {
	a, p := opened(t, t.TempDir())
	dir := sample(t, a, "node-express")
	s := analysed(t, a, p, dir)
	if err := syscall.Mkfifo(filepath.Join(dir, "Dockerfile"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/dev/zero", filepath.Join(dir, "universalbuild.json")); err != nil {
		t.Fatal(err)
	}
	seen := make(chan []ExportFile, 1)
	go func() {
		files, err := a.Preview(s.RunID)
		if err != nil {
			t.Error(err)
		}
		seen <- files
	}()
	select {
	case files := <-seen:
		for _, f := range files {
			if special := f.Path == "Dockerfile" || f.Path == "universalbuild.json"; f.Same || f.Exists != special {
				t.Errorf("%s: exists %v, same %v", f.Path, f.Exists, f.Same)
			}
		}
	case <-time.After(10 * time.Second):
		t.Fatal("the pipe is waited for")
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
