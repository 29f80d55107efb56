package printed

import (
	"fmt"
	"strings"
	"testing"
)

// TestTape: the beginning and the end are kept within the bound, whole lines of both.
func TestTape(t *testing.T) {
	one := New(400)
	for i := range 1000 {
		one.Add(fmt.Appendf(nil, "line %d\n", i))
	}
	lines := one.Lines()
	if size := len(strings.Join(lines, "\n")); size > 400+64 || lines[0] != "line 0" || lines[len(lines)-1] != "line 999" || !one.Ended() {
		t.Errorf("%d bytes: %q", size, lines)
	}
	if !strings.Contains(strings.Join(lines, "\n"), "bytes are left out here") {
		t.Errorf("it is not said that something is left out: %q", lines)
	}
	short := New(400)
	short.Add([]byte("a\nb\xff"))
	if got := strings.Join(short.Lines(), "|"); got != "a|b?" || short.Ended() {
		t.Errorf("%q", got)
	}
	if got := New(4).Lines(); len(got) != 0 {
		t.Errorf("%q", got)
	}
}

// TestShown: progress that is written over counts once; Windows' ends of lines are no progress.
func TestShown(t *testing.T) {
	for line, want := range map[string]string{
		"": "", "plain": "plain", "plain\r": "plain", "(5%\r(100%\r(done": "(done", "(5%\r(100%\r": "(100%", "\r\r": "",
	} {
		if got := Shown(line); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
	tape := New(100)
	tape.Add([]byte("a\rb\nc\r\n"))
	if got := strings.Join(tape.Lines(), "|"); got != "b|c" {
		t.Errorf("%q", got)
	}
}
