package bounded

import (
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"strings"
	"testing"
)

func goSource(content string) error {
	file, err := GoSource(token.NewFileSet(), "a.go", content, parser.SkipObjectResolution|parser.ParseComments)
	if err == nil && file == nil {
		return errors.New("no file")
	}
	return err
}

func TestGo(t *testing.T) {
	fill := strings.Repeat
	for name, text := range map[string]string{
		"brackets in texts":     "package a\n\nvar b = \"" + fill("(", 2000) + "\" + `" + fill("{\n", 2000) + "` // " + fill("[", 2000) + "\n/* " + fill("(", 2000) + " */\nvar c = '('\n",
		"a table":               "package a\n\nvar b = []*int{" + fill("-1, &x, ", 20_000) + "}\n",
		"statements":            "package a\n\nfunc b() {\n" + fill("\t*p = -1\n\tc(&d)\n", 20_000) + "}\n",
		"nested as people nest": "package a\n\nfunc b() {\n" + fill("if a {\n", 90) + fill("}", 90) + "\n}\n",
	} {
		if err := goSource(text); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	// What could be read before a mistake is there.
	file, err := GoSource(token.NewFileSet(), "", "package a\nimport \"b\"\nfunc (", parser.SkipObjectResolution)
	if err == nil || file == nil || len(file.Imports) != 1 {
		t.Errorf("%v, %v", file, err)
	}
}

func TestGoThatCostsTooMuch(t *testing.T) {
	const top = "package a\nfunc f() { x = "
	for _, opens := range []string{"(", "[", "f(", "func(){", "interface{f(", "struct{a ", "T{", "map[int]", "*", "<-chan ", "!", "-", "if x{} else ", "func() ", "[]", "x:", "chan\n", "/*\n*/*"} {
		var refusal *Refusal
		if err := goSource(top + strings.Repeat(opens, 500_000/len(opens))); !errors.As(err, &refusal) || refusal.Line < 2 {
			t.Errorf("%s: %v, want a refusal below line 1", opens, err)
		}
	}
}

func TestGoModule(t *testing.T) {
	file, err := GoModule("module a\n\ngo 1.26\n\nrequire b v1 // indirect\n")
	if err != nil || file.Require[0].Mod.Version != "v1" {
		t.Errorf("%v, %v", file, err)
	}
	if work, err := GoWork("go 1.26\nuse ./a\n"); err != nil || len(work.Use) != 1 {
		t.Errorf("%v, %v", work, err)
	}
	for _, text := range []string{strings.Repeat(")\n", 100_000), strings.Repeat("a", 3<<20)} {
		var refusal *Refusal
		if _, err := GoModule(text); !errors.As(err, &refusal) {
			t.Error(err)
		}
		if _, err := GoWork(text); !errors.As(err, &refusal) {
			t.Error(err)
		}
	}
	long := "module a\n\nrequire (\n"
	for i := range 5000 {
		long += fmt.Sprintf("\texample.org/a%d v1.0.0\n", i)
	}
	if file, err := GoModule(long + ")\n"); err != nil || len(file.Require) != 5000 {
		t.Error(err)
	}
}

// What is let through takes no more than was thought before.
func FuzzGo(f *testing.F) {
	for _, s := range []string{"package a\nimport (\"b\"; c \"d\")\nfunc e[T any](f ...*T) (g <-chan int) { go func() { h[1:2].i++ }() }\n", ")\n)\n", "module a\nrequire b v1\nreplace b => ./c\nretract [v1, v2]\n", "use (\n./a\n)\n", "package a;var b=" + strings.Repeat("[]", 300), "package a;var b=" + strings.Repeat("*", 400)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, content string) {
		for name, c := range map[string]struct {
			parse func()
			most  int
		}{
			"a source": {func() { _ = goSource(content) }, goCost(content)},
			"go.mod":   {func() { _, _ = GoModule(content) }, modCost(content)},
			"go.work":  {func() { _, _ = GoWork(content) }, modCost(content)},
		} {
			if took := allocated(c.parse); took > c.most+64<<10 {
				t.Errorf("%s, %d bytes: %d were allocated, %d were expected at most", name, len(content), took, c.most)
			}
		}
	})
}
