package projectdb

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func clock() func() time.Time {
	now := time.UnixMilli(1_700_000_000_000)
	return func() time.Time { now = now.Add(time.Second); return now }
}

func open(t testing.TB, data, folder string) *Database {
	t.Helper()
	d, err := Open(data, folder, clock())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() }) // some tests close it themselves
	return d
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TestRepairs: what was saved is there after a restart, under its own key, and what has
// ended is nobody's to go on with.
func TestRepairs(t *testing.T) {
	t.Parallel()
	data, folder := t.TempDir(), t.TempDir()
	d := open(t, data, folder)
	if _, err := d.Latest("k", "done"); !errors.Is(err, ErrAbsent) {
		t.Errorf("an empty one: %v", err)
	}
	r := Repair{ID: "a", Key: "k", Task: "repair shop", Phase: "build", Attempts: 2, Confidence: 0.4, Errors: "api: it crashed\n", State: []byte(`{"api":{}}`), CreatedAt: 7}
	must(t, d.Save(r))
	r.Phase = "run"
	must(t, d.Save(r))
	must(t, d.Save(Repair{ID: "b", Key: "other"}))
	must(t, d.Close())
	d = open(t, data, folder)
	got, err := d.Latest("k", "done")
	must(t, err)
	if r.UpdatedAt = got.UpdatedAt; !cmp.Equal(r, got) || got.UpdatedAt == 0 {
		t.Error(cmp.Diff(r, got))
	}
	r.Phase = "done"
	must(t, d.Save(r))
	if _, err := d.Latest("k", "done"); !errors.Is(err, ErrAbsent) {
		t.Errorf("one that has ended: %v", err)
	}
}

// TestOneHolder: a project's database is had by one process, that of another project
// by another.
func TestOneHolder(t *testing.T) {
	t.Parallel()
	data, folder := t.TempDir(), t.TempDir()
	open(t, data, folder)
	if _, err := Open(data, filepath.Join(folder, "."), clock()); !errors.Is(err, ErrInUse) {
		t.Errorf("the same project twice: %v", err)
	}
	open(t, data, t.TempDir())
}

// TestOnlyTheNewestAreKept: a project that is repaired for years does not fill the disk.
func TestOnlyTheNewestAreKept(t *testing.T) {
	t.Parallel()
	data, folder := t.TempDir(), t.TempDir()
	d := open(t, data, folder)
	for i := range keptRepairs + 5 {
		must(t, d.Save(Repair{ID: fmt.Sprint(i), Key: fmt.Sprint(i), State: bytes.Repeat([]byte("x"), 1000)}))
	}
	must(t, d.Close())
	d = open(t, data, folder)
	for i, want := range map[int]error{0: ErrAbsent, 4: ErrAbsent, 5: nil, keptRepairs + 4: nil} {
		if _, err := d.Latest(fmt.Sprint(i)); !errors.Is(err, want) {
			t.Errorf("%d: %v", i, err)
		}
	}
}

// TestDamaged: a file that is no database is set aside, and a new one begun.
func TestDamaged(t *testing.T) {
	t.Parallel()
	data, folder := t.TempDir(), t.TempDir()
	path, err := Path(data, folder)
	must(t, err)
	must(t, os.MkdirAll(filepath.Dir(path), 0o700))
	must(t, os.WriteFile(path, bytes.Repeat([]byte("no database"), 1000), 0o600))
	d := open(t, data, folder)
	must(t, d.Save(Repair{ID: "a", Key: "k"}))
	if _, err := d.Latest("k"); err != nil {
		t.Error(err)
	}
}

// BenchmarkSave is a transition: 100 kB of state are written over.
func BenchmarkSave(b *testing.B) {
	d := open(b, b.TempDir(), b.TempDir())
	r := Repair{ID: "a", Key: "k", State: bytes.Repeat([]byte("x"), 100_000)}
	for b.Loop() {
		must(b, d.Save(r))
	}
}

// BenchmarkLatest looks one up among as many as are kept.
func BenchmarkLatest(b *testing.B) {
	d := open(b, b.TempDir(), b.TempDir())
	for i := range keptRepairs {
		must(b, d.Save(Repair{ID: fmt.Sprint(i), Key: fmt.Sprint(i % 3), State: bytes.Repeat([]byte("x"), 100_000)}))
	}
	for b.Loop() {
		if _, err := d.Latest("1", "done"); err != nil {
			b.Fatal(err)
		}
	}
}
