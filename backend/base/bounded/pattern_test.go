package bounded

import (
	"fmt"
	"strings"
	"testing"
)

func TestGlob(t *testing.T) {
	for _, c := range []struct {
		pattern, name string
		want          bool
	}{
		{"packages/*", "packages/a", true}, {"packages/*", "packages/a/b", false}, {"**/{a,b{c,d}}.ts", "x/y/bd.ts", true},
		{`a\{b,c`, "a{b,c", true}, {"[a", "a", false}, {strings.Repeat("{a,b}", 9), "ababababa", true},
	} {
		if got := matches(c.pattern, c.name); got != c.want {
			t.Errorf("%s of %s: %v", c.pattern, c.name, got)
		}
	}
	if base := GlobBase("a/b/*.c"); base != "a/b" {
		t.Error(base)
	}
}

func TestIgnored(t *testing.T) {
	ignored, err := Ignored("# no\nnode_modules\n**/*.md\n!README.md\n/tmp\n")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"node_modules/a": true, "web/node_modules/a": false, "docs/a.md": true, "README.md": false, "./tmp/x": true, "main.go": false} {
		if got, err := ignored(name); got != want || err != nil {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	if _, err := Ignored("[a\n"); err == nil {
		t.Error("a bad pattern is accepted")
	}
}

// TestIgnoredOfManyFiles asks about those of a large project, with as many patterns as an
// export has.
func TestIgnoredOfManyFiles(t *testing.T) {
	var text strings.Builder
	for i := range 200 {
		fmt.Fprintf(&text, "**/.secret-%d\n", i)
	}
	ignored, err := Ignored(text.String() + "!b\n")
	if err != nil {
		t.Fatal(err)
	}
	for i := range 20_000 {
		if out, err := ignored(fmt.Sprintf("packages/p%d/src/part/f%d.ts", i/40, i)); out || err != nil {
			t.Fatal(i, out, err)
		}
	}
	if out, err := ignored("packages/p7/.secret-7/a"); !out || err != nil {
		t.Error(out, err)
	}
}

// matches holds one name against a pattern.
func matches(pattern, name string) bool {
	is, _ := Glob(pattern) // what is refused matches nothing
	return is(name)
}
