package codegraph

import (
	"path/filepath"
	"slices"
	"testing"
	"time"

	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/facts"
	"aipack/backend/code/syntax/grammar"
	"aipack/backend/code/syntax/reader"

	"golang.org/x/tools/txtar"
)

// FuzzBuild resolves whatever two files of a project, and one of them changed, may
// say: it ends, its edges have both ends, and an edit leads to the graph that is
// made anew.
func FuzzBuild(f *testing.F) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	names := []string{"a/a.go", "a/b.go", "b/__init__.py", "b/c.py", "A.java", "a.ts", "b.tsx", "c.js", "src/lib.rs", "src/m.rs"}
	f.Add("a/a.go", "a/b.go", []byte("package a\ntype T struct{ T }\nfunc (t T) M() T { return t.M().T }\n"), []byte("package a\nvar x = y.M()\nvar y = x.T\n"), []byte("package a\nvar y = T{}.M\n"))
	f.Add("b/__init__.py", "b/c.py", []byte("from .c import *\nclass A(B): x = B().x\n"), []byte("from . import A\nclass B(A):\n    def m(self): return self.m().x\n"), []byte("from . import *\n"))
	f.Add("A.java", "B.java", []byte("class A<T extends A<T>> extends B { T m() { return m().m(); } }\n"), []byte("class B extends A<B> { A<A<B>> x = m(); }\n"), []byte("class B {}\n"))
	f.Add("a.ts", "b.tsx", []byte("export * from './b';\nexport type A = A[] | typeof x; export const x = y;\n"), []byte("export * from './a';\nimport { x } from './a'; export const y = x.z();\n"), []byte("export * from './b';\n"))
	f.Add("src/lib.rs", "src/m.rs", []byte("mod m; pub use m::*; trait T { type A: T; fn f(&self) -> Self::A; }\n"), []byte("pub use super::*; pub fn g<X: T>(x: X) { x.f().f().f() }\n"), []byte("pub use crate::m::*;\n"))
	for _, path := range paths {
		project, err := txtar.ParseFile(path)
		if err != nil {
			f.Fatal(err)
		}
		for i := 0; i+2 < len(project.Files); i++ { // the last one says what is wanted
			one, two := project.Files[i], project.Files[i+1]
			f.Add(one.Name, two.Name, one.Data, two.Data, one.Data)
		}
	}
	f.Fuzz(func(t *testing.T, one, two string, a, b, edited []byte) {
		if syntax.LanguageOf(one) == "" {
			one = names[len(one)%len(names)]
		}
		if syntax.LanguageOf(two) == "" || one == two {
			two = names[(len(a)+1)%len(names)]
		}
		if one == two || len(a)+len(b)+len(edited) > 20_000 {
			t.Skip()
		}
		files := []*facts.File{factsOf(t, one, a), factsOf(t, two, b)}
		begun := time.Now()
		g := Build(files, Layout{})
		checkEnds(t, g)
		changed := factsOf(t, two, edited)
		if got, same := g.With(changed); same {
			checkEnds(t, got)
			if want := Build([]*facts.File{files[0], changed}, Layout{}); !slices.Equal(got.Edges, want.Edges) {
				t.Errorf("an edit leads to\n%s\nmade anew it is\n%s", edgesOf(got, Calls, Imports, Uses, Inherits), edgesOf(want, Calls, Imports, Uses, Inherits))
			}
		}
		if took := time.Since(begun); took > 5*time.Second {
			t.Errorf("it took %v", took)
		}
	})
}

func factsOf(t *testing.T, name string, text []byte) *facts.File {
	parsed, err := grammar.Parse(syntax.LanguageOf(name), text, grammar.Limits{Time: time.Second, Nodes: 1 << 16})
	if err != nil {
		t.Skip()
	}
	file := reader.Read(parsed)
	file.Path = name
	return facts.Of(&file)
}

func checkEnds(t *testing.T, g *Graph) {
	for _, e := range g.Edges {
		if e.From < 0 || e.To < 0 || int(e.From) >= len(g.Nodes) || int(e.To) >= len(g.Nodes) || int(e.File) >= len(g.Files) || e.Kind > Uses || e.Tier > Ambiguous {
			t.Fatalf("an edge leads nowhere: %+v", e)
		}
	}
}
