package worker

import (
	"strings"
	"testing"
)

func TestBeginning(t *testing.T) {
	t.Parallel()
	calls := 0
	b := &Beginning{Most: 5, Over: func() { calls++ }}
	for _, part := range []string{"ab", "cde", "", "f", "gh"} {
		if n, err := b.Write([]byte(part)); n != len(part) || err != nil {
			t.Errorf("%d, %v", n, err)
		}
		if b.Full() != (part == "f" || part == "gh") {
			t.Errorf("full after %q: %v", part, b.Full())
		}
	}
	if b.String() != "abcde" || string(b.Bytes()) != "abcde" || calls != 1 {
		t.Errorf("%q, called %d times", b, calls)
	}
}

func TestEnd(t *testing.T) {
	t.Parallel()
	for _, parts := range [][]string{{"abcdefg"}, {"abc", "defg"}, {"a", "b", "cd", "efg"}, {"", strings.Repeat("x", 100), "cdefg"}} {
		e := &End{Most: 5}
		for _, part := range parts {
			if n, err := e.Write([]byte(part)); n != len(part) || err != nil {
				t.Errorf("%d, %v", n, err)
			}
		}
		if e.String() != "cdefg" {
			t.Errorf("%q of %q", e, parts)
		}
	}
	e := &End{Most: 5}
	if _, err := e.Write([]byte("aä\xffbc")); err != nil || e.String() != "\uFFFD\uFFFDbc" && e.String() != "ä\uFFFDbc" {
		t.Errorf("%q, %v", e, err)
	}
}
