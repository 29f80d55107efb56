package clone

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"aipack/backend/fleet"
	"aipack/backend/repo/repotest"
)

// origin is a repository that clones are made of.
type origin struct {
	t      *testing.T
	folder string
}

func (o origin) git(args ...string) string {
	o.t.Helper()
	c := exec.Command("git", append([]string{"-C", o.folder, "-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "commit.gpgsign=false"}, args...)...)
	c.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1")
	out, err := c.CombinedOutput()
	if err != nil {
		o.t.Fatalf("git %s: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

func (o origin) commit(files map[string]string) string {
	o.t.Helper()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(o.folder, name), []byte(text), 0o600); err != nil {
			o.t.Fatal(err)
		}
	}
	o.git("add", "--all")
	o.git("commit", "--quiet", "--message=more")
	return o.git("rev-parse", "HEAD")
}

func made(t *testing.T) (origin, *Cache) {
	t.Helper()
	repotest.Git(t)
	o := origin{t, t.TempDir()}
	o.git("init", "--quiet", "--initial-branch=main")
	return o, &Cache{Folder: filepath.Join(t.TempDir(), "clones"), MostBytes: 1 << 30, MostClones: 100, MostOne: 1 << 30, Limit: time.Hour}
}

func (c *Cache) has(t *testing.T, r fleet.Repository, commit, file, text string) {
	t.Helper()
	got, err := c.Fetch(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	defer got.Release()
	read, err := os.ReadFile(filepath.Join(got.Folder, file))
	if err != nil || string(read) != text || got.Commit != commit {
		t.Errorf("%s: %s with %q, %v; wanted %s with %q", r, got.Commit, read, err, commit, text)
	}
}

// TestFetch: branches move, tags and commits stay, and what was fetched is fetched once.
func TestFetch(t *testing.T) {
	o, c := made(t)
	first := o.commit(map[string]string{"f": "1"})
	o.git("tag", "v1")
	second := o.commit(map[string]string{"f": "2 $Id$\n", ".gitattributes": "* text eol=crlf ident\n"})
	at := func(ref string) fleet.Repository { return fleet.Repository{Address: o.folder, Ref: ref} }
	c.has(t, at("main"), second, "f", "2 $Id$\n") // as the commit has it
	c.has(t, at("HEAD"), second, "f", "2 $Id$\n")
	c.has(t, at("v1"), first, "f", "1")
	c.has(t, at(first), first, "f", "1")
	third := o.commit(map[string]string{"f": "3"})
	c.has(t, at("main"), third, "f", "3")
	o.git("reset", "--quiet", "--hard", first) // as after a push by force
	c.has(t, at("main"), first, "f", "1")
	for _, r := range []fleet.Repository{at("nowhere"), {Address: o.folder + "-gone", Ref: "main"}, {Address: o.folder + "-gone"}, {Address: filepath.Join(o.folder, "f")}} {
		if _, err := c.Fetch(t.Context(), r); !errors.Is(err, fleet.ErrNever) {
			t.Errorf("%s: %v", r, err)
		}
	}
	if err := os.Rename(o.folder, o.folder+"-away"); err != nil {
		t.Fatal(err)
	}
	c.has(t, at(first), first, "f", "1") // a commit that is here is not fetched
}

// TestNothingOfTheRepositoryRuns: no filter that the user has set up and the repository
// names, and no hook.
func TestNothingOfTheRepositoryRuns(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("it asks a shell")
	}
	o, c := made(t)
	ran := filepath.Join(t.TempDir(), "ran")
	config := filepath.Join(t.TempDir(), "config")
	hooks := t.TempDir()
	for _, name := range []string{"post-checkout", "reference-transaction", "post-index-change"} {
		if err := os.WriteFile(filepath.Join(hooks, name), []byte("#!/bin/sh\ntouch "+ran+"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	text := "[filter \"bad\"]\n\tsmudge = touch " + ran + "; cat\n\trequired = true\n[core]\n\thooksPath = " + hooks + "\n\tfsmonitor = touch " + ran + "\n[init]\n\ttemplateDir = " + hooks + "\n"
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	commit := o.commit(map[string]string{"f": "1", ".gitattributes": "* filter=bad\n", ".gitmodules": "[submodule \"x\"]\n\tpath = x\n\turl = ../x\n"})
	t.Setenv("GIT_CONFIG_GLOBAL", config)
	c.has(t, fleet.Repository{Address: o.folder, Ref: "main"}, commit, "f", "1")
	if _, err := os.Stat(ran); err == nil {
		t.Error("something ran")
	}
}

// TestTheCacheIsBounded: the clones used longest ago go, those in use stay.
func TestTheCacheIsBounded(t *testing.T) {
	o, c := made(t)
	c.MostClones = 2
	commits := []string{}
	for _, text := range []string{"1", "2", "3", "4"} {
		commits = append(commits, o.commit(map[string]string{"f": text}))
	}
	at := func(i int) fleet.Repository { return fleet.Repository{Address: o.folder, Ref: commits[i]} }
	held, err := c.Fetch(t.Context(), at(0))
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range []string{"2", "3", "4"} {
		c.has(t, at(i+1), commits[i+1], "f", text)
	}
	if _, err := os.Stat(held.Folder); err != nil {
		t.Error("what is in use is gone")
	}
	held.Release()
	if n := c.count(t); n != 2 {
		t.Errorf("%d clones", n)
	}
	c.MostBytes = 0
	c.has(t, at(1), commits[1], "f", "2")
	if n := c.count(t); n != 0 {
		t.Errorf("%d clones", n)
	}
	c.MostOne = 10
	if _, err := c.Fetch(t.Context(), at(0)); !errors.Is(err, fleet.ErrNever) || !strings.Contains(err.Error(), "more than 0 MiB") {
		t.Error(err)
	}
}

func (c *Cache) count(t *testing.T) (n int) {
	t.Helper()
	entries, err := os.ReadDir(c.Folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.IsDir() {
			n++
		}
	}
	return n
}

// TestAFolderAsItLies is known by what is in it, but for git's own.
func TestAFolderAsItLies(t *testing.T) {
	o, c := made(t)
	o.commit(map[string]string{"f": "1"})
	commit := func() string {
		t.Helper()
		got, err := c.Fetch(t.Context(), fleet.Repository{Address: o.folder})
		if err != nil || got.Folder != o.folder || !strings.HasPrefix(got.Commit, "tree:") {
			t.Fatalf("%+v, %v", got, err)
		}
		return got.Commit
	}
	first := commit()
	o.git("tag", "v1")
	if commit() != first {
		t.Error("a tag changed it")
	}
	if err := os.Chtimes(filepath.Join(o.folder, "f"), time.Time{}, time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if commit() == first {
		t.Error("a file that was written did not change it")
	}
}
