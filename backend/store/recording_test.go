package store

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestRecordingsTravel(t *testing.T) {
	s := open(t, t.TempDir())
	finished(t, s, "r", "/p/shop", 5)
	must(t, s.AddEdit("r", ".", Edit{Number: 1, What: `[]`, Document: `{"v":1}`}))
	must(t, s.SaveProof(Proof{ID: "p", RunID: "r", Service: ".", Verdict: "proven"}, `{}`))
	file, err := s.Export("r")
	must(t, err)
	n := 0
	newID := func() string { n++; return fmt.Sprintf("new-%d", n) }
	id, err := s.Import(file, newID)
	must(t, err)
	r, err := s.Run(id)
	if err != nil || r.Name != "shop" || !r.Edited || r.Proof != "proven" {
		t.Errorf("%+v %v", r, err)
	}
	if got, _ := s.Events(id); len(got) != 5 || !strings.Contains(string(got[4].JSON), `"run_id":"`+id+`"`) {
		t.Errorf("events: %+v", got)
	}
	refused := map[string]error{
		strings.Replace(string(file), `"version": 2`, `"version": 3`, 1): Newer{What: "the recording", Found: 3, Know: 2},
		`{"name":"package.json"}`: ErrNoRecording,
		`nonsense`:                ErrNoRecording,
		strings.Replace(string(file), `"Edit": 1`, `"Edit": 7`, 1): ErrNoRecording,
	}
	for content, want := range refused {
		if _, err := s.Import([]byte(content), newID); !errors.Is(err, want) {
			t.Errorf("%.40q: %v, want %v", content, err, want)
		}
	}
}

func TestRecordingsOfOtherHandsAreHeldToTheRules(t *testing.T) {
	s := open(t, t.TempDir())
	finished(t, s, "r", "/p/shop", 5)
	must(t, s.AddEdit("r", ".", Edit{Number: 1, What: `[]`, Document: `{"v":1}`}))
	file, err := s.Export("r")
	must(t, err)
	n := 0
	newID := func() string { n++; return fmt.Sprintf("new-%d", n) }
	swap := func(old, with string) []byte {
		if !strings.Contains(string(file), old) {
			t.Fatalf("the recording has no %q", old)
		}
		return []byte(strings.Replace(string(file), old, with, 1))
	}
	id, err := s.Import(swap(`"State": "completed"`, `"State": "running"`), newID)
	must(t, err)
	if r, err := s.Run(id); err != nil || r.State != "cancelled" || r.Message == "" {
		t.Errorf("one that never ends: %+v %v", r, err)
	}
	twice := swap(`"documents": [`, `"documents": [{"Service":".","Original":"{}"},`)
	for name, content := range map[string][]byte{
		"a state of its own": swap(`"State": "completed"`, `"State": "dreaming"`), "a service twice": twice, "a parent that comes later": swap(`"Parent": 0`, `"Parent": 1`),
		"deep nesting": []byte(strings.Repeat("[", 100_000)), "events that are none": swap(`"events": [`, `"events": [7,`), "nothing": nil, "a NUL": {0},
	} {
		if _, err := s.Import(content, newID); !errors.Is(err, ErrNoRecording) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, total, err := s.Runs(Filter{}, 0, 0); err != nil || total != 2 {
		t.Errorf("%d runs, %v", total, err)
	}
}
