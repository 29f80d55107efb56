package window

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"aipack/backend/base/fault"
	"aipack/backend/window/history"
	"aipack/backend/window/page"
	"aipack/backend/window/session"
)

func TestARestartFindsTheRunAndItsEdits(t *testing.T) {
	data := t.TempDir()
	a, p := opened(t, data)
	s := analysed(t, a, p, sample(t, a, "node-express"))
	state, err := a.Plan.Edit(s.RunID, ".", "/runtime/ports/0/port", "4321")
	if err != nil || !slices.Contains(state.Edited, "/runtime/ports/0/port") || !strings.Contains(state.Dockerfile.Content, "EXPOSE 4321") {
		t.Fatalf("%v %v", state.Edited, err)
	}
	a.Close()

	b, _ := opened(t, data)
	start, err := b.Program.Start()
	if err != nil || start.LastRunID != s.RunID || start.FirstRun {
		t.Errorf("%+v %v", start, err)
	}
	again, err := b.Runs.Snapshot(s.RunID)
	if err != nil || again.Seq != s.Seq || len(again.Events) != len(s.Events) || !strings.Contains(again.Documents[0], "4321") || strings.Contains(again.Original[0], "4321") {
		t.Fatalf("%+v %v", again, err)
	}
	text, err := json.Marshal(again.Events[0].Event)
	if err != nil || !strings.Contains(string(text), `"mode":"static"`) {
		t.Errorf("the first event came back as %s %v", text, err)
	}
	if state, err := b.Plan.Undo(s.RunID, "."); err != nil || len(state.Edited) != 0 || !state.CanRedo {
		t.Errorf("undone: %v %v", state.Edited, err)
	}
}

func TestEditsSurviveANewDetection(t *testing.T) {
	a, p := opened(t, t.TempDir())
	dir := sample(t, a, "node-express")
	first := analysed(t, a, p, dir)
	for pointer, value := range map[string]string{"/runtime/ports/0/port": "4321", "/runtime/environment/GREETING": `"hello"`} {
		if _, err := a.Plan.Edit(first.RunID, ".", pointer, value); err != nil {
			t.Fatal(err)
		}
	}
	second := analysed(t, a, p, dir)
	state, err := a.Plan.Service(second.RunID, ".")
	if err != nil || !slices.Equal(state.Edited, []string{"/runtime/environment/GREETING", "/runtime/ports/0/port"}) {
		t.Errorf("%v %v", state.Edited, err)
	}
	diff, err := a.History.Compare(first.RunID, second.RunID)
	if err != nil || len(diff) != 1 || diff[0].State != "same" {
		t.Errorf("%+v %v", diff, err)
	}
	if state, err = a.Plan.Reset(second.RunID, ".", ""); err != nil || len(state.Edited) != 0 || state.Document != state.Original {
		t.Errorf("reset: %v %v", state.Edited, err)
	}
	diff, err = a.History.Compare(first.RunID, second.RunID)
	if err != nil || diff[0].State != "changed" || !slices.ContainsFunc(diff[0].Fields, func(f history.FieldDifference) bool {
		return f.Field == "/runtime/ports/0/port" && f.A == "4321" && f.EvidenceA.Source == "user" && f.EvidenceB.Source == "rule" &&
			f.Restores == "/runtime/ports" && strings.Contains(f.WholeA, "4321") && strings.HasPrefix(f.WholeB, "[{")
	}) {
		t.Errorf("%+v %v", diff, err)
	}
}

func TestUndoRedoResetAndWrongValues(t *testing.T) {
	a, p := opened(t, t.TempDir())
	s := analysed(t, a, p, sample(t, a, "node-express"))
	edit := func(value string) (session.ServiceState, error) {
		return a.Plan.Edit(s.RunID, ".", "/runtime/ports/0/port", value)
	}
	if _, err := edit(`4711`); err != nil {
		t.Fatal(err)
	}
	if _, err := edit(`4712`); err != nil {
		t.Fatal(err)
	}
	back, err := a.Plan.Undo(s.RunID, ".")
	if err != nil || !strings.Contains(back.Dockerfile.Content, "EXPOSE 4711") || !back.CanRedo {
		t.Errorf("undo: %v", err)
	}
	forth, err := a.Plan.Redo(s.RunID, ".")
	if err != nil || !strings.Contains(forth.Dockerfile.Content, "EXPOSE 4712") || forth.CanRedo {
		t.Errorf("redo: %v", err)
	}
	for _, value := range []string{`{`, `"no port"`, ``} {
		if _, err := edit(value); err == nil {
			t.Errorf("%q is taken for a port", value)
		}
	}
	if _, err := a.Plan.SetDocument(s.RunID, ".", `{"version": `); page.FaultOf(err).Code != "SYNTAX_ERROR" {
		t.Errorf("broken JSON: %v", err)
	}
	after, err := a.Plan.Service(s.RunID, ".")
	if err != nil || after.Document != forth.Document {
		t.Error("a refused edit changed the document")
	}
	whole, err := a.Plan.SetDocument(s.RunID, ".", strings.Replace(after.Document, "4712", "4713", 1))
	if err != nil || !strings.Contains(whole.Dockerfile.Content, "EXPOSE 4713") {
		t.Errorf("the whole document: %v", err)
	}
	if one, err := a.Plan.Reset(s.RunID, ".", "/runtime/ports/0/port"); err != nil || len(one.Edited) != 0 {
		t.Errorf("reset of the field: %v %v", one.Edited, err)
	}
}

func TestAFixSetsSeveralFieldsInOneStep(t *testing.T) {
	a, p := opened(t, t.TempDir())
	s := analysed(t, a, p, sample(t, a, "node-express"))
	fix := `[{"field":"/runtime/ports/0/port","value":4000},{"field":"/runtime/environment/PORT","value":"4000"}]`
	state, err := a.Plan.Apply(s.RunID, ".", fix)
	if err != nil || !strings.Contains(state.Dockerfile.Content, "EXPOSE 4000") || !strings.Contains(state.Dockerfile.Content, "PORT=4000") {
		t.Fatalf("%v\n%s", err, state.Dockerfile.Content)
	}
	if back, err := a.Plan.Undo(s.RunID, "."); err != nil || len(back.Edited) != 0 || back.CanUndo {
		t.Errorf("one undo takes all of a fix back: %v %v", err, back.Edited)
	}
	for bad, code := range map[string]fault.Code{
		`{"field":"/runtime/ports"}`:       fault.SyntaxError,
		`not json`:                         fault.SyntaxError,
		`[{"field":"/no/such","value":1}]`: fault.DocumentInvalid,
		// The first is healthy, the second is not: neither is made.
		`[{"field":"/runtime/user","value":"app"},{"field":"/no/such","value":3}]`: fault.DocumentInvalid,
	} {
		if _, err := a.Plan.Apply(s.RunID, ".", bad); fault.CodeOf(err) != code {
			t.Errorf("%s: %v", bad, err)
		}
	}
	if after, err := a.Plan.Service(s.RunID, "."); err != nil || len(after.Edited) != 0 {
		t.Errorf("a refused fix changes nothing: %v %v", err, after.Edited)
	}
}
