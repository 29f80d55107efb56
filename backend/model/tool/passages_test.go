package tool

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"aipack/backend/base/event"
	"aipack/backend/model/llm"
)

// seen runs one call and gives what the sink is shown of its answer.
func seen(t *testing.T, content map[string]string, name, args string) (shown []event.Passage, left int) {
	t.Helper()
	s := session(t, content, func(o *Options) {
		o.Hide = func(_ llm.ToolCall, text string) string { return strings.ReplaceAll(text, "hunter2", "«secret»") }
		o.Sink = func(e event.Event) {
			if done, ok := e.(event.ToolCompleted); ok {
				shown, left = done.Shown, done.Left
			}
		}
	})
	s.ask(t, name, args)
	return shown, left
}

func TestWhatAToolHasReadIsShown(t *testing.T) {
	t.Parallel()
	content := map[string]string{"a/x.py": "one\ntwo\nthree hunter2\nfour\n", "a/b/y.py": "five\n"}
	for _, c := range []struct {
		tool, args string
		want       []event.Passage
	}{
		{"read_file", `{"path":"a/x.py","start_line":2,"max_lines":2}`, []event.Passage{{Path: "a/x.py", Line: 2, Text: "two\nthree «secret»", Bytes: 27}}},
		{"read_file", `{"path":["a/x.py","a/b/y.py"],"max_lines":1}`, []event.Passage{
			{Path: "a/x.py", Line: 1, Text: "one", Bytes: 27}, {Path: "a/b/y.py", Line: 1, Text: "five", Bytes: 5},
		}},
		{"list_files", `{"path":"a"}`, []event.Passage{{Path: "a/b", Folder: true}, {Path: "a/x.py", Bytes: 27}}},
		{"search_files", `{"pattern":"*.py"}`, []event.Passage{{Path: "a/b/y.py", Bytes: 5}, {Path: "a/x.py", Bytes: 27}}},
		{"grep_content", `{"pattern":"three","context_lines":1}`, []event.Passage{{Path: "a/x.py", Line: 2, Match: 3, Text: "two\nthree «secret»\nfour"}}},
	} {
		if got, left := seen(t, content, c.tool, c.args); !reflect.DeepEqual(got, c.want) || left != 0 {
			t.Errorf("%s %s: %+v, %d left", c.tool, c.args, got, left)
		}
	}
	if got, _ := seen(t, content, "get_file_tree", `{}`); len(got) != 1 || got[0].Path != "" || !strings.Contains(got[0].Text, "x.py") {
		t.Errorf("%+v", got)
	}
}

func TestWhatIsShownIsBounded(t *testing.T) {
	t.Parallel()
	content := map[string]string{"long.txt": strings.Repeat("hunter2 is a word\n", 400)}
	for i := range 90 {
		content[fmt.Sprintf("%02d.txt", i)] = "x\n"
	}
	if got, _ := seen(t, content, "read_file", `{"path":"long.txt"}`); len(got) != 1 || len(got[0].Text) > mostOfPassage+len("…") || strings.Contains(got[0].Text, "hunter2") {
		t.Errorf("%+v", got)
	}
	if got, left := seen(t, content, "list_files", `{}`); len(got) != mostPassages || left != 91-mostPassages {
		t.Errorf("%d shown, %d left", len(got), left)
	}
}

func TestNothingIsShownThatCannotBeFiltered(t *testing.T) {
	t.Parallel()
	s := session(t, small, func(o *Options) {
		o.Sink = func(e event.Event) {
			if done, ok := e.(event.ToolCompleted); ok && done.Shown != nil {
				t.Errorf("%+v", done)
			}
		}
	})
	s.ask(t, "read_file", `{"path":"package.json"}`)
}

// TestPlaces: what was looked at has its lines; names alone, and what failed, have none.
func TestPlaces(t *testing.T) {
	t.Parallel()
	s := session(t, map[string]string{"a/x.py": "one\ntwo\nthree\nfour\n", "a/b/y.py": "five\n"}, func(o *Options) {
		o.Mode, o.Code = Asking, func() Code { return Code{Graph: shopGraph(t)} }
	})
	for _, c := range []struct {
		tool, args string
		want       []Place
	}{
		{"read_file", `{"path":"a/x.py","start_line":2,"max_lines":2}`, []Place{{"a/x.py", 2, 3}}},
		{"read_file", `{"path":["a/x.py","a/b/y.py","none"]}`, []Place{{"a/x.py", 1, 4}, {"a/b/y.py", 1, 1}}},
		{"read_file", `{"path":"none"}`, nil},
		{"list_files", `{"path":"a"}`, nil},
		{"search_files", `{"pattern":"*.py"}`, nil},
		{"grep_content", `{"pattern":"three","context_lines":1}`, []Place{{"a/x.py", 2, 4}}},
		{"search_code", `{"query":"Open"}`, []Place{{"store/store.go", 5, 5}}},
		{"find_references", `{"symbol":"serve"}`, []Place{{"main.go", 10, 10}, {"main.go", 7, 7}}},
	} {
		got := s.Execute(t.Context(), llm.ToolCall{Name: c.tool, Arguments: c.args}).Places()
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s %s: %+v", c.tool, c.args, got)
		}
	}
}
