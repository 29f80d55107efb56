package history

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"aipack/backend/cli"
	"aipack/backend/store"
)

func now() time.Time { return time.UnixMilli(1_800_000_000_000).UTC() }

// run runs one command line on the history of a folder.
func run(t *testing.T, dir, typed string, args ...string) (code int, out, said string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	parts := Parts{Folder: func() (string, error) { return dir, nil }, In: strings.NewReader(typed), Asks: typed != ""}
	code = cli.Run(t.Context(), cli.Rooms{Version: "test", Now: now}, append([]string{"history"}, args...), cli.Streams{Out: &stdout, Err: &stderr}, Command(parts))
	return code, stdout.String(), stderr.String()
}

const document = `{"version":"1.0","metadata":{"project_name":"shop","path":".","kind":"web","language":"go","confidence":0.9,"reasoning":"go.mod"},
	"build":{"base_image":"golang:1.26","build_commands":["go build -o /app/shop ."],"pre_build_commands":["go mod download"]},
	"runtime":{"base_image":"debian:trixie-slim","command":["/app/shop"],"ports":[{"port":8080,"protocol":"tcp"}]},
	"evidence":[{"field":"/metadata/language","path":"go.mod","line":1,"rule":"go.module","confidence":0.9,"source":"rule","excerpt":"module shop"}]}`

// kept is a history with three runs of two folders.
func kept(t *testing.T) (dir string, s *store.DB) {
	t.Helper()
	dir = t.TempDir()
	s, err := store.Open(dir, now)
	must(t, err)
	t.Cleanup(func() { _ = s.Close() })
	for i, r := range []store.Run{
		{ID: "aaaa-1", Path: "/p/shop", Name: "shop", State: "completed", Services: 1, Language: "go", Confidence: 0.9},
		{ID: "aaab-2", Path: "/p/blog", Name: "blog", State: "failed", Message: "it took too long", Advice: "Give it more time."},
		{ID: "bbbb-3", Path: "/p/shop", Name: "shop", State: "completed", Services: 1, Language: "go", Framework: "Gin", Confidence: 0.9},
	} {
		r.StartedAt = now().Add(time.Duration(i-10) * 24 * time.Hour).UnixMilli()
		must(t, s.Put(r, []store.Event{{Seq: 1, JSON: json.RawMessage(`{"seq":1,"run_id":"x","ts":1,"type":"run.started","event":{}}`)}},
			[]store.Document{{Service: ".", Name: "shop", Original: document}}))
	}
	return dir, s
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TestReadingGoesOnBesideAWindow: whoever has the history keeps it, and what it writes
// is seen at once.
func TestReadingGoesOnBesideAWindow(t *testing.T) {
	dir, window := kept(t)
	code, out, _ := run(t, dir, "", "list")
	if code != cli.Done || strings.Count(out, "\n") != 4 || !strings.Contains(out, "bbbb-3") || !strings.Contains(out, "go, Gin") {
		t.Errorf("exit %d:\n%s", code, out)
	}
	must(t, window.Begin(store.Run{ID: "cccc-4", Path: "/p/new", Name: "new", State: "running", StartedAt: now().UnixMilli()}))
	if code, out, _ = run(t, dir, "", "list", "--days", "1", "--format", "json"); code != cli.Done || !strings.Contains(out, `"id": "cccc-4"`) || !strings.Contains(out, `"total": 1`) {
		t.Errorf("exit %d:\n%s", code, out)
	}
	if r, err := window.Run("cccc-4"); err != nil || r.State != "running" {
		t.Errorf("reading changed a run: %+v %v", r, err)
	}
	for _, args := range [][]string{{"delete", "bbbb", "--yes"}, {"import", filepath.Join(dir, store.Name)}} {
		if code, _, said := run(t, dir, "", args...); code != cli.Failed || !strings.Contains(said, "a window of aipack is open") || !strings.Contains(said, "close it") {
			t.Errorf("%v: exit %d: %s", args, code, said)
		}
	}
	file := filepath.Join(t.TempDir(), "copy.db")
	if code, out, said := run(t, dir, "", "backup", file); code != cli.Done || strings.TrimSpace(out) != file {
		t.Errorf("exit %d: %s", code, said)
	}
	if code, _, said := run(t, dir, "", "backup", file); code == cli.Done || !strings.Contains(said, "already a file") {
		t.Errorf("exit %d: %s", code, said)
	}
	must(t, window.Begin(store.Run{ID: "dddd-5", Path: "/p/new", Name: "new", State: "running"})) // it still writes
}

// TestADamagedDocumentHidesNoOther: the other services of a run are shown, and the
// damaged one is named.
func TestADamagedDocumentHidesNoOther(t *testing.T) {
	dir, s := kept(t)
	must(t, s.Put(store.Run{ID: "eeee-5", Path: "/p/two", Name: "two", State: "completed", Services: 2, StartedAt: 1}, nil,
		[]store.Document{{Service: "api", Name: "api", Original: `{"version":"1.0","metadata":`}, {Service: ".", Name: "shop", Original: document}}))
	for _, as := range []string{"text", "json", "dockerfile", "evidence"} {
		code, out, said := run(t, dir, "", "show", "eeee", "--as", as)
		if code != cli.Failed || !strings.Contains(out, "golang:1.26") && as != "evidence" || out == "" || !strings.Contains(said, "the document of api cannot be read") || !strings.Contains(said, "analyse /p/two again") {
			t.Errorf("%s: exit %d: %s\n%s", as, code, said, out)
		}
	}
}

// TestCommandsTakeTurns: one that changes the history waits for another one.
func TestCommandsTakeTurns(t *testing.T) {
	dir, s := kept(t)
	recording, err := s.Export("aaaa-1")
	must(t, err)
	must(t, s.Close())
	file := filepath.Join(t.TempDir(), "run.json")
	must(t, os.WriteFile(file, recording, 0o600))
	other, err := store.Wait(t.Context(), dir, now)
	must(t, err)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if code, _, said := run(t, dir, "", "import", file); code != cli.Done {
				t.Errorf("exit %d: %s", code, said)
			}
		})
	}
	must(t, other.Close())
	all.Wait()
	if _, out, _ := run(t, dir, "", "list", "--format", "json"); !strings.Contains(out, `"total": 11`) {
		t.Error(out)
	}
}

