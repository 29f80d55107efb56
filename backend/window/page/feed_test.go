package page

import (
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// heard remembers batches and when they came.
type heard struct {
	mu      sync.Mutex
	batches [][]int
	at      []time.Time
}

func (h *heard) hand(batch []int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.batches = append(h.batches, batch)
	h.at = append(h.at, time.Now())
}

// TestAFeedTellsInBatchesAndInOrder: under 20 a second, none of them empty.
func TestAFeedTellsInBatchesAndInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &heard{}
		f := NewFeed(h.hand)
		f.Add(0)
		time.Sleep(time.Second)
		if len(h.batches) != 0 {
			t.Error("told before it was started")
		}
		f.Start()
		for i := 1; i < 100; i++ {
			f.Add(i)
			time.Sleep(10 * time.Millisecond)
		}
		time.Sleep(time.Second) // nothing is to be told
		f.Stop()
		if n := len(h.batches); n < 10 || n > 18 {
			t.Errorf("%d batches in a second", n)
		}
		all := slices.Concat(h.batches...)
		if len(all) != 100 || !slices.IsSorted(all) {
			t.Errorf("told are %v", all)
		}
	})
}

// TestAWordAfterSilenceIsToldAtOnce, and the next one waits its turn.
func TestAWordAfterSilenceIsToldAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &heard{}
		f := NewFeed(h.hand)
		f.Start()
		time.Sleep(tellEvery + tellEvery/2)
		began := time.Now()
		f.Add(1)
		f.Soon()
		synctest.Wait()
		f.Add(2)
		f.Soon()
		f.Soon() // it is told of already
		time.Sleep(2 * tellEvery)
		f.Stop()
		if len(h.at) != 2 || h.at[0].Sub(began) != 0 || h.at[1].Sub(began) != tellEvery {
			t.Errorf("%v told after %v", h.batches, h.at)
		}
	})
}

// TestTheRestComesLast: what waits when a feed is stopped is handed on with the
// last word, once, and after a batch that is being handed on.
func TestTheRestComesLast(t *testing.T) {
	handing, done := make(chan struct{}), make(chan struct{})
	var told []int
	f := NewFeed(func(batch []int) {
		close(handing)
		<-done // a slow disk
		told = append(told, batch...)
	})
	f.Start()
	f.Add(1)
	<-handing
	f.Add(2)
	time.AfterFunc(10*time.Millisecond, func() { close(done) })
	f.Last(func(rest []int) { told = append(append(told, rest...), 3) })
	f.Stop()
	f.Add(4)
	f.Last(func(rest []int) { told = append(told, rest...) })
	f.Last(func(rest []int) { told = append(told, rest...) })
	if !slices.Equal(told, []int{1, 2, 3, 4}) {
		t.Errorf("%v", told)
	}
}
