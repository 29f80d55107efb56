package boundedtest

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"
	"time"
)

// What reading one text may take.
const (
	mostTime   = 10 * time.Second
	mostMemory = 512 << 20 // bytes of the heap
)

// Endure has every text in a notation read, and fails where one takes more than 10 s or
// 512 MB. A stack without end ends the whole test.
func Endure(t *testing.T, n Notation, read func(text string)) {
	t.Helper()
	defer debug.SetMaxStack(debug.SetMaxStack(mostMemory))
	texts := Texts(n)
	var slowest time.Duration
	var largest uint64
	for _, text := range texts {
		made := text.Make()
		runtime.GC()
		high := highest()
		began := time.Now()
		read(made)
		took, most := time.Since(began), high()
		if took > mostTime || most > mostMemory {
			t.Errorf("%s: %s, %d MB", text.Name, took.Round(time.Millisecond), most>>20)
		}
		slowest, largest = max(slowest, took), max(largest, most)
	}
	t.Logf("%d texts; longest %s, most memory %d MB", len(texts), slowest.Round(time.Millisecond), largest>>20)
}

// highest watches how large the heap is until it is asked.
func highest() func() uint64 {
	stop, most := make(chan struct{}), make(chan uint64)
	go func() {
		held := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
		var top uint64
		for {
			metrics.Read(held)
			top = max(top, held[0].Value.Uint64())
			select {
			case <-stop:
				most <- top
				return
			case <-time.After(time.Millisecond):
			}
		}
	}()
	return func() uint64 {
		close(stop)
		return <-most
	}
}