// TestRoomIsFreed: what is deleted for good is gone from the file.
func TestRoomIsFreed(t *testing.T) {
	dir, s := kept(t)
	must(t, s.Put(store.Run{ID: "ffff-6", Path: "/p/big", Name: "big", State: "completed", Services: 1, StartedAt: 1}, nil,
		[]store.Document{{Service: ".", Name: "shop", Original: document + strings.Repeat(" ", 8<<20)}}))
	must(t, s.Close())
	size := func() int64 {
		info, err := os.Stat(filepath.Join(dir, store.Name))
		must(t, err)
		return info.Size()
	}
	if before := size(); before < 8<<20 {
		t.Fatalf("%d bytes", before)
	}
	if code, _, said := run(t, dir, "", "delete", "ffff", "--yes", "--for-good"); code != cli.Done || size() > 1<<20 {
		t.Errorf("exit %d, %d bytes: %s", code, size(), said)
	}
}

func TestRunsAreChosen(t *testing.T) {
	dir, s := kept(t)
	must(t, s.SaveProof(store.Proof{ID: "p", RunID: "bbbb-3", Service: ".", Verdict: "proven"}, ""))
	must(t, s.AddExchange("aaab-2", store.Exchange{Hash: "h", Provider: "ollama", Model: "qwen", JSON: "{}"}))
	for _, c := range []struct {
		want string
		args []string
	}{
		{"bbbb-3 aaaa-1", []string{"--project", "/p/shop"}},
		{"aaab-2", []string{"--filter", "blog"}},
		{"bbbb-3", []string{"--filter", "gin"}},
		{"bbbb-3", []string{"--result", "proven"}},
		{"aaab-2", []string{"--result", "failed"}},
		{"aaaa-1", []string{"--result", "unproven"}},
		{"aaab-2", []string{"--model", "qwen"}},
		{"bbbb-3 aaaa-1", []string{"--model", "none"}},
		{"bbbb-3 aaab-2", []string{"--days", "9"}},
		{"aaaa-1", []string{"--project", "/p/shop", "--filter", "shop", "--days", "10", "--result", "unproven", "--model", "none"}},
		{"bbbb-3 aaab-2 aaaa-1", nil},
	} {
		_, out, _ := run(t, dir, "", append([]string{"list", "--format", "json"}, c.args...)...)
		var got struct{ Runs []row }
		must(t, json.Unmarshal([]byte(out), &got))
		var ids []string
		for _, r := range got.Runs {
			ids = append(ids, r.ID)
		}
		if text := strings.Join(ids, " "); text != c.want {
			t.Errorf("%q: %s, want %s", c.args, text, c.want)
		}
	}
	for _, args := range [][]string{{"list", "--format", "xml"}, {"list", "--limit", "0"}, {"list", "--result", "provn"}, {"show"}, {"show", "last", "--as", "x"}, {}} {
		if code, _, said := run(t, dir, "", args...); code != cli.Misused || said == "" {
			t.Errorf("%v: exit %d: %s", args, code, said)
		}
	}
	if _, out, said := run(t, dir, "", "list", "--limit", "1"); strings.Count(out, "\n") != 2 || !strings.Contains(said, "2 more") {
		t.Errorf("%s%s", out, said)
	}
}

