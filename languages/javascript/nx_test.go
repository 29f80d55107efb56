package javascript

import (
	"testing"

	"aipack/backend/language"
	"aipack/backend/language/languagetest"
	"aipack/backend/language/node"
	"aipack/backend/universalbuild"
)

// TestPagesOfAnotherProgram: a bundler that writes outside of its own folder
// builds the pages of the program there.
func TestPagesOfAnotherProgram(t *testing.T) {
	for config, want := range map[string]string{
		"export default { build: { outDir: '../shop/static/app' } }":              "shop/static/app",
		"build: { outDir: resolve(__dirname, '../public'), emptyOutDir: true }":   "public",
		"build: { outDir: path.join(__dirname, `../src/main/resources/static`) }": "src/main/resources/static",
		"build: { outDir: 'dist' }":                      "",
		"// outDir: '../shop/static'\nexport default {}": "",
		"build: { outDir: '../../../etc' }":              "",
		"build: { outDir: '../front/dist' }":             "",
		"build: { outDir: '..' }":                        "",
	} {
		f := languagetest.Reader(t, map[string]string{"front/package.json": "{}", "front/vite.config.ts": config}).Folder("front")
		if got := node.Into(f); got != want {
			t.Errorf("%s: %q, want %q", config, got, want)
		}
	}
}

// TestNxProjects: an application of an Nx workspace may have a package.json
// that says nothing of building it.
func TestNxProjects(t *testing.T) {
	for name, c := range map[string]struct {
		pkg, project string
		more         map[string]string
		role         language.Role
		kind         universalbuild.Kind
		copied       string
	}{
		"a page": {`{"name": "@shop/web", "devDependencies": {"@shop/ui": "workspace:*"}}`,
			`{"name": "web", "projectType": "application", "targets": {"build": {"executor": "@nx/angular:application", "options": {"outputPath": {"base": "dist/apps/web", "browser": ""}}}}}`,
			nil, language.Service, universalbuild.Static, "dist/apps/web"},
		"a page by a bundler": {`{"name": "@shop/web"}`,
			`{"name": "web", "projectType": "application", "targets": {"build": {"outputs": ["{workspaceRoot}/out/web"]}}}`,
			map[string]string{"apps/web/rsbuild.config.ts": "", "apps/web/src/index.html": "<html>"}, language.Service, universalbuild.Static, "out/web"},
		"a page by webpack": {`{"name": "@shop/web"}`,
			`{"name": "web", "projectType": "application", "targets": {"build": {"executor": "@nx/webpack:webpack", "options": {"outputPath": "dist/w"}}, "serve": {"executor": "@nx/webpack:dev-server"}}}`,
			nil, language.Service, universalbuild.Static, "dist/w"},
		"a server by webpack": {`{"name": "@shop/web"}`,
			`{"name": "web", "projectType": "application", "targets": {"build": {"executor": "@nx/webpack:webpack", "options": {"outputPath": "dist/w"}}, "serve": {"executor": "@nx/js:node"}}}`,
			nil, language.Service, universalbuild.Web, "."},
		"its own scripts": {`{"name": "@shop/web", "scripts": {"build": "vite build"}, "devDependencies": {"vite": "^6"}}`,
			`{"name": "web", "projectType": "application", "targets": {"build": {"executor": "@nx/angular:application", "options": {"outputPath": "elsewhere"}}}}`,
			map[string]string{"apps/web/index.html": "<html>"}, language.Service, universalbuild.Static, "apps/web/dist"},
		"a library": {`{"name": "@shop/web"}`, `{"name": "web", "projectType": "library", "targets": {"build": {"executor": "@nx/js:tsc"}}}`,
			nil, language.Aside, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{
				"package.json": `{"workspaces": ["apps/*"], "devDependencies": {"nx": "22.0.0"}}`, "package-lock.json": "{}", "nx.json": "{}",
				"apps/web/package.json": c.pkg, "apps/web/project.json": c.project, "apps/web/src/main.ts": "",
			}
			for k, v := range c.more {
				files[k] = v
			}
			claim, _ := TypeScript.Claim(languagetest.Reader(t, files).Folder("apps/web"))
			l := &TypeScript
			if claim.System == "" {
				l = &Language
			}
			p, r := languagetest.Project(t, l, files, "apps/web", ".")
			if p.Claim.Role != c.role || p.Claim.Kind != c.kind {
				t.Fatalf("role %v, kind %q; want %v, %q", p.Claim.Role, p.Claim.Kind, c.role, c.kind)
			}
			if c.copied != "" && (len(r.Runtime.Copy) == 0 || r.Runtime.Copy[0].From != c.copied) {
				t.Errorf("copied %+v, want %s", r.Runtime.Copy, c.copied)
			}
		})
	}
}
