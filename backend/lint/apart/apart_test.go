package apart

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"aipack/backend/fault"
	"aipack/backend/lint"
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

// grows takes as much memory as there is, with values that are no longer than is
// allowed.
func grows() []byte {
	var b strings.Builder
	b.WriteString("FROM scratch\nENV A=" + strings.Repeat("a", 60_000) + "\nENV C=$A$A\nLABEL")
	for i := range 4000 {
		fmt.Fprintf(&b, " B%d=$C", i)
	}
	return []byte(b.String() + "\n")
}

// slow keeps a core busy for minutes.
func slow() []byte {
	return []byte("FROM scratch\n" + strings.Repeat("ARG A=${A}${A}\n", 60_000))
}

// TestBounds: what takes too much is told, and costs no more than one process.
func TestBounds(t *testing.T) {
	c := checkerOfTest(t)
	for _, of := range []struct {
		text []byte
		most time.Duration
		says string
	}{
		{grows(), mostTime, "more than 320 MiB of memory"},
		{slow(), time.Second, "longer than 1s"},
		{make([]byte, lint.MostBytes+1), mostTime, "over 1 MiB"},
	} {
		began := time.Now()
		c.most = of.most
		_, err := c.Check(t.Context(), of.text)
		var f *fault.Fault
		if !errors.As(err, &f) || f.Code != fault.DocumentInvalid || f.Hint == "" || !strings.Contains(f.Message, of.says) {
			t.Errorf("%v, want %s", err, of.says)
		}
		t.Logf("%s: %s", of.says, time.Since(began))
		if took := time.Since(began); took > of.most+5*time.Second {
			t.Errorf("%s: it took %s", of.says, took)
		}
		c.most = mostTime
		if _, err := c.Check(t.Context(), []byte("FROM debian:12\n")); err != nil {
			t.Errorf("after %s: %v", of.says, err)
		}
	}
}

// TestStops: it comes back when its context ends, the process is gone by then, and
// those that wait for their turn come back as well.
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
		_, err := c.Check(ctx, []byte("FROM debian:12\n"))
		waits <- err
	}()
	began := time.Now()
	_, err := c.Check(ctx, slow())
	if took := time.Since(began); !errors.Is(err, context.DeadlineExceeded) || took > 5*time.Second {
		t.Errorf("%v after %s", err, took)
	}
	if !working.Gone() {
		t.Error("the process works on")
	}
	<-waits // with an answer or without, by whose turn came first
	if _, err := c.Check(t.Context(), []byte("FROM debian:12\n")); err != nil {
		t.Error(err)
	}
}
