package window

import (
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"aipack/backend/base/fault"
	"aipack/backend/base/settings"
	"aipack/backend/detect/pipeline"
	"aipack/backend/store"
	"aipack/backend/window/page"
	"aipack/backend/window/session"
)

// full makes every new row of a history fail as on a full disk, until free is
// called.
func full(t *testing.T, a *App) (free func()) {
	t.Helper()
	db, err := sql.Open("sqlite3", a.store.Path()+"?_busy_timeout=5000")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	do := func(query string) {
		for _, table := range []string{"runs", "events", "documents", "edits"} {
			if _, err := db.Exec(strings.ReplaceAll(query, "TABLE", table)); err != nil {
				t.Fatal(err)
			}
		}
	}
	do("CREATE TRIGGER full_TABLE BEFORE INSERT ON TABLE BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END")
	return func() { do("DROP TRIGGER full_TABLE") }
}

// TestWorkOnAFullDiskIsSavedOnceThereIsRoom: with the next edit, or at the
// end; meanwhile it is all there, and the user is told once.
func TestWorkOnAFullDiskIsSavedOnceThereIsRoom(t *testing.T) {
	for name, edits := range map[string]bool{"with an edit": true, "at the end": false} {
		t.Run(name, func(t *testing.T) {
			data := t.TempDir()
			a, p := opened(t, data)
			dir := sample(t, a, "turborepo")
			free := full(t, a)
			s := analysed(t, a, p, dir)
			service := s.Services[0]
			if _, err := a.Plan.Edit(s.RunID, service, "/runtime/environment/GREETING", `"hello"`); err != nil || s.State != "completed" {
				t.Fatalf("%s, %v", s.State, err)
			}
			told := 0
			for _, n := range p.said {
				if strings.Contains(n.Message, "could not be saved") && strings.Contains(n.Message, "disk is full") {
					told++
				}
			}
			if told != 1 {
				t.Errorf("told %d times: %+v", told, p.said)
			}
			free()
			if edits {
				if _, err := a.Plan.Edit(s.RunID, service, "/runtime/environment/GREETING", `"good day"`); err != nil {
					t.Fatal(err)
				}
				if events, err := a.store.Events(s.RunID); err != nil || len(events) != len(s.Events) {
					t.Errorf("%d events of %d are saved: %v", len(events), len(s.Events), err)
				}
				if _, err := a.Plan.Undo(s.RunID, service); err != nil {
					t.Fatal(err)
				}
			}
			a.Close()

			b, _ := opened(t, data)
			again, err := b.Runs.Snapshot(s.RunID)
			if err != nil || len(again.Events) != len(s.Events) || len(again.Documents) != len(s.Documents) || !strings.Contains(again.Documents[0], "hello") {
				t.Fatalf("%d events of %d, %d documents, %v", len(again.Events), len(s.Events), len(again.Documents), err)
			}
			for i, e := range again.Events {
				if e.Seq != int64(i+1) {
					t.Fatalf("event %d has number %d", i+1, e.Seq)
				}
			}
			if state, err := b.Plan.Service(s.RunID, service); err != nil || state.CanRedo != edits {
				t.Errorf("the later edit: can redo %v, %v", state.CanRedo, err)
			}
		})
	}
}

