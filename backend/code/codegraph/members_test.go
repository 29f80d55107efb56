package codegraph

import (
	"slices"
	"strings"
	"testing"
)

// ids are those of nodes, sorted.
func ids(g *Graph, nodes []NodeID) string {
	var out []string
	for _, n := range nodes {
		out = append(out, g.ID(n))
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

func TestMembersStandWhereverTheyAreWritten(t *testing.T) {
	g := graphOf(t, `
-- a/a.go --
package a

type Store struct{ path string }
-- a/b.go --
package a

func (s *Store) Get() {}
func Open() {}
-- a.rs --
struct Shop { open: bool }
impl Shop { fn sell(&self) {} }
`, Layout{})
	for of, want := range map[string]string{
		"a/a.go#Store": "a/a.go#Store.path a/b.go#Store.Get",
		"a.rs#Shop":    "a.rs#Shop.Shop.sell a.rs#Shop.open",
	} {
		n, _ := g.ByID(of)
		members := g.Members(n)[n]
		if got := ids(g, members); got != want {
			t.Errorf("%s: %s", of, got)
		}
		for _, m := range members {
			if g.TypeOf(m) != n {
				t.Errorf("%s is a member of %d", g.ID(m), g.TypeOf(m))
			}
		}
	}
	if open, _ := g.ByID("a/b.go#Open"); g.TypeOf(open) != None {
		t.Error("a function is a member")
	}
}

const guarded = `
-- guard.py --
class Guard:
    def validate(self): pass
    def run(self): pass
-- form.py --
class Form:
    def validate(self): pass
-- api.py --
class API:
    def __init__(self, app):
        self.guard = app.guard
    def new(self):
        self.guard.validate()
    def other(self, what):
        what.validate()
-- job.py --
from guard import Guard

def later(job: "Guard", queue):
    queue.first().run()
`

func TestLikely(t *testing.T) {
	g := graphOf(t, guarded, Layout{})
	guard, _ := g.ByID("guard.py#Guard")
	form, _ := g.ByID("form.py#Form")
	for of, want := range map[string]string{
		"api.py#API.new":   "guard.py#Guard.validate",
		"api.py#API.other": "", // what is called like no type, and none is said to be near
	} {
		n, _ := g.ByID(of)
		if got := ids(g, g.Likely(n, nil)); got != want {
			t.Errorf("%s: %q", of, got)
		}
	}
	other, _ := g.ByID("api.py#API.other")
	if got := ids(g, g.Likely(other, map[NodeID]bool{form: true})); got != "form.py#Form.validate" {
		t.Errorf("with a type that is near: %q", got)
	}
	validate, _ := g.ByID("guard.py#Guard.validate")
	if got := ids(g, g.Namesakes(validate)); got != "form.py#Form.validate" {
		t.Errorf("namesakes: %q", got)
	}
	if g.Likely(guard, nil) != nil || g.Namesakes(guard) != nil || g.LikelyCallers(guard) != nil {
		t.Error("a type is no method")
	}
}

func TestLikelyCallers(t *testing.T) {
	g := graphOf(t, `
-- db.rs --
pub struct Database { n: u8 }
impl Database { pub fn insert(&self) {} }
struct Cache { n: u8 }
impl Cache { fn insert(&self) {} }
-- api.rs --
use crate::db::Database;
fn post(State(db): State<Database>) { db.insert(); }
fn get(State(db): State<Database>) {}
-- main.rs --
mod api;
mod db;
`, Layout{})
	insert, _ := g.ByID("db.rs#Database.Database.insert")
	if got := ids(g, g.LikelyCallers(insert)); got != "api.rs#post" {
		t.Errorf("%q", got)
	}
}

func TestFilling(t *testing.T) {
	g := graphOf(t, `
-- a.go --
package a

type Store interface{ Get(); Put() }
type memory struct{}

func (m *memory) Get() {}
func (m *memory) Put() {}

type half struct{}

func (h half) Get() {}
-- A.java --
interface Service { void run(); }
class First implements Service { public void run() {} }
class Other { public void run() {} }
`, Layout{})
	for of, want := range map[string]string{
		"a.go#Store.Get":     "a.go#memory.Get",
		"A.java#Service.run": "A.java#First.run",
		"A.java#Other.run":   "",
		"A.java#First":       "",
		"a.go#half.Get":      "",
	} {
		n, ok := g.ByID(of)
		if got := ids(g, g.Filling(n)); !ok || got != want {
			t.Errorf("%s: %q", of, got)
		}
	}
}
