package tool

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/txtar"

	"aipack/backend/model/llm"
	"aipack/backend/repo"
	"aipack/backend/universalbuild"
)

// numbered is n lines.
func numbered(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "line %d\n", i+1)
	}
	return b.String()
}

func TestReadIsCutToTheProfile(t *testing.T) {
	t.Parallel()
	content := map[string]string{"long.txt": numbered(900), "wide.txt": strings.Repeat(strings.Repeat("w", 1500)+"\n", 40)}
	narrow := session(t, content)
	wide := session(t, content, func(o *Options) { o.Limits = Wide() })
	for _, test := range []struct {
		s           *System
		args        string
		lines, next int
	}{
		{narrow, `{"path":"long.txt"}`, 150, 151},
		{wide, `{"path":"long.txt"}`, 500, 501},
		{narrow, `{"path":"long.txt","max_lines":900}`, 500, 501},
		{narrow, `{"path":"long.txt","max_lines":40,"start_line":100}`, 40, 140},
		{narrow, `{"path":"wide.txt"}`, 5, 6},
		{narrow, `{"path":"long.txt","start_line":890}`, 11, 0},
		{narrow, `{"path":"long.txt","start_line":-3,"max_lines":2}`, 2, 3},
	} {
		r := test.s.ask(t, "read_file", test.args)
		out := into[fileOut](t, r)
		note := fmt.Sprintf("... truncated, use start_line/max_lines for more; the next start_line is %d", test.next)
		if out.Lines != test.lines || out.Truncated != (test.next > 0) || r.Truncated != out.Truncated || strings.Contains(r.Text, note) != (test.next > 0) {
			t.Errorf("%s: %d lines, truncated %v: …%s", test.args, out.Lines, out.Truncated, r.Text[max(0, len(r.Text)-200):])
		}
		if len(r.Text) > test.s.executor.room.limits.bytes() {
			t.Errorf("%s: %d bytes", test.args, len(r.Text))
		}
	}
}

func TestListingsAndSearchesAreCutToTheProfile(t *testing.T) {
	t.Parallel()
	content := map[string]string{"many.txt": strings.Repeat("needle\n", 400)}
	for i := range 250 {
		content[fmt.Sprintf("d/f%03d.txt", i)] = "needle\n"
	}
	s := session(t, content, func(o *Options) { o.Limits.Tokens = 8000 })
	list := into[listFilesOut](t, s.ask(t, "list_files", `{"path":"d"}`))
	if len(list.Entries) != 100 || list.Total != 250 || !list.Truncated {
		t.Errorf("%d of %d", len(list.Entries), list.Total)
	}
	for args, want := range map[string]int{`{"pattern":"f*.txt"}`: 50, `{"pattern":"f*.txt","max_results":7}`: 7, `{"pattern":"f*.txt","max_results":400}`: 100} {
		r := s.ask(t, "search_files", args)
		out := into[searchFilesOut](t, r)
		if len(out.Matches) != want || out.Total != 250 || !strings.Contains(r.Text, fmt.Sprintf("... and %d more files", 250-want)) {
			t.Errorf("%s: %d of %d", args, len(out.Matches), out.Total)
		}
	}
	for args, want := range map[string][2]int{
		`{"pattern":"needle"}`: {50, 260}, `{"pattern":"needle","max_matches":500}`: {50, 260},
		`{"pattern":"needle","path":"many.txt"}`: {10, 10}, `{"pattern":"needle","path":"many.txt","max_matches_per_file":60}`: {50, 60},
		`{"pattern":"needle","max_matches":3}`: {3, 260},
	} {
		r := s.ask(t, "grep_content", args)
		out := into[grepContentOut](t, r)
		if len(out.Matches) != want[0] || out.TotalMatches != want[1] || !out.Truncated {
			t.Errorf("%s: %d of %d", args, len(out.Matches), out.TotalMatches)
		}
		if n := want[1] - want[0]; n > 0 && !strings.Contains(r.Text, fmt.Sprintf("... and %d more matches", n)) {
			t.Errorf("%s: %s", args, r.Text[max(0, len(r.Text)-200):])
		}
	}
}

