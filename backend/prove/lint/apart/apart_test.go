package apart

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"aipack/backend/prove/lint"
)

// TestMain makes this test program its own checker.
func TestMain(m *testing.M) {
	if os.Getenv("APART_TEST") != "" {
		if err := Serve(os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func checkerOfTest(t *testing.T) *Checker {
	t.Helper()
	t.Setenv("APART_TEST", "yes")
	c := New(os.Args[:1])
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

func TestChecks(t *testing.T) {
	c := checkerOfTest(t)
	for range 2 {
		r, err := c.Check(t.Context(), []byte("FROM debian:12\nCOPY a.txt /\nRNU make\n"))
		if err != nil || len(r.Findings) != 1 || r.Findings[0].Line != 3 || r.Findings[0].Rule != lint.ParseError {
			t.Errorf("%+v, %v", r, err)
		}
	}
	r, err := c.Check(t.Context(), []byte("FROM debian:12\nCOPY a.txt /\n"))
	if err != nil || len(r.Sources) != 1 || r.Sources[0] != (lint.Source{Path: "a.txt", Line: 2}) {
		t.Errorf("%+v, %v", r, err)
	}
}

// slow keeps a core busy for minutes.
func slow() []byte {
	return []byte("FROM scratch\n" + strings.Repeat("ARG A=${A}${A}\n", 60_000))
}

// TestStops: it comes back when its context ends, nothing works on by then, and
// those that wait for their turn come back as well. Where the linter happened to
// look at its context the process lives and is free; otherwise it is gone.
func TestStops(t *testing.T) {
	c := checkerOfTest(t)
	if _, err := c.Check(t.Context(), []byte("FROM debian:12\n")); err != nil {
		t.Fatal(err)
	}
	working := c.seat.Process()
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	waits := make(chan error)
	go func() {
		_, err := c.Check(ctx, slow()) // whoever comes first, the other one waits
		waits <- err
	}()
	began := time.Now()
	_, err := c.Check(ctx, slow())
	if took := time.Since(began); !errors.Is(err, context.DeadlineExceeded) || took > 5*time.Second {
		t.Errorf("%v after %s", err, took)
	}
	if err := <-waits; !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("the other one: %v", err)
	}
	soon, cancel := context.WithTimeout(t.Context(), 5*time.Second) // the slow file takes minutes
	defer cancel()
	if _, err := c.Check(soon, []byte("FROM debian:12\n")); err != nil {
		t.Errorf("the next one: %v; the process of before is gone: %t", err, working.Gone())
	}
}
