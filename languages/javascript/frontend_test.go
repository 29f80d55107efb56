package javascript

import (
	"strings"
	"testing"

	"aipack/backend/language/languagetest"
	"aipack/backend/language/node"
	"aipack/backend/universalbuild"
)

func TestOutsideOfTheProject(t *testing.T) {
	for name, test := range map[string]struct{ config, script, want string }{
		"text":                {config: "build: { outDir: '../server/public' }", want: "server/public"},
		"resolve":             {config: "build: { outDir: resolve(__dirname, '../server/public') }", want: "server/public"},
		"in parts":            {config: "build: { outDir: path.join(__dirname, '..', 'server', 'public'), minify: 'x' }", want: "server/public"},
		"the module's folder": {config: "build: { outDir: path.resolve(import.meta.dirname, '../server/public') }", want: "server/public"},
		"a URL":               {config: "build: { outDir: fileURLToPath(new URL('../server/public', import.meta.url)) }", want: "server/public"},
		"the script":          {script: "vite build --outDir ../server/public", want: "server/public"},
		"within":              {config: "build: { outDir: resolve(__dirname, 'public') }"},
		"out of the tree":     {config: "build: { outDir: '../../x' }"},
	} {
		t.Run(name, func(t *testing.T) {
			f := languagetest.Reader(t, map[string]string{"ui/package.json": `{"scripts": {"build": "` + test.script + `"}}`, "ui/vite.config.ts": "export default { " + test.config + " }"}).Folder("ui")
			if got := node.Into(f); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestAngularStartsItsOwnServer(t *testing.T) {
	files := map[string]string{
		"package.json": `{"scripts": {"start": "ng serve", "build": "ng build", "serve:ssr:shop": "node dist/shop/server/server.mjs"},
			"dependencies": {"@angular/core": "19", "@angular/ssr": "19", "express": "4"}, "devDependencies": {"@angular/cli": "19"}}`,
		"angular.json":  `{"projects": {"shop": {"projectType": "application", "architect": {"build": {"builder": "@angular-devkit/build-angular:application", "options": {"ssr": {"entry": "server.ts"}}}}}}}`,
		"src/server.ts": "import express from 'express';\nconst port = process.env['PORT'] || 4000;\nexpress().listen(port);",
	}
	p, r := languagetest.Project(t, &TypeScript, files, ".", "")
	if got := strings.Join(p.Start.Value.Command, " "); got != "node dist/shop/server/server.mjs" || r.Static || p.Claim.Kind != universalbuild.Web {
		t.Errorf("started by %q, static %v, %s", got, r.Static, p.Claim.Kind)
	}
	if got := port(p); got.Value != 4000 {
		t.Errorf("port %d", got.Value)
	}
}
