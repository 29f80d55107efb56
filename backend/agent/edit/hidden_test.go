package edit

import (
	"strings"
	"testing"

	"aipack/backend/base/fault"
)

// TestAHiddenSecretGivesWay: a text without it takes its place, where the quote goes over all
// that is hidden in its lines, as the model was shown them. Nobody learns what it is.
func TestAHiddenSecretGivesWay(t *testing.T) {
	const (
		now   = "import pg\r\nurl = 'postgres://me:geheim@db/shop' # local\r\nkeys = ['abc', 'def']\r\nport = 1\r\n"
		shown = "import pg\nurl = 'postgres://me:«secret:url-password»@db/shop' # local\nkeys = ['«secret:key»', '«secret:key»']\nport = 1\n"
	)
	for name, c := range map[string]struct {
		old, with string
		want      string // what of now is another; "" for a refusal
		code      fault.Code
	}{
		"a part of a line": {"'postgres://me:«secret:url-password»@db/shop'", "env('URL')", "url = env('URL') # local\r\n", ""},
		"a whole line":     {"url = 'postgres://me:«secret:url-password»@db/shop' # local\n", "", "import pg\r\nkeys", ""},
		"with another":     {"'postgres://me:«secret:url-password»@db/shop' # local\nkeys = ['«secret:key»', '«secret:key»']\nport", "x\ny", "url = x\r\ny = 1", ""},
		"ends with a line": {"pg\nurl = 'postgres://me:«secret:url-password»@db/shop' # local", "a", "import a\r\nkeys", ""},
		"one of two":       {"'«secret:key»']", "env('K')]", "", fault.EditConflict},
		"half a mark":      {"postgres://me:«secret:url", "x", "", fault.EditConflict},
		"another mark":     {"postgres://me:«secret:token»@db", "x", "", fault.NoMatches},
		"twice":            {"'«secret:key»'", "x", "", fault.Ambiguous},
		"written back":     {"'postgres://me:«secret:url-password»@db/shop'", "'postgres://me:«secret:url-password»@x/shop'", "", fault.PermissionDenied},
		"a right guess":    {"postgres://me:g«secret:url-password»", "x", "", fault.NoMatches},
		"a wrong guess":    {"postgres://me:h«secret:url-password»", "x", "", fault.NoMatches},
		"known, unshown":   {"postgres://me:geheim@db", "x", "", fault.EditConflict},
	} {
		var seen Ledger
		seen.Show("a.py", []byte(now), 1, shown)
		got, err := Prepare(&seen, Request{Tool: Replace, Path: "a.py", Old: c.old, New: c.with}, []byte(now))
		if c.want == "" {
			if fault.CodeOf(err) != c.code || got.After != nil {
				t.Errorf("%s: %q, %v", name, got.After, err)
			}
			continue
		}
		if err != nil || !strings.Contains(string(got.After), c.want) || strings.Contains(string(got.After), "geheim") || !strings.HasSuffix(string(got.After), "= 1\r\n") && name != "with another" {
			t.Errorf("%s: %q, %v", name, got.After, err)
		}
	}
}

// TestAHiddenLineStaysKnown: after a change beside it, and not after one that nobody saw.
func TestAHiddenLineStaysKnown(t *testing.T) {
	const now = "a = 1\nkey = 'abc'\nb = 2\n"
	var seen Ledger
	seen.Show("a.py", []byte(now), 1, "a = 1\nkey = '«secret:key»'\nb = 2\n")
	first, err := Prepare(&seen, Request{Tool: Replace, Path: "a.py", Old: "a = 1", New: "import os\na = 1"}, []byte(now))
	if err != nil {
		t.Fatal(err)
	}
	seen.Applied(first)
	then := Request{Tool: Replace, Path: "a.py", Old: "'«secret:key»'", New: "os.environ['KEY']"}
	if got, err := Prepare(&seen, then, first.After); err != nil || string(got.After) != "import os\na = 1\nkey = os.environ['KEY']\nb = 2\n" {
		t.Errorf("%q, %v", got.After, err)
	}
	last := Request{Tool: Replace, Path: "b.py", Old: "k = '«secret:key»'\n", New: "k = 1\n"}
	seen.Show("b.py", []byte("k = 'abc'\n"), 1, "k = '«secret:key»'\n")
	if got, err := Prepare(&seen, last, []byte("k = 'abc'\n")); err != nil || string(got.After) != "k = 1\n" {
		t.Errorf("the last line: %q, %v", got.After, err)
	}
	if _, err := Prepare(&seen, then, []byte("key = 'other'\n")); fault.CodeOf(err) != fault.NoMatches {
		t.Errorf("of a file that is another one by now: %v", err)
	}
	var cut Ledger
	cut.Show("a.py", []byte(now), 1, "a = 1\nkey = '«secret:key»' …\n")
	if _, err := Prepare(&cut, then, []byte(now)); fault.CodeOf(err) != fault.NoMatches {
		t.Errorf("of a line that was shown cut: %v", err)
	}
}
