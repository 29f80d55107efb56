package worker

import (
	"context"
	"sync/atomic"
	"time"
)

// Slot is the place of one worker that comes and goes: whoever has the turn may
// put one there, and after a time without a turn it is ended, which gives its
// memory back.
type Slot[Q, A any] struct {
	idle  time.Duration
	left  func()
	turn  chan struct{}                 // holds one value while somebody has the turn
	at    atomic.Pointer[Process[Q, A]] // changed by who has the turn
	turns atomic.Int64                  // those that are over; tells an idle time from the next
}

// NewSlot makes an empty seat. After idle without a turn, where not 0, its
// worker is ended; left, where not nil, is told of each worker that is ended or
// taken away.
func NewSlot[Q, A any](idle time.Duration, left func()) *Slot[Q, A] {
	if left == nil {
		left = func() {}
	}
	return &Slot[Q, A]{idle: idle, left: left, turn: make(chan struct{}, 1)}
}

// Take waits for the turn. It is given back by Give.
func (s *Slot[Q, A]) Take(ctx context.Context) error {
	select {
	case s.turn <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Give gives the turn back and begins the time after which the worker is ended
// for want of work.
func (s *Slot[Q, A]) Give() {
	if s.idle > 0 {
		turn := s.turns.Add(1)
		time.AfterFunc(s.idle, func() {
			if s.turns.Load() == turn {
				s.Rest() // where somebody asks, the time begins anew afterwards
			}
		})
	}
	<-s.turn
}

// Process is who sits there, ended or not; nil for nobody.
func (s *Slot[Q, A]) Process() *Process[Q, A] { return s.at.Load() }

// Ready gives who has the turn the worker that lives, nil where there is none:
// one that has died is taken away.
func (s *Slot[Q, A]) Ready() *Process[Q, A] {
	p := s.at.Load()
	if p != nil && p.Gone() {
		s.at.Store(nil)
		s.left()
		return nil
	}
	return p
}

// Put gives the seat to a worker. The turn is the caller's.
func (s *Slot[Q, A]) Put(p *Process[Q, A]) { s.at.Store(p) }

// Close waits for the turn and ends the worker. The seat can be taken again.
func (s *Slot[Q, A]) Close() error {
	s.turn <- struct{}{}
	defer func() { <-s.turn }()
	return s.end()
}

// Rest ends the worker unless somebody has the turn, and says whether it did.
func (s *Slot[Q, A]) Rest() bool {
	select {
	case s.turn <- struct{}{}:
		defer func() { <-s.turn }()
		return s.end() == nil
	default:
		return false
	}
}

func (s *Slot[Q, A]) end() error {
	s.left()
	if p := s.at.Swap(nil); p != nil {
		return p.Close()
	}
	return nil
}
