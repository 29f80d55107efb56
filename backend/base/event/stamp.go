package event

import (
	"sync"
	"time"
)

// Stamper numbers the events of one run and hands them on in order. Services
// are analysed side by side, so several goroutines may send at once. A nil
// Stamper drops everything.
type Stamper struct {
	mu    sync.Mutex
	seq   int64
	runID string
	sink  Sink
	now   func() time.Time
}

// NewStamper makes the sender of one run. A nil sink is allowed: nobody
// listens.
func NewStamper(runID string, sink Sink, now func() time.Time) *Stamper {
	return &Stamper{runID: runID, sink: sink, now: now}
}

// Send numbers an event and hands it on before it returns, so that the order
// of numbers is the order of arrival.
func (s *Stamper) Send(e Event) {
	if s == nil || s.sink == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seq++
	s.sink(Stamped{Seq: s.seq, RunID: s.runID, TS: s.now().UnixMilli(), Type: e.Name(), Event: e})
}
