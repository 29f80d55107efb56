package overlay

import (
	"context"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tonistiigi/fsutil"
)

func laid(t *testing.T, files map[string][]byte) fsutil.FS {
	t.Helper()
	dir := t.TempDir()
	for name, mode := range map[string]os.FileMode{"a.txt": 0o644, "dir/run.sh": 0o755, "dir/z.txt": 0o600, "dir.txt": 0o644, "skip/x": 0o644} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte("disk"), mode); err != nil {
			t.Fatal(err)
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	return Over(fsutil.NewRootFS(fsutil.NewRoot(root)), files, root.Stat)
}

// walked is what a walk tells, with the text of each file.
func walked(t *testing.T, f fsutil.FS, target string, skip ...string) (lines []string) {
	t.Helper()
	before := ""
	err := f.Walk(context.Background(), target, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if before != "" && fsutil.ComparePath(before, name) >= 0 {
			t.Errorf("%s comes after %s", name, before)
		}
		before = name
		for _, s := range skip {
			if name == s {
				return fs.SkipDir
			}
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		line := filepath.ToSlash(name)
		if d.IsDir() {
			line += "/"
		} else {
			r, err := f.Open(name)
			if err != nil {
				return err
			}
			text, _ := io.ReadAll(r)
			r.Close()
			line += " " + info.Mode().Perm().String() + " " + string(text)
		}
		lines = append(lines, line)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return lines
}

// TestOver: files in place of others keep their mode, new ones bring their
// folders, all in BuildKit's order.
func TestOver(t *testing.T) {
	f := laid(t, map[string][]byte{"dir/run.sh": []byte("mine"), "dir/new/deep.txt": []byte("new"), "0": []byte("first"), "zz": []byte("last")})
	want := []string{
		"0 -rw-r--r-- first", "a.txt -rw-r--r-- disk", "dir/", "dir/new/", "dir/new/deep.txt -rw-r--r-- new", "dir/run.sh -rwxr-xr-x mine",
		"dir/z.txt -rw------- disk", "dir.txt -rw-r--r-- disk", "skip/", "skip/x -rw-r--r-- disk", "zz -rw-r--r-- last",
	}
	if d := cmp.Diff(want, walked(t, f, "")); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(want[2:7], walked(t, f, "dir")); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(want[3:5], walked(t, f, "dir/new")); d != "" {
		t.Errorf("a folder that is only ours: %s", d)
	}
	if d := cmp.Diff([]string{"0 -rw-r--r-- first"}, walked(t, f, "0")); d != "" {
		t.Errorf("a file that is only ours: %s", d)
	}
	if d := cmp.Diff([]string{want[0], want[1], want[7], want[10]}, walked(t, f, "", "dir", "skip")); d != "" {
		t.Errorf("folders left out: %s", d)
	}
	if d := cmp.Diff([]string{want[2], want[5], want[6]}, walked(t, f, "dir", filepath.Join("dir", "new"))); d != "" {
		t.Errorf("a folder of ours left out: %s", d)
	}
}

func TestOverNothing(t *testing.T) {
	if _, ours := laid(t, nil).(overlaid); ours {
		t.Error("nothing lies over it")
	}
}
