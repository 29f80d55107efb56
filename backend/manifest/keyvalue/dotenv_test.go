package keyvalue

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func FuzzDotenv(f *testing.F) {
	f.Add("A='x\n# B=1\nexport C=\"a\nb\" # d")
	f.Fuzz(func(t *testing.T, s string) {
		d, err := ParseDotenv(s)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range d.Entries {
			if !IsVariableName(e.Name) || e.Line < 1 {
				t.Fatalf("%+v", e)
			}
		}
	})
}

func TestParseDotenv(t *testing.T) {
	t.Parallel()
	content := strings.Join([]string{
		"# Where it listens", "PORT=3000 # web", "", "export HOST='0.0.0.0'", `KEY="a`, `b # no comment"`, "EMPTY=", "#OPTIONAL=1",
		"# Note: A=b is prose here", "BARE=#c", "URL=http://x/#frag", "1BAD=x", "no line", "PORT=4000", "",
	}, "\n")
	got, _ := ParseDotenv(content)
	want := []Entry{
		{Name: "PORT", Value: "4000", Line: 14}, {Name: "HOST", Value: "0.0.0.0", Line: 4}, {Name: "KEY", Value: "a\nb # no comment", Line: 5},
		{Name: "EMPTY", Line: 7}, {Name: "OPTIONAL", Value: "1", Line: 8, Off: true}, {Name: "BARE", Comment: "c", Line: 10},
		{Name: "URL", Value: "http://x/#frag", Line: 11},
	}
	if d := cmp.Diff(want, got.Entries); d != "" {
		t.Error(d)
	}
}
