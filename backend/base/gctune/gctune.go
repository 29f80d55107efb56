// Package gctune has the garbage collector come seldom, and no more often where a
// program holds much. It does not know what the program does.
package gctune

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// Seldom has garbage collected when the heap has grown by percent of what is
// held, and before the program takes more than limit bytes. The runtime alone
// would collect without end once that much is held, a dozen megabytes apart; so
// the limit rises with what is held, to twice as much.
func Seldom(percent int, limit int64) {
	debug.SetGCPercent(percent)
	debug.SetMemoryLimit(limit)
	afterEach(func() {
		if room := 2 * held(); room > limit {
			limit = room
			debug.SetMemoryLimit(limit)
		}
	})
}

// marker is collected each time. It has a pointer, so that it shares its place
// with nothing that is held.
type marker struct{ _ *marker }

// afterEach has a function called after each collection, one call at a time.
func afterEach(call func()) {
	runtime.SetFinalizer(new(marker), func(*marker) {
		call()
		afterEach(call)
	})
}

// held gives the bytes that the last collection has left.
func held() int64 {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	return int64(live[0].Value.Uint64()) //nolint:gosec // no computer has so many
}
