package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestAFullDiskLetsRunsGo: on a disk without a byte left a run is deleted, and
// another one for good, which gives its room back.
func TestAFullDiskLetsRunsGo(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("none", dir, "tmpfs", 0, "size=16m"); err != nil {
		t.Skipf("only root may make a small disk: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, 0) })
	s := open(t, dir)
	for i := range 3 {
		id := fmt.Sprintf("run-%d", i)
		must(t, s.Put(Run{ID: id, Path: "/p/" + id, Name: id, State: "completed", Services: 1}, nil,
			[]Document{{Service: ".", Name: "a", Original: `{"a":"` + strings.Repeat("x", 2<<20) + `"}`}}))
	}
	must(t, s.Close())
	fill(t, filepath.Join(dir, "filler"))

	s, err := Wait(t.Context(), dir, at)
	must(t, err)
	must(t, s.Delete("run-0"))
	must(t, s.Close())
	fill(t, filepath.Join(dir, "filler"))
	s, err = Wait(t.Context(), dir, at)
	must(t, err)
	must(t, s.Erase("run-1"))
	must(t, s.Close())
	if err := os.WriteFile(filepath.Join(dir, "room"), make([]byte, 1<<20), 0o600); err != nil {
		t.Errorf("there is no room: %v", err)
	}
	s = open(t, dir)
	if runs, n, err := s.Runs(Filter{}, 0, 10); err != nil || n != 1 || runs[0].ID != "run-2" {
		t.Errorf("%+v %v", runs, err)
	}
	checkSound(t, s)
}

// fill writes into a file until the disk is full.
func fill(t *testing.T, name string) {
	t.Helper()
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	must(t, err)
	for err == nil {
		_, err = f.Write(make([]byte, 4096))
	}
	if !errors.Is(err, syscall.ENOSPC) {
		t.Fatal(err)
	}
	must(t, f.Close())
}
