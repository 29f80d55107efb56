package window

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"aipack/backend/base/fault"
	"aipack/backend/prove/gate"
	"aipack/backend/repo/repotest"
	"aipack/backend/store"
	"aipack/backend/store/projectdb"
	"aipack/backend/window/keep"
)

// TestKeep: from what speaks for it to the commit, and back.
func TestKeep(t *testing.T) {
	repotest.Git(t)
	data := t.TempDir()
	a, p := opened(t, data)
	dir := sample(t, a, "node-express")
	for name, value := range map[string]string{
		"HOME": t.TempDir(), "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "Ann", "GIT_AUTHOR_EMAIL": "ann@example.org", "GIT_COMMITTER_NAME": "Ann", "GIT_COMMITTER_EMAIL": "ann@example.org",
	} {
		t.Setenv(name, value)
	}
	git := func(args ...string) string {
		t.Helper()
		c := exec.CommandContext(context.Background(), "git", args...)
		c.Dir = dir
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	s := analysed(t, a, p, dir)
	paths := []string{".dockerignore", "Dockerfile"}
	ready, err := a.Keep.Look(s.RunID, paths)
	if err != nil || !strings.Contains(ready.Problem, "lies in no git repository") || ready.Hint == "" || len(ready.Checks) != 5 {
		t.Fatalf("without a repository: %+v %v", ready, err)
	}
	git("init", "-q", "-b", "main")
	git("add", ".")
	git("commit", "-qm", "first")
	if _, err := a.Plan.Export(s.RunID, "", paths, false, false); err != nil {
		t.Fatal(err)
	}
	ready, err = a.Keep.Look(s.RunID, paths)
	if err != nil || ready.Problem != "" || ready.Repository.Branch != "main" || ready.Checks[0].State != gate.Open || ready.Message != "build(links): add Dockerfile" || ready.Last != nil {
		t.Fatalf("%+v %v", ready, err)
	}
	prove(t, a, s.RunID, "failed")
	order := keep.Order{Paths: paths, Message: "build: pack it"}
	if _, err = a.Keep.Make(s.RunID, order); err == nil || !strings.Contains(err.Error(), "failed its proof") {
		t.Fatalf("after a failed proof: %v", err)
	}
	prove(t, a, s.RunID, "proven")
	if ready, err = a.Keep.Look(s.RunID, paths); err != nil || ready.Checks[0].State != gate.Passed || !strings.Contains(ready.Message, "add proven Dockerfile") {
		t.Fatalf("%+v %v", ready, err)
	}
	held, err := projectdb.Claim("a test", data, dir, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	if _, err = a.Keep.Make(s.RunID, order); fault.CodeOf(err) != fault.Busy {
		t.Errorf("while another has the project: %v", err)
	}
	if err := held.Close(); err != nil {
		t.Fatal(err)
	}
	order.Push = true // there is nowhere to
	made, err := a.Keep.Make(s.RunID, order)
	if err != nil || !slices.Equal(made.Commit.Paths, paths) || !strings.Contains(made.Problem, "no remote") || made.Pushed != "" || !strings.Contains(made.Output, "2 files changed") {
		t.Fatalf("%+v %v", made, err)
	}
	if got := git("log", "-1", "--format=%s"); got != "build: pack it" {
		t.Errorf("committed %q", got)
	}
	if ready, err = a.Keep.Look(s.RunID, paths); err != nil || ready.Last == nil || ready.Last.Subject != "build: pack it" || ready.Last.Branch != "main" {
		t.Errorf("%+v %v", ready, err)
	}
	undone, err := a.Keep.Undo(s.RunID)
	if err != nil || undone.Subject != "build: pack it" || git("log", "--format=%s") != "first" {
		t.Errorf("%+v %v", undone, err)
	}
	if _, err := os.Stat(filepath.Join(dir, "Dockerfile")); err != nil {
		t.Error("the file is gone with the commit")
	}
	if _, err = a.Keep.Undo(s.RunID); fault.CodeOf(err) != fault.NothingFound {
		t.Errorf("once more: %v", err)
	}
}

// TestKeepStops: a hook that hangs is stopped by hand, and nothing is committed.
func TestKeepStops(t *testing.T) {
	repotest.Git(t)
	a, p := opened(t, t.TempDir())
	dir := sample(t, a, "node-express")
	t.Setenv("GIT_AUTHOR_NAME", "Ann")
	t.Setenv("GIT_AUTHOR_EMAIL", "ann@example.org")
	t.Setenv("GIT_COMMITTER_NAME", "Ann")
	t.Setenv("GIT_COMMITTER_EMAIL", "ann@example.org")
	if out, err := exec.CommandContext(t.Context(), "git", "-C", dir, "init", "-q", "-b", "main").CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	mark := filepath.Join(t.TempDir(), "begun")
	repotest.LayOut(t, dir, map[string]string{".git/hooks/pre-commit": "#!/bin/sh\ntouch " + mark + "\nsleep 600 & wait\n"})
	s := analysed(t, a, p, dir)
	if _, err := a.Plan.Export(s.RunID, "", nil, false, false); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() {
		_, err := a.Keep.Make(s.RunID, keep.Order{Paths: []string{"Dockerfile"}, Message: "build: pack it"})
		ended <- err
	}()
	for limit := time.Now().Add(30 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		if _, err := os.Stat(mark); err == nil {
			break
		}
		if time.Now().After(limit) {
			t.Fatal("the hook did not begin")
		}
	}
	if _, err := a.Keep.Make(s.RunID, keep.Order{Paths: []string{"Dockerfile"}, Message: "again"}); fault.CodeOf(err) != fault.Busy {
		t.Errorf("a second one: %v", err)
	}
	if err := a.Keep.Stop(s.RunID); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-ended:
		if fault.CodeOf(err) != fault.Canceled {
			t.Errorf("%v", err)
		}
	case <-time.After(30 * time.Second):
		t.Fatal("it was not stopped")
	}
}

// prove leaves what a proof of a run's only service would.
func prove(t *testing.T, a *App, runID, verdict string) {
	t.Helper()
	run, err := a.registry.Run(runID)
	if err != nil {
		t.Fatal(err)
	}
	run.EnsureDigests()
	plan := run.Plan()
	report, err := json.Marshal(map[string]any{"verdict": verdict})
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now().UnixMilli()
	row := store.Proof{ID: "proof-" + verdict, RunID: runID, Service: plan.Services[0].Name, Verdict: verdict, StartedAt: now, Plan: plan.Digests()[0]}
	if err := a.store.SaveProof(row, string(report)); err != nil {
		t.Fatal(err)
	}
}
