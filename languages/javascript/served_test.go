package javascript

import (
	"slices"
	"strings"
	"testing"

	"aipack/backend/language"
	"aipack/backend/language/languagetest"
)

// TestServesTheFrontEndBesideIt holds that a program which names the folder that a
// member of its workspace is built into hands out that one's pages.
func TestServesTheFrontEndBesideIt(t *testing.T) {
	nx := func(more map[string]string) map[string]string {
		files := map[string]string{
			"package.json": `{"devDependencies": {"nx": "22.0.0"}, "dependencies": {"@nestjs/core": "11"}}`, "package-lock.json": "{}", "nx.json": "{}",
			"apps/api/project.json":    `{"name": "api", "projectType": "application", "targets": {"build": {"outputs": ["{workspaceRoot}/dist/apps/api"]}, "serve": {"executor": "@nx/js:node"}}}`,
			"apps/api/src/main.ts":     "import { NestFactory } from '@nestjs/core';\nawait app.listen(3333);\n",
			"apps/client/project.json": `{"name": "client", "projectType": "application", "targets": {"build": {"executor": "@nx/angular:application", "options": {"outputPath": "dist/apps/client"}}}}`,
		}
		for name, content := range more {
			files[name] = content
		}
		return files
	}
	packages := func(server string) map[string]string {
		return map[string]string{
			"package.json": `{"workspaces": ["server", "web"]}`, "package-lock.json": "{}",
			"server/package.json": `{"name": "server", "scripts": {"start": "node src/index.js"}, "dependencies": {"express": "5"}}`, "server/src/index.js": server,
			"web/package.json": `{"name": "web", "scripts": {"build": "vite build"}, "devDependencies": {"vite": "7"}}`, "web/index.html": "<html>",
		}
	}
	const listens = "\nconst app = require('express')();\napp.listen(3000);\n"
	for name, c := range map[string]struct {
		files map[string]string
		of    string
		want  string
	}{
		"Nest in Nx":                {nx(map[string]string{"apps/api/src/app.module.ts": "@Module({ imports: [\n  ServeStaticModule.forRoot({ rootPath: join(__dirname, '..', 'client') }),\n] })"}), "apps/api", "apps/client"},
		"a part of it":              {nx(map[string]string{"apps/api/src/app.module.ts": "join(__dirname, '../client', '.well-known')"}), "apps/api", "apps/client"},
		"by tsc, in the same depth": {nx(map[string]string{"apps/api/src/app.module.ts": "join(__dirname, '../../client')"}), "apps/api", "apps/client"},
		"its own assets":            {nx(map[string]string{"apps/api/src/app.module.ts": "join(__dirname, 'assets', 'client')"}), "apps/api", ""},
		"another with such a name":  {nx(map[string]string{"apps/api/src/app.module.ts": "join(__dirname, '..', 'client-old')"}), "apps/api", ""},
		"in a remark":               {nx(map[string]string{"apps/api/src/app.module.ts": "// join(__dirname, '..', 'client')"}), "apps/api", ""},
		"deployed apart":            {nx(map[string]string{"apps/api/src/app.module.ts": "join(__dirname, '..', 'client')", "apps/client/Dockerfile": "FROM nginx\n"}), "apps/api", ""},
		"members of packages":       {packages("app.use(require('express').static(require('path').join(__dirname, '../../web/dist')));" + listens), "server", "web"},
		"the sources of one":        {packages("fs.readFileSync(path.join(__dirname, '../../web/README.md'))" + listens), "server", ""},
	} {
		t.Run(name, func(t *testing.T) {
			r := languagetest.Reader(t, c.files)
			claim, ok := TypeScript.Claim(r.Folder(c.of))
			if !ok {
				claim, _ = Language.Claim(r.Folder(c.of))
			}
			if got := strings.Join(claim.Parts, " "); got != c.want {
				t.Errorf("it serves %q, want %q", got, c.want)
			}
		})
	}

	p, _ := languagetest.Project(t, &TypeScript, nx(map[string]string{"apps/api/src/app.module.ts": "\njoin(__dirname, '..', 'client')"}), "apps/api", ".")
	b, _ := languagetest.Project(t, &Language, nx(nil), "apps/client", ".")
	p.Workspace = &language.Workspace{Root: ".", Members: []string{"apps/api", "apps/client"}}
	b.Workspace = p.Workspace
	p.Beside = append(p.Beside, b)
	r := TypeScript.Recipe(p)
	if front, own := slices.Index(r.Build.BuildCommands, "node_modules/.bin/nx build client"), slices.Index(r.Build.BuildCommands, "node_modules/.bin/nx build api"); front < 0 || own < front {
		t.Errorf("built by %q", r.Build.BuildCommands)
	}
	if !slices.ContainsFunc(r.Why, func(w language.Reason) bool {
		return w.Evidence.Rule == "node.serves" && w.Evidence.Path == "apps/api/src/app.module.ts" && w.Evidence.Line == 2
	}) {
		t.Errorf("no reason for it: %+v", r.Why)
	}
}
