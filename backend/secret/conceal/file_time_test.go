//go:build !race

package conceal_test

import (
	"aipack/backend/secret/conceal"
	"strings"
	"testing"
	"time"
)

// TestHostileFilesTakeNoLongerThanOthers: of the same size, whatever they repeat.
func TestHostileFilesTakeNoLongerThanOthers(t *testing.T) {
	const deep = 90
	lines := func(line string) string { return strings.Repeat(line, conceal.Most/len(line)) }
	for _, one := range []struct{ name, text string }{
		{"list.json", strings.Repeat(`{"kind":"Secret","data":`, deep) + `"hunter2-of-mine"` + strings.Repeat("}", deep)},
		{"tail.json", strings.Repeat(`{"data":`, deep) + `"hunter2-of-mine"` + strings.Repeat(`,"kind":"Secret"}`, deep)},
		{"deep.json", `{"a":"` + strings.Repeat("]", 20_000) + `","b":` + strings.Repeat(`{"kind":"Secret","data":`, 9000) + `"hunter2-of-mine"` + strings.Repeat("}", 9001)},
		{"bent.yaml", lines("token: hunter2-of-mine\\\n")},
		{"open.yaml", "token: 'hunter2-of-mine\n" + lines("token: \"\\\n")},
		{"bent.env", lines("A=hunter2-of-mine\\\n")},
	} {
		begun := time.Now()
		if got := conceal.File(one.name, one.text); strings.Contains(got, "hunter2") || strings.Count(got, "\n") != strings.Count(one.text, "\n") {
			t.Errorf("%s became %.300s", one.name, got)
		}
		if took := time.Since(begun); took > 10*time.Second {
			t.Errorf("%s took %v", one.name, took)
		}
	}
}
