package edit

import (
	"strings"
	"testing"

	"aipack/backend/base/fault"
)

// shown is a ledger of a model that has read a file as read_file shows it.
func shown(file, now string) *Ledger {
	l := &Ledger{}
	text := strings.ReplaceAll(strings.TrimPrefix(now, string(bom)), "\r\n", "\n")
	l.Show(file, []byte(now), 1, text)
	return l
}

func TestEditing(t *testing.T) {
	for name, c := range map[string]struct {
		now, old, with string
		want           string // "" for a refusal
		code           fault.Code
		note           bool
	}{
		"one line":                    {"a\nb\nc\n", "b", "B", "a\nB\nc\n", "", false},
		"a part of a line":            {"port = 4000\n", "4000", "5000", "port = 5000\n", "", false},
		"several lines":               {"a\nb\nc\n", "a\nb\n", "x\ny\nz\n", "x\ny\nz\nc\n", "", false},
		"taken out":                   {"a\nb\nc\n", "b\n", "", "a\nc\n", "", false},
		"without a last line end":     {"a\nb", "b", "c", "a\nc", "", false},
		"the ends of Windows stay":    {"a\r\nb\r\nc\r\n", "a\nb", "x\ny\nz", "x\r\ny\r\nz\r\nc\r\n", "", false},
		"quoted with them":            {"a\r\nb\r\n", "a\r\nb", "x\r\ny", "x\r\ny\r\n", "", false},
		"two kinds of ends stay":      {"a\r\nb\nc\r\nd\n", "b\nc", "x\ny", "a\r\nx\ny\r\nd\n", "", false},
		"the mark of UTF-8 stays":     {"\xef\xbb\xbfa\r\nb\r\n", "a", "ä\nx", "\xef\xbb\xbfä\r\nx\r\nb\r\n", "", false},
		"other bytes stay":            {"a\nG\xfc\nb\n", "b", "c", "a\nG\xfc\nc\n", "", false},
		"a lone return stays":         {"a\rb\nc\n", "c", "d", "a\rb\nd\n", "", false},
		"other white space":           {"\tif x {\n\t\ty()\n\t}\n", "if x {\n\ty()\n}", "if z {\n\ty()\n}", "\tif z {\n\t\ty()\n\t}\n", "", true},
		"white space at the ends":     {"a  \n b\n", "a\n b", "x\n b", "x\n b\n", "", true},
		"deeper by other white space": {"\tif x {\n\t\ty()\n\t}\n", "if x {\n  y()\n}", "if z {\n  y()\n}", "", fault.NoMatches, false},
		"not there":                   {"a\n", "b", "c", "", fault.NoMatches, false},
		"twice":                       {"a\nb\na\n", "a", "c", "", fault.Ambiguous, false},
		"twice, overlapping":          {"aaa\n", "aa", "b", "", fault.Ambiguous, false},
		"twice but for white space":   {" ab\n\tab\n", "ab\n", "b\n", "", fault.Ambiguous, false},
		"nothing":                     {"a\n", "", "b", "", fault.WrongUse, false},
		"the same":                    {"a\n", "a", "a", "", fault.WrongUse, false},
		"a hidden secret":             {"key = x\n", "key = «secret:token»", "key = y", "", fault.NoMatches, false},
		"a hidden secret written":     {"key = x\n", "key = x", "key = «secret:token»", "", fault.PermissionDenied, false},
		"what was left out":           {"a\n", "a", "x… (in all 9 lines, 99 bytes; the rest is left out here, and was passed on whole)", "", fault.WrongUse, false},
		"a zero byte":                 {"a\n", "a", "a\x00", "", fault.WrongUse, false},
		"letters in another encoding": {"G\xfc\nb\n", "b", "ü", "", fault.EditConflict, false},
		"a line in another encoding":  {"G\xfc\nb\n", "G\ufffd", "Gu", "", fault.NoMatches, false},
		"a file that is not there":    {"", "a", "b", "", fault.FileNotFound, false},
		"a text of white space":       {"a\n\nb\n", "  ", "x", "", fault.NoMatches, false},
	} {
		t.Run(name, func(t *testing.T) {
			var now []byte
			if c.now != "" {
				now = []byte(c.now)
			}
			got, err := Prepare(shown("a.go", c.now), Request{Tool: Replace, Path: "./a.go", Old: c.old, New: c.with}, now)
			if c.want == "" {
				if fault.CodeOf(err) != c.code || got.After != nil {
					t.Fatalf("%+v, %v", got, err)
				}
				return
			}
			if err != nil || string(got.After) != c.want || string(got.Before) != c.now || got.Path != "a.go" || got.Kind() != Changed || (got.Note != "") != c.note {
				t.Errorf("%q, %v", got.After, err)
			}
		})
	}
}

