package repo

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// veiledTree is a folder on disk with one that is hidden, and links into it.
func veiledTree(t *testing.T) *Tree {
	t.Helper()
	dir := t.TempDir()
	for name, content := range map[string]string{
		"main.go": "secret word", "private/key.txt": "secret word", "src/private/deep.txt": "secret word", "src/open.txt": "secret word", "notes/private": "secret word",
	} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for link, target := range map[string]string{"door": "private", "src/key": "../private/key.txt", "chain": "door/key.txt", "round": "round", "fine": "src/open.txt"} {
		if err := os.Symlink(target, filepath.Join(dir, filepath.FromSlash(link))); err != nil {
			t.Fatal(err)
		}
	}
	r, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r.Without([]string{"private"})
}

func TestWhatIsHiddenIsNotThere(t *testing.T) {
	t.Parallel()
	r := veiledTree(t)
	for _, name := range []string{"private", "private/key.txt", "./private/key.txt", "src/../private/key.txt", "src/private/deep.txt", "private/nothing.txt", "door", "door/key.txt", "src/key", "chain", "round"} {
		if _, err := r.ReadText(name); err == nil {
			t.Errorf("%s was read", name)
		} else if strings.Contains(name, "private/") && !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v", name, err)
		}
		if r.IsDir(name) || r.IsFile(name) {
			t.Errorf("%s is there", name)
		}
	}
	for _, name := range []string{"main.go", "src/open.txt", "fine", "notes/private"} {
		if text, err := r.ReadText(name); err != nil || text != "secret word" {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
}

func TestWhatIsHiddenIsNotListedOrFound(t *testing.T) {
	t.Parallel()
	r, ctx := veiledTree(t), context.Background()
	if _, err := r.List(ctx, "private", DefaultDirFilter()); err == nil {
		t.Error("it was listed")
	}
	all, err := r.Walk(ctx, ".", WalkOptions{Filter: DefaultDirFilter(), FollowSymlinks: true})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range all.Entries {
		names = append(names, e.Path)
	}
	if got := strings.Join(names, " "); strings.Contains(got, "private/") || strings.Contains(got, "door/") || !strings.Contains(got, "src/open.txt") || !strings.Contains(got, "notes/private") {
		t.Error(got)
	}
	found, err := r.Grep(ctx, "secret", GrepOptions{})
	if err != nil || found.Matches != 3 {
		t.Errorf("%+v %v", found, err)
	}
	for _, dir := range []string{".", "src"} {
		if n, err := r.Children(ctx, dir, DefaultDirFilter()); err != nil || n != map[string]int{".": 7, "src": 2}[dir] {
			t.Errorf("%s has %d: %v", dir, n, err)
		}
	}
}

func TestNothingIsHiddenWithoutNames(t *testing.T) {
	t.Parallel()
	r, err := Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if r.Without(nil) != r {
		t.Error("another tree")
	}
}
