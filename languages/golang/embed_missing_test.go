package golang

import (
	"slices"
	"testing"

	"aipack/backend/language/languagetest"
)

const embeddingMain = "package main\n\nimport (\n\t\"embed\"\n\t\"net/http\"\n)\n\n//go:embed docs\nvar docs embed.FS\n\n//go:embed site\nvar site embed.FS\n\nfunc main() { http.ListenAndServe(\":8080\", nil) }\n"

// TestEmbeddedByTargets holds that what the Makefile moves into an embedded
// folder makes its front end a part of the program, and that what it makes empty
// is made so here too.
func TestEmbeddedByTargets(t *testing.T) {
	files := map[string]string{
		"go.mod": "module example.com/notes\n\ngo 1.24\n", "main.go": embeddingMain,
		"web/package.json": `{"name":"web","scripts":{"build":"vite build"}}`,
		"Makefile":         "web:\n\tcd web && npm run build && mv dist ../site\nstub:\n\ttouch site/index.html docs/index.html\n",
	}
	p, _ := languagetest.Project(t, &Language, files, ".", "")
	if want := []string{"web"}; !slices.Equal(p.Claim.Parts, want) {
		t.Fatalf("parts %v, want %v", p.Claim.Parts, want)
	}
	if r := Language.Recipe(p); r.Build.BuildCommands[0] != "mkdir -p docs && touch docs/index.html" || slices.ContainsFunc(r.Build.BuildCommands, func(c string) bool { return c == "mkdir -p site && touch site/index.html" }) {
		t.Errorf("%q", r.Build.BuildCommands)
	}
	if w := p.Reader().Warnings("."); len(w) != 1 || w[0].Code != "embedded_missing" || w[0].Path != "main.go" {
		t.Errorf("%+v", w)
	}
	files["docs/a.md"] = "here"
	p, _ = languagetest.Project(t, &Language, files, ".", "")
	if r := Language.Recipe(p); slices.ContainsFunc(r.Build.BuildCommands, func(c string) bool { return c == "mkdir -p docs && touch docs/index.html" }) {
		t.Errorf("what is there was made anew: %q", r.Build.BuildCommands)
	}
}
