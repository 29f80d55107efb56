// Package repotest lays out projects for tests.
package repotest

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// LayOut writes files below a folder, which is made where it is missing; a
// script may be run.
func LayOut(t testing.TB, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		file, mode := filepath.Join(dir, filepath.FromSlash(name)), fs.FileMode(0o644)
		if strings.HasPrefix(text, "#!") {
			mode = 0o755
		}
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), mode)); err != nil {
			t.Fatal(err)
		}
	}
}

// Archive reads the files of a txtar archive, by name.
func Archive(t testing.TB, archive string) map[string]string {
	t.Helper()
	a, err := txtar.ParseFile(archive)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range a.Files {
		files[f.Name] = string(f.Data)
	}
	return files
}

// Git gives the program's path. Where it is not installed the test is skipped; in CI it
// fails.
func Git(t testing.TB) string {
	t.Helper()
	git, err := exec.LookPath("git")
	if err != nil && os.Getenv("CI") != "" {
		t.Fatal("git is not installed")
	}
	if err != nil {
		t.Skip("git is not installed")
	}
	return git
}
