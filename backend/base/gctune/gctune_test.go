package gctune

import (
	"math"
	"runtime"
	"runtime/debug"
	"testing"
)

// kept is what the program holds, and what it has made last.
var kept, made [][]byte

// TestSeldom holds four times the limit, and counts the collections while
// sixteen times as much is made and thrown away.
func TestSeldom(t *testing.T) { // not parallel: it is about the whole process
	const limit, most = 8 << 20, 40
	percent := debug.SetGCPercent(100)
	defer func() {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(math.MaxInt64)
		kept, made = nil, nil
	}()
	Seldom(800, limit)
	for range 4 * limit >> 10 {
		kept = append(kept, make([]byte, 1<<10))
	}
	runtime.GC() // the marker of this one may still be waiting
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range 64 * limit >> 10 {
		made = append(made[:0], make([]byte, 1<<10))
	}
	runtime.ReadMemStats(&after)
	if n := after.NumGC - before.NumGC; n > most {
		t.Errorf("%d collections, at most %d are wanted", n, most)
	}
	if room := debug.SetMemoryLimit(-1); room < 8*limit {
		t.Errorf("the limit is %d MB", room>>20)
	}
}
