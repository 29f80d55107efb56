package page

import (
	"sync"
	"time"
)

// tellEvery bounds the messages to the page: under 20 a second.
const tellEvery = 60 * time.Millisecond

// Feed gathers what happens and hands it on in batches and in order: one every
// 60 ms at most. What comes before Start waits, and what comes after Stop, too,
// until Last. It is safe for use by several goroutines.
type Feed[T any] struct {
	hand func(batch []T)
	soon chan struct{}
	end  func()

	telling sync.Mutex // held while a batch is handed on
	mu      sync.Mutex
	waiting []T
}

// NewFeed makes a feed that hands each batch, which is never empty, to hand.
func NewFeed[T any](hand func(batch []T)) *Feed[T] {
	return &Feed[T]{hand: hand, soon: make(chan struct{}, 1)}
}

// Add takes what happened.
func (f *Feed[T]) Add(item T) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.waiting = append(f.waiting, item)
}

// Soon hands on at once what waits where nothing was for 60 ms: a model's first
// word does not wait.
func (f *Feed[T]) Soon() {
	select {
	case f.soon <- struct{}{}:
	default: // it is told of already
	}
}

// Start begins to hand on.
func (f *Feed[T]) Start() { f.end = Often(f.tell, f.soon) }

// Stop ends it; when it returns, nothing is handed on any more.
func (f *Feed[T]) Stop() { f.end() }

// Last hands on what still waits, nothing for one, after all that was handed
// on before.
func (f *Feed[T]) Last(hand func(rest []T)) {
	f.telling.Lock()
	defer f.telling.Unlock()
	hand(f.take())
}

func (f *Feed[T]) tell() bool {
	f.telling.Lock()
	defer f.telling.Unlock()
	batch := f.take()
	if len(batch) == 0 {
		return false
	}
	f.hand(batch)
	return true
}

func (f *Feed[T]) take() []T {
	f.mu.Lock()
	defer f.mu.Unlock()
	batch := f.waiting
	f.waiting = nil
	return batch
}

// Often tells something every 60 ms, until end is called; when end returns,
// nothing is told any more. tell says whether there was anything. A word on
// soon, which may be nil, is told at once where nothing was for 60 ms.
func Often(tell func() bool, soon <-chan struct{}) (end func()) {
	stop, told := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(told)
		tick := time.NewTicker(tellEvery)
		defer tick.Stop()
		var last time.Time
		for {
			select {
			case <-tick.C:
				if tell() {
					last = time.Now()
				}
			case <-soon:
				if time.Since(last) >= tellEvery && tell() {
					last = time.Now()
					tick.Reset(tellEvery)
				}
			case <-stop:
				return
			}
		}
	}()
	return func() {
		close(stop)
		<-told
	}
}
