package codegraph

import "testing"

// told is what a few files of a language must lead to: the edges of some kinds,
// calls where none are said.
type told struct {
	files, want string
	kinds       []EdgeKind
}

// checkTold makes a graph of each row's files and compares its edges.
func checkTold(t *testing.T, layout Layout, rows map[string]told) {
	t.Helper()
	for name, row := range rows {
		t.Run(name, func(t *testing.T) {
			kinds := row.kinds
			if len(kinds) == 0 {
				kinds = []EdgeKind{Calls}
			}
			wantEdges(t, edgesOf(graphOf(t, row.files, layout), kinds...), row.want)
		})
	}
}
