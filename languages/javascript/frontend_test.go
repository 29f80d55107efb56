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

// TestPagesThatAMakefileMoves holds that a front end whose pages the project's
// own Makefile puts among what the program serves is a part of it, and that a
// workspace's members are left to the workspace.
func TestPagesThatAMakefileMoves(t *testing.T) {
	files := map[string]string{
		"package.json":     `{"name": "api", "scripts": {"start": "tsx server.ts"}, "dependencies": {"express": "4", "tsx": "4"}}`,
		"server.ts":        "const app = require('express')();\napp.use(require('express').static('client'));\napp.listen(3000);\n",
		"web/package.json": `{"name": "web", "scripts": {"build": "vite build"}}`,
		"Makefile":         "build:\n\tcd web && npm run build\n\tmv web/dist client\n",
	}
	p, _ := languagetest.Project(t, &TypeScript, files, ".", "")
	b, _ := languagetest.Project(t, &Language, files, "web", "")
	if len(p.Claim.Parts) != 1 || p.Claim.Parts[0] != "web" {
		t.Fatalf("parts %v", p.Claim.Parts)
	}
	p.Beside = append(p.Beside, b)
	lines := strings.Join(TypeScript.Recipe(p).Build.BuildCommands, "\n")
	if want := "cd web && npm install\ncd web && npm run build\ncd web && mv dist ../client"; !strings.HasPrefix(lines, want) {
		t.Errorf("built by\n%s", lines)
	}
	files["package.json"] = strings.Replace(files["package.json"], `"name"`, `"workspaces": ["web"], "name"`, 1)
	if p, _ := languagetest.Project(t, &TypeScript, files, ".", ""); len(p.Claim.Parts) > 0 {
		t.Errorf("a workspace has the parts %v", p.Claim.Parts)
	}
}
