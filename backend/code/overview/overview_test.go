package overview

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"aipack/backend/code/codegraph"
	"aipack/backend/code/syntax/syntaxtest"
	"aipack/backend/repo"
	"aipack/backend/repo/repotest"
	"aipack/backend/universalbuild"
)

func TestOverview(t *testing.T) {
	var b strings.Builder
	for i := range 10 {
		fmt.Fprintf(&b, "-- store/part%d.go --\npackage store\n\nimport (\n\t\"fmt\"\n\n\t\"github.com/jackc/pgx/v5/pgxpool\"\n)\n\n// LoadOrder%d loads.\nfunc LoadOrder%d(p *pgxpool.Pool) {\n\tfmt.Println(openPool())\n}\n", i, i, i)
	}
	b.WriteString("-- store/pool.go --\npackage store\n\nfunc openPool() string { return \"\" }\n")
	b.WriteString("-- store/pool_test.go --\npackage store\n\nimport (\n\t\"testing\"\n\n\t\"github.com/stretchr/testify/require\"\n)\n\nfunc TestPool(t *testing.T) { require.Equal(t, \"\", openPool()) }\n")
	b.WriteString("-- tools/make.py --\nimport os, requests\nfrom . import other\n\n\ndef make_all():\n    os.mkdir('x')\n")
	texts := map[string][]byte{}
	paths := []string{".golangci.yml", "go.mod", "web/.prettierrc"}
	for _, f := range txtar.Parse([]byte(b.String())).Files {
		texts[f.Name], paths = f.Data, append(paths, f.Name)
	}
	doc := universalbuild.UniversalBuild{Metadata: universalbuild.Metadata{ProjectName: "shop", Path: ".", Language: "go", BuildSystem: "go"}}
	o := Of(codegraph.Build(syntaxtest.Project(t, b.String()), codegraph.Layout{}), []universalbuild.UniversalBuild{doc}, paths, func(p string) ([]byte, error) {
		if text, ok := texts[p]; ok {
			return text, nil
		}
		return nil, errors.New("it is gone")
	})
	if len(o.Services) != 1 || o.Services[0].Name != "shop" || o.Languages[0].Name != "go" || o.Languages[0].Files != 12 || o.Languages[1].Name != "python" {
		t.Errorf("%+v %+v", o.Services, o.Languages)
	}
	if len(o.Central) == 0 || o.Central[0].ID != "store/pool.go#openPool" {
		t.Errorf("%+v", o.Central)
	}
	want := []Library{{"github.com/jackc/pgx", "go", 10}, {"github.com/stretchr/testify", "go", 1}, {"requests", "python", 1}}
	if !slices.Equal(o.Libraries, want) {
		t.Errorf("%+v", o.Libraries)
	}
	var said []string
	for _, c := range o.Conventions {
		said = append(said, c.Language+" "+c.About+": "+c.Habit)
	}
	for _, want := range []string{"go names of functions: PascalCase", "go what others use: have a comment of their own", "go indentation of files: tabs", "go tests: 1 of 12 files", "go tests: written with testify", " kept by a tool: golangci-lint (.golangci.yml)"} {
		if !slices.Contains(said, want) {
			t.Errorf("it does not say %q: %q", want, said)
		}
	}
	if slices.ContainsFunc(said, func(s string) bool { return strings.HasPrefix(s, "python names") || strings.Contains(s, "Prettier") }) {
		t.Errorf("too little was counted to say %q", said)
	}
}

// TestSaid: lines of text, and the tools whose files stand at the root, hidden ones too.
func TestSaid(t *testing.T) {
	dir := t.TempDir()
	repotest.LayOut(t, dir, map[string]string{".golangci.yml": "", ".prettierrc": "", "web/.rubocop.yml": ""})
	tree, err := repo.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Close()
	got := Said(t.Context(), codegraph.Build(syntaxtest.Project(t, ""), codegraph.Layout{}), tree)
	if want := []string{"kept by a tool: golangci-lint (.golangci.yml)", "kept by a tool: Prettier (.prettierrc)"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if got := (Convention{"go", "names of types", "PascalCase", 0.934, 61}).String(); got != "go, names of types: PascalCase (93 % of 61)" {
		t.Error(got)
	}
}
