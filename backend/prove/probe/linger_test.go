package main

import (
	"testing"
	"time"
)

func TestLingerEndsAsItsCommand(t *testing.T) {
	for command, want := range map[string]int{"exit 0": 0, "exit 7": 7, "kill -9 $$": 137} {
		began := time.Now()
		if got := linger([]string{"/bin/sh", "-c", command}); got != want {
			t.Errorf("%s: %d", command, got)
		}
		if time.Since(began) < quiet {
			t.Errorf("%s: it ended at once", command)
		}
	}
	if got := linger([]string{"/no/such/shell"}); got != 127 {
		t.Errorf("a command that is not there: %d", got)
	}
}
