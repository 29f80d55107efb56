package tool

import (
	"slices"

	"aipack/backend/model/conversation"
)

// Mode is what a session is for.
type Mode int

// The modes.
const (
	Detecting Mode = iota // what a repository is and how it is built, until that is submitted
	Asking                // a question about a repository and its code
)

// needed names a mode's tools, the most needed first. A session does without the last
// of them where there is no room to tell a model about all, never without those of the
// first list.
var needed = map[Mode]struct{ always, further []string }{
	Detecting: {
		[]string{"submit_detection", "read_file", "list_files"},
		[]string{"grep_content", "search_files", "get_best_practices", "get_file_tree"},
	},
	Asking: {
		[]string{"read_file", "grep_content", "list_files"},
		[]string{
			"search_code", "inspect_symbol", "find_references", "search_files", "get_codebase_map",
			"get_file_tree", "get_imports_exports", "build_dependency_graph",
		},
	},
}

// offer are the tools of a session, in the order in which a model is told of them.
func offer(o Options, limits Limits) registry {
	tools := All()
	if o.Code != nil {
		tools = append(tools, codeTools()...)
	}
	of := needed[o.Mode]
	names := append(slices.Clone(of.always), of.further...)
	for {
		r := newRegistry(slices.DeleteFunc(slices.Clone(tools), func(t Tool) bool { return !slices.Contains(names, t.Name) }), limits)
		if o.Room <= 0 || len(names) == len(of.always) || conversation.ToolTokens(o.Counter, r.definitions()) <= o.Room {
			return r
		}
		names = names[:len(names)-1]
	}
}
