package reader

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/grammar"

	"golang.org/x/tools/txtar"
)

// said writes what a text says, one thing a line: symbols as goSymbols does, then
// calls, what it takes from elsewhere and names that hold in a part of it.
func said(f syntax.File) string {
	var b strings.Builder
	if f.Package != "" {
		b.WriteString("package " + f.Package + "\n")
	}
	b.WriteString(goSymbols(f))
	for _, u := range f.Uses {
		if u.Kind == syntax.Calls {
			what := "calls"
			if u.Typed {
				what = "makes"
			}
			fmt.Fprintf(&b, "%d %s %s with %d\n", u.Line, what, u.Path, u.Args)
		}
	}
	for _, i := range f.Imports {
		fmt.Fprintf(&b, "%d import %s\n", i.Line, strings.Join(strings.Fields(i.Module+" "+i.Name+" "+i.As), " "))
	}
	for _, l := range f.Locals {
		b.WriteString(strings.TrimSpace("local "+l.Name+" "+l.Type+l.Value) + "\n")
	}
	return b.String()
}

// TestTexts holds short texts against what they say by the rules of their
// languages, whole and while somebody is still writing them. A file of testdata has
// the text, under the name of its grammar, and what it says.
func TestTexts(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("there is no text", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(path)
			if err != nil || len(archive.Files) != 2 || archive.Files[1].Name != "want" {
				t.Fatalf("%s is no text and what it says: %v", path, err)
			}
			language, text, want := archive.Files[0].Name, archive.Files[0].Data, string(archive.Files[1].Data)
			if f := readText(t, language, text); !sameLines(said(f), want) {
				t.Errorf("got\n%s\nwant\n%s", said(f), want)
			} else if whole := !strings.Contains(path, "macros"); whole && len(f.Problems) > 0 {
				t.Errorf("problems: %v", f.Problems)
			}
			for end := 0; end < len(text); end += 7 {
				for i, s := range readText(t, language, text[:end]).Symbols {
					if s.Name == "" || s.Owner >= i || s.Line < 1 || s.EndLine < s.Line {
						t.Fatalf("cut after %d bytes there is a symbol %+v", end, s)
					}
				}
			}
		})
	}
}

func readText(t *testing.T, language string, text []byte) syntax.File {
	t.Helper()
	parsed, err := grammar.Parse(language, text, grammar.Limits{Time: 10 * time.Second, Nodes: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	return Read(parsed)
}
