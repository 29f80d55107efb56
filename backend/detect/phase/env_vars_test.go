package phase

import (
	"testing"

	"aipack/backend/detect/extract"
	"aipack/backend/detect/pipeline"
	"aipack/backend/language"
	"aipack/backend/language/languagetest"
)

// TestFilesTalkToNoDatabase: what a workspace installs for its server is no need
// of the pages that a web server hands out beside it.
func TestFilesTalkToNoDatabase(t *testing.T) {
	r := languagetest.Reader(t, map[string]string{"web/package.json": "{}", "web/prisma/schema.prisma": "datasource db {\n  provider = \"postgresql\"\n}\n"})
	for static, want := range map[bool]int{true: 0, false: 1} {
		p := &language.Project{Folder: r.Folder("web"), Language: &language.Language{ID: "javascript"}}
		s := &pipeline.ServiceContext{Service: &pipeline.Service{Project: p}, Facts: extract.Of(p, nil)}
		s.Recipe.Static = static
		if _, err := (EnvVars{}).Execute(t.Context(), s); err != nil || len(s.Backing) != want {
			t.Errorf("static %v: needs %v, %v", static, s.Backing, err)
		}
	}
}
