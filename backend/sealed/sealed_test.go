package sealed

import (
	"strings"
	"testing"
)

func TestUnchanged(t *testing.T) {
	t.Parallel()
	written := Seal("FROM scratch\nCMD [\"x\"]\n")
	for name, one := range map[string]struct {
		text string
		want bool
	}{
		"as it was written":     {written, true},
		"nothing but the line":  {Seal(""), true},
		"lines end as Windows'": {strings.ReplaceAll(written, "\n", "\r\n"), true},
		"a word changed":        {strings.Replace(written, "scratch", "debian", 1), false},
		"a line before":         {"# mine\n" + written, false},
		"a line behind":         {written + "EXPOSE 80\n", false},
		"no last end of line":   {strings.TrimSuffix(written, "\n"), false},
		"somebody's own":        {"FROM scratch\n", false},
		"empty":                 {"", false},
	} {
		if got := Unchanged([]byte(one.text)); got != one.want {
			t.Errorf("%s: %t, want %t", name, got, one.want)
		}
	}
}
