package codegraph

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"aipack/backend/code/syntax/syntaxtest"
)

// graphOf makes the graph of files written one after the other as in a txtar.
func graphOf(t *testing.T, files string, layout Layout) *Graph {
	t.Helper()
	return Build(syntaxtest.Project(t, files), layout)
}

// edgesOf writes edges of some kinds, one a line: "a.go:3 calls b.go#f (exact)".
func edgesOf(g *Graph, kinds ...EdgeKind) string {
	var out []string
	for _, e := range g.Edges {
		if slices.Contains(kinds, e.Kind) {
			out = append(out, fmt.Sprintf("%s:%d %s %s (%s)", g.Files[e.File].Path, e.Line, e.Kind, g.ID(e.To), e.Tier))
		}
	}
	slices.Sort(out)
	return strings.Join(out, "\n")
}

// wantEdges compares with lines that may be indented.
func wantEdges(t *testing.T, got, want string) {
	t.Helper()
	var lines []string
	for line := range strings.Lines(want) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	slices.Sort(lines)
	if want := strings.Join(lines, "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Declarations that lead to themselves end.
func TestCirclesOfDeclarations(t *testing.T) {
	g := graphOf(t, `
-- a.go --
package a

type T []T
type U map[string]V
type V []U
type W[P any] []W[[]P]
type X = Y
type Y = X

var a, b = b, a

func f(t T, u U, w W[int], x X) {
	t.Do()
	t[0][0].Do()
	u.Do()
	w.Do()
	x.Do()
	a.Do()
	a()()
}
-- b.py --
a = b
b = a
a()
a.x()
class C(C): pass
class D(E): pass
class E(D): pass
C().m()
D().m()
-- c.ts --
type A = B; type B = A;
let x = y, y = x;
x(); x.z(); (null as A).m();
interface I extends J {} interface J extends I {}
(null as I).m();
-- D.java --
class D extends F { void m() { n(); } }
class F extends D { }
-- e.rs --
type A = B; type B = A;
fn f(a: A, b: Box<A>) { a.m(); b.m(); }
`, Layout{})
	if g == nil {
		t.Fatal("no graph")
	}
}
