package golang

import (
	"slices"
	"testing"

	"aipack/backend/language/languagetest"
)

// TestWhatIsImportedIsRequired: what a build links is what is imported; that a
// module is called indirect is a comment.
func TestWhatIsImportedIsRequired(t *testing.T) {
	const (
		tidy   = "module a\n\ngo 1.24\n\nrequire (\n\tb.c/mysql v1.0.0\n\tb.c/web v1.0.0\n)\n\nrequire b.c/pq v1.0.0 // indirect\n"
		untidy = "module a\n\ngo 1.24\n\nrequire b.c/mysql v1.0.0\n\nrequire (\n\tb.c/pq v1.0.0 // indirect\n\tb.c/pq/v2 v2.0.0 // indirect\n\tb.c/hash v1.0.0 // indirect\n)\n"
	)
	for what, c := range map[string]struct {
		mod, imports string
		want         []string
	}{
		"tidy":                       {tidy, `"b.c/web"`, []string{"b.c/mysql", "b.c/web"}},
		"imported and indirect":      {untidy, `"b.c/pq"`, []string{"b.c/pq"}},
		"a package of it":            {untidy, `"b.c/mysql"; import "b.c/pq/conn"`, []string{"b.c/mysql", "b.c/pq"}},
		"the one with the long name": {untidy, `"b.c/pq/v2/conn"`, []string{"b.c/pq/v2"}},
		"another that begins alike":  {untidy, `"b.c/pqx"`, []string{"b.c/mysql"}},
	} {
		files := map[string]string{"go.mod": c.mod, "main.go": "package main\n\nimport " + c.imports + "\n\nfunc main() {}\n"}
		p, _ := languagetest.Project(t, &Language, files, ".", "")
		var got []string
		for _, d := range dependencies(p) {
			got = append(got, d.Name)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", what, got, c.want)
		}
	}
}

// TestPackagesOfModules: of a module that serves several databases the imported
// packages say which.
func TestPackagesOfModules(t *testing.T) {
	files := map[string]string{
		"go.mod":              "module a\n\ngo 1.24\n\nrequire b.c/orm v1.0.0\n\nrequire b.c/driver v1.0.0 // indirect\n",
		"main.go":             "package main\n\nimport (\n\t\"a/store\"\n\t\"b.c/orm\"\n)\n\nfunc main() { store.Open(orm.New) }\n",
		"store/store.go":      "package store\n\nimport _ \"b.c/orm/dialects/mysql\"\n",
		"store/store_test.go": "package store\n\nimport _ \"b.c/orm/dialects/sqlite\"\n",
	}
	p, _ := languagetest.Project(t, &Language, files, ".", "")
	deps := dependencies(p)
	if len(deps) != 1 || !slices.Equal(deps[0].Packages, []string{"b.c/orm/dialects/mysql"}) {
		t.Errorf("%+v, want b.c/orm with its dialect for MySQL", deps)
	}
}