func TestARunIsShown(t *testing.T) {
	dir, s := kept(t)
	must(t, s.SaveDockerfile("aaaa-1", ".", "FROM scratch\n"))
	for _, c := range []struct {
		args []string
		want []string
	}{
		{[]string{"show", "last"}, []string{"bbbb-3", "came to    completed", "build image", "golang:1.26", "because of go.mod:1: module shop"}},
		{[]string{"show", "aaab"}, []string{"came to    failed", "it took too long", "Give it more time."}},
		{[]string{"show", "last", "--as", "dockerfile"}, []string{"FROM golang:1.26", `CMD ["/app/shop"]`}},
		{[]string{"show", "aaaa", "--as", "dockerfile", "--service", "shop"}, []string{"FROM scratch\n"}},
		{[]string{"show", "last", "--as", "evidence"}, []string{"/metadata/language", "0.90", "go.mod:1", "go.module"}},
		{[]string{"show", "last", "--as", "json"}, []string{`"project_name": "shop"`}},
	} {
		code, out, said := run(t, dir, "", c.args...)
		for _, want := range c.want {
			if code != cli.Done || !strings.Contains(out, want) {
				t.Errorf("%v: exit %d, %q is not in\n%s%s", c.args, code, want, out, said)
			}
		}
	}
	must(t, s.Put(store.Run{ID: "eeee-5", Path: "/p/two", Name: "two", State: "completed", StartedAt: 1}, nil, []store.Document{
		{Service: ".", Name: "shop", Original: document},
		{Service: "worker", Name: "worker", Original: strings.Replace(document, `"project_name":"shop"`, `"project_name":"worker"`, 1)},
	}))
	if _, out, said := run(t, dir, "", "show", "eeee", "--as", "dockerfile", "--service", "worker"); !strings.Contains(out, "Dockerfile.worker") {
		t.Errorf("of two services of one folder, the second's Dockerfile is that of the first:\n%s%s", out, said)
	}
	for text, want := range map[string]string{"aaa": "2 runs begin with", "zz": "there is no run zz", "": "there is no run"} {
		if code, _, said := run(t, dir, "", "show", text); code == cli.Done || !strings.Contains(said, want) {
			t.Errorf("%q: exit %d: %s", text, code, said)
		}
	}
	if code, _, said := run(t, dir, "", "show", "last", "--service", "none"); code == cli.Done || !strings.Contains(said, "no service none") {
		t.Errorf("exit %d: %s", code, said)
	}
}

func TestRunsTravelAndAreDeleted(t *testing.T) {
	dir, s := kept(t)
	must(t, s.Close())
	file := filepath.Join(t.TempDir(), "run.json")
	if code, _, said := run(t, dir, "", "export", "aaaa", "--out", file); code != cli.Done {
		t.Fatal(said)
	}
	if code, _, said := run(t, dir, "", "export", "aaaa", "--out", file); code == cli.Done || !strings.Contains(said, "already a file") {
		t.Errorf("exit %d: %s", code, said)
	}
	other := t.TempDir()
	if code, _, said := run(t, other, "", "list"); code == cli.Done || !strings.Contains(said, "there is no history") {
		t.Errorf("exit %d: %s", code, said)
	}
	code, id, said := run(t, other, "", "import", file)
	if code != cli.Done {
		t.Fatal(said)
	}
	if _, out, _ := run(t, other, "", "list"); !strings.Contains(out, "completed, imported") {
		t.Error(out)
	}
	must(t, os.WriteFile(file+"2", []byte("{}"), 0o600))
	if code, _, said := run(t, other, "", "import", file+"2"); code == cli.Done || !strings.Contains(said, "no run of aipack") {
		t.Errorf("exit %d: %s", code, said)
	}
	for typed, gone := range map[string]bool{"": false, "n\n": false, "\n": false} {
		if code, _, _ := run(t, other, typed, "delete", "last"); code == cli.Done {
			t.Errorf("%q deletes: %v", typed, gone)
		}
	}
	if code, out, said := run(t, other, "y\n", "delete", strings.TrimSpace(id)); code != cli.Done || !strings.Contains(said, "Delete the run of shop") || !strings.Contains(out, "is deleted") {
		t.Errorf("exit %d: %s", code, said)
	}
	if _, out, _ := run(t, other, "", "list"); !strings.Contains(out, "No run is like this") {
		t.Error(out)
	}
}

// TestADamagedHistoryIsSavedAndSaid where no window has it: whether it does not open, or
// damage is met while it is read.
func TestADamagedHistoryIsSavedAndSaid(t *testing.T) {
	for _, page := range []string{"", "documents"} {
		dir, s := kept(t)
		must(t, s.Close())
		file := filepath.Join(dir, store.Name)
		content, err := os.ReadFile(file)
		must(t, err)
		root := 1
		if page != "" {
			db, err := sql.Open("sqlite3", file)
			must(t, err)
			must(t, db.QueryRow("SELECT rootpage FROM sqlite_schema WHERE name = ?", page).Scan(&root))
			must(t, db.Close())
		}
		clear(content[(root-1)*4096 : root*4096])
		must(t, os.WriteFile(file, content, 0o600))
		code, out, said := run(t, dir, "", "show", "last")
		if code != cli.Done || !strings.Contains(out, "bbbb-3") || !strings.Contains(said, "the damaged file is kept as "+file+".damaged-") || !strings.Contains(said, "runs      3 saved\n") {
			t.Errorf("%q: exit %d:\n%s%s", page, code, out, said)
		}
		if lost := strings.Contains(said, "documents 0 saved, at least 3 lost"); lost != (page != "") {
			t.Errorf("%q: %s", page, said)
		}
	}
}
