package worker

import (
	"fmt"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// looksEvery is how often a bound process looks at what it holds. A program that
// fills memory as fast as it can has little more than the bound by the next look.
const looksEvery = 10 * time.Millisecond

// LimitMemory ends this process where its own memory grows by more than most bytes from
// what it has now; the last word is OutOfMemory's. It is for a worker's side, before
// it serves: what a library does with a stranger's text cannot be stopped from
// within. Memory of C is not counted.
func LimitMemory(most int64) {
	began := held()
	debug.SetMaxStack(int(min(most/2, 256<<20)))
	wall(2 * most)
	go func() {
		for range time.Tick(looksEvery) {
			if held()-began > most {
				fmt.Fprintf(os.Stderr, "%s: over %d MiB\n", outOfMemory, most>>20)
				os.Exit(2)
			}
		}
	}()
}

const outOfMemory = "out of memory"

// held is what Go holds of the system's memory, in bytes.
func held() int64 {
	all := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(all)
	return int64(all[0].Value.Uint64() - all[1].Value.Uint64())
}
