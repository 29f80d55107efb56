package quoted

import "testing"

func TestRead(t *testing.T) {
	for line, want := range map[string]struct {
		text string
		next int
	}{
		`"a" b`:   {"a", 3},
		`"a\"b"`:  {`a"b`, 6},
		`"open`:   {"open", 5},
		`"open\`:  {"open", 6},
		`""`:      {"", 2},
		`"'" 'x'`: {"'", 3},
	} {
		if text, next := Read(line, 1, '"'); text != want.text || next != want.next {
			t.Errorf("%s: %q, %d", line, text, next)
		}
	}
}
