package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"aipack/backend/store/sqlite"
)

// TestBackupsCanBeOpened: what is copied while the history is in use is a history of its own.
func TestBackupsCanBeOpened(t *testing.T) {
	dir, _ := laid(t, busy(t))
	s := open(t, dir)
	must(t, s.Begin(Run{ID: "now", Path: "/now", Name: "now", State: "running", StartedAt: 9000}))
	to := t.TempDir()
	file := filepath.Join(to, Name)
	must(t, s.Backup(file))
	must(t, s.Backup(file)) // in its place
	if err := s.Backup(s.Path()); !errors.Is(err, sqlite.ErrItself) {
		t.Errorf("over itself: %v", err)
	}
	if err := s.Backup(filepath.Join(to, "none", "x.db")); err == nil {
		t.Error("no folder, no error")
	}
	copied := open(t, to)
	want, total, err := s.Runs(Filter{}, 0, 100)
	must(t, err)
	got, n, err := copied.Runs(Filter{}, 0, 100)
	must(t, err)
	want[0].State, want[0].Code = "failed", "INTERRUPTED" // it does not run in the copy
	want[0].Message, want[0].Advice = got[0].Message, got[0].Advice
	if diff := cmp.Diff(want, got); diff != "" || n != total || copied.SetAside != "" {
		t.Errorf("%d of %d: %s", n, total, diff)
	}
	if left, err := filepath.Glob(filepath.Join(to, "*.part*")); err != nil || len(left) != 0 {
		t.Errorf("%q are left", left)
	}
	memory, err := Memory(at)
	must(t, err)
	finished(t, memory, "r", "/p", 1)
	must(t, memory.Backup(filepath.Join(to, "memory.db")))
	if text, err := os.ReadFile(filepath.Join(to, "memory.db")); err != nil || !strings.Contains(string(text), "/p") {
		t.Errorf("of the memory: %v", err)
	}
}

func TestClearingLeavesWhatIsNoRun(t *testing.T) {
	dir, _ := laid(t, busy(t))
	s := open(t, dir)
	must(t, s.Begin(Run{ID: "now", Path: "/now", Name: "now", State: "running", StartedAt: 9000}))
	must(t, s.Pin("/home/u/p1", true))
	before := s.Bytes()
	ids, _, err := s.Clear()
	must(t, err)
	left, n, err := s.Runs(Filter{}, 0, 10)
	must(t, err)
	text, err := s.Settings()
	must(t, err)
	given, err := s.Variables("/home/u/p1", "services/0")
	must(t, err)
	if len(ids) != 20 || n != 1 || left[0].ID != "now" || text != kept || len(given) == 0 {
		t.Errorf("%d cleared, %d left, settings %q, %d variables", len(ids), n, text, len(given))
	}
	if after := s.Bytes(); after > before/4 {
		t.Errorf("%d of %d bytes are still taken", after, before)
	}
	if err := s.Restore(ids[0]); !errors.Is(err, ErrAbsent) {
		t.Errorf("a cleared run comes back: %v", err)
	}
}

// TestTheOldestGoWhereThereIsTooMuch: until what is left fits, and the newest stays.
func TestTheOldestGoWhereThereIsTooMuch(t *testing.T) {
	dir, _ := laid(t, busy(t))
	s := open(t, dir)
	if n, err := s.ForgetOver(1 << 40); err != nil || n != 0 {
		t.Errorf("%d are forgotten without need: %v", n, err)
	}
	most := s.Bytes() / 2
	n, err := s.ForgetOver(most)
	must(t, err)
	must(t, s.Close())
	s = open(t, dir)
	runs, total, err := s.Runs(Filter{}, 0, 100)
	must(t, err)
	if n == 0 || n+total != 20 || runs[total-1].StartedAt != int64(1004+n) {
		t.Errorf("%d are forgotten, %d are left, the oldest of %d", n, total, runs[total-1].StartedAt)
	}
	if b := s.Bytes(); b > most+most/3 {
		t.Errorf("%d bytes are left, %d were allowed", b, most)
	}
	if n, err := s.ForgetOver(0); err != nil || n != total-1 {
		t.Errorf("%d of %d: %v", n, total, err)
	}
}

func TestPinnedProjectsStay(t *testing.T) {
	s := open(t, t.TempDir())
	for i := range 6 {
		finished(t, s, fmt.Sprint(i), fmt.Sprintf("/p/%d", i), int64(i))
	}
	must(t, s.Pin("/p/1", true))
	must(t, s.Pin("/p/1", true))
	names := func() (out []string) {
		runs, err := s.Recents(3)
		must(t, err)
		for _, r := range runs {
			out = append(out, fmt.Sprint(r.Name, r.Pinned))
		}
		return out
	}
	if diff := cmp.Diff([]string{"1true", "5false", "4false", "3false"}, names()); diff != "" {
		t.Error(diff)
	}
	must(t, s.Pin("/p/1", false))
	if diff := cmp.Diff([]string{"5false", "4false", "3false"}, names()); diff != "" {
		t.Error(diff)
	}
}

func TestAnImportedRunSaysSo(t *testing.T) {
	s := open(t, t.TempDir())
	finished(t, s, "r", "/p", 1)
	file, err := s.Export("r")
	must(t, err)
	id, err := s.Import(file, func() string { return "i" })
	must(t, err)
	own, err := s.Run("r")
	must(t, err)
	read, err := s.Run(id)
	must(t, err)
	if own.Imported.Valid || read.Imported.V != at().UnixMilli() || strings.Contains(string(file), "Imported") {
		t.Errorf("%d and %d", own.Imported.V, read.Imported.V)
	}
	if runs, n, err := s.Runs(Filter{Words: "imported"}, 0, 5); err != nil || n != 1 || runs[0].ID != id {
		t.Errorf("%d imported: %v", n, err)
	}
}

// TestRunsThatWereDeletedMakeRoomFirst: none that the user still sees goes for them.
func TestRunsThatWereDeletedMakeRoomFirst(t *testing.T) {
	dir, _ := laid(t, busy(t))
	s := open(t, dir)
	runs, total, err := s.Runs(Filter{}, 0, 100)
	must(t, err)
	before := s.Bytes()
	for _, r := range runs[:total/2] {
		must(t, s.Delete(r.ID))
	}
	if n, err := s.ForgetOver(before / 8 * 5); err != nil || n != 0 {
		t.Errorf("%d runs went besides those that were deleted: %v", n, err)
	}
	if err := s.Restore(runs[0].ID); !errors.Is(err, ErrAbsent) {
		t.Errorf("a run that made room comes back: %v", err)
	}
}

// TestAfterDamageVariablesStayWithoutARun: their run may be one that was lost.
func TestAfterDamageVariablesStayWithoutARun(t *testing.T) {
	dir, _ := laid(t, busy(t))
	s := open(t, dir)
	clear := func() {
		t.Helper()
		_, _, err := s.Clear()
		must(t, err)
		if left, err := s.LeftVariables(); err != nil || len(left) == 0 {
			t.Fatalf("%d variables are left of no run: %v", len(left), err)
		}
	}
	clear()
	_, err := s.db.Exec(`INSERT INTO salvages (at, aside, carried, told) VALUES (1, 'aside', '[]', TRUE)`)
	must(t, err)
	if left, err := s.LeftVariables(); err != nil || len(left) != 0 {
		t.Errorf("%d variables would go: %v", len(left), err)
	}
	clear() // by the user: nothing is lost any more
}
