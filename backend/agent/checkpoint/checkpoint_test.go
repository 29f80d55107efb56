package checkpoint

import (
	"bufio"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"aipack/backend/agent/edit"
	"aipack/backend/base/fault"
	"aipack/backend/store/projectdb"
)

func desk(t testing.TB, data, dir string) (*Desk, *projectdb.Database) {
	t.Helper()
	db, err := projectdb.OpenAs("a test", data, dir, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	d, err := Open(dir, db)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close(); _ = db.Close() })
	return d, db
}

func lay(t testing.TB, dir, file, text string) {
	t.Helper()
	name := filepath.Join(dir, filepath.FromSlash(file))
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// state are all files and folders below a folder, with what they hold and their rights.
func state(t testing.TB, dir string) string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(dir, func(p string, e fs.DirEntry, err error) error {
		if err != nil || p == dir {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		text := ""
		if !e.IsDir() {
			b, err := os.ReadFile(p)
			if err != nil {
				return err
			}
			text = string(b)
		}
		out = append(out, fmt.Sprintf("%s %s %q", p[len(dir):], info.Mode(), text))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(out, "\n")
}

// TestWhatWasComesBack: byte for byte, with its rights, with and without files and folders
// that were made or deleted; and restoring can itself be undone.
func TestWhatWasComesBack(t *testing.T) {
	dir := t.TempDir()
	lay(t, dir, "a.txt", "\xef\xbb\xbfone\r\ntwo\x00\xff")
	lay(t, dir, "empty", "")
	lay(t, dir, "sub/b.txt", "b\n")
	if err := os.Chmod(filepath.Join(dir, "sub/b.txt"), 0o755); err != nil {
		t.Fatal(err)
	}
	d, db := desk(t, t.TempDir(), dir)
	before := state(t, dir)
	var first int64
	for i, c := range []edit.Change{
		{Path: "a.txt", Before: []byte("\xef\xbb\xbfone\r\ntwo\x00\xff"), After: []byte("1")}, {Path: "a.txt", Before: []byte("1"), After: []byte("2")},
		{Path: "sub/b.txt", Before: []byte("b\n"), After: []byte("B\n")}, {Path: "empty", Before: []byte{}}, {Path: "new/deep/c.txt", After: []byte("c")}, {Path: "new/deep/c.txt", Before: []byte("c"), After: []byte("cc")},
		{Path: "a.txt", Before: []byte("2")}, {Path: "made.txt", After: []byte{}},
	} {
		id, err := d.Apply(c, Where{"s", i})
		if err != nil {
			t.Fatalf("%d: %v", i, err)
		}
		if i == 0 {
			first = id
		}
	}
	after := state(t, dir)
	for _, want := range []string{"/sub/b.txt -rwxr-xr-x \"B\\n\"", "/new/deep/c.txt -rw-r--r-- \"cc\"", "/made.txt"} {
		if !strings.Contains(after, want) || strings.Contains(after, "empty") || strings.Contains(after, "a.txt") {
			t.Fatalf("it lacks %s:\n%s", want, after)
		}
	}
	files, err := d.Restore(first, Where{"s", 9}, false)
	if err != nil || len(files) != 5 || state(t, dir) != before {
		t.Fatalf("%q, %v:\n%s\nwas\n%s", files, err, state(t, dir), before)
	}
	rows, err := db.Checkpoints(first)
	if err != nil || len(rows) != 13 || rows[8].Message != 9 || rows[0].Session != "s" {
		t.Fatalf("%d checkpoints, %v", len(rows), err)
	}
	if _, err := d.Restore(rows[8].ID, Where{"s", 10}, false); err != nil || state(t, dir) != after {
		t.Errorf("undone: %v:\n%s\nwas\n%s", err, state(t, dir), after)
	}
	if left, err := db.Unsettled(); err != nil || len(left) != 0 {
		t.Errorf("%+v, %v", left, err)
	}
}

// TestWhatOthersChangedStays: neither a change nor restoring goes over what somebody else
// wrote, unless that is said; then what they wrote is kept.
func TestWhatOthersChangedStays(t *testing.T) {
	dir := t.TempDir()
	lay(t, dir, "a.txt", "a")
	lay(t, dir, "b.txt", "b")
	d, db := desk(t, t.TempDir(), dir)
	for _, c := range []edit.Change{{Path: "a.txt", Before: []byte("old"), After: []byte("x")}, {Path: "a.txt", After: []byte("x")}, {Path: "a.txt", Before: []byte("old")}, {Path: "gone.txt", Before: []byte("x"), After: []byte("y")}} {
		if _, err := d.Apply(c, Where{}); fault.CodeOf(err) != fault.EditConflict {
			t.Errorf("%+v: %v", c, err)
		}
	}
	if rows, err := db.Checkpoints(0); err != nil || len(rows) != 0 || state(t, dir) != "/a.txt -rw------- \"a\"\n/b.txt -rw------- \"b\"" {
		t.Fatalf("%d checkpoints, %v: %s", len(rows), err, state(t, dir))
	}
	first, err := d.Apply(edit.Change{Path: "a.txt", Before: []byte("a"), After: []byte("1")}, Where{})
	if err == nil {
		_, err = d.Apply(edit.Change{Path: "b.txt", Before: []byte("b"), After: []byte("2")}, Where{})
	}
	if err != nil {
		t.Fatal(err)
	}
	lay(t, dir, "b.txt", "mine")
	if files, err := d.Restore(first, Where{}, false); fault.CodeOf(err) != fault.EditConflict || !strings.Contains(err.Error(), "b.txt") || len(files) != 0 || !strings.Contains(state(t, dir), `"1"`) {
		t.Fatalf("%q, %v: %s", files, err, state(t, dir))
	}
	if _, err := d.Restore(first, Where{}, true); err != nil {
		t.Fatal(err)
	}
	rows, err := db.Checkpoints(first + 2)
	if err != nil || len(rows) != 2 {
		t.Fatalf("%d, %v", len(rows), err)
	}
	if mine, err := d.content(rows[1].Was); err != nil || string(mine) != "mine" || !strings.Contains(state(t, dir), `/b.txt -rw------- "b"`) {
		t.Errorf("%q is kept, %v: %s", mine, err, state(t, dir))
	}
	if _, err := d.Restore(99, Where{}, true); fault.CodeOf(err) != fault.FileNotFound {
		t.Error(err)
	}
}

// TestNothingOutsideIsTouched: links lead nowhere, and folders are no files.
func TestNothingOutsideIsTouched(t *testing.T) {
	dir, outside := t.TempDir(), t.TempDir()
	lay(t, outside, "x.txt", "x")
	lay(t, dir, "sub/a.txt", "a")
	for name, to := range map[string]string{"link.txt": filepath.Join(outside, "x.txt"), "folder": outside, "inside.txt": "sub/a.txt", "through": "sub"} {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			if runtime.GOOS != "windows" { // where only some may make links
				t.Fatal(err)
			}
			t.Skip(err)
		}
	}
	d, _ := desk(t, t.TempDir(), dir)
	for _, c := range []edit.Change{
		{Path: "link.txt", Before: []byte("x"), After: []byte("y")}, {Path: "folder/x.txt", Before: []byte("x"), After: []byte("y")}, {Path: "folder/new.txt", After: []byte("y")},
		{Path: "inside.txt", Before: []byte("a"), After: []byte("b")}, {Path: "sub", After: []byte("b")}, {Path: "link.txt", Before: []byte("x")}, {Path: "../y.txt", After: []byte("b")}, {Path: "sub/a.txt/c", After: []byte("c")},
		{Path: "through/a.txt", Before: []byte("a"), After: []byte("b")}, {Path: "through/a.txt", Before: []byte("a")}, {Path: "through/new/b.txt", After: []byte("b")},
	} {
		if _, err := d.Apply(c, Where{}); err == nil {
			t.Errorf("%s is changed", c.Path)
		}
	}
	if got := state(t, outside); got != "/x.txt -rw------- \"x\"" {
		t.Error(got)
	}
	if b, err := d.Read("sub/a.txt"); err != nil || string(b) != "a" {
		t.Errorf("%q, %v", b, err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 5 {
		t.Errorf("%v, %v", entries, err)
	}
}

// TestAChangeSurvivesKill: killed anywhere, a file is what it was or what it was to be,
// nothing lies beside it once the project is opened again, and what it was comes back.
func TestAChangeSurvivesKill(t *testing.T) {
	if dir := os.Getenv("CHECKPOINT_TEST_CHILD"); dir != "" {
		d, _ := desk(t, filepath.Join(dir, "data"), filepath.Join(dir, "project"))
		d.reached = func(place string) {
			if place == os.Getenv("CHECKPOINT_TEST_STOP") {
				fmt.Println("at " + place)
				time.Sleep(time.Minute)
			}
		}
		_, err := d.Apply(edit.Change{Path: "a.txt", Before: []byte("old"), After: []byte("new")}, Where{"s", 1})
		t.Fatal("it was not killed", err)
	}
	for place, want := range map[string]string{"kept": "old", "beside": "old", "placed": "new"} {
		dir := t.TempDir()
		lay(t, dir, "project/a.txt", "old")
		child := exec.Command(os.Args[0], "-test.run", "^TestAChangeSurvivesKill$")
		child.Env = append(os.Environ(), "CHECKPOINT_TEST_CHILD="+dir, "CHECKPOINT_TEST_STOP="+place)
		out, err := child.StdoutPipe()
		if err == nil {
			err = child.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		for lines.Scan() && lines.Text() != "at "+place {
		}
		if lines.Text() != "at "+place {
			t.Fatalf("it did not come to %s: %s", place, lines.Text())
		}
		if err := child.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = child.Wait() // that it was killed is its error
		d, db := desk(t, filepath.Join(dir, "data"), filepath.Join(dir, "project"))
		if got := state(t, filepath.Join(dir, "project")); got != fmt.Sprintf("/a.txt -rw------- %q", want) {
			t.Errorf("killed at %s: %s", place, got)
		}
		rows, err := db.Checkpoints(0)
		if err != nil || len(rows) != 1 || rows[0].Beside != "" {
			t.Fatalf("killed at %s: %+v, %v", place, rows, err)
		}
		if _, err := d.Restore(rows[0].ID, Where{"s", 2}, false); err != nil {
			t.Errorf("killed at %s: %v", place, err)
		}
		if got := state(t, filepath.Join(dir, "project")); got != "/a.txt -rw------- \"old\"" {
			t.Errorf("killed at %s, restored: %s", place, got)
		}
	}
}

// TestRandomChangesComeBack: after any changes each checkpoint restores just what was
// there before it.
func TestRandomChangesComeBack(t *testing.T) {
	dir := t.TempDir()
	d, _ := desk(t, t.TempDir(), dir)
	random := rand.New(rand.NewPCG(1, 2))
	names := []string{"a", "b", "x/a", "x/y/b", "z/c"}
	var ids []int64
	var states []string
	for range 40 {
		file := names[random.IntN(len(names))]
		now, err := d.Read(file)
		if err != nil {
			t.Fatal(err)
		}
		c := edit.Change{Path: file, Before: now, After: fmt.Appendf(nil, "%d\r\n", random.Int())}
		if now != nil && random.IntN(3) == 0 {
			c.After = nil
		}
		states = append(states, state(t, dir))
		id, err := d.Apply(c, Where{"s", 1})
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, id)
	}
	files := func(s string) []string {
		return slices.DeleteFunc(strings.Split(s, "\n"), func(l string) bool { return strings.Contains(l, " d") || l == "" })
	}
	for _, i := range random.Perm(len(ids)) {
		if _, err := d.Restore(ids[i], Where{"s", 2}, false); err != nil {
			t.Fatalf("%d: %v", i, err)
		}
		if got := files(state(t, dir)); !slices.Equal(got, files(states[i])) {
			t.Fatalf("%d:\n%s\nwant\n%s", i, got, states[i])
		}
	}
}

// BenchmarkRestore puts back 1,000 files.
func BenchmarkRestore(b *testing.B) {
	dir := b.TempDir()
	d, db := desk(b, b.TempDir(), dir)
	text := []byte(strings.Repeat("a line of a program\n", 200))
	for i := range 1000 {
		if _, err := d.Apply(edit.Change{Path: fmt.Sprintf("d%d/f%d", i%20, i), After: append(fmt.Append(nil, i), text...)}, Where{}); err != nil {
			b.Fatal(err)
		}
	}
	rows, err := db.Checkpoints(0)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		files, err := d.Restore(rows[0].ID, Where{}, false)
		if err != nil || len(files) != 1000 {
			b.Fatal(len(files), err)
		}
		b.StopTimer()
		if rows, err = db.Checkpoints(rows[len(rows)-1].ID + 1); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
}
