//go:build unix

package worker

import (
	"errors"
	"syscall"
	"testing"
	"time"
)

// TestSilence: one that is frozen is ended, unless its silence means nothing.
func TestSilence(t *testing.T) {
	t.Parallel()
	p := start(t, func(c *Command) { c.Silence = 100 * time.Millisecond })
	says(t, p, "on")
	freeze := func(string) {
		if err := syscall.Kill(p.PID(), syscall.SIGSTOP); err != nil {
			t.Error(err)
		}
	}
	thaw := time.AfterFunc(time.Second, func() { _ = syscall.Kill(p.PID(), syscall.SIGCONT) })
	freeze("")
	if got, err := p.CallUnwatched(t.Context(), question{"say", "late"}, nil); err != nil || got != "late" {
		t.Errorf("%q, %v", got, err)
	}
	thaw.Stop()
	_, err := p.Call(t.Context(), question{Do: "wait"}, freeze)
	if !errors.Is(err, ErrSilent) || err.Error() != "the helper did not answer any more and was ended" || !p.Gone() {
		t.Error(err)
	}
}
