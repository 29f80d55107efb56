package bounded

import (
	"errors"
	"fmt"
	"testing"
)

func TestGlobs(t *testing.T) {
	last, err := Globs([]string{"apps/*", "libs/one", "apps/old", "[", "libs/**"})
	if err == nil {
		t.Error("a malformed pattern is no error")
	}
	for name, want := range map[string]int{"apps/web": 0, "apps/old": 2, "libs/one": 4, "[": 3, "tools/a": -1, "apps/a/b": -1} {
		if got := last(name); got != want {
			t.Errorf("%s: %d, want %d", name, got, want)
		}
	}
}

// TestGlobsThatStandForTooMany: what is too much is left off, and what is written out
// counts all the same.
func TestGlobsThatStandForTooMany(t *testing.T) {
	var list []string
	for i := range 3000 {
		list = append(list, fmt.Sprintf("packages/%d", i), fmt.Sprintf("apps/%d/*", i))
	}
	last, err := Globs(list)
	var refusal *Refusal
	if !errors.As(err, &refusal) {
		t.Error(err)
	}
	for name, want := range map[string]int{"apps/0/a": 1, "apps/999/a": 1999, "apps/1000/a": -1, "packages/2999": 5998} {
		if got := last(name); got != want {
			t.Errorf("%s: %d, want %d", name, got, want)
		}
	}
}
