package window

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"aipack/backend/base/fault"
	"aipack/backend/base/linesum"
	"aipack/backend/window/plan"
	"aipack/backend/window/session"
)

const byHandText = "FROM node:20-bookworm-slim\nWORKDIR /app\nCOPY . .\nCMD [\"node\", \"mine.js\"]\n"

func TestADockerfileWrittenByHandStays(t *testing.T) {
	data := t.TempDir()
	a, p := opened(t, data)
	s := analysed(t, a, p, sample(t, a, "node-express"))
	ours, err := a.Plan.Service(s.RunID, ".")
	if err != nil || ours.ByHand || ours.Generated != ours.Dockerfile.Content {
		t.Fatal(err, ours.ByHand)
	}
	hand, err := a.Plan.EditDockerfile(s.RunID, ".", byHandText)
	if err != nil || !hand.ByHand || hand.Dockerfile.Content != byHandText || hand.Generated != ours.Generated {
		t.Fatalf("%v %+v", err, hand)
	}
	if len(hand.Dockerfile.Fields) != 4 || len(hand.Dockerfile.Fields[0]) == 0 || len(hand.Dockerfile.Fields[3]) != 0 {
		t.Errorf("fields of the lines: %v", hand.Dockerfile.Fields)
	}
	edited, err := a.Plan.Edit(s.RunID, ".", "/runtime/ports/0/port", "4321")
	if err != nil || edited.Dockerfile.Content != byHandText || !strings.Contains(edited.Generated, "4321") {
		t.Errorf("an edit of the plan: %v %q", err, edited.Generated)
	}

	files, err := a.Plan.Files(s.RunID, "", false)
	at := slices.IndexFunc(files, func(f plan.ExportFile) bool { return f.Path == "Dockerfile" })
	if err != nil || at < 0 || !strings.HasPrefix(files[at].Content, byHandText+"# Written by aipack (") {
		t.Errorf("export: %v %+v", err, files)
	}
	a.Close()

	again, p2 := opened(t, data)
	kept, err := again.Plan.Service(s.RunID, ".")
	if err != nil || kept.Dockerfile.Content != byHandText {
		t.Errorf("after a restart: %v %+v", err, kept.Dockerfile)
	}
	next := analysed(t, again, p2, s.Path)
	kept, err = again.Plan.Service(next.RunID, ".")
	if err != nil || kept.Dockerfile.Content != byHandText {
		t.Errorf("after another detection: %v %+v", err, kept.Dockerfile)
	}
	for _, text := range []string{"", kept.Generated} {
		if _, err := again.Plan.EditDockerfile(next.RunID, ".", byHandText); err != nil {
			t.Fatal(err)
		}
		back, err := again.Plan.EditDockerfile(next.RunID, ".", text)
		if err != nil || back.ByHand || back.Dockerfile.Content != back.Generated {
			t.Errorf("back to ours with %q: %v %+v", text, err, back.ByHand)
		}
	}
	for _, bad := range []string{"FROM a\x00b", strings.Repeat("#", 1<<20+1)} {
		if _, err := again.Plan.EditDockerfile(next.RunID, ".", bad); fault.CodeOf(err) != fault.DocumentInvalid {
			t.Errorf("%.10q: %v", bad, err)
		}
	}
}

func TestWhatCannotBeBuiltKeepsTheLastDockerfileThatCould(t *testing.T) {
	a, p := opened(t, t.TempDir())
	s := analysed(t, a, p, sample(t, a, "node-express"))
	edit := func(pointer, value string) session.ServiceState {
		t.Helper()
		state, err := a.Plan.Edit(s.RunID, ".", pointer, value)
		if err != nil {
			t.Fatal(err)
		}
		return state
	}
	valid := edit("/runtime/ports/0/port", "4321")
	if valid.Invalid != "" || valid.LastValid || !strings.Contains(valid.Dockerfile.Content, "EXPOSE 4321") {
		t.Fatalf("%+v", valid)
	}
	for _, pointer := range []string{"/build/base_image", "/runtime/base_image"} {
		edit(pointer, `""`)
		broken := edit("/runtime/ports/0/port", "5555")
		if broken.Invalid == "" || !broken.LastValid || broken.Dockerfile.Content != valid.Dockerfile.Content || broken.Generated != valid.Generated {
			t.Errorf("%s: %q, %v\n%s", pointer, broken.Invalid, broken.LastValid, broken.Dockerfile.Content)
		}
		if !strings.Contains(broken.Document, "5555") {
			t.Errorf("%s: the edits themselves are lost", pointer)
		}
		if _, err := a.Proofs.Start(s.RunID, ".", ""); fault.CodeOf(err) != fault.DocumentInvalid {
			t.Errorf("%s: it is proved: %v", pointer, err)
		}
		for range 2 {
			if _, err := a.Plan.Undo(s.RunID, "."); err != nil {
				t.Fatal(err)
			}
		}
	}
	if broken := edit("/runtime/command", `["sudo", "node", "server.js"]`); broken.Invalid == "" || !broken.LastValid {
		t.Fatalf("%+v", broken)
	}
	if _, err := a.Plan.EditDockerfile(s.RunID, ".", valid.Generated+"# and back"); err != nil {
		t.Fatal(err)
	}
	if back, err := a.Plan.EditDockerfile(s.RunID, ".", valid.Generated); err != nil || back.ByHand {
		t.Errorf("what is shown counts as written by hand: %v", err)
	}
	files, err := a.Plan.Files(s.RunID, "", false)
	if at := slices.IndexFunc(files, func(f plan.ExportFile) bool { return f.Path == "Dockerfile" }); err != nil || at < 0 || files[at].Content != linesum.Seal(valid.Generated) {
		t.Errorf("another Dockerfile is exported than the one in force: %v\n%+v", err, files)
	}
	edit("/runtime/base_image", `""`)
	if hand, err := a.Plan.EditDockerfile(s.RunID, ".", byHandText); err != nil || hand.Dockerfile.Content != byHandText || hand.Generated != valid.Generated {
		t.Errorf("by hand beside it: %v %+v", err, hand.Dockerfile)
	}
}

