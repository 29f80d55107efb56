//go:build !race

package bounded

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestIgnoredThatTakesTooLong(t *testing.T) {
	var refusal *Refusal
	for _, text := range []string{strings.Repeat("*a", 1000), strings.Repeat("a\n", 6000), strings.Repeat("*a*b\n", 60_000)} {
		if _, err := Ignored(text); !errors.As(err, &refusal) {
			t.Errorf("%.20s: %v", text, err)
		}
	}
	ignored, err := Ignored(strings.Repeat(strings.Repeat("?*", 120)+"b\n", 1000))
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	for i := range 1000 {
		if _, err = ignored(fmt.Sprint(i, "/") + strings.Repeat("a/", 100) + strings.Repeat("a", 200)); err != nil {
			break
		}
	}
	if took := time.Since(began); !errors.As(err, &refusal) || took > 20*time.Second {
		t.Errorf("%v after %s", err, took)
	}
}

// What would be tried in more ways than there is time for is refused.
func TestGlobThatTakesTooLong(t *testing.T) {
	began := time.Now()
	for _, pattern := range []string{strings.Repeat("{a,a}", 40) + "b", strings.Repeat("{*,a}", 40), strings.Repeat("{**/,a}", 40), strings.Repeat("{a,{a,", 20) + "a" + strings.Repeat("}}", 20), strings.Repeat("*a", 2000)} {
		var refusal *Refusal
		if _, err := Glob(pattern); !errors.As(err, &refusal) {
			t.Errorf("%.20s: %v", pattern, err)
		}
	}
	for _, pattern := range []string{strings.Repeat("{a,a}", 9) + "b", strings.Repeat("*a", 900) + "b", strings.Repeat("**/a/", 300) + "b", strings.Repeat("{*,a}", 9) + "b"} {
		if matches(pattern, strings.Repeat("a/", 1000)+strings.Repeat("a", 1000)) {
			t.Errorf("%.20s matches", pattern)
		}
	}
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("it took %s", took)
	}
}
