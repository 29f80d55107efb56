package linesum

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

func TestOwn(t *testing.T) {
	t.Parallel()
	written := Seal("FROM scratch\n\n  CMD [\"x\"]\nEXPOSE 80\n")
	for name, one := range map[string]struct {
		text string
		want string // the lines that are somebody's
	}{
		"as it was written":     {written, ""},
		"lines end as Windows'": {strings.ReplaceAll(written, "\n", "\r\n"), ""},
		"a word changed":        {strings.Replace(written, "EXPOSE 80", "EXPOSE 81", 1), "EXPOSE 81"},
		"lines before":          {"# mine\n\n" + written, "# mine"},
		"a line behind":         {written + "EXPOSE 82\n", "EXPOSE 82"},
		"a line taken out":      {strings.Replace(written, "EXPOSE 80\n", "", 1), ""},
		"a line moved":          {"EXPOSE 80\n" + strings.Replace(written, "EXPOSE 80\n", "", 1), ""},
		"written over":          {Over("FROM debian\nEXPOSE 80", "FROM scratch\nEXPOSE 80\n"), "FROM debian"},
	} {
		own, ok := Own(one.text)
		if !ok {
			t.Errorf("%s: no seal was seen", name)
		}
		var got []string
		for i, l := range strings.Split(strings.ReplaceAll(one.text, "\r\n", "\n"), "\n") {
			if own[i] {
				got = append(got, l)
			}
		}
		if strings.Join(got, "\n") != one.want {
			t.Errorf("%s: %q, want %q", name, got, one.want)
		}
	}
	for _, foreign := range []string{"", "FROM scratch\n", "# Written by aipack (abc\n"} {
		if _, ok := Own(foreign); ok {
			t.Errorf("%q carries a seal", foreign)
		}
	}
	if Unchanged([]byte(Over("FROM debian\n", "FROM scratch\n"))) {
		t.Error("what was changed before it was written counts as unchanged")
	}
}
