package projectdb

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func say(t testing.TB, d *Database, id, role, question, text string) {
	t.Helper()
	must(t, d.Append(Message{Session: id, Role: role, Question: question, Text: text, More: []byte("{}")}, Took{}))
}

func TestSessions(t *testing.T) {
	t.Parallel()
	data, folder := t.TempDir(), t.TempDir()
	if _, err := Read(data, folder); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a database that is not there: %v", err)
	}
	d := open(t, data, folder)
	for _, id := range []string{"abc", "abd", "xyz"} {
		must(t, d.Begin(Session{ID: id, Title: "about " + id}))
		say(t, d, id, "user", "why 100 % of "+id+"?", "known facts and the question")
	}
	must(t, d.Append(Message{Session: "abc", Role: "assistant", Text: "Because_of it"}, Took{Provider: "openai", Model: "toy", Prompt: 100, Cached: 40, Completion: 7, USD: 0.5, Priced: true}))
	must(t, d.Append(Message{Session: "abc", Role: "assistant", Text: "and"}, Took{Provider: "own", Model: "m", Prompt: 10, Completion: 1}))
	if err := d.Append(Message{Session: "none", Role: "user"}, Took{}); err == nil {
		t.Error("a message without a conversation is kept")
	}
	must(t, d.Close())
	d = open(t, data, folder)
	beside, err := Read(data, folder) // while another has it
	must(t, err)
	for search, want := range map[string]string{"": "abc xyz abd", "about": "abc xyz abd", "100 %": "abc xyz abd", "because_": "abc", "becausex": "", "of xyz": "xyz", "known facts": ""} {
		rows, err := beside.Sessions(search)
		must(t, err)
		var ids []string
		for _, r := range rows {
			ids = append(ids, r.ID)
		}
		if got := strings.Join(ids, " "); got != want {
			t.Errorf("%q finds %q, want %q", search, got, want)
		}
	}
	must(t, beside.Close())
	got, err := d.Session("abc")
	must(t, err)
	want := Session{
		ID: "abc", Title: "about abc", Provider: "own", Model: "m", Questions: 1, Prompt: 110, Cached: 40, Completion: 8, USD: 0.5, Unpriced: 1,
		Bytes: got.Bytes, CreatedAt: got.CreatedAt, UpdatedAt: got.UpdatedAt,
	}
	if !cmp.Equal(got, want) || got.Bytes < 40 || got.UpdatedAt <= got.CreatedAt {
		t.Error(cmp.Diff(want, got))
	}
	for text, want := range map[string]error{"ab": ErrSeveral, "": ErrAbsent, "q": ErrAbsent, "%": ErrAbsent, "x": nil, "last": nil} {
		if _, err := d.Session(text); !errors.Is(err, want) {
			t.Errorf("%q: %v", text, err)
		}
	}
	messages, err := d.Messages("abc")
	must(t, err)
	if len(messages) != 3 || messages[2].Place != 3 || messages[1].Text != "Because_of it" {
		t.Errorf("%+v", messages)
	}
	must(t, d.Rename("abd", "other"))
	must(t, d.Delete("abc"))
	if rows, err := d.Messages("abc"); err != nil || len(rows) != 0 {
		t.Errorf("%d messages of a deleted one, %v", len(rows), err)
	}
	if s, err := d.Session("abd"); err != nil || s.Title != "other" {
		t.Errorf("%+v, %v", s, err)
	}
	if d.Rename("abc", "x") == nil || d.Delete("abc") == nil {
		t.Error("one that is gone is changed")
	}
	if holder := Holder(data, folder); holder != "a repair" {
		t.Errorf("%q has it", holder)
	}
}

// TestOldSessionsGo: a project that is asked about for years does not fill the disk; the
// conversation that begins stays.
func TestOldSessionsGo(t *testing.T) {
	t.Parallel()
	d := open(t, t.TempDir(), t.TempDir())
	for i := range MostSessions + 3 {
		must(t, d.Begin(Session{ID: fmt.Sprint("s", i)}))
	}
	rows, err := d.Sessions("")
	must(t, err)
	if len(rows) != MostSessions || rows[0].ID != fmt.Sprint("s", MostSessions+2) {
		t.Errorf("%d are kept, the first is %s", len(rows), rows[0].ID)
	}
	big := string(bytes.Repeat([]byte("x"), MostSessionBytes/2))
	say(t, d, "s10", "user", "q", big)
	say(t, d, "s11", "user", "q", big)
	must(t, d.Begin(Session{ID: "new"}))
	for id, want := range map[string]error{"new": nil, "s11": nil, "s10": ErrAbsent, "s20": ErrAbsent} {
		if _, err := d.Session(id); !errors.Is(err, want) {
			t.Errorf("%s: %v", id, err)
		}
	}
	if rows, err := d.Messages("s10"); err != nil || len(rows) != 0 {
		t.Errorf("%d messages are left of what is gone, %v", len(rows), err)
	}
}

// BenchmarkMessages opens a conversation of 500 questions.
func BenchmarkMessages(b *testing.B) {
	d := open(b, b.TempDir(), b.TempDir())
	must(b, d.Begin(Session{ID: "a"}))
	for i := range 500 {
		say(b, d, "a", "user", fmt.Sprint("why ", i), strings.Repeat("word ", 200))
		for range 4 {
			say(b, d, "a", "tool", "", strings.Repeat("line of code\n", 300))
		}
		say(b, d, "a", "assistant", "", strings.Repeat("answer ", 100))
	}
	for b.Loop() {
		rows, err := d.Messages("a")
		if must(b, err); len(rows) != 3000 {
			b.Fatal(len(rows))
		}
	}
}
