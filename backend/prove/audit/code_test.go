package audit

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"aipack/backend/prove/sast"
	"aipack/backend/repo"
	"aipack/backend/repo/repotest"
)

// gitAlone lets no program but git be found, and gives the folder where it is.
func gitAlone(t *testing.T) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("git is linked to")
	}
	git := repotest.Git(t)
	dir := t.TempDir()
	if err := os.Symlink(git, filepath.Join(dir, "git")); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir)
	return dir
}

// TestCode: a project without sources of these languages, and a tool that fails, are not
// looked at.
func TestCode(t *testing.T) {
	bin, dir := gitAlone(t), t.TempDir()
	if err := os.WriteFile(filepath.Join(bin, "semgrep"), []byte("#!/bin/sh\nexit 3\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	tree, err := repo.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Close()
	for _, c := range []struct{ name, want string }{{"notes.txt", "no source in"}, {"main.go", "semgrep failed"}} {
		if err := os.WriteFile(filepath.Join(dir, c.name), []byte("package main\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		said, found, err := code(t.Context(), Request{Folder: dir, Project: tree})
		if err == nil || !strings.Contains(err.Error(), c.want) || said != "" || len(found) > 0 {
			t.Errorf("%s: %q, %v, %v", c.name, said, found, err)
		}
	}
}

// TestMisusable: what only a test runs weighs little, and two lines that read the same are
// two findings.
func TestMisusable(t *testing.T) {
	f := sast.Finding{Rule: "aipack.go.sql", Level: "critical", Path: "web/shop.go", Line: 7, Evidence: "db.Query(q)"}
	one, two := misusable(f, 1), misusable(f, 2)
	if one.Severity != Critical || one.Kind != Code || one.ID == two.ID {
		t.Errorf("%+v, %+v", one, two)
	}
	if f.Line = 9; misusable(f, 1).ID != one.ID {
		t.Error("the id changed with the line")
	}
	if f.Path = "web/tests/shop.go"; misusable(f, 1).Severity != Low {
		t.Error("what stands in a test weighs as much")
	}
}
