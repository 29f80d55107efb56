package worker

import (
	"context"
	"errors"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestDeaths says of each how it came, and that what is asked later is told the
// same.
func TestDeaths(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		what, text string
		says       string
		word       string
		killed     bool
	}{
		{"crash", "out of ideas", "the helper crashed: panic: out of ideas", "panic: out of ideas", false},
		{"abort", "\nassertion failed: x > 0\n", "the helper crashed: assertion failed: x > 0", "assertion failed: x > 0", false},
		{"abort", "why\nSIGABRT: abort\ngoroutine 1", "the helper crashed: why", "why", false},
		{"abort", "SIGABRT: abort\ngoroutine 1", "the helper crashed: SIGABRT: abort", "SIGABRT: abort", false},
		{"abort", "", "the helper crashed: exit status 3", "", false},
		{"leave", "", "the helper ended", "", false},
		{"killed", "", "the helper was killed", "", true},
	} {
		t.Run(c.what, func(t *testing.T) {
			t.Parallel()
			if c.killed && runtime.GOOS == "windows" {
				t.Skip("Windows has no word for it")
			}
			p := start(t)
			q, hear := question{c.what, c.text}, func(string) {}
			if c.killed {
				q, hear = question{Do: "wait"}, func(string) { p.Kill() }
			}
			for range 2 {
				_, err := p.Call(t.Context(), q, hear)
				d := as[*ExitError](t, err)
				if d.Error() != c.says || d.LastWord() != c.word || d.Killed() != c.killed || !errors.Is(d, d.Cause) && d.Cause != nil {
					t.Errorf("%q: %+v", d.Error(), d)
				}
			}
			if !p.Gone() {
				t.Error("it lives on")
			}
		})
	}
}

func TestTheTailIsShort(t *testing.T) {
	t.Parallel()
	p := start(t)
	_, err := p.Call(t.Context(), question{"abort", strings.Repeat("line\n", 1000) + strings.Repeat("x", 10_000) + "\nthe \xff end"}, nil)
	d := as[*ExitError](t, err)
	if len(d.Output) != tailLines || d.LastWord() != "the \uFFFD end" {
		t.Errorf("%d lines, %q", len(d.Output), d.LastWord())
	}
	for _, line := range d.Output {
		if len(line) > 400 {
			t.Errorf("a line of %d bytes", len(line))
		}
	}
}

// TestCancel stops what listens and what does not, before it began and after.
func TestCancel(t *testing.T) {
	t.Parallel()
	p := start(t)
	for range 3 {
		ctx, cancel := context.WithCancel(t.Context())
		if _, err := p.Call(ctx, question{Do: "wait"}, func(string) { cancel() }); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		if _, err := p.Call(ctx, question{Do: "wait"}, nil); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		says(t, p, "on")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := p.Call(ctx, question{Do: "wait"}, nil); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	says(t, p, "on")

	busy, stop := context.WithCancel(t.Context())
	waits := make(chan error, 1)
	_, err := p.Call(busy, question{Do: "wait"}, func(string) {
		go func() { // it is cancelled in the queue
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
			defer cancel()
			_, err := p.Call(ctx, question{Do: "hang"}, nil)
			waits <- err
			stop()
		}()
	})
	if other := <-waits; !errors.Is(err, context.Canceled) || !errors.Is(other, context.DeadlineExceeded) {
		t.Errorf("%v and %v", err, other)
	}
	says(t, p, "on")
}

func TestWhatGoesOnRegardlessIsKilled(t *testing.T) {
	t.Parallel()
	p := start(t, func(c *Command) { c.Patience = 50 * time.Millisecond })
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := p.Call(ctx, question{Do: "hang"}, func(string) { cancel() }); !errors.Is(err, context.Canceled) || !p.Gone() {
		t.Errorf("%v, gone: %v", err, p.Gone())
	}
}

// TestAWorkerAtWorkIsNotSilent: it answers for itself while it works.
func TestAWorkerAtWorkIsNotSilent(t *testing.T) {
	t.Parallel()
	p := start(t, func(c *Command) { c.Silence = 100 * time.Millisecond })
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	if _, err := p.Call(ctx, question{Do: "wait"}, nil); !errors.Is(err, context.DeadlineExceeded) || p.Gone() {
		t.Errorf("%v, gone: %v", err, p.Gone())
	}
}

func TestItEndsWhenItsInputDoes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, env string
		patience  time.Duration
	}{{"at once", "", time.Minute}, {"by force", "WORKER_TEST_DEAF=1", 50 * time.Millisecond}} {
		p := start(t, func(o *Command) { o.Env, o.Patience = append(o.Env, c.env), c.patience })
		says(t, p, "on")
		for range 2 {
			if err := p.Close(); err != nil || !p.Gone() {
				t.Errorf("%s: %v, gone: %v", c.name, err, p.Gone())
			}
		}
		if err := p.cmd.Process.Signal(os.Interrupt); !errors.Is(err, os.ErrProcessDone) {
			t.Errorf("%s: the process: %v", c.name, err)
		}
		if _, err := p.Call(t.Context(), question{Do: "say"}, nil); err == nil {
			t.Errorf("%s: it answers", c.name)
		}
	}
}
