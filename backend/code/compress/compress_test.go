package compress

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"aipack/backend/code/syntax/grammar"
	"aipack/backend/code/syntax/reader"
	"aipack/backend/code/syntax/tree"
)

func parse(t testing.TB, language string, text []byte) *tree.Flat {
	t.Helper()
	parsed, err := grammar.Parse(language, text, grammar.Limits{Time: 10 * time.Second, Nodes: 1 << 21})
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}

func squeezed(t testing.TB, language, text string) string {
	t.Helper()
	f := reader.Read(parse(t, language, []byte(text)))
	return string(Text(&f, []byte(text), 0, len(text)))
}

func TestText(t *testing.T) {
	for name, c := range map[string]struct{ language, text, want string }{
		"comments and blank lines":      {"go", "// Package a is it.\npackage a\n\n\n// F does.\nfunc F() { // here\n\treturn /* no */ 1\n}\n", "package a\nfunc F() {\n\treturn   1\n}\n"},
		"what the compiler reads":       {"go", "//go:build linux\n\npackage a\n\n//go:embed x\nvar x string\n", "//go:build linux\npackage a\n//go:embed x\nvar x string\n"},
		"marks of comments in strings":  {"go", "package a\n\nvar s = \"http://x\" + `// no\n\n    # no\n`\n", "package a\nvar s = \"http://x\" + `// no\n\n    # no\n`\n"},
		"escaped quotes":                {"javascript", "const a = 'it\\'s // here'; // there\n", "const a = 'it\\'s // here';\n"},
		"# in strings, docstrings":      {"python", "def f(x):\n    \"\"\"Says # what.\n\n    And more.\n    \"\"\"\n    # gone\n    return '#' + x  # gone\n", "def f(x):\n  \"\"\"Says # what.\n\n    And more.\n    \"\"\"\n  return '#' + x\n"},
		"depths by four":                {"python", "if a:\n    if b:\n        c()\n    else:\n        d()\n", "if a:\n  if b:\n    c()\n  else:\n    d()\n"},
		"depths that would meet":        {"python", "if a:\n    if b:\n     c()\n", "if a:\n    if b:\n     c()\n"},
		"a comment over lines ends one": {"javascript", "function f() {\n    return /* a\n    b */ 1\n}\n", "function f() {\n  return\n1\n}\n"},
		"templates":                     {"javascript", "const a = `\n  x ${b /* c */}\n\n`;\n\n    f();\n", "const a = `\n  x ${b /* c */}\n\n`;\n  f();\n"},
		"comments of tags":              {"tsx", "const a = <p>\n    {/* no */}\n    // text\n</p>;\n", "const a = <p>\n  { }\n    // text\n</p>;\n"},
		"a line's end":                  {"go", "package a // x\r\n\r\nvar b int   \r\n", "package a\nvar b int\n"},
		"nothing else":                  {"rust", "/// Doc.\n//! More.\n/* a /* b */ c */\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			if got := squeezed(t, c.language, c.text); got != c.want {
				t.Errorf("got\n%q\nwant\n%q", got, c.want)
			}
		})
	}
}

// A part is squeezed as it stands in its file, without a line's end that it did
// not have.
func TestPart(t *testing.T) {
	text := "package a\n\n// F.\nfunc F() {\n\n\t// x\n\tg() // y\n}\n\nfunc g() {}\n"
	f := reader.Read(parse(t, "go", []byte(text)))
	s := f.Symbols[0]
	if got, want := string(Text(&f, []byte(text), s.Start, s.End)), "func F() {\n\tg()\n}"; got != want {
		t.Errorf("%q", got)
	}
}

// tokens are the words of a program: what the grammar finds, without comments.
func tokens(t *tree.Flat) []string {
	var out []string
	for i := 0; i < len(t.Nodes); i++ {
		at, n := t.Node(i), t.Nodes[i]
		if strings.HasSuffix(at.Kind(), "comment") {
			i += int(n.Size) - 1
			continue
		}
		if n.Size > 1 || n.Flags&tree.Missing != 0 {
			continue
		}
		// A line's end between statements is a word in some grammars; blanks before
		// and after a text between tags say nothing.
		if word := strings.Join(strings.Fields(string(t.Text[n.Start:n.End])), " "); word != "" {
			out = append(out, at.Kind()+" "+word)
		}
	}
	return out
}

// The words of a program are the same after it was squeezed, and again nothing
// is left to squeeze.
func FuzzText(f *testing.F) {
	languages := []string{"go", "python", "javascript", "typescript", "tsx", "rust", "java", "c", "cpp", "csharp", "elixir", "kotlin", "php", "ruby", "scala", "zig"}
	for i, text := range []string{"package a\n\n/* x\n */ func f() { return /*\n*/ }\n", "def f():\n    '''x\n\n  # y'''\n    # z\n\tpass\n", "a = `\n/* ${ /* x */ b } */`\n// c\n/* d */ e\n", "/** x */ let a: `b${string}`;\n", "<p>\n a {/* b */} // c\n</p>", "r#\"\n// x\n\"#; /* a /* b */ */ let x = 'a';\n", "class A { String s = \"\"\"\n  // a\n  \"\"\"; /* b */ }\n",
		"#define A \\\n  b // c\nint x; /* d */\n", "auto s = R\"(\n // a\n)\";\n", "var s = @\"a\n // b\";\n", "@doc \"\"\"\n # a\n\"\"\"\ndef b, do: 1 # c\n", "val a = \"\"\"\n // b\n\"\"\" /* c */\n", "<p>\n\n<?php # a\n$b = <<<X\n // c\n\nX;\n?>\n\n</p>\n", "a = <<~X\n  # b\n\nX\n=begin\nc\n=end\nd # e\n", "object A:\n    def b =\n        1 // c\n", "const a =\n    \\\\b // c\n    \\\\\n;\n"} {
		f.Add(uint8(i), text)
	}
	f.Fuzz(func(t *testing.T, which uint8, text string) {
		language := languages[int(which)%len(languages)]
		before, err := grammar.Parse(language, []byte(text), grammar.Limits{Time: 200 * time.Millisecond, Nodes: 1 << 18})
		if err != nil {
			t.Skip(err) // a text that no grammar is done with soon is not squeezed
		}
		facts := reader.Read(before)
		got := Text(&facts, []byte(text), 0, len(text))
		if len(got) > len(text)+1 {
			t.Fatalf("%q became longer: %q", text, got)
		}
		if len(facts.Problems) > 0 {
			return // of what fits no rule nobody knows the words
		}
		after := parse(t, language, got)
		if a, b := tokens(before), tokens(after); !slices.Equal(a, b) {
			t.Fatalf("%q\nbecame\n%q\nits words %q\nbecame %q", text, got, a, b)
		}
	})
}

// What people wrote becomes shorter by a fifth or more; see docs/BENCHMARKS.md.
func TestWordsOfRealSources(t *testing.T) {
	paths, err := filepath.Glob("../*/*.go")
	if err != nil || len(paths) == 0 {
		t.Fatal(err)
	}
	for _, p := range paths {
		text, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		before := parse(t, "go", text)
		facts := reader.Read(before)
		if a, b := tokens(before), tokens(parse(t, "go", Text(&facts, text, 0, len(text)))); !slices.Equal(a, b) {
			t.Errorf("%s has other words", p)
		}
	}
}
