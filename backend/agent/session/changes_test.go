package session

import (
	"reflect"
	"testing"

	"aipack/backend/agent"
	"aipack/backend/store/projectdb"
)

func TestTurnsWithChanges(t *testing.T) {
	db := database(t)
	s := New(db, nil)
	for _, k := range append(append(exchange(1, "first", "done"), exchange(5, "second", "done")...), exchange(9, "third", "done")...) {
		s.Keep(k)
	}
	if s.Err() != nil {
		t.Fatal(s.Err())
	}
	change := func(session string, message int, path, was, became string) int64 {
		t.Helper()
		id, err := db.SaveCheckpoint(projectdb.Checkpoint{Session: session, Message: message, Path: path, Was: was, Became: became}, []byte(was))
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	change("another", 2, "c", "c0", "c1")
	first := change(s.ID(), 2, "a", "", "a1") // the first turn's messages are 1 to 4
	change(s.ID(), 3, "a", "a1", "a2")
	change(s.ID(), 4, "b", "b0", "")
	second := change(s.ID(), 6, "a", "a2", "a3")

	turns := func() []*Changes {
		t.Helper()
		found, err := TurnsWithChanges(db, s.ID())
		if err != nil || len(found) != 3 {
			t.Fatalf("%d turns, %v", len(found), err)
		}
		return []*Changes{found[0].Changes, found[1].Changes, found[2].Changes}
	}
	want := []*Changes{
		{Checkpoint: first, Files: []agent.File{{Path: "a", Status: "created"}, {Path: "b", Status: "deleted"}}},
		{Checkpoint: second, Files: []agent.File{{Path: "a", Status: "changed"}}},
		nil,
	}
	if got := turns(); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v %+v %+v", got[0], got[1], got[2])
	}

	change(s.ID(), 10, "d", "", "d1")
	want[0].Later, want[1].Later = 1, 1
	want[2] = &Changes{Checkpoint: second + 1, Files: []agent.File{{Path: "d", Status: "created"}}}
	if got := turns(); !reflect.DeepEqual(got, want) {
		t.Errorf("with a later change: %+v %+v %+v", got[0], got[1], got[2])
	}

	// What restoring does has no message.
	change(s.ID(), 0, "d", "d1", "")
	change(s.ID(), 0, "a", "a3", "a2")
	want[1].TakenBack, want[2].TakenBack = true, true
	if got := turns(); !reflect.DeepEqual(got, want) {
		t.Errorf("taken back: %+v %+v %+v", got[0], got[1], got[2])
	}
}
