package tests

import (
	"path"
	"slices"
	"strings"
	"testing"
)

// order is that of the folders: each may use those that stand before it. It is the
// order of the tree in docs/ARCHITECTURE.md.
var order = []string{
	"base", "manifest", "universalbuild", "repo", "secret", "language", "languages", "store", "code",
	"detect", "packaging", "prove", "model", "agent", "fleet", "cli", "window",
}

// mostFolders is how many folders may lie directly below backend: as many as a stranger
// takes in at once.
const mostFolders = 16

// TestFoldersHaveAnOrder: no folder of the backend uses one that uses it, and they are few.
func TestFoldersHaveAnOrder(t *testing.T) {
	place := func(pkg string) int {
		return slices.Index(order, strings.Split(strings.TrimPrefix(pkg, "backend/"), "/")[0])
	}
	used := map[int]bool{}
	for _, f := range houseFiles(t) {
		pkg := path.Dir(f.path)
		if f.isTest() || !strings.HasPrefix(pkg, "backend") && !strings.HasPrefix(pkg, "languages") {
			continue
		}
		at := place(pkg)
		if at < 0 {
			t.Errorf("%s has no place in the order", pkg)
			continue
		}
		used[at] = true
		for _, imported := range ownImports(t, f.path) {
			if place(imported) > at {
				t.Errorf("%s imports %s, which stands after it", f.path, imported)
			}
		}
	}
	if below := len(order) - 1; below > mostFolders { // languages lies beside backend
		t.Errorf("%d folders lie below backend, more than %d", below, mostFolders)
	}
	if len(used) != len(order) {
		t.Errorf("%d folders are there, %d have a place", len(used), len(order))
	}
}
