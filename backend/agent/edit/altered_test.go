package edit

import "testing"

func TestAltered(t *testing.T) {
	for name, c := range map[string]struct {
		after      string
		shown      string
		made, want string
		alterable  bool
	}{
		"line feeds":                {"a\nb\n", "a\nb\n", "a\nc\n", "a\nc\n", true},
		"carriage returns":          {"a\r\nb\r\n", "a\nb\n", "a\nc\nd\n", "a\r\nc\r\nd\r\n", true},
		"no end at the last line":   {"a\r\nb", "a\nb", "a\nb\nc", "a\r\nb\r\nc", true},
		"a mark":                    {"\xef\xbb\xbfa\n", "a\n", "b\n", "\xef\xbb\xbfb\n", true},
		"a mark, carriage returns":  {"\xef\xbb\xbfa\r\n", "a\n", "b\n", "\xef\xbb\xbfb\r\n", true},
		"an editor of another kind": {"a\r\n", "a\n", "b\r\n", "b\r\n", true},
		"line ends of two kinds":    {"a\r\nb\n", "a\nb\n", "", "", false},
		"a lone carriage return":    {"a\rb\n", "a\rb\n", "", "", false},
		"another encoding":          {"caf\xe9\n", "caf\uFFFD\n", "", "", false},
		"empty":                     {"", "", "a\n", "a\n", true},
	} {
		t.Run(name, func(t *testing.T) {
			change := Change{Path: "f", After: []byte(c.after)}
			if got := Shown(change.After); got != c.shown {
				t.Errorf("shown %q, want %q", got, c.shown)
			}
			if got := change.Alterable(); got != c.alterable {
				t.Fatalf("alterable: %v", got)
			}
			if !c.alterable {
				return
			}
			if got := change.Altered(c.made); string(got) != c.want {
				t.Errorf("altered %q, want %q", got, c.want)
			}
			if got := change.Altered(Shown(change.After)); string(got) != c.after {
				t.Errorf("what was not altered became %q", got)
			}
		})
	}
	if (Change{Path: "f", Before: []byte("a")}).Alterable() {
		t.Error("a file that goes cannot be altered")
	}
}
