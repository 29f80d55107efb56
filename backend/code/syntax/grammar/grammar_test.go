package grammar

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"aipack/backend/code/syntax/tree"
)

var roomy = Limits{Time: 10 * time.Second, Nodes: 1 << 22}

// sexp writes a tree as tree-sitter's own tools do, without tokens.
func sexp(a tree.At) string {
	var b strings.Builder
	b.WriteString("(" + a.Kind())
	for c := range a.Children() {
		if !c.Named() {
			continue
		}
		b.WriteString(" ")
		if f := c.Node().Field; f != 0 {
			b.WriteString(c.FieldName() + ": ")
		}
		b.WriteString(sexp(c))
	}
	return b.String() + ")"
}

func TestTheTreeIsThatOfTheParser(t *testing.T) {
	got, err := Parse("go", []byte("package a\n\nfunc f(x int) { g(x).h() }\n"), roomy)
	if err != nil {
		t.Fatal(err)
	}
	// As `tree-sitter parse` prints it.
	want := "(source_file (package_clause (package_identifier)) (function_declaration name: (identifier) parameters: (parameter_list (parameter_declaration name: (identifier) type: (type_identifier)))" +
		" body: (block (expression_statement (call_expression function: (selector_expression operand: (call_expression function: (identifier) arguments: (argument_list (identifier))) field: (field_identifier)) arguments: (argument_list))))))"
	if s := sexp(got.Root()); s != want {
		t.Errorf("\n got %s\nwant %s", s, want)
	}
}

func TestEveryGrammarLoads(t *testing.T) {
	for name := range grammars {
		got, err := Parse(name, []byte("x"), roomy)
		if err != nil || len(got.Nodes) < 2 || got.Cut {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	if _, err := Parse("klingon", nil, roomy); err == nil {
		t.Error("an unknown language is parsed")
	}
}

func TestLimits(t *testing.T) {
	deep := []byte("package a\nvar x = " + strings.Repeat("(", 100_000))
	if _, err := Parse("go", deep, Limits{Time: time.Microsecond, Nodes: 1}); !errors.Is(err, ErrLate) {
		t.Errorf("a text without time gets %v", err)
	}
	cut, err := Parse("go", []byte("package a\nfunc f() {}\n"), Limits{Time: time.Second, Nodes: 4})
	if err != nil || !cut.Cut || len(cut.Nodes) != 4 || cut.Nodes[0].Size != 4 {
		t.Errorf("four nodes are wanted: %v %v", fmt.Sprint(cut), err)
	}
}

func FuzzParse(f *testing.F) {
	for name := range grammars {
		f.Add(name, "func f(x int) { g(x) }")
	}
	f.Fuzz(func(t *testing.T, language, text string) {
		got, err := Parse(language, []byte(text), Limits{Time: 500 * time.Millisecond, Nodes: 10_000})
		if err != nil {
			return
		}
		for i, n := range got.Nodes {
			if n.Size == 0 || i+int(n.Size) > len(got.Nodes) || n.Start > n.End || int(n.End) > len(text) {
				t.Fatalf("node %d of %d: %+v", i, len(got.Nodes), n)
			}
		}
	})
}