// TestWithoutItsSettingsNoModelIsAsked: they say what may be sent anywhere.
func TestWithoutItsSettingsNoModelIsAsked(t *testing.T) {
	saved := func(data string) { // with a mode that asks
		a, _ := opened(t, data)
		withMode(t, a, func(s *settings.Preferences) { s.Mode = "llm" })
		a.Close()
	}
	write := func(file, content string) {
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, c := range map[string]struct {
		spoil func(file string)
		mode  string
	}{
		"nothing happened":   {func(string) {}, "llm"},
		"a first start":      {func(file string) { os.Remove(file) }, "full"},
		"a newer aipack":     {newer(t), "llm"},
		"the file is ruined": {func(file string) { write(file, strings.Repeat("ruined ", 200)) }, pipeline.Static},
	} {
		data := t.TempDir()
		saved(data)
		c.spoil(filepath.Join(data, store.Name))
		a := made(data, "")
		if err := a.Open(); err != nil {
			t.Fatal(err)
		}
		warned := false
		for _, n := range a.Page.First() {
			warned = warned || strings.Contains(n.Message, "no model is asked") && n.Hint != ""
		}
		if got := a.preferences.InForce().Mode; got != c.mode || warned != (got == pipeline.Static) {
			t.Errorf("%s: mode %s, warned %v: %+v", name, got, warned, a.Page.First())
		}
		a.Close()
	}
}

// newer makes a database one of an aipack to come.
func newer(t *testing.T) func(file string) {
	return func(file string) {
		db, err := sql.Open("sqlite3", file)
		if err == nil {
			_, err = db.Exec("PRAGMA user_version = 99")
		}
		if err != nil || db.Close() != nil {
			t.Fatal(err)
		}
	}
}

// TestWhatIsTypedIsBounded: what could not be read back would be lost with the
// next edit.
func TestWhatIsTypedIsBounded(t *testing.T) {
	a, p := opened(t, t.TempDir())
	s := analysed(t, a, p, sample(t, a, "node-express"))
	before, err := a.Plan.Service(s.RunID, ".")
	if err != nil {
		t.Fatal(err)
	}
	large := `"` + strings.Repeat("x", 2<<20-2) + `"`
	for name, edit := range map[string]func() (session.ServiceState, error){
		"a large value": func() (session.ServiceState, error) {
			return a.Plan.Edit(s.RunID, ".", "/runtime/environment/A", large)
		},
		"too large a one": func() (session.ServiceState, error) {
			return a.Plan.Edit(s.RunID, ".", "/runtime/environment/A", large+" ")
		},
		"a large fix": func() (session.ServiceState, error) {
			return a.Plan.Apply(s.RunID, ".", `[{"field":"/runtime/environment/A","value":`+large+`}]`)
		},
		"a large document": func() (session.ServiceState, error) {
			return a.Plan.SetDocument(s.RunID, ".", before.Document+strings.Repeat(" ", 2<<20))
		},
		"a deep value": func() (session.ServiceState, error) {
			return a.Plan.Edit(s.RunID, ".", "/runtime/environment/A", strings.Repeat("[", 200_000))
		},
		"a deep document": func() (session.ServiceState, error) {
			return a.Plan.SetDocument(s.RunID, ".", strings.Repeat(`{"build":`, 100_000))
		},
		"a deep YAML": func() (session.ServiceState, error) {
			return a.Plan.SetDocument(s.RunID, ".", strings.Repeat("- ", 100_000))
		},
		"much nonsense": func() (session.ServiceState, error) {
			return a.Plan.SetDocument(s.RunID, ".", `{`+strings.Repeat(`"no":1,`, 100)+nonsense()+`}`)
		},
		"a path of dots": func() (session.ServiceState, error) { return a.Plan.Edit(s.RunID, ".", "/../../x", "1") },
		"nothing":        func() (session.ServiceState, error) { return a.Plan.SetDocument(s.RunID, ".", "") },
	} {
		_, err := edit()
		if f := page.FaultOf(err); err == nil || f.Hint == "" || len(f.Message) > 5000 || f.Code == string(fault.Internal) {
			t.Errorf("%s: %.200s", name, f.Message)
		}
	}
	after, err := a.Plan.Service(s.RunID, ".")
	if err != nil || after.Document != before.Document || after.CanUndo {
		t.Errorf("a refused edit changed the document: %v", err)
	}
}

// nonsense is 10,000 fields that no document has.
func nonsense() string {
	var b strings.Builder
	for i := range 10_000 {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(`"field` + strings.Repeat("x", i%7) + string(rune('a'+i%26)) + strings.Repeat("y", i/26%30) + `":1`)
	}
	return b.String()
}

// TestControlCharactersDoNotReachAFile: a name may hold anything.
func TestControlCharactersDoNotReachAFile(t *testing.T) {
	a, p := opened(t, t.TempDir())
	s := analysed(t, a, p, sample(t, a, "node-express"))
	for pointer, value := range map[string]string{
		"/metadata/project_name": `"a\u0000b\u001b[31m\nRUN evil"`, "/metadata/framework": `"x\r\nRUN evil"`, "/runtime/command/0": `"no\u001bde"`, "/metadata/path": `"../../etc"`,
	} {
		state, err := a.Plan.Edit(s.RunID, ".", pointer, value)
		if err != nil {
			continue // refused
		}
		if text := state.Dockerfile.Content; strings.ContainsAny(text, "\x00\x1b\r") || strings.Contains(text, "\nRUN evil") {
			t.Errorf("%s: %s", pointer, text)
		}
		if _, err := a.Plan.Export(s.RunID, t.TempDir(), nil, true, false); err != nil && page.FaultOf(err).Code == string(fault.Internal) {
			t.Errorf("%s: %v", pointer, err)
		}
	}
}
