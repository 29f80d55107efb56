package sast

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestPack: every rule says what is wrong and what to do, and says nothing of a source's
// own text, which could hold a secret.
func TestPack(t *testing.T) {
	pack, err := rules()
	if err != nil {
		t.Fatal(err)
	}
	id := regexp.MustCompile(`^aipack\.(javascript|python|go|java|php|ruby)\.[a-z]+(-[a-z]+)*$`)
	for _, r := range pack {
		switch {
		case !id.MatchString(r.ID):
			t.Errorf("%s is no id of ours", r.ID)
		case levels[r.Severity] == "":
			t.Errorf("%s has the severity %q", r.ID, r.Severity)
		case r.Message == "" || strings.HasSuffix(r.Message, ".") || strings.Contains(r.Message, "\n") || len(r.Message) > 200:
			t.Errorf("%s: the message is a sentence without its full stop, not %q", r.ID, r.Message)
		case !strings.HasSuffix(r.Metadata.Fix, ".") || len(r.Metadata.Fix) > 250:
			t.Errorf("%s: the fix is %q", r.ID, r.Metadata.Fix)
		case strings.Contains(r.Message, "$"):
			t.Errorf("%s repeats what a source holds", r.ID)
		case !strings.HasPrefix(r.Metadata.CWE, "CWE-"):
			t.Errorf("%s: CWE is %q", r.ID, r.Metadata.CWE)
		case !slices.Contains([]string{"", "request"}, r.Metadata.Input), r.Metadata.Input != "" && (r.Mode != "taint" || r.Severity != "ERROR"):
			t.Errorf("%s: input is %q, mode %q, severity %s", r.ID, r.Metadata.Input, r.Mode, r.Severity)
		case r.Languages[0] != strings.Split(r.ID, ".")[1]:
			t.Errorf("%s is for %v", r.ID, r.Languages)
		}
	}
}

// TestClass: what a rule is about, of which a line is told once.
func TestClass(t *testing.T) {
	for id, want := range map[string]string{"aipack.go.sql": "sql", "aipack.go.sql-text": "sql", "aipack.python.deserialise-yaml": "deserialise"} {
		if got := class(id); got != want {
			t.Errorf("%s: %s, want %s", id, got, want)
		}
	}
}
