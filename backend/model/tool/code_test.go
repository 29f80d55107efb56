package tool

import (
	"strings"
	"testing"

	"aipack/backend/code/codegraph"
	"aipack/backend/code/syntax/syntaxtest"
	"aipack/backend/model/llm"
)

const shopCode = `
-- main.go --
package main

import "example.com/shop/store"

func main() {
	store.Open("x")
	serve()
}

func serve() {}
-- store/store.go --
// Package store keeps orders.
package store

// Open opens the store.
func Open(path string) *Store { return &Store{} }

// Store keeps orders.
type Store struct{ path string }

func (s *Store) Get(id string) string { return Open(id).path }
`

func shopGraph(t *testing.T) *codegraph.Graph {
	t.Helper()
	return codegraph.Build(syntaxtest.Project(t, shopCode), codegraph.Layout{GoModules: []codegraph.Root{{Dir: ".", Name: "example.com/shop"}}})
}

func TestCodeTools(t *testing.T) {
	g := shopGraph(t)
	s := New(Options{Mode: Asking, Code: func() Code { return Code{Graph: g} }})
	for name, c := range map[string]struct {
		tool, args string
		has, lacks string // words with | between
		failed     bool
	}{
		"the map":                {"get_codebase_map", `{}`, "store/store.go:|func Open(path string) *Store|main.go", "", false},
		"the map of a folder":    {"get_codebase_map", `{"path":"./store/"}`, "func Open", "", false},
		"a folder without code":  {"get_codebase_map", `{"path":"web"}`, "no source that is read lies in|list_files", "", true},
		"a name like it":         {"search_code", `{"query":"opn"}`, `"id":"store/store.go#Open"|"score"|"total":1`, "serve", false},
		"below a folder":         {"search_code", `{"query":"serve","path":"store"}`, `"symbols":[]|grep_content`, "", false},
		"a symbol":               {"inspect_symbol", `{"symbol":"Open"}`, `Open opens the store.|"line":5|main.go#main|"touches_files":1`, "", false},
		"who calls it alone":     {"inspect_symbol", `{"symbol":"Store.Get","mode":"callers"}`, `"edges":[]`, "", false},
		"nobody is called so":    {"inspect_symbol", `{"symbol":"Opne"}`, "no symbol is called", "", true},
		"a file":                 {"get_imports_exports", `{"file":"main.go"}`, `"module":"example.com/shop/store"|"files":["store/store.go"]`, "", false},
		"what a file gives":      {"get_imports_exports", `{"path":"store/store.go"}`, `store/store.go#Open|store/store.go#Store`, "serve", false},
		"no source":              {"get_imports_exports", `{"file":"go.mod"}`, "is no source that is read", "", true},
		"who imports whom":       {"build_dependency_graph", `{}`, `{"from":"main.go","to":"store/store.go"}|"circles":[]`, "", false},
		"references":             {"find_references", `{"symbol":"Open"}`, `"path":"main.go","line":6|"path":"store/store.go","line":10|"sure":"exact"|"total":2`, "", false},
		"references in a folder": {"find_references", `{"symbol":"Open","path":"store"}`, `"total":1`, `"path":"main.go"`, false},
		"by another name":        {"find_usages", `{"name":"serve"}`, `"line":7|"total":1`, "", false},
	} {
		t.Run(name, func(t *testing.T) {
			r := s.Execute(t.Context(), llm.ToolCall{Name: c.tool, Arguments: c.args})
			if r.Failed != c.failed {
				t.Errorf("failed %v: %s", r.Failed, r.Text)
			}
			for _, word := range strings.Split(c.has, "|") {
				if !strings.Contains(r.Text, word) {
					t.Errorf("it lacks %s:\n%s", word, r.Text)
				}
			}
			if c.lacks != "" && strings.Contains(r.Text, c.lacks) {
				t.Errorf("it has %s:\n%s", c.lacks, r.Text)
			}
		})
	}
}

// While the code is read the tools say so; without code they are not there.
func TestCodeToolsWhileItIsRead(t *testing.T) {
	if r := New(Options{Mode: Asking}).Execute(t.Context(), llm.ToolCall{Name: "search_code", Arguments: `{"query":"x"}`}); !strings.Contains(r.Text, "there is no tool") {
		t.Error(r.Text)
	}
	code := Code{}
	s := New(Options{Mode: Asking, Code: func() Code { return code }})
	if r := s.Execute(t.Context(), llm.ToolCall{Name: "search_code", Arguments: `{"query":"Open"}`}); !r.Failed || !strings.Contains(r.Text, "still being read") {
		t.Error(r.Text)
	}
	code = Code{Graph: shopGraph(t), Note: "40 % of the sources are read"}
	if r := s.Execute(t.Context(), llm.ToolCall{Name: "search_code", Arguments: `{"query":"Open"}`}); r.Failed || !strings.Contains(r.Text, "40 %") {
		t.Error(r.Text)
	}
}
