//go:build headless && window

package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"aipack/backend/fault"
)

const byHandText = "FROM node:20-bookworm-slim\nWORKDIR /app\nCOPY . .\nCMD [\"node\", \"mine.js\"]\n"

func TestADockerfileWrittenByHandStays(t *testing.T) {
	data := t.TempDir()
	a, p := opened(t, data)
	s := analysed(t, a, p, sample(t, a, "node-express"))
	ours, err := a.Service(s.RunID, ".")
	if err != nil || ours.ByHand || ours.Generated != ours.Dockerfile.Content {
		t.Fatal(err, ours.ByHand)
	}
	hand, err := a.EditDockerfile(s.RunID, ".", byHandText)
	if err != nil || !hand.ByHand || hand.Dockerfile.Content != byHandText || hand.Generated != ours.Generated {
		t.Fatalf("%v %+v", err, hand)
	}
	if len(hand.Dockerfile.Fields) != 4 || len(hand.Dockerfile.Fields[0]) == 0 || len(hand.Dockerfile.Fields[3]) != 0 {
		t.Errorf("fields of the lines: %v", hand.Dockerfile.Fields)
	}
	edited, err := a.Edit(s.RunID, ".", "/runtime/ports/0/port", "4321")
	if err != nil || edited.Dockerfile.Content != byHandText || !strings.Contains(edited.Generated, "4321") {
		t.Errorf("an edit of the plan: %v %q", err, edited.Generated)
	}

	files, err := a.Preview(s.RunID)
	at := slices.IndexFunc(files, func(f ExportFile) bool { return f.Path == "Dockerfile" })
	if err != nil || at < 0 || files[at].Content != byHandText {
		t.Errorf("export: %v %+v", err, files)
	}
	a.close()

	again, p2 := opened(t, data)
	kept, err := again.Service(s.RunID, ".")
	if err != nil || kept.Dockerfile.Content != byHandText {
		t.Errorf("after a restart: %v %+v", err, kept.Dockerfile)
	}
	next := analysed(t, again, p2, s.Path)
	kept, err = again.Service(next.RunID, ".")
	if err != nil || kept.Dockerfile.Content != byHandText {
		t.Errorf("after another detection: %v %+v", err, kept.Dockerfile)
	}
	for _, text := range []string{"", kept.Generated} {
		if _, err := again.EditDockerfile(next.RunID, ".", byHandText); err != nil {
			t.Fatal(err)
		}
		back, err := again.EditDockerfile(next.RunID, ".", text)
		if err != nil || back.ByHand || back.Dockerfile.Content != back.Generated {
			t.Errorf("back to ours with %q: %v %+v", text, err, back.ByHand)
		}
	}
	for _, bad := range []string{"FROM a\x00b", strings.Repeat("#", mostWritten+1)} {
		if _, err := again.EditDockerfile(next.RunID, ".", bad); fault.CodeOf(err) != fault.DocumentInvalid {
			t.Errorf("%.10q: %v", bad, err)
		}
	}
}

func TestAFixSetsSeveralFieldsInOneStep(t *testing.T) {
	a, p := opened(t, t.TempDir())
	s := analysed(t, a, p, sample(t, a, "node-express"))
	fix := `[{"field":"/runtime/ports/0/port","value":4000},{"field":"/runtime/environment/PORT","value":"4000"}]`
	state, err := a.Apply(s.RunID, ".", fix)
	if err != nil || !strings.Contains(state.Dockerfile.Content, "EXPOSE 4000") || !strings.Contains(state.Dockerfile.Content, "PORT=4000") {
		t.Fatalf("%v\n%s", err, state.Dockerfile.Content)
	}
	if back, err := a.Undo(s.RunID, "."); err != nil || len(back.Edited) != 0 || back.CanUndo {
		t.Errorf("one undo takes all of a fix back: %v %v", err, back.Edited)
	}
	for bad, code := range map[string]fault.Code{
		`{"field":"/runtime/ports"}`:       fault.SyntaxError,
		`not json`:                         fault.SyntaxError,
		`[{"field":"/no/such","value":1}]`: fault.DocumentInvalid,
		// The first is well, the second is not: neither is made.
		`[{"field":"/runtime/user","value":"app"},{"field":"/no/such","value":3}]`: fault.DocumentInvalid,
	} {
		if _, err := a.Apply(s.RunID, ".", bad); fault.CodeOf(err) != code {
			t.Errorf("%s: %v", bad, err)
		}
	}
	if after, err := a.Service(s.RunID, "."); err != nil || len(after.Edited) != 0 {
		t.Errorf("a refused fix changes nothing: %v %v", err, after.Edited)
	}
}

func TestTheWindowOpensWhereItWas(t *testing.T) {
	data := t.TempDir()
	a, p := opened(t, data)
	first := analysed(t, a, p, sample(t, a, "node-express"))
	analysed(t, a, p, sample(t, a, "python-fastapi"))
	if err := a.SavePlace("result", first.RunID); err != nil {
		t.Fatal(err)
	}
	a.close()
	again, _ := opened(t, data)
	info, err := again.Start()
	if err != nil || info.Screen != "result" || info.LastRunID != first.RunID {
		t.Errorf("%v %+v", err, info)
	}
	if err := again.DeleteRun(first.RunID); err != nil {
		t.Fatal(err)
	}
	if info, err = again.Start(); err != nil || info.LastRunID == first.RunID || info.LastRunID == "" {
		t.Errorf("the run is gone: %v %+v", err, info)
	}
}

func TestWhatExportCannotWriteIsSaid(t *testing.T) {
	a, p := opened(t, t.TempDir())
	s := analysed(t, a, p, sample(t, a, "turborepo"))
	dir := t.TempDir()
	// A file stands where a folder is needed: that fails for every user.
	if err := os.WriteFile(filepath.Join(dir, "apps"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	results, err := a.Export(s.RunID, dir, nil, true)
	if err != nil {
		t.Fatal(err)
	}
	failed := 0
	for _, r := range results {
		if want := map[bool]string{true: "failed", false: "written"}[strings.HasPrefix(r.Path, "apps/")]; r.State != want {
			t.Errorf("%+v, want %s", r, want)
		}
		if r.State == "failed" {
			failed++
			if r.Message == "" {
				t.Errorf("%s failed without a word", r.Path)
			}
		}
	}
	if failed == 0 || failed == len(results) {
		t.Errorf("%d of %d failed", failed, len(results))
	}
}
