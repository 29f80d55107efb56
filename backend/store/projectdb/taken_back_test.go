package projectdb

import (
	"errors"
	"fmt"
	"testing"
)

// TestTakenBack: what was taken back stays and counts no more; it comes again in the
// opposite order, unless something was said since.
func TestTakenBack(t *testing.T) {
	t.Parallel()
	d := open(t, t.TempDir(), t.TempDir())
	must(t, d.Begin(Session{ID: "a", Title: "about"}))
	for _, question := range []string{"one", "two", "three"} {
		say(t, d, "a", "user", question, question)
		say(t, d, "a", "assistant", "", "answer to "+question)
	}
	is := func(want string, questions int) {
		t.Helper()
		rows, err := d.Messages("a")
		must(t, err)
		got := ""
		for _, r := range rows {
			got += fmt.Sprint(r.TakenBack)
		}
		s, err := d.Session("a")
		must(t, err)
		found, err := d.Sessions("answer to three")
		must(t, err)
		if got != want || s.Questions != questions || (len(found) == 1) != (want[5] == '0') {
			t.Errorf("%s with %d questions, found %d, want %s with %d", got, s.Questions, len(found), want, questions)
		}
	}
	if err := d.BringBack("a"); !errors.Is(err, ErrAbsent) {
		t.Error(err)
	}
	must(t, d.TakeBack("a", 5, 6))
	is("000011", 2)
	if err := d.TakeBack("a", 5, 6); !errors.Is(err, ErrAbsent) {
		t.Errorf("taken back twice: %v", err)
	}
	must(t, d.TakeBack("a", 3, 6))
	is("002211", 1)
	must(t, d.BringBack("a"))
	is("000011", 2)
	say(t, d, "a", "user", "four", "four")
	is("0000110", 3)
	if err := d.BringBack("a"); !errors.Is(err, ErrSaidSince) {
		t.Error(err)
	}
	must(t, d.TakeBack("a", 7, 7))
	must(t, d.BringBack("a"))
	is("0000110", 3)
}
