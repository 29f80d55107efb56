package tool

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"aipack/backend/base/event"
	"aipack/backend/language"
	"aipack/backend/model/llm"
	"aipack/backend/repo"
	"aipack/languages"
)

// files is a small repository in memory.
func files(content map[string]string) *repo.Tree {
	fsys := fstest.MapFS{}
	for name, text := range content {
		fsys[name] = &fstest.MapFile{Data: []byte(text), Mode: 0o644}
	}
	return repo.New(fsys, "test")
}

func session(t testing.TB, content map[string]string, change ...func(*Options)) *System {
	t.Helper()
	o := Options{Repo: files(content), Registry: language.NewRegistry(languages.All())}
	for _, c := range change {
		c(&o)
	}
	return New(o)
}

func (s *System) ask(t testing.TB, name, args string) Result {
	t.Helper()
	return s.Execute(t.Context(), llm.ToolCall{ID: "1", Name: name, Arguments: args})
}

// into reads an answer that must be JSON.
func into[T any](t testing.TB, r Result) T {
	t.Helper()
	var out T
	if err := json.Unmarshal([]byte(r.Text), &out); err != nil {
		t.Fatalf("%v in %s", err, r.Text)
	}
	return out
}

var small = map[string]string{
	"README.md": "# Hello\n", "package.json": `{"name":"a","scripts":{"build":"tsc","start":"node dist/server.js"}}` + "\n",
	"src/server.ts": "import http from 'http'\nhttp.createServer().listen(3000)\n", "src/lib/util.ts": "export {}\n",
	".env.example": "PORT=3000\n", "node_modules/x/index.js": "x", "vendor/lib.js": "y",
}

func TestDefinitionsAreTheSevenAndStable(t *testing.T) {
	t.Parallel()
	a, b := session(t, small).Definitions(), session(t, nil).Definitions()
	var names []string
	for i, d := range a {
		names = append(names, d.Name)
		if bytes.Contains(d.Schema, []byte("minimum")) || bytes.Contains(d.Schema, []byte("Length")) || bytes.Contains(d.Schema, []byte("Items")) {
			t.Errorf("%s tells of bounds: %s", d.Name, d.Schema)
		}
		if d.Description == "" || !json.Valid(d.Schema) || string(d.Schema) != string(b[i].Schema) || d.Description != b[i].Description {
			t.Errorf("%s: %q %s", d.Name, d.Description, d.Schema)
		}
	}
	if got := strings.Join(names, " "); got != "list_files read_file search_files get_file_tree grep_content get_best_practices submit_detection" {
		t.Error(got)
	}
}

func TestSchemasCompile(t *testing.T) {
	t.Parallel()
	for _, limits := range []Limits{Narrow(), Wide()} {
		for _, o := range newRegistry(append(All(), codeTools()...), limits).list {
			if err := errors.Join(o.schema.open(), o.schema.compile()); err != nil {
				t.Errorf("%s: %v", o.Name, err)
			}
			for _, to := range o.Synonyms {
				if _, ok := o.schema.shape.Properties[to]; !ok {
					t.Errorf("%s: a synonym of %s, which is no parameter", o.Name, to)
				}
			}
		}
	}
}

func TestCallsAreCountedToldAndKept(t *testing.T) {
	t.Parallel()
	var told []string
	s := session(t, small, func(o *Options) { o.Sink = func(e event.Event) { told = append(told, e.Name()) } })
	first := s.ask(t, "list_files", `{}`)
	again := s.ask(t, "list_files", `{"path":"./","recursive":false}`)
	wrong := s.ask(t, "read_file", `{"path":"nothing.txt"}`)
	none := s.ask(t, "read_fil", `{}`)
	if first.Failed || first.Cached || !again.Cached || again.Text != first.Text || !wrong.Failed || !none.Failed {
		t.Errorf("%+v\n%+v\n%+v\n%+v", first, again, wrong, none)
	}
	if !strings.Contains(none.Text, "did you mean read_file") {
		t.Error(none.Text)
	}
	want := "tool.started tool.completed tool.started tool.cached tool.started tool.failed tool.started tool.failed"
	if got := strings.Join(told, " "); got != want {
		t.Error(got)
	}
	if c := s.CacheStats(); c.Hits != 1 || c.Misses != 2 || c.Entries != 2 || c.Bytes == 0 {
		t.Errorf("%+v", c)
	}
	stats := s.Stats()
	if len(stats) != 3 || stats[0].Tool != "list_files" || stats[0].Calls != 2 || stats[0].Cached != 1 || stats[1].Failures != 1 || stats[2].Tool != "unknown" {
		t.Errorf("%+v", stats)
	}
}

