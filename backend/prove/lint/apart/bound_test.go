//go:build !race

// The race detector takes several times the memory and the time that are measured.

package apart

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"aipack/backend/base/fault"
	"aipack/backend/prove/lint"
)

// grows takes as much memory as there is, with values that are no longer than is
// allowed.
func grows() []byte {
	var b strings.Builder
	b.WriteString("FROM scratch\nENV A=" + strings.Repeat("a", 60_000) + "\nENV C=$A$A\nLABEL")
	for i := range 4000 {
		fmt.Fprintf(&b, " B%d=$C", i)
	}
	return []byte(b.String() + "\n")
}

// TestBounds: what takes too much is told, and costs no more than one process.
func TestBounds(t *testing.T) {
	c := checkerOfTest(t)
	for _, of := range []struct {
		text []byte
		most time.Duration
		says string
	}{
		{grows(), 6 * mostTime, "more than 320 MiB of memory"}, // also where other work runs beside it
		{slow(), time.Second, "longer than 1s"},
		{make([]byte, lint.MostBytes+1), mostTime, "over 1 MiB"},
	} {
		began := time.Now()
		c.most = of.most
		_, err := c.Check(t.Context(), of.text)
		var f *fault.Fault
		if !errors.As(err, &f) || f.Code != fault.DocumentInvalid || f.Hint == "" || !strings.Contains(f.Message, of.says) {
			t.Errorf("%v, want %s", err, of.says)
		}
		t.Logf("%s: %s", of.says, time.Since(began))
		if took := time.Since(began); took > of.most+5*time.Second {
			t.Errorf("%s: it took %s", of.says, took)
		}
		c.most = mostTime
		if _, err := c.Check(t.Context(), []byte("FROM debian:12\n")); err != nil {
			t.Errorf("after %s: %v", of.says, err)
		}
	}
}
