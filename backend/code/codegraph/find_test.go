package codegraph

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"aipack/backend/code/syntax"
)

func TestSearch(t *testing.T) {
	g := graphOf(t, `
-- a.go --
package a

const listenPort = 1

type ListenOptions struct{}

func listen()         {}
func listenAndLog()   {}
func importList()     {}
func unrelated()      {}
func LISTEN_HOST()    {}
-- b/b.go --
package b

func listen() {}
`, shopLayout)
	for query, want := range map[string]string{
		"listen":      "100 listen, 100 listen, 96 listenPort, 95 LISTEN_HOST, 94 listenAndLog, 93 ListenOptions",
		"listen port": "100 listenPort",
		"LISTENPORT":  "100 listenPort",
		"zebra":       "",
		"  ":          "",
	} {
		var got []string
		for _, h := range g.Search(query, Filter{}, 10) {
			got = append(got, fmt.Sprint(h.Score, " ", g.Symbol(h.Node).Name))
		}
		if s := strings.Join(got, ", "); s != want {
			t.Errorf("%q: %s", query, s)
		}
	}
	if hits := g.Search("lsnprt", Filter{}, 10); len(hits) != 1 || g.Symbol(hits[0].Node).Name != "listenPort" || hits[0].Score >= 90 {
		t.Errorf("some of its letters: %v", hits)
	}
	if hits := g.Search("listen", Filter{Under: "b"}, 10); len(hits) != 1 || g.Path(hits[0].Node) != "b/b.go" {
		t.Errorf("below b: %v", hits)
	}
	if hits := g.Search("listen", Filter{Kind: syntax.Struct}, 1); len(hits) != 1 || g.Symbol(hits[0].Node).Name != "ListenOptions" {
		t.Errorf("structs: %v", hits)
	}
}

func TestNamed(t *testing.T) {
	g := graphOf(t, `
-- a.go --
package a

type Store struct{}

func (Store) Get() {}
func (Store) Forget() {}
-- b.go --
package a

func Get() {}
`, shopLayout)
	for text, want := range map[string][]string{
		"Get":            {"a.go#Store.Get", "b.go#Get"},
		"Store.Get":      {"a.go#Store.Get"},
		"a.go#Store.Get": {"a.go#Store.Get"},
		"et":             nil,
	} {
		var got []string
		for _, n := range g.Named(text) {
			got = append(got, g.ID(n))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v", text, got)
		}
	}
}

func TestReach(t *testing.T) {
	g := graphOf(t, `
-- a.go --
package a

func f() { g() }
func g() { h() }
func h() { g() }
func k() {}
`, shopLayout)
	names := func(reached []Reached) (out []string) {
		for _, r := range reached {
			out = append(out, fmt.Sprint(r.Depth, " ", g.Symbol(r.Node).Name))
		}
		return out
	}
	n := func(name string) NodeID { return g.Named(name)[0] }
	if got := names(g.Dependents(n("h"), 0)); !slices.Equal(got, []string{"1 g", "2 f"}) {
		t.Errorf("dependents of h: %v", got)
	}
	if got := names(g.Dependents(n("h"), 1)); !slices.Equal(got, []string{"1 g"}) {
		t.Errorf("direct dependents of h: %v", got)
	}
	if got := names(g.Dependencies(n("f"), 0)); !slices.Equal(got, []string{"1 g", "2 h"}) {
		t.Errorf("dependencies of f: %v", got)
	}
	if got := g.Dependents(n("k"), 0); got != nil {
		t.Errorf("dependents of k: %v", got)
	}
}

func TestCycles(t *testing.T) {
	var files strings.Builder
	const long = 1000
	for i := range long {
		fmt.Fprintf(&files, "-- p%d/p.go --\npackage p%d\n\nimport \"example.com/shop/p%d\"\n", i, i, (i+1)%long)
	}
	files.WriteString("-- q/q.go --\npackage q\n\nimport \"example.com/shop/p1\"\n")
	got := graphOf(t, files.String(), shopLayout).Cycles()
	if len(got) != 1 || len(got[0]) != long {
		t.Errorf("%d circles", len(got))
	}
}

func TestRank(t *testing.T) {
	g := graphOf(t, `
-- a.go --
package a

func f() { openStore(); openStore(); small() }
-- b.go --
package a

func openStore() { small() }
func small()     {}
func nobody()    {}
-- c.go --
package a

func g() { other() }
-- d.go --
package a

func other() {}
`, shopLayout)
	names := func(f Focus) (out []string) {
		for _, r := range g.Rank(f) {
			out = append(out, g.Symbol(r.Node).Name)
		}
		return out
	}
	// b.go is what the others hang on, and gives all of that to small; c.go gives
	// other all that it has, a.go gives openStore the most of the same.
	if got := names(Focus{}); !slices.Equal(got, []string{"small", "other", "openStore"}) {
		t.Errorf("%v", got)
	}
	c, _ := g.File("c.go")
	if got := names(Focus{Files: []NodeID{g.FileNode(c)}}); !slices.Equal(got, []string{"other"}) {
		t.Errorf("with c.go open: %v", got)
	}
}
