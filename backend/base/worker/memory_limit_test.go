//go:build !race

// The race detector takes more memory than the bound leaves, and fails first.

package worker

import (
	"runtime"
	"testing"
)

// TestBound: however the memory goes, the process goes before the computer's does.
func TestBound(t *testing.T) {
	t.Parallel()
	for _, what := range []string{"fill", "take", "dig"} {
		if what == "take" && runtime.GOOS != "linux" {
			continue // there memory is only looked at
		}
		p := start(t, func(c *Command) { c.Env = append(c.Env, "WORKER_TEST_BOUND=1") })
		says(t, p, "on")
		_, err := p.Call(t.Context(), question{Do: what}, nil)
		if d := as[*ExitError](t, err); !d.OutOfMemory() {
			t.Errorf("%s: %q", what, d.Output)
		}
	}
}