func TestTreesAreCutToTheProfile(t *testing.T) {
	t.Parallel()
	content := map[string]string{"top.txt": ""}
	for i := range 600 {
		content[fmt.Sprintf("full/%03d", i)] = ""
	}
	for args, want := range map[string]int{`{}`: 100, `{"format":"json"}`: 100} {
		for limits, most := range map[Limits]int{Narrow(): want, Wide(): 500} {
			s := session(t, content, func(o *Options) { o.Limits = limits; o.Limits.Tokens = 8000 })
			r := s.ask(t, "get_file_tree", args)
			if n := strings.Count(r.Text, "── ") - 1 + strings.Count(r.Text, `"name":`) - 1; n != most && n != most-1 || !r.Truncated ||
				!strings.Contains(r.Text, "top.txt") || !strings.Contains(r.Text, "hold more than is shown") {
				t.Errorf("%s: %d entries, want %d", args, n, most)
			}
		}
	}
	s := session(t, map[string]string{"a/b/c/d/e.txt": "", "top.txt": ""})
	for _, args := range []string{`{}`, `{"max_depth":9}`, `{"max_depth":9,"format":"json"}`} {
		r := s.ask(t, "get_file_tree", args)
		if !r.Truncated || !strings.Contains(r.Text, "... deeper directories omitted") || !strings.Contains(r.Text, "c") || strings.Contains(r.Text, "e.txt") {
			t.Errorf("%s: %s", args, r.Text)
		}
	}
	if r := s.ask(t, "get_file_tree", `{"path":"a/b/c"}`); r.Truncated || !strings.Contains(r.Text, "e.txt") {
		t.Error(r.Text)
	}
	long := map[string]string{}
	for i := range 90 {
		long[strings.Repeat("long", 40)+fmt.Sprint(i)] = ""
	}
	s = session(t, long)
	for _, args := range []string{`{}`, `{"format":"json"}`} {
		if r := s.ask(t, "get_file_tree", args); len(r.Text) > Narrow().bytes() || !r.Truncated {
			t.Errorf("%d bytes", len(r.Text))
		}
	}
}

func TestLongLinesAreShownAroundTheirMatch(t *testing.T) {
	t.Parallel()
	s := session(t, map[string]string{"min.js": strings.Repeat("x", 700) + "PORT=3000" + strings.Repeat("é", 700)})
	out := into[grepContentOut](t, s.ask(t, "grep", `{"pattern":"PORT=\\d+"}`))
	if len(out.Matches) != 1 || len(out.Matches[0].Content) > mostLine+10 || !strings.Contains(out.Matches[0].Content, "PORT=3000") {
		t.Errorf("%+v", out)
	}
}

func TestACancelledCallIsNotKept(t *testing.T) {
	t.Parallel()
	s := session(t, small)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r := s.Execute(ctx, llm.ToolCall{Name: "list_files"}); !r.Failed {
		t.Error(r.Text)
	}
	if r := s.ask(t, "list_files", ""); r.Failed || r.Cached {
		t.Error(r.Text)
	}
}

func TestWhatPeopleDoNotSeeIsWrittenOut(t *testing.T) {
	t.Parallel()
	s := session(t, map[string]string{"a.txt": "a\u202eb\U000E0041c\n", "b\u2066.txt": ""})
	r := s.ask(t, "read_file", `{"path":"a.txt"}`)
	if !strings.Contains(r.Text, `a\u202eb\udb40\udc41c`) || into[fileOut](t, r).Content != "a\u202eb\U000E0041c\n" {
		t.Errorf("%q", r.Text)
	}
	for _, call := range [][2]string{{"list_files", "{}"}, {"get_file_tree", "{}"}, {"search_files", `{"pattern":"b*"}`}} {
		if r := s.ask(t, call[0], call[1]); strings.Contains(r.Text, "\u2066") || !strings.Contains(r.Text, `\u2066`) {
			t.Errorf("%q", r.Text)
		}
	}
}

