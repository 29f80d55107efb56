//go:build unix

package llamacpp

import (
	"strings"
	"syscall"
	"testing"
	"time"

	"aipack/backend/model/llm"
)

// TestAWorkerThatHangsIsEnded stops the process as a frozen one would be.
func TestAWorkerThatHangsIsEnded(t *testing.T) {
	c := client(t, func(o *Options) { o.silence = 300 * time.Millisecond })
	chat(t, c, ask("hi", 1))
	if err := c.Health(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(c.WorkerPID(), syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	// The signal takes a moment to reach every thread: an answer may still come.
	var err error
	for range 100 {
		if _, err = c.Chat(t.Context(), ask("hi", 1), nil); err != nil {
			break
		}
	}
	if e := as[*llm.Error](t, err); e.Kind != llm.ServerFault || !strings.Contains(e.Message, "did not answer") {
		t.Errorf("%s: %v", e.Kind, e)
	}
	chat(t, c, ask("hi", 1))
}
