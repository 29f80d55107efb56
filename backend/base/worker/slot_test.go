package worker

import (
	"context"
	"errors"
	"testing"
	"time"
)

// asked takes the turn, puts a worker on the seat where none is, and asks it.
func asked(t *testing.T, s *Slot[question, string]) *process {
	t.Helper()
	if err := s.Take(t.Context()); err != nil {
		t.Fatal(err)
	}
	defer s.Give()
	p := s.Ready()
	if p == nil {
		p = start(t)
		s.Put(p)
	}
	says(t, p, "on")
	return p
}

func TestASeatIsFilledAgain(t *testing.T) {
	t.Parallel()
	left := 0
	s := NewSlot[question, string](0, func() { left++ })
	if s.Process() != nil || s.Close() != nil || left != 1 {
		t.Error("nobody sits there")
	}
	first := asked(t, s)
	if asked(t, s) != first || s.Process() != first {
		t.Error("a worker that lives is replaced")
	}
	first.Kill()
	<-first.Ended()
	second := asked(t, s)
	if second == first || left != 2 {
		t.Errorf("%d left", left)
	}
	if err := s.Close(); err != nil || !second.Gone() || s.Process() != nil || left != 3 {
		t.Errorf("%v, %d left", err, left)
	}
	third := asked(t, s)
	if !s.Rest() || !third.Gone() {
		t.Error("it does not rest")
	}
}

func TestOneTurnAtATime(t *testing.T) {
	t.Parallel()
	s := NewSlot[question, string](0, nil)
	p := asked(t, s)
	if err := s.Take(t.Context()); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if err := s.Take(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	if s.Rest() || p.Gone() {
		t.Error("it was ended in the middle of a turn")
	}
	s.Give()
	if !s.Rest() {
		t.Error("the turn was not given back")
	}
}

func TestAnIdleWorkerIsEnded(t *testing.T) {
	t.Parallel()
	s := NewSlot[question, string](20*time.Millisecond, nil)
	p := asked(t, s)
	select {
	case <-p.Ended():
	case <-time.After(time.Minute):
		t.Fatal("it lives on")
	}
	asked(t, s)
}
