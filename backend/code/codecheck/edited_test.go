package codecheck

import (
	"context"
	"testing"

	"aipack/backend/code/codegraph"
	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/syntaxtest"
)

func TestEdited(t *testing.T) {
	const project = `
-- pay.py --
def pay(amount):
    return amount > 0
-- shop.py --
from pay import pay

def buy():
    return pay(3)
-- odd.py --
def odd(:
`
	for name, c := range map[string]struct {
		path, before, after string
		gone                bool // the file goes
		want                string
	}{
		"all is right":                       {"pay.py", "def pay(amount):\n    return amount > 0\n", "def pay(amount):\n    return amount > 1\n", false, ""},
		"it cannot be parsed":                {"pay.py", "def pay(amount):\n    return amount > 0\n", "def pay(amount:\n    return amount > 0\n", false, "pay.py:1 parse_error: "},
		"it could not be parsed before":      {"odd.py", "def odd(:\n", "def odd(:\n    pass\n", false, ""},
		"another file calls it otherwise":    {"pay.py", "def pay(amount):\n    return amount > 0\n", "def pay(amount, to):\n    return amount > to\n", false, "shop.py:4 breaking_change: "},
		"another file uses what goes":        {"pay.py", "def pay(amount):\n    return amount > 0\n", "", true, "shop.py:"},
		"a name that nothing declares":       {"shop.py", "from pay import pay\n\ndef buy():\n    return pay(3)\n", "from pay import pay\n\ndef buy():\n    return cash(pay(3))\n", false, "shop.py:4 undefined_function: "},
		"a new file that cannot be parsed":   {"new.py", "", "def new(:\n", false, "new.py:1 parse_error: "},
		"JSON that cannot be parsed":         {"package.json", `{"a": 1}`, `{"a": 1`, false, "package.json:0 parse_error: "},
		"JSON with comments":                 {"tsconfig.json", `{"a": 1}`, "{\"a\": 1, // one\n}", false, ""},
		"TOML that cannot be parsed":         {"pyproject.toml", "a = 1\n", "a = \n", false, "pyproject.toml:0 parse_error: "},
		"YAML that cannot be parsed":         {"compose.yaml", "a: 1\n", "a: [1\n", false, "compose.yaml:0 parse_error: "},
		"a template of YAML":                 {"chart.yaml", "", "a: {{ .Values.a }}\nb: {{ if }}x{{ end }}\n", false, ""},
		"what is no code":                    {"README.md", "# a", "# b (", false, ""},
		"what is not in UTF-8":               {"pay.py", "def pay(amount):\n    return 0\n", "def pay(\xff:\n", false, ""},
		"a language whose grammar is behind": {"a.c", "int f(void) { return 0; }\n", "int f(void) { return @; }\n", false, ""},
	} {
		t.Run(name, func(t *testing.T) {
			files := syntaxtest.Project(t, project)
			g := codegraph.Build(files, codegraph.Layout{})
			e := Edit{Path: c.path, Before: []byte(c.before), After: []byte(c.after)}
			if c.before == "" {
				e.Before = nil
			}
			if c.gone {
				e.After = nil
			}
			problems, err := Edited(context.Background(), syntaxtest.Reader{}, g, e)
			if err != nil {
				t.Fatal(err)
			}
			got := lines(problems)
			if (got == "") != (c.want == "") || len(got) < len(c.want) || got[:len(c.want)] != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
			if Parses(problems) != (c.want == "" || problems[0].Rule != ParseError) {
				t.Error("whether it parses is said wrongly")
			}
			if _, err := Edited(context.Background(), syntaxtest.Reader{}, nil, e); err != nil {
				t.Error(err)
			}
			if syntax.LanguageOf(c.path) != "" && len(g.Files) != len(files) {
				t.Error("the graph from before is another one now")
			}
		})
	}
}