// TestALateAnswerIsAskedAgain gives a call no time at all.
func TestALateAnswerIsAskedAgain(t *testing.T) {
	t.Parallel()
	s := session(t, small, func(o *Options) { o.Limits.Time = 1 })
	for range 2 {
		for _, call := range [][2]string{
			{"grep_content", `{"pattern":"listen"}`}, {"list_files", `{}`}, {"search_files", `{"pattern":"*.ts"}`},
			{"get_file_tree", `{}`}, {"read_file", `{"path":"package.json"}`},
		} {
			if r := s.ask(t, call[0], call[1]); r.Cached || !strings.Contains(r.Text, "too long") {
				t.Errorf("%s: %+v", call[0], r)
			}
		}
	}
}

func TestAFaultOfATool(t *testing.T) {
	t.Parallel()
	e := executor{room{limits: Narrow()}}
	r := e.run(t.Context(), &Tool{Name: "x", run: func(context.Context, room, json.RawMessage) (answer, error) { panic("boom") }}, nil)
	if !r.Failed || !strings.Contains(r.Text, "boom") {
		t.Error(r.Text)
	}
}

func TestManyAtOnce(t *testing.T) {
	t.Parallel()
	s := session(t, small)
	var all sync.WaitGroup
	for i := range 32 {
		all.Go(func() {
			for _, c := range [][2]string{{"list_files", `{}`}, {"read_file", `{"path":"package.json"}`}, {"grep", `{"pattern":"listen"}`}, {"submit_detection", good}} {
				if r := s.ask(t, c[0], c[1]); r.Failed {
					t.Errorf("%d: %s", i, r.Text)
				}
			}
			s.Stats()
			s.CacheStats()
			s.Submitted()
		})
	}
	all.Wait()
}

// TestEveryFixtureIsAccepted submits what a person wrote about each project:
// the rules that hold a submission against the repository must not refuse it,
// but for one that names nothing to start: a model has to look for that.
func TestEveryFixtureIsAccepted(t *testing.T) {
	t.Parallel()
	wants, err := filepath.Glob("../../../testdata/repos/*/*.json")
	if err != nil || len(wants) == 0 {
		t.Fatal("no fixtures: ", err)
	}
	for _, want := range wants {
		r := fixture(t, strings.TrimSuffix(want, ".json"))
		raw, err := os.ReadFile(want)
		if err != nil {
			t.Fatal(err)
		}
		reading, err := universalbuild.Read(raw)
		if err != nil {
			t.Fatal(err)
		}
		s := New(Options{Repo: r})
		for _, doc := range reading.Documents {
			args, err := json.Marshal(doc)
			if err != nil {
				t.Fatal(err)
			}
			got := s.ask(t, "submit_detection", string(args))
			switch startless := !doc.Starts(); {
			case startless && (!got.Failed || !strings.Contains(got.Text, "/runtime/command")):
				t.Errorf("%s %s: accepted without a command: %s", want, doc.Metadata.Path, got.Text)
			case !startless && got.Failed:
				t.Errorf("%s %s: %s", want, doc.Metadata.Path, problemOf(got.Text))
			}
		}
	}
}

func fixture(t testing.TB, path string) *repo.Tree {
	t.Helper()
	if r, err := repo.Open(path); err == nil {
		t.Cleanup(func() { r.Close() })
		return r
	}
	archive, err := txtar.ParseFile(path + ".txtar")
	if err != nil {
		t.Fatal(err)
	}
	content := map[string]string{}
	for _, f := range archive.Files {
		content[f.Name] = string(f.Data)
	}
	return files(content)
}
