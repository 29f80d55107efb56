package proving

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestVariables(t *testing.T) {
	lookup := func(name string) (string, bool) {
		value, set := map[string]string{"STRIPE_KEY": "sk_1", "EMPTY": ""}[name]
		return value, set
	}
	got, err := variables([]string{"A=1", "A=2", "URL=http://x/?a=b", "STRIPE_KEY", "EMPTY", "NONE="}, lookup)
	want := map[string]string{"A": "2", "URL": "http://x/?a=b", "STRIPE_KEY": "sk_1", "EMPTY": "", "NONE": ""}
	if err != nil || !cmp.Equal(got, want) {
		t.Errorf("%v: %s", err, cmp.Diff(want, got))
	}
	for given, said := range map[string]string{
		"":              `"" cannot be the name`,
		"=x":            `"" cannot be the name`,
		"A B=hunter2":   `"A B" cannot be the name`,
		"UNSET":         "where UNSET is not set",
		"A=hunter2\x00": "--env A holds a zero byte",
	} {
		_, err := variables([]string{given}, lookup)
		if err == nil || !strings.Contains(err.Error(), said) {
			t.Errorf("%q: %v", given, err)
			continue
		}
		if strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%q: the value is printed: %v", given, err)
		}
	}
}
