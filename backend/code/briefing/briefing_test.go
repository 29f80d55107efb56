package briefing

import (
	"errors"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"aipack/backend/code/codegraph"
	"aipack/backend/code/syntax/syntaxtest"
)

// letters counts a token a letter.
type letters struct{}

func (letters) Count(text string) int { return len(text) }

func project(t *testing.T, files string) (*codegraph.Graph, Sources) {
	t.Helper()
	texts := map[string][]byte{}
	for _, f := range txtar.Parse([]byte(files)).Files {
		texts[f.Name] = f.Data
	}
	return codegraph.Build(syntaxtest.Project(t, files), codegraph.Layout{}), func(path string) ([]byte, error) {
		if text, ok := texts[path]; ok {
			return text, nil
		}
		return nil, errors.New(path + " is gone")
	}
}

const shop = `
-- a.go --
package a

// Buy buys.
func Buy(o Order) { o.pay() }

func main() { Buy(Order{}) }
-- b.go --
package a

type Order struct{ total int }

func (o Order) pay() { charge(o.total) }
-- c.go --
package a

func charge(n int) {}
`

func TestContextHasTwoLevels(t *testing.T) {
	g, sources := project(t, shop)
	c, err := Assemble(g, sources, letters{}, g.Named("Buy")[0], Options{Tokens: 2000})
	if err != nil {
		t.Fatal(err)
	}
	want := `=== IMMEDIATE CONTEXT (Full Code) ===
// a.go, lines 4-4
func Buy(o Order) { o.pay() }

// b.go, lines 5-5
func (o Order) pay() { charge(o.total) }

// b.go, lines 3-3
type Order struct{ total int }


=== RELATED CONTEXT (Signatures Only) ===
func main() ...  // a.go, line 6
func charge(n int) ...  // c.go, line 3
`
	if got := c.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// The levels keep to 40 and 30 per cent as they are written, headings and all, and
// what does not fit the first with its code is in the second with its signature.
func TestContextKeepsToItsBudget(t *testing.T) {
	g, sources := project(t, shop)
	for budget := 0; budget < 600; budget += 10 {
		c, err := Assemble(g, sources, letters{}, g.Named("Buy")[0], Options{Tokens: budget})
		if err != nil {
			t.Fatal(err)
		}
		first, second := (&Context{Immediate: c.Immediate}).String(), (&Context{Related: c.Related}).String()
		if len(first) > budget*40/100 || len(second) > budget*30/100 || len(c.String()) > budget*40/100+budget*30/100 {
			t.Fatalf("%d tokens: %d and %d are used, together %d", budget, len(first), len(second), len(c.String()))
		}
		if budget == 0 && c.String() != "" {
			t.Errorf("without a budget: %q", c)
		}
	}
	c, _ := Assemble(g, sources, letters{}, g.Named("Buy")[0], Options{Tokens: 300})
	if got := c.String(); !strings.Contains(got, "lines 4-4") || !strings.Contains(got, "func (o Order) pay() ...") {
		t.Errorf("with 300 tokens:\n%s", got)
	}
}

func TestContextOfAFileThatChanged(t *testing.T) {
	g, _ := project(t, shop)
	gone := func(string) ([]byte, error) { return nil, errors.New("it is gone") }
	if _, err := Assemble(g, gone, letters{}, g.Named("Buy")[0], Options{Tokens: 2000}); err == nil {
		t.Error("a file that is gone has a context")
	}
	short := func(string) ([]byte, error) { return []byte("package a\n"), nil }
	if _, err := Assemble(g, short, letters{}, g.Named("Buy")[0], Options{Tokens: 2000}); err == nil {
		t.Error("a file that was cut has a context")
	}
}

func TestMap(t *testing.T) {
	g, _ := project(t, shop)
	text, n := Map(g, codegraph.Focus{}, letters{}, 10_000)
	// Order has what a.go gives and half of what b.go has; charge has the other half.
	want := `b.go:
    3 type Order struct
    5 func (o Order) pay()
c.go:
    3 func charge(n int)
a.go:
    4 func Buy(o Order)
`
	if text != want || n != 4 {
		t.Errorf("%d signatures:\n%s", n, text)
	}
	for most := range 120 {
		if text, _ := Map(g, codegraph.Focus{}, letters{}, most); len(text) > most {
			t.Fatalf("%d tokens of %d:\n%s", len(text), most, text)
		}
	}
}

// A compressed context says by how much it is shorter, and has the same parts.
func TestContextCompressed(t *testing.T) {
	g, sources := project(t, shop)
	plain, err := Assemble(g, sources, letters{}, g.Named("main")[0], Options{Tokens: 2000})
	if err != nil {
		t.Fatal(err)
	}
	g, sources = project(t, strings.ReplaceAll(shop, "func main() { Buy(Order{}) }", "func main() { /* a long comment that says nothing */\n\n    Buy(Order{})\n}"))
	c, err := Assemble(g, sources, letters{}, g.Named("main")[0], Options{Tokens: 2000, Compress: true})
	if err != nil {
		t.Fatal(err)
	}
	want := "// a.go, lines 6-9\nfunc main() {\n  Buy(Order{})\n}\n"
	if len(c.Immediate) != len(plain.Immediate) || c.Immediate[0].Text != want || c.Compressed() < 0.1 || plain.Compressed() != 0 {
		t.Errorf("%.2f: %q", c.Compressed(), c.Immediate[0].Text)
	}
}
