package session

import (
	"testing"

	"aipack/backend/agent"
	"aipack/backend/base/fault"
	"aipack/backend/model/conversation"
	"aipack/backend/store/projectdb"
)

// TestUndo: the last turn goes and comes again; what is said after it has numbers of its
// own, so that its changes of files are not taken for those of what was taken back.
func TestUndo(t *testing.T) {
	db := database(t)
	s := New(db, nil)
	for _, k := range append(exchange(1, "first", "done"), exchange(5, "second", "done")...) {
		s.Keep(k)
	}
	if _, err := db.SaveCheckpoint(projectdb.Checkpoint{Session: s.ID(), Message: 6, Path: "a", Became: "a1"}, nil); err != nil {
		t.Fatal(err)
	}
	undone, err := Undo(db, s.ID())
	if err != nil || undone.Question != "second" || undone.Changes == nil || undone.Changes.Files[0].Path != "a" {
		t.Fatalf("%+v, %v", undone, err)
	}
	kept, err := Messages(db, s.ID())
	if err != nil || len(kept) != 5 || !kept[0].Gone || kept[0].Number != 8 {
		t.Fatalf("%+v, %v", kept, err)
	}
	talk := conversation.New(conversation.Options{System: "s", Keep: func(k conversation.Kept) {
		s.Keep(agent.Kept{Kept: k, Question: k.Text})
	}})
	var said []conversation.Kept
	for _, k := range kept {
		said = append(said, k.Kept)
	}
	talk.Restore(said)
	if n := len(talk.History()); n != 5 { // with the system's
		t.Errorf("%d messages", n)
	}
	talk.AddUser("third")
	turns, err := TurnsWithChanges(db, s.ID())
	if err != nil || len(turns) != 2 || turns[1].Question != "third" || turns[1].first != 9 || turns[0].Changes != nil || turns[1].Changes != nil {
		t.Errorf("%+v, %v", turns, err)
	}
	if can, err := Redoable(db, s.ID()); err != nil || can {
		t.Errorf("redoable after something was said: %v, %v", can, err)
	}
	mark := 0
	files := func(m int) error { mark = m; return &fault.Fault{Code: fault.EditConflict, Message: "changed since"} }
	if _, err := Redo(db, s.ID(), files); fault.CodeOf(err) != fault.WrongUse {
		t.Error(err)
	}
	for _, want := range []string{"third", "first"} {
		if undone, err := Undo(db, s.ID()); err != nil || undone.Question != want {
			t.Errorf("%+v, %v", undone, err)
		}
	}
	if _, err := Undo(db, s.ID()); fault.CodeOf(err) != fault.WrongUse {
		t.Error(err)
	}
	if can, err := Redoable(db, s.ID()); err != nil || !can {
		t.Errorf("redoable: %v, %v", can, err)
	}
	if back, err := Redo(db, s.ID(), files); err != nil || back.Question != "first" || back.Left != "changed since" || mark != back.Mark || mark >= 0 {
		t.Errorf("%+v under %d, %v", back, mark, err)
	}
}
