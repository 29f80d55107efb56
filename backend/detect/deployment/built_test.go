package deployment

import (
	"strings"
	"testing"

	"aipack/backend/language"
	"aipack/backend/language/languagetest"
)

func TestStagesThatBuildAProject(t *testing.T) {
	t.Parallel()
	const server = "FROM node:20 AS ui\nCOPY ./frontend .\nRUN npm run build\nFROM scratch AS unused\nFROM python:3.12 AS deps\nFROM python:3.13-slim\nCOPY --from=deps /v /v\nCOPY . .\nCOPY --from=ui /dist /dist\n"
	for name, c := range map[string]struct {
		files map[string]string
		dir   string
		whole bool   // a workspace at the root
		want  string // images, the last stage's first
	}{
		"its own file":          {map[string]string{"Dockerfile": server}, ".", false, "python:3.13-slim python:3.12 node:20"},
		"a stage of the root":   {map[string]string{"Dockerfile": server, "frontend/a.js": ""}, "frontend", false, "node:20"},
		"no stage of its own":   {map[string]string{"Dockerfile": server, "docs/a.js": ""}, "docs", false, ""},
		"a workspace's member":  {map[string]string{"Dockerfile": "FROM node:24\nCOPY . .\n", "apps/a/a.js": ""}, "apps/a", true, "node:24"},
		"manifests alone":       {map[string]string{"Dockerfile": "FROM node:24\nCOPY ui/package*.json ./\n", "ui/a.js": ""}, "ui", false, "node:24"},
		"a name that begins so": {map[string]string{"Dockerfile": "FROM node:24\nCOPY uix .\n", "ui/a.js": ""}, "ui", false, ""},
		"a circle of stages":    {map[string]string{"Dockerfile": "FROM b AS a\nFROM a AS b\nCOPY --from=b . .\n"}, ".", false, "a: b:"},
	} {
		t.Run(name, func(t *testing.T) {
			r := languagetest.Reader(t, c.files)
			p := &language.Project{Folder: r.Folder(c.dir)}
			if c.whole {
				p.Workspace = &language.Workspace{Root: "."}
			}
			var got []string
			f := Of(p, Survey(r, Compose(r), []string{c.dir, "."}))
			for _, image := range f.Built().Images() {
				got = append(got, image.Name+":"+image.Tag)
			}
			if strings.Join(got, " ") != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}