// TestWhatChangedIsNotAnsweredAsBefore writes into a folder between two calls of each
// tool.
func TestWhatChangedIsNotAnsweredAsBefore(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("a.txt", "one\n")
	write("c.txt", "same\n")
	tree, err := repo.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tree.Close() })
	s := New(Options{Repo: tree, Registry: language.NewRegistry(languages.All())})
	calls := [][2]string{
		{"read_file", `{"path":"a.txt"}`}, {"read_file", `{"path":["c.txt","a.txt"]}`}, {"read_file", `{"path":"b.txt"}`}, {"grep_content", `{"pattern":"two"}`},
		{"grep_content", `{"pattern":"two","path":"a.txt"}`}, {"search_files", `{"pattern":"*.txt"}`}, {"list_files", `{}`}, {"get_file_tree", `{}`},
	}
	ask := func(c [2]string) Result { return s.Execute(t.Context(), llm.ToolCall{Name: c[0], Arguments: c[1]}) }
	before := map[[2]string]string{}
	for _, c := range calls {
		before[c] = ask(c).Text
		if again := ask(c); !again.Cached || again.Text != before[c] {
			t.Errorf("%v: nothing changed and it is worked out again", c)
		}
	}
	write("a.txt", "one\ntwo\n")
	write("b.txt", "two\n")
	for _, c := range calls {
		if r := ask(c); r.Cached || r.Text == before[c] {
			t.Errorf("%v is answered as before: %s", c, r.Text)
		}
	}
	if r := ask([2]string{"read_file", `{"path":"c.txt"}`}); r.Cached || !slices.Equal(r.Read, []string{"c.txt"}) || r.Arguments == "" {
		t.Errorf("%+v", r)
	}
	if c := s.CacheStats(); c.Entries != len(calls)+1 {
		t.Errorf("%+v", c)
	}
}

func TestSubmissionIsTerminalOnlyWhenRight(t *testing.T) {
	t.Parallel()
	s := session(t, small)
	if !s.IsTerminal("submit_detection") || s.IsTerminal("read_file") || s.IsTerminal("nothing") {
		t.Error("submit_detection alone is terminal")
	}
	wrong := s.ask(t, "submit_detection", `{"metadata":{"project_name":"a"}}`)
	if !wrong.Failed || s.Submitted() != nil || !strings.Contains(wrong.Text, "/runtime/base_image") {
		t.Error(wrong.Text)
	}
	right := s.ask(t, "submit_detection", good)
	docs := s.Submitted()
	if right.Failed || len(docs) != 1 || docs[0].Metadata.Language != "typescript" || docs[0].Runtime.Ports[0].Protocol != "tcp" {
		t.Errorf("%s\n%+v", right.Text, docs)
	}
}

const good = `{"metadata":{"project_name":"a","language":"typescript","build_system":"npm","confidence":0.9,"reasoning":"package.json"},
"build":{"base_image":"node:22-bookworm-slim","workdir":"/app","pre_build_commands":["npm install"],"build_commands":["npm run build"],"artifacts":["dist"]},
"runtime":{"base_image":"node:22-bookworm-slim","workdir":"/app","copy":[{"from":".","to":"."}],"command":["node","dist/server.js"],"ports":[3000]},
"evidence":[{"field":"/runtime/ports/0/port","value":"3000","confidence":0.9,"path":"src/server.ts","line":2,"excerpt":"listen(3000)"}]}`

// TestDefinitionsLeaveRoomForInstructions: tool definitions and instructions
// share 1,500 tokens of a small context (specification 4.1).
func TestDefinitionsLeaveRoomForInstructions(t *testing.T) {
	t.Parallel()
	total := 0
	for _, d := range session(t, nil).Definitions() {
		n := len(d.Name) + len(d.Description) + len(d.Schema)
		t.Logf("%s: %d", d.Name, n)
		total += n
	}
	if tokens := (total + 3) / 4; tokens > 1200 {
		t.Errorf("the definitions take about %d tokens", tokens)
	}
}
