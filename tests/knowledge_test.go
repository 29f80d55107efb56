package tests

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"aipack/backend/detect/analysis"
	"aipack/backend/detect/pipeline"
	"aipack/backend/language"
	"aipack/backend/repo"
	"aipack/backend/universalbuild"
	"aipack/languages"
)

// TestEveryLanguageIsListed counts the exported variables of the families,
// which are the languages, and what they export that makes one, against All:
// one that is written and not listed is never asked.
func TestEveryLanguageIsListed(t *testing.T) {
	var names []string
	for _, pattern := range []string{"languages/*.go", "languages/*/*.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range f.Decls {
				for _, exported := range languagesOf(d) {
					names = append(names, f.Name.Name+"."+exported)
				}
			}
		}
	}
	if all := languages.All(); len(all) != len(names) {
		t.Errorf("All lists %d languages; the files hold %d: %v", len(all), len(names), names)
	}
}

// languagesOf lists what a declaration exports: variables, and a function that
// gives a *language.Language.
func languagesOf(d ast.Decl) (names []string) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv != nil || !d.Name.IsExported() || d.Type.Results.NumFields() != 1 {
			return nil
		}
		star, ok := d.Type.Results.List[0].Type.(*ast.StarExpr)
		if !ok {
			return nil
		}
		if of, ok := star.X.(*ast.SelectorExpr); ok && of.Sel.Name == "Language" {
			names = append(names, d.Name.Name)
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			v, ok := s.(*ast.ValueSpec)
			if !ok || d.Tok != token.VAR {
				continue
			}
			for _, n := range v.Names {
				if n.IsExported() {
					names = append(names, n.Name)
				}
			}
		}
	}
	return names
}

func TestLanguagesAreWellFormed(t *testing.T) {
	id := regexp.MustCompile(`^[a-z][a-z0-9]*$`)
	registry := language.NewRegistry(languages.All())
	for _, l := range registry.All() {
		if !id.MatchString(l.ID) || l.Name == "" {
			t.Errorf("%q (%q): an id is lower case, and there is a name", l.ID, l.Name)
		}
		if l.Claim == nil || l.Recipe == nil {
			t.Errorf("%s can be neither claimed nor built", l.ID)
		}
		for _, m := range l.Manifests {
			if m.Priority < 1 || m.Priority > 4 || m.Lock && m.Priority != 3 {
				t.Errorf("%s: %s has priority %d, lock %v", l.ID, m.Name, m.Priority, m.Lock)
			}
		}
		for _, p := range slices.Concat(l.EnvReads, l.PortUses, l.Routes) {
			if p.Regexp().NumSubexp() < 1 {
				t.Errorf("%s: %q takes nothing out", l.ID, p)
			}
		}
		for _, s := range l.Systems {
			if s.ID == "" || s.Name == "" || s.Practices.RuntimeImage == "" && s.Practices.BuildImage == "" {
				t.Errorf("%s: the build system %q is not described", l.ID, s.ID)
			}
		}
		if found, ok := registry.ByID(strings.ToUpper(l.Name)); !ok || found != l {
			t.Errorf("%s is not found by its name", l.Name)
		}
	}
}

// TestEveryLanguageHasAFixture looks through the documents that are expected.
func TestEveryLanguageHasAFixture(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range fixtures(t) {
		for _, d := range f.want(t) {
			seen[d.Metadata.Language] = true
			for _, l := range d.Metadata.Languages {
				seen[l] = true
			}
		}
	}
	for _, l := range languages.All() {
		if !seen[l.ID] {
			t.Errorf("%s has no fixture", l.ID)
		}
	}
}

// TestSameFolderSameBytes lists every folder in another order and expects the
// same documents to the byte.
func TestSameFolderSameBytes(t *testing.T) {
	for _, f := range fixtures(t) {
		if strings.HasSuffix(f.path, ".txtar") {
			continue
		}
		want := detectJSON(t, repo.New(os.DirFS(f.path), filepath.Base(f.path)))
		for seed := range uint64(2) {
			shuffled := shuffle{os.DirFS(f.path), rand.New(rand.NewPCG(seed, 7))}
			if got := detectJSON(t, repo.New(shuffled, filepath.Base(f.path))); !bytes.Equal(got, want) {
				t.Errorf("%s: the order of files shows in the output", f.name)
			}
		}
	}
}

func detectJSON(t *testing.T, r *repo.Tree) []byte {
	t.Helper()
	out, err := analysis.New().Execute(t.Context(), pipeline.Run{ID: "test", Repo: r, Mode: "static"})
	if err != nil {
		t.Fatal(err)
	}
	b, err := universalbuild.WriteJSON(out.Documents)
	if err != nil {
		t.Fatal(err)
	}
	if !json.Valid(b) {
		t.Fatal("not JSON")
	}
	return b
}

// shuffle is a file system that lists its folders in any order.
type shuffle struct {
	fs.FS
	rand *rand.Rand
}

func (s shuffle) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(s.FS, name)
	s.rand.Shuffle(len(entries), func(i, j int) { entries[i], entries[j] = entries[j], entries[i] })
	return entries, err
}
