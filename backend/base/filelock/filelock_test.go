package filelock

import (
	"bufio"
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// TestMain lets this program be the other one that holds a lock.
func TestMain(m *testing.M) {
	if path := os.Getenv("FILELOCK_TEST"); path != "" {
		l, err := Take(path)
		if err == nil {
			err = l.SetNote("the other's")
		}
		if err != nil {
			os.Exit(1)
		}
		os.Stdout.WriteString("taken\n")
		select {}
	}
	os.Exit(m.Run())
}

func take(t *testing.T, path string) *Lock {
	t.Helper()
	l, err := Take(path)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestOneHasIt(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "lock")
	l := take(t, path)
	if _, err := Take(path); !errors.Is(err, ErrHeld) {
		t.Errorf("two have it: %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := Wait(ctx, path); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("waiting: %v", err)
	}
	time.AfterFunc(20*time.Millisecond, func() {
		if err := l.Release(); err != nil {
			t.Error(err)
		}
	})
	next, err := Wait(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if err := next.Release(); err != nil {
		t.Error(err)
	}
}

// TestItEndsWithItsHolder: a killed program's lock is free, and its note there.
func TestItEndsWithItsHolder(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "lock")
	other := exec.CommandContext(t.Context(), os.Args[0])
	other.Env = append(os.Environ(), "FILELOCK_TEST="+path)
	out, err := other.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || line != "taken\n" {
		t.Fatalf("%q, %v", line, err)
	}
	if _, err := Take(path); !errors.Is(err, ErrHeld) {
		t.Errorf("two programs have it: %v", err)
	}
	if err := other.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = other.Wait() // it was killed
	l := take(t, path)
	defer l.Release()
	if note, err := l.Note(); err != nil || note != "the other's" {
		t.Errorf("%q, %v", note, err)
	}
}

func TestNotesReplaceEachOther(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "lock")
	for _, note := range []string{"", "a long note", "x", ""} {
		l := take(t, path)
		if err := l.SetNote(note); err != nil {
			t.Fatal(err)
		}
		if err := l.Release(); err != nil {
			t.Fatal(err)
		}
		l = take(t, path)
		if got, err := l.Note(); err != nil || got != note {
			t.Errorf("%q, %v, want %q", got, err, note)
		}
		if err := l.Release(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestAFolderThatIsNotThere(t *testing.T) {
	t.Parallel()
	if _, err := Take(filepath.Join(t.TempDir(), "none", "lock")); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}
