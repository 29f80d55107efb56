package briefing

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"aipack/backend/code/codegraph"
)

// related are the ids of the second level of a context, in its order.
func related(t *testing.T, files, target string, tokens int) (ids []string, c *Context, g *codegraph.Graph) {
	t.Helper()
	g, sources := project(t, files)
	n, ok := g.ByID(target)
	if !ok {
		t.Fatalf("there is no %s", target)
	}
	c, err := Assemble(g, sources, letters{}, n, Options{Tokens: tokens})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range c.Related {
		ids = append(ids, g.ID(p.Node))
	}
	return ids, c, g
}

const service = `
-- config.go --
package a

const defaultPort = 8080

type Config struct{ Port int }

func (c *Config) Address() int { return c.Port }

func (c *Config) Check() { c.Port = defaultPort }

func unrelated() {}
-- serve.go --
package a

func serve(c *Config) { c.Address() }

func main() { serve(nil) }
-- serve_test.go --
package a

func TestServe() { serve(nil); var c Config; c.Address() }
`

// Who changes one method has to know the others of its type and what they work
// with, and who would notice; tests come last.
func TestRelatedHasWhatStandsAround(t *testing.T) {
	got, _, _ := related(t, service, "config.go#Config.Address", 10_000)
	want := []string{"serve.go#serve", "config.go#Config.Check", "serve.go#main", "config.go#defaultPort", "config.go#unrelated", "serve_test.go#TestServe"}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// A value without a type means what is called like it.
func TestRelatedHasWhatIsLikely(t *testing.T) {
	got, _, _ := related(t, `
-- guard.py --
class Guard:
    def validate(self): pass
-- form.py --
class Form:
    def validate(self): pass
-- api.py --
class API:
    def new(self):
        self.guard.validate()
`, "api.py#API.new", 10_000)
	if i := slices.Index(got, "guard.py#Guard.validate"); i < 0 {
		t.Errorf("%q", got)
	}
}

// What is called of an interface is written in those that fill it.
func TestRelatedHasWhatFills(t *testing.T) {
	got, _, _ := related(t, `
-- A.java --
class A { Service s; void go() { s.run(); } }
-- Service.java --
interface Service { void run(); }
-- First.java --
class First implements Service { public void run() {} }
`, "A.java#A.go", 10_000)
	if !slices.Contains(got, "First.java#First.run") {
		t.Errorf("%q", got)
	}
}

// A constant is worth its room though what names it is two steps away; a function
// as far is not.
func TestRelatedHasConstantsThatAreFar(t *testing.T) {
	got, _, _ := related(t, `
-- a.py --
from b import load
def show(): load()
-- b.py --
from c import fetch
def load(): fetch()
-- c.py --
from d import read
def fetch(): read()
-- d.py --
from e import most, more
def read(): return most, more()
-- e.py --
most = 50
def more(): pass
`, "a.py#show", 10_000)
	if !slices.Contains(got, "d.py#read") || !slices.Contains(got, "e.py#most") || slices.Contains(got, "e.py#more") {
		t.Errorf("%q", got)
	}
}

// Where the code of a type is too long, the fields that are named stand for it.
func TestRelatedHasFieldsOfALongType(t *testing.T) {
	got, c, g := related(t, `
-- a.py --
class API:
    ACCEPT = set(["text"])
    def new(self): return API.ACCEPT
    def long(self): return "`+strings.Repeat("x", 2000)+`"
`, "a.py#API.new", 2000)
	accept, _ := g.ByID("a.py#API.ACCEPT")
	long, _ := g.ByID("a.py#API.long")
	if !slices.Contains(got, "a.py#API.ACCEPT") || !c.Has(g, accept) || !c.Has(g, long) {
		t.Errorf("%q", got)
	}
	none, _, _ := related(t, service, "config.go#Config.Address", 0)
	if len(none) != 0 {
		t.Errorf("without a budget: %q", none)
	}
}

// What everybody names has not only who does so in its context.
func TestRelatedIsNotOfOneKindAlone(t *testing.T) {
	var b strings.Builder
	b.WriteString("-- a.go --\npackage a\n\nfunc log() { write() }\n\nfunc write() { flush() }\n\nfunc flush() {}\n-- many.go --\npackage a\n")
	for i := range 40 {
		fmt.Fprintf(&b, "\nfunc caller%d() { log() }\n", i)
	}
	got, _, _ := related(t, b.String(), "a.go#log", 2000)
	if callers := len(slices.DeleteFunc(slices.Clone(got), func(id string) bool { return !strings.HasPrefix(id, "many.go") })); callers < 5 || callers == len(got) || !slices.Contains(got, "a.go#flush") {
		t.Errorf("%q", got)
	}
}
