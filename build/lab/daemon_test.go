package main

import (
	"context"
	"os"
	"os/exec"
	"strconv"
	"testing"
	"time"
)

// TestStopEndsItsOwnProgramsAlone: the number that was written down may be
// another program's by now.
func TestStopEndsItsOwnProgramsAlone(t *testing.T) {
	l := lab{dir: t.TempDir()}
	if err := l.background("own", "tail", "-f", l.dir); err != nil {
		t.Fatal(err)
	}
	other := exec.Command("sleep", "60")
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(l.path("other.pid"), []byte(strconv.Itoa(other.Process.Pid)), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"own", "other", "never-started"} {
		if err := l.stop(name); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(l.path(name + ".pid")); err == nil {
			t.Errorf("%s.pid is left", name)
		}
	}
	_ = other.Process.Kill()
	if state, err := other.Process.Wait(); err != nil || state.String() != "signal: killed" {
		t.Errorf("the other program: %v, %v", state, err)
	}
}

// TestOneCommandAtATime waits for the one that works on the lab.
func TestOneCommandAtATime(t *testing.T) {
	l := lab{dir: t.TempDir()}
	unlock, err := l.alone(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	impatient, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := l.alone(impatient); err == nil {
		t.Fatal("two at once")
	}
	if err := unlock(); err != nil {
		t.Fatal(err)
	}
	if unlock, err = l.alone(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := unlock(); err != nil {
		t.Error(err)
	}
}
