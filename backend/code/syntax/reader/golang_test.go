package reader

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/grammar"
)

func factsOfGo(t *testing.T, text string) syntax.File {
	t.Helper()
	parsed, err := grammar.Parse("go", []byte(text), grammar.Limits{Time: 10 * time.Second, Nodes: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	return Read(parsed)
}

// goSymbols writes symbols, one a line: place, kind, owner and name, what is
// known of it.
func goSymbols(f syntax.File) string {
	var b strings.Builder
	for _, s := range f.Symbols {
		name := s.Name
		switch {
		case s.Owner >= 0:
			name = f.Symbols[s.Owner].Name + "/" + name
		case s.Of != "":
			name = s.Of + "." + name
		}
		fmt.Fprintf(&b, "%d-%d %s %s", s.Line, s.EndLine, s.Kind, name)
		if s.Exported {
			b.WriteString(" exported")
		}
		for _, p := range s.Params {
			fmt.Fprintf(&b, " (%s %s)", p.Name, p.Type)
		}
		if s.Type != "" {
			b.WriteString(" type " + s.Type)
		}
		if s.Value != "" {
			b.WriteString(" from " + s.Value)
		}
		for _, base := range s.Bases {
			b.WriteString(" base " + base.Type)
		}
		if s.Doc != "" {
			fmt.Fprintf(&b, " %q", s.Doc)
		}
		b.WriteString(" | " + s.Signature + "\n")
	}
	return b.String()
}

func TestGoSymbols(t *testing.T) {
	f := factsOfGo(t, `package shop

// Store keeps orders.
// It is safe for use.
type Store[T any] struct {
	*base
	log.Logger
	Orders map[string][]*T // by id
	next, last int
}

type Saver interface {
	io.Closer
	Save(ctx context.Context, o ...Order) (n int, err error)
}

type ID = string

const (
	// Most is the most.
	Most = 10
	less
)

var Default = New[Order]()

func (s *Store[T]) Get(id string) (*T, bool) {
	type local struct{}
	return nil, false
}

func New[T any]() *Store[T] { return nil }
`)
	want := `5-10 struct Store exported base base base log.Logger "Store keeps orders.\nIt is safe for use." | type Store[T any] struct
8-8 field Store/Orders exported type []<string,[]<T>> | Orders map[string][]*T
9-9 field Store/next type int | next, last int
9-9 field Store/last type int | next, last int
12-15 interface Saver exported base io.Closer | type Saver interface
14-14 method Saver/Save exported (ctx context.Context) (o Order) type (int,error) | Save(ctx context.Context, o ...Order) (n int, err error)
17-17 type ID exported type string | type ID = string
21-21 constant Most exported from ' "Most is the most." | Most = 10
22-22 constant less | less
25-25 variable Default exported from New() | var Default = New[Order]()
27-30 method Store.Get exported (id string) type (T,bool) | func (s *Store[T]) Get(id string) (*T, bool)
28-28 struct Get/local | type local struct
32-32 function New exported type Store<T> | func New[T any]() *Store[T]
`
	if got := goSymbols(f); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if f.Package != "shop" || f.Lines != 32 || len(f.Problems) > 0 {
		t.Errorf("package %s, %d lines, %v", f.Package, f.Lines, f.Problems)
	}
}

func TestGoUses(t *testing.T) {
	f := factsOfGo(t, `package shop

import (
	"fmt"
	. "example.com/dot"
	_ "example.com/driver"
	db "example.com/database"
)

func f(s *Store, list []Order) {
	first, err := s.Load(1, 2)
	for _, o := range list {
		o.Pay(first.Total, err)
	}
	go func() { db.Open(Config{Name: fmt.Sprint(x)}) }()
}
`)
	var uses strings.Builder
	for _, u := range f.Uses {
		fmt.Fprintf(&uses, "%d %s %s", u.Line, u.Kind, u.Path)
		if u.Typed {
			uses.WriteString(" as a type")
		}
		if u.Kind == syntax.Calls {
			fmt.Fprintf(&uses, " with %d", u.Args)
		}
		uses.WriteString("\n")
	}
	want := `10 uses Store as a type
10 uses Order as a type
11 calls s.Load with 2
13 calls o.Pay with 2
13 uses first.Total
15 calls db.Open with 1
15 uses Config as a type
15 uses :Config.Name
15 calls fmt.Sprint with 1
15 uses fmt
15 uses x
15 uses db
`
	if got := uses.String(); !sameLines(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	var locals strings.Builder
	for _, l := range f.Locals {
		fmt.Fprintf(&locals, "%s %s%s\n", l.Name, l.Type, l.Value)
	}
	if want := "s Store\nlist []<Order>\nfirst s.Load()#0\nerr s.Load()#1\no list[]\n"; locals.String() != want {
		t.Errorf("locals\n%s", locals.String())
	}
	var imports strings.Builder
	for _, i := range f.Imports {
		fmt.Fprintf(&imports, "%d %s %s as %s\n", i.Line, i.Module, i.Name, i.As)
	}
	if want := "4 fmt  as \n5 example.com/dot * as \n6 example.com/driver  as -\n7 example.com/database  as db\n"; imports.String() != want {
		t.Errorf("imports\n%s", imports.String())
	}
}

func sameLines(a, b string) bool {
	count := map[string]int{}
	for line := range strings.Lines(a) {
		count[line]++
	}
	for line := range strings.Lines(b) {
		count[line]--
	}
	for _, n := range count {
		if n != 0 {
			return false
		}
	}
	return true
}

func TestGoWithMistakes(t *testing.T) {
	f := factsOfGo(t, "package a\n\nfunc f( {\n\tg()\n}\n\nfunc h() { g() }\n")
	if len(f.Problems) == 0 || f.Problems[0].Line < 1 {
		t.Errorf("problems: %v", f.Problems)
	}
	if s := f.Symbols; len(s) == 0 || s[len(s)-1].Name != "h" {
		t.Errorf("what is right is not read: %+v", s)
	}
	deep := factsOfGo(t, "package a\n\nvar x = "+strings.Repeat("(", 5000)+"1"+strings.Repeat(")", 5000)+"\n")
	if deep.Cut == "" {
		t.Error("5,000 brackets are followed to the last")
	}
}
