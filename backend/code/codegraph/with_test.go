package codegraph

import (
	"slices"
	"testing"
)

// A graph after an edit is the one that is made anew of the edited files; where
// an edit changes what others see, it has to be.
func TestWith(t *testing.T) {
	const before = `
-- a/a.go --
package a

type Store struct{ log *Log }
type Log struct{}

func (l *Log) Line(s string) *Log { return l }
func Open() *Store                { return &Store{} }
func (s *Store) Do() {
	s.log.Line("a")
}
-- main.go --
package main

import "example.com/shop/a"

func main() { a.Open().Do() }
func other() {}
-- A.java --
import b.*;

class A { B b; void go() { b.run(); } }
-- b/B.java --
package b;

public class B { public void run() { new C(); } }
class C {}
`
	for name, c := range map[string]struct {
		path, text string
		same       bool // what others see
	}{
		"a call more, and lines that move": {"main.go", "package main\n\nimport \"example.com/shop/a\"\n\n// main begins.\nfunc main() {\n\ts := a.Open()\n\ts.Do()\n\tother()\n}\nfunc other() {}\n", true},
		"no call left":                     {"main.go", "package main\n\nimport \"example.com/shop/a\"\n\nfunc main() {}\nfunc other() {}\n", true},
		"a body in the middle of others":   {"a/a.go", "package a\n\ntype Store struct{ log *Log }\ntype Log struct{}\n\nfunc (l *Log) Line(s string) *Log { return l.Line(s) }\nfunc Open() *Store { return nil }\nfunc (s *Store) Do() { Open() }\n", true},
		"through all of a package":         {"A.java", "import b.*;\n\nclass A { B b; void go() { } }\n", true},
		"a new function":                   {"main.go", "package main\n\nimport \"example.com/shop/a\"\n\nfunc main() { a.Open().Do() }\nfunc other() {}\nfunc more() {}\n", false},
		"another type":                     {"a/a.go", "package a\n\ntype Store struct{ log *Log }\ntype Log struct{}\n\nfunc (l *Log) Line(s string) *Store { return nil }\nfunc Open() *Store { return &Store{} }\nfunc (s *Store) Do() {}\n", false},
		"an import less":                   {"main.go", "package main\n\nfunc main() {}\nfunc other() {}\n", false},
	} {
		t.Run(name, func(t *testing.T) {
			g := graphOf(t, before, shopLayout)
			edges := slices.Clone(g.Edges)
			one := graphOf(t, "-- "+c.path+" --\n"+c.text, Layout{}).Files[0]
			got, same := g.With(one)
			if same != c.same {
				t.Fatalf("it changes what others see: %v", !same)
			}
			if !slices.Equal(edges, g.Edges) {
				t.Error("the graph before it changed")
			}
			if !same {
				return
			}
			files := slices.Clone(g.Files)
			i, _ := g.File(c.path)
			files[i] = one
			want := Build(files, shopLayout)
			if !slices.Equal(got.Edges, want.Edges) || !slices.Equal(got.out, want.out) || !slices.Equal(got.in, want.in) || !slices.Equal(got.inbound, want.inbound) {
				t.Errorf("got\n%s\nwant\n%s", edgesOf(got, Calls, Imports, Uses), edgesOf(want, Calls, Imports, Uses))
			}
			if again, ok := got.With(g.Files[i]); !ok || !slices.Equal(again.Edges, edges) {
				t.Error("the way back leads elsewhere")
			}
		})
	}
}
