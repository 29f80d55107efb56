package golang

import (
	"maps"
	"strings"
	"testing"

	"aipack/backend/language/languagetest"
)

// What a generator writes and the repository does not have is written before the
// build, by the release that the module requires.
func TestGenerated(t *testing.T) {
	const gqlgen = "schema: schema.graphql\nexec:\n  filename: generated/gql/generated.go\n  package: gql\n"
	for name, c := range map[string]struct {
		require string
		files   map[string]string
		want    string
	}{
		"gqlgen":                   {"github.com/99designs/gqlgen v0.17.85", map[string]string{"gqlgen.yml": gqlgen}, "go run github.com/99designs/gqlgen@v0.17.85 generate"},
		"gqlgen, committed":        {"github.com/99designs/gqlgen v0.17.85", map[string]string{"gqlgen.yml": gqlgen, "generated/gql/generated.go": "package gql\n"}, ""},
		"gqlgen, a folder of many": {"github.com/99designs/gqlgen v0.17.85", map[string]string{"gqlgen.yml": "exec:\n  layout: follow-schema\n  dir: graph\n", "graph/a.generated.go": "package graph\n"}, ""},
		"gqlgen's library alone":   {"github.com/99designs/gqlgen v0.17.85", nil, ""},
		"templ":                    {"github.com/a-h/templ v0.3.960", map[string]string{"views/page.templ": "package views\n"}, "go run github.com/a-h/templ/cmd/templ@v0.3.960 generate"},
		"templ, committed":         {"github.com/a-h/templ v0.3.960", map[string]string{"views/page.templ": "package views\n", "views/page_templ.go": "package views\n"}, ""},
		"templ, not required":      {"github.com/go-chi/chi/v5 v5.2.3", map[string]string{"views/page.templ": "package views\n"}, ""},
		"swag":                     {"github.com/swaggo/swag v1.16.6", map[string]string{"docs.go": "package main\n\nimport _ \"example.org/x/docs\"\n"}, "go run github.com/swaggo/swag/cmd/swag@v1.16.6 init -g main.go"},
		"swag, as make runs it":    {"github.com/swaggo/swag v1.16.6", map[string]string{"docs.go": "package main\n\nimport _ \"example.org/x/docs\"\n", "Makefile": "docs:\n\tswag init -g docs.go --parseInternal\n"}, "go run github.com/swaggo/swag/cmd/swag@v1.16.6 init -g docs.go --parseInternal"},
		"swag, committed":          {"github.com/swaggo/swag v1.16.6", map[string]string{"docs.go": "package main\n\nimport _ \"example.org/x/docs\"\n", "docs/docs.go": "package docs\n"}, ""},
		"swag, not imported":       {"github.com/swaggo/swag v1.16.6", nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{
				"go.mod": "module example.org/x\n\ngo 1.25\n\nrequire " + c.require + "\n", "go.sum": "",
				"main.go": "package main\n\nimport \"net/http\"\n\nfunc main() { http.ListenAndServe(\":8080\", nil) }\n",
			}
			maps.Copy(files, c.files)
			_, r := languagetest.Project(t, &Language, files, ".", "")
			want := "go build "
			if c.want != "" {
				want = c.want + "\n" + want
			}
			if got := strings.Join(r.Build.BuildCommands, "\n"); !strings.HasPrefix(got, want) {
				t.Errorf("builds %q, want %q first", got, c.want)
			}
		})
	}
}