// TestADockerfileByHandThatNoBuilderTakes says so with its line, and is not proved.
func TestADockerfileByHandThatNoBuilderTakes(t *testing.T) {
	a, p := opened(t, t.TempDir())
	s := analysed(t, a, p, sample(t, a, "node-express"))
	broken, err := a.Plan.EditDockerfile(s.RunID, ".", "FROM node:22\n\nRNU npm ci\n")
	if err != nil || !strings.HasPrefix(broken.Invalid, "line 3 of the Dockerfile: unknown instruction: RNU") || broken.LastValid {
		t.Errorf("%v %q", err, broken.Invalid)
	}
	if _, err := a.Proofs.Start(s.RunID, ".", ""); fault.CodeOf(err) != fault.DocumentInvalid {
		t.Errorf("it is proved: %v", err)
	}
	if whole, err := a.Plan.EditDockerfile(s.RunID, ".", "FROM node:22\n\nRUN npm ci\n"); err != nil || whole.Invalid != "" {
		t.Errorf("%v %q", err, whole.Invalid)
	}
}

// TestADockerfileWrittenByHandIsExportedAsOne holds that an export tells apart,
// for whoever analyses the project later, what the user wrote and what we did.
func TestADockerfileWrittenByHandIsExportedAsOne(t *testing.T) {
	a, p := opened(t, t.TempDir())
	dir := sample(t, a, "node-express")
	s := analysed(t, a, p, dir)
	plan, err := a.Plan.Service(s.RunID, ".")
	if err != nil {
		t.Fatal(err)
	}
	hand := plan.Generated + "LABEL mine=1\n"
	if _, err := a.Plan.EditDockerfile(s.RunID, ".", hand); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Plan.Export(s.RunID, "", []string{"Dockerfile"}, false, false); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "Dockerfile"))
	if err != nil {
		t.Fatal(err)
	}
	own, ok := linesum.Own(string(text))
	if !ok {
		t.Fatalf("no line is told from another in\n%s", text)
	}
	for i, line := range strings.Split(string(text), "\n") {
		if own[i] != (line == "LABEL mine=1") {
			t.Errorf("%q is the user's: %t", line, own[i])
		}
	}
}

// TestWhatWasExportedIsKept until the plan or the file changes.
func TestWhatWasExportedIsKept(t *testing.T) {
	a, p := opened(t, t.TempDir())
	dir := sample(t, a, "node-express")
	s := analysed(t, a, p, dir)
	kept := func(when string, want bool) {
		t.Helper()
		if plan, err := a.Plan.Service(s.RunID, "."); err != nil || plan.Kept != want || plan.Existing != "" && plan.Kept {
			t.Errorf("%s: kept %t, %q, %v", when, plan.Kept, plan.Existing, err)
		}
	}
	export := func() {
		t.Helper()
		if _, err := a.Plan.Export(s.RunID, "", []string{"Dockerfile"}, true, false); err != nil {
			t.Fatal(err)
		}
	}
	kept("before", false)
	export()
	kept("exported", true)
	plan, err := a.Plan.EditDockerfile(s.RunID, ".", "FROM scratch\n")
	if err != nil || plan.Kept {
		t.Errorf("written by hand since: %t, %v", plan.Kept, err)
	}
	export()
	kept("exported as it was written by hand", true)
	if err := os.WriteFile(filepath.Join(dir, "Dockerfile"), []byte("FROM mine\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	kept("changed on the disk", false)
}

// TestAHandWrittenValueThatSwells is told with its line, and not proved.
func TestAHandWrittenValueThatSwells(t *testing.T) {
	a, p := opened(t, t.TempDir())
	s := analysed(t, a, p, sample(t, a, "node-express"))
	hand, err := a.Plan.EditDockerfile(s.RunID, ".", "FROM scratch\nENV A=aaaaaaaaaa\n"+strings.Repeat("ENV A=${A}${A}${A}${A}\n", 40)+"CMD [\"x\"]\n")
	if err != nil || len(hand.Dockerfile.Lint) == 0 || hand.Dockerfile.Lint[0].Line != 9 || !strings.Contains(hand.Invalid, "line 9 of the Dockerfile: A comes to more than") {
		t.Errorf("%+v, %q, %v", hand.Dockerfile.Lint, hand.Invalid, err)
	}
}
