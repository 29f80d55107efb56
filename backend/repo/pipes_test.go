//go:build unix

package repo

import (
	"errors"
	"net"
	"slices"
	"syscall"
	"testing"
	"time"
)

func TestPipesAndSocketsAreNeverOpened(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := syscall.Mkfifo(dir+"/pipe", 0o644); err != nil {
		t.Skipf("no pipes here: %v", err)
	}
	write(t, dir+"/file", "")
	link(t, "pipe", dir+"/to-pipe")
	if l, err := new(net.ListenConfig).Listen(t.Context(), "unix", dir+"/socket"); err != nil {
		t.Skipf("no sockets here: %v", err)
	} else {
		defer l.Close()
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for way, r := range waysInto(t, dir) {
			tryPipes(t, way, r)
		}
	}()
	select {
	case <-done:
	case <-time.After(10 * time.Second):
		t.Fatal("a pipe was waited for")
	}
}

func tryPipes(t *testing.T, way string, r *Tree) {
	for _, name := range []string{"pipe", "to-pipe", "socket", "."} {
		if _, err := r.ReadFile(name); !errors.Is(err, ErrNotRegular) {
			t.Errorf("%s: reading %s: %v", way, name, err)
		}
		if _, err := r.ReadLines(name, 1, 1); !errors.Is(err, ErrNotRegular) {
			t.Errorf("%s: reading lines of %s: %v", way, name, err)
		}
	}
	if x, err := r.Index(t.Context()); err != nil || !slices.Equal(paths(x.Files), []string{"file"}) {
		t.Errorf("%s: index %v, %v", way, x, err)
	}
	if _, err := r.Grep(t.Context(), "x", GrepOptions{}); err != nil {
		t.Errorf("%s: grep: %v", way, err)
	}
	if l, err := r.List(t.Context(), ".", DefaultDirFilter()); err != nil || len(l.Entries) != 2 {
		t.Errorf("%s: list %+v, %v", way, l, err)
	}
}