func TestWriting(t *testing.T) {
	for name, c := range map[string]struct {
		path, now, content string
		want               string
		code               fault.Code
	}{
		"a new file":              {"new/a.go", "", "a\nb", "a\nb", ""},
		"anew":                    {"a.go", "a\nb\n", "x\n", "x\n", ""},
		"the ends of Windows":     {"a.go", "\xef\xbb\xbfa\r\nb\r\n", "x\ny\n", "\xef\xbb\xbfx\r\ny\r\n", ""},
		"two kinds of ends":       {"a.go", "a\r\nb\n", "x\n", "", fault.EditConflict},
		"another encoding":        {"a.go", "G\xfc\n", "x\n", "", fault.EditConflict},
		"the same":                {"a.go", "a\n", "a\n", "", fault.WrongUse},
		"outside":                 {"../a.go", "", "a", "", fault.PathTraversal},
		"outside by a detour":     {"x/../../a.go", "", "a", "", fault.PathTraversal},
		"from the root":           {"/etc/passwd", "", "a", "", fault.PathTraversal},
		"a hook of git":           {".git/hooks/pre-commit", "", "a", "", fault.PermissionDenied},
		"a hook, by a detour":     {"x/../.GIT/hooks/pre-commit", "", "a", "", fault.PermissionDenied},
		"a hook of a submodule":   {"lib/x/.git/hooks/pre-commit", "", "a", "", fault.PermissionDenied},
		"Mercurial's settings":    {"lib/.hg/hgrc", "", "a", "", fault.PermissionDenied},
		"a hook, on Windows":      {".git. ./hooks/pre-commit", "", "a", "", fault.PermissionDenied},
		"a hook, by a stream":     {".git::$INDEX_ALLOCATION/hooks/x", "", "a", "", fault.PermissionDenied},
		"a hook, by a short name": {"GIT~1/hooks/x", "", "a", "", fault.PermissionDenied},
		"a hook, on macOS":        {".g\u200cit/hooks/x", "", "a", "", fault.PermissionDenied},
		"the home":                {"~/.bashrc", "", "a", "", fault.PathTraversal},
		"the project's folder":    {".", "", "a", "", fault.PathTraversal},
		"a secret's mark":         {"a.go", "", "«secret:token»", "", fault.PermissionDenied},
		"by a backslash, outside": {`..\a.go`, "", "a", "", fault.PathTraversal},
	} {
		var now []byte
		if c.now != "" {
			now = []byte(c.now)
		}
		seen := shown(c.path, strings.ToValidUTF8(c.now, "\ufffd"))
		if c.code == "" || name == "two kinds of ends" || name == "the same" {
			seen = shown(c.path, c.now)
		}
		got, err := Prepare(seen, Request{Tool: Write, Path: c.path, Content: c.content}, now)
		if string(got.After) != c.want || c.code != "" && fault.CodeOf(err) != c.code || c.code == "" && err != nil {
			t.Errorf("%s: %q, %v", name, got.After, err)
		}
	}
	got, err := Prepare(&Ledger{}, Request{Tool: Delete, Path: "a.go"}, []byte("a\n"))
	if err != nil || got.Kind() != Deleted || got.After != nil {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := Prepare(&Ledger{}, Request{Tool: Delete, Path: "a.go"}, nil); fault.CodeOf(err) != fault.FileNotFound {
		t.Error(err)
	}
}

// TestWhatWasNotSeenIsNotChanged: not read, read in part, read before it changed, shown
// cut or with a secret hidden.
func TestWhatWasNotSeenIsNotChanged(t *testing.T) {
	const now = "one\ntwo\nthree\nfour\n"
	edit := func(l *Ledger, line string) error {
		_, err := Prepare(l, Request{Tool: Replace, Path: "a.txt", Old: line, New: "x"}, []byte(now))
		return err
	}
	whole := func(l *Ledger) error {
		_, err := Prepare(l, Request{Tool: Write, Path: "a.txt", Content: "x\n"}, []byte(now))
		return err
	}
	part, hidden, other, both := &Ledger{}, &Ledger{}, &Ledger{}, &Ledger{}
	part.Show("a.txt", []byte(now), 2, "two\nthree\n")
	hidden.Show("a.txt", []byte(now), 1, "one\n«secret:token»\nthre…\nfour\n")
	other.Show("a.txt", []byte("one\ntwo\nthree\n"), 1, "one\ntwo\nthree\n")
	both.Show("./a.txt", []byte(now), 1, "one\ntwo")
	both.Show("a.txt", []byte(now), 3, "three\nfour\n")
	for name, c := range map[string]struct {
		ledger *Ledger
		line   string
		ok     bool
		all    bool
	}{
		"not read": {&Ledger{}, "two", false, false}, "in the part that was read": {part, "two\nthree", true, false}, "beside it": {part, "three\nfour", false, false},
		"a line with a secret": {hidden, "two", false, false}, "a line that was cut": {hidden, "three", false, false}, "a line that was not": {hidden, "four", true, false},
		"another file": {other, "two", false, false}, "in two parts": {both, "two\nthree", true, true},
	} {
		if err := edit(c.ledger, c.line); (err == nil) != c.ok || err != nil && fault.CodeOf(err) != fault.EditConflict {
			t.Errorf("%s: %v", name, err)
		}
		if err := whole(c.ledger); (err == nil) != c.all || err != nil && fault.CodeOf(err) != fault.EditConflict {
			t.Errorf("%s, anew: %v", name, err)
		}
	}
}

// TestAModelKnowsWhatItWrote: after a change it may change the same lines again, and no
// more of the rest than before.
func TestAModelKnowsWhatItWrote(t *testing.T) {
	now := []byte("one\ntwo\nthree\nfour\n")
	l := &Ledger{}
	l.Show("a.txt", now, 1, "one\ntwo\n")
	c, err := Prepare(l, Request{Tool: Replace, Path: "a.txt", Old: "two", New: "2\n2b"}, now)
	if err != nil {
		t.Fatal(err)
	}
	l.Applied(c)
	for line, ok := range map[string]bool{"one": true, "2\n2b": true, "three": false, "four": false} {
		if _, err := Prepare(l, Request{Tool: Replace, Path: "a.txt", Old: line, New: "x"}, c.After); (err == nil) != ok {
			t.Errorf("%q: %v", line, err)
		}
	}
	l.Forget("a.txt")
	if l.Lines("a.txt", c.After, 1, 1) {
		t.Error("what the user changed is known")
	}
	made, err := Prepare(l, Request{Tool: Write, Path: "b.txt", Content: "a\nb\n"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if l.Applied(made); !l.Whole("b.txt", made.After) {
		t.Error("what it wrote is not known")
	}
	l.Applied(Change{Path: "b.txt", Before: made.After})
	if l.Whole("b.txt", made.After) {
		t.Error("what was deleted is known")
	}
}

func TestParse(t *testing.T) {
	for text, want := range map[string]Request{
		`{"path":"a","content":"x\n"}`:                 {Tool: Write, Path: "a", Content: "x\n"},
		`{"file_path":"a","old_str":"x","new_str":""}`: {Tool: Replace, Path: "a", Old: "x"},
		`{"path":"a"}`: {Tool: Delete, Path: "a"},
	} {
		tool := want.Tool
		if got, err := Parse(tool, text); err != nil || got != want {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{
		"", "null", "[]", `{"path":"a","content":"line 1\nline 2\nline 3 is cu`, `{"path":"a","content":"x"`, `{"path":"a"}`, `{"path":"a","content":1}`, `{"path":"a","content":null}`,
		`{"path":"a","file":"b","content":"x"}`, `{"path":"a","content":"x","mode":"1"}`, `{"path":"","content":"x"}`, "```json\n{\"path\":\"a\",\"content\":\"x\"}\n```", `{path:"a",content:"x"}`,
	} {
		if got, err := Parse(Write, text); fault.CodeOf(err) != fault.WrongUse {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
	if _, err := Parse("bash", "{}"); err == nil {
		t.Error("another tool is taken")
	}
	if d := Definitions(); len(d) != 3 || !strings.Contains(string(d[0].Schema), `"old_string"`) {
		t.Errorf("%+v", d)
	}
}

func TestDiff(t *testing.T) {
	for want, c := range map[string]Change{
		"--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n": {Path: "x", Before: []byte("a\nb\n"), After: []byte("a\nc\n")},
		"--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+a\n":     {Path: "x", After: []byte("a\n")},
		"--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n":     {Path: "x", Before: []byte("a\n")},
	} {
		if got := c.Diff(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// FuzzEdit: whatever is edited, what stands around it stays byte for byte.
func FuzzEdit(f *testing.F) {
	f.Add([]byte("a\r\nb\nc"), "b", "x\ny")
	f.Add([]byte("\xef\xbb\xbfa\r\n\r\nb"), "a\n\nb", "")
	f.Add([]byte("\tif x {\n\t\ty\n\t}\n"), "if x {\n\ty\n}", "z")
	f.Fuzz(func(t *testing.T, now []byte, old, with string) {
		if len(now) == 0 {
			return
		}
		l := &Ledger{}
		l.Show("a", now, 1, strings.Join(linesOf(now), "\n"))
		c, err := Prepare(l, Request{Tool: Replace, Path: "a", Old: old, New: with}, now)
		if err != nil {
			return
		}
		n := plain(now)
		from, to, _, err := n.find("a", strings.ReplaceAll(old, "\r\n", "\n"))
		if err != nil {
			t.Fatal(err)
		}
		if head, tail := string(now[:n.raw(from)]), string(now[n.raw(to):]); !strings.HasPrefix(string(c.After), head) || !strings.HasSuffix(string(c.After), tail) || len(c.After) < len(head)+len(tail) {
			t.Errorf("%q with %q for %q became %q", now, with, old, c.After)
		}
	})
}
