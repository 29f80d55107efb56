package javascript

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"aipack/backend/language"
	"aipack/backend/language/languagetest"
	"aipack/languages/javascript/workspace"
)

func TestWorkspaceSignals(t *testing.T) {
	members := map[string]string{"apps/web/package.json": `{"name": "web"}`, "apps/old/package.json": "{}", "libs/kit/package.json": `{"name": "kit"}`, "apps/web/node_modules/x/package.json": "{}"}
	root := `{"workspaces": ["apps/*", "./libs/*/"]}`
	all := []string{"apps/old", "apps/web", "libs/kit"}
	for name, test := range map[string]struct {
		files         map[string]string
		tool, manager string
		members       []string
	}{
		"npm":       {map[string]string{"package.json": root}, "npm", "npm", all},
		"yarn":      {map[string]string{"package.json": `{"workspaces": {"packages": ["apps/*"]}}`, "yarn.lock": ""}, "yarn", "yarn", []string{"apps/old", "apps/web"}},
		"pnpm":      {map[string]string{"package.json": "{}", "pnpm-workspace.yaml": "packages: ['apps/*', '!apps/old']"}, "pnpm", "pnpm", []string{"apps/web"}},
		"bun":       {map[string]string{"package.json": root, "bun.lock": "{}"}, "bun", "bun", all},
		"turborepo": {map[string]string{"package.json": root, "turbo.json": "{}"}, "turborepo", "npm", all},
		"nx":        {map[string]string{"package.json": "{}", "nx.json": "{}", "apps/web/project.json": "{}"}, "nx", "npm", all},
		"lerna":     {map[string]string{"package.json": "{}", "lerna.json": `{"packages": ["libs/*"]}`}, "lerna", "npm", []string{"libs/kit"}},
		"rush":      {map[string]string{"rush.json": `{"pnpmVersion": "8.0.0", "projects": [{"projectFolder": "apps/web"}]}`}, "rush", "pnpm", []string{"apps/web"}},
		"moon":      {map[string]string{"package.json": "{}", ".moon/workspace.yml": "projects:\n  web: apps/web\n"}, "moon", "npm", []string{"apps/web"}},
	} {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{}
			for n, c := range members {
				files[n] = c
			}
			for n, c := range test.files {
				files[n] = c
			}
			w, ok := workspace.Find(languagetest.Reader(t, files).Folder("."))
			if !ok || w.Tool != test.tool || w.Manager != test.manager {
				t.Errorf("got %q of %q, %v", w.Tool, w.Manager, ok)
			}
			if diff := cmp.Diff(test.members, w.Members); diff != "" {
				t.Error(diff)
			}
		})
	}
	if _, ok := workspace.Find(languagetest.Reader(t, map[string]string{"package.json": `{"workspaces": ["gone/*"]}`}).Folder(".")); ok {
		t.Error("a workspace without members is one")
	}
}

func TestMemberIsBuiltFromTheRoot(t *testing.T) {
	files := map[string]string{
		"package.json":           `{"private": true, "workspaces": ["apps/*", "libs/*"]}`,
		"package-lock.json":      "{}",
		"apps/web/package.json":  `{"name": "web", "scripts": {"build": "next build", "start": "next start"}, "dependencies": {"next": "15", "kit": "*"}}`,
		"libs/kit/package.json":  `{"name": "kit", "main": "dist/a.js", "scripts": {"build": "tsc"}, "dependencies": {"base": "1"}}`,
		"libs/base/package.json": `{"name": "base", "scripts": {"build": "tsc"}}`,
	}
	p, r := languagetest.Project(t, &Language, files, "apps/web", ".")
	if d, _ := p.Dep("kit"); d.Local != "libs/kit" || d.Line != 1 {
		t.Errorf("kit: %+v", d)
	}
	want := []string{"npm run build --workspace=libs/base", "npm run build --workspace=libs/kit", "npm run build --workspace=apps/web"}
	if diff := cmp.Diff(want, r.Build.BuildCommands); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"package.json", "package-lock.json", "apps/web/package.json", "libs/base/package.json", "libs/kit/package.json"}, r.Build.Manifests); diff != "" {
		t.Error(diff)
	}
	if r.Runtime.Workdir != "/app/apps/web" || !strings.HasPrefix(r.Runtime.Environment["PATH"], "/app/apps/web/node_modules/.bin:/app/node_modules/.bin:") {
		t.Errorf("runtime: %+v", r.Runtime)
	}
	if got := strings.Join(p.Start.Value.Command, " "); got != "next start" {
		t.Errorf("start: %q", got)
	}
}

func TestInstallLines(t *testing.T) {
	const start = `"scripts": {"start": "node server.js"}`
	lock := `{"lockfileVersion": 3, "packages": {"": {"dependencies": {"ms": "2.1.3"}}}}`
	for name, test := range map[string]struct {
		files   map[string]string
		setup   string
		install string
		whole   bool // everything is copied before the install
	}{
		"npm":               {map[string]string{"package.json": `{` + start + `, "dependencies": {"ms": "2.1.3"}}`, "package-lock.json": lock}, "", "npm ci", false},
		"out of step":       {map[string]string{"package.json": `{` + start + `, "dependencies": {"ms": "2.0.0"}}`, "package-lock.json": lock}, "", "npm install", false},
		"pnpm out of step":  {map[string]string{"package.json": `{` + start + `, "dependencies": {"ms": "^2.1.0"}}`, "pnpm-lock.yaml": "lockfileVersion: '9.0'\n\nimporters:\n\n  .:\n    dependencies:\n      ms:\n        specifier: ^2.0.0\n        version: 2.1.3\n"}, "npm install -g pnpm@9", "pnpm install --no-frozen-lockfile", false},
		"pnpm in step":      {map[string]string{"package.json": `{` + start + `, "dependencies": {"ms": "^2.0.0"}}`, "pnpm-lock.yaml": "lockfileVersion: '9.0'\n\nimporters:\n\n  .:\n    dependencies:\n      ms:\n        specifier: ^2.0.0\n        version: 2.1.3\n"}, "npm install -g pnpm@9", "pnpm install --frozen-lockfile", false},
		"yarn out of step":  {map[string]string{"package.json": `{` + start + `, "dependencies": {"ms": "2.0.0"}}`, "yarn.lock": "# yarn lockfile v1\n\n\nms@2.1.3:\n  version \"2.1.3\"\n  resolved \"x\"\n  integrity x\n\n"}, "npm install -g --force yarn@1.22.22", "yarn install", false},
		"without a lock":    {map[string]string{"package.json": `{` + start + `}`}, "", "npm install", false},
		"nothing is built":  {map[string]string{"package.json": `{` + start + `, "devDependencies": {"eslint": "9"}}`}, "", "npm install --omit=dev", false},
		"a hook of git":     {map[string]string{"package.json": `{"scripts": {"start": "node server.js", "prepare": "husky"}, "devDependencies": {"husky": "9"}}`}, "", "npm install", false},
		"a script installs": {map[string]string{"package.json": `{"scripts": {"start": "node server.js", "postinstall": "node setup.js"}}`}, "", "npm install", true},
		"a folder":          {map[string]string{"package.json": `{` + start + `, "dependencies": {"a": "file:./a"}}`}, "", "npm install", true},
		"yarn 1":            {map[string]string{"package.json": `{` + start + `}`, "yarn.lock": "# yarn lockfile v1"}, "npm install -g --force yarn@1.22.22", "yarn install --frozen-lockfile", false},
		"yarn in the tree":  {map[string]string{"package.json": `{` + start + `}`, "yarn.lock": "__metadata:", ".yarn/releases/yarn-4.1.0.cjs": "x"}, "", "node .yarn/releases/yarn-4.1.0.cjs install --immutable", false},
		"yarn 4":            {map[string]string{"package.json": `{"packageManager": "yarn@4.5.1", ` + start + `}`, "yarn.lock": "__metadata:"}, "npm install -g --force @yarnpkg/cli-dist@4.5.1", "yarn install --immutable", false},
		"pnpm 8":            {map[string]string{"package.json": `{` + start + `}`, "pnpm-lock.yaml": "lockfileVersion: '6.0'"}, "npm install -g pnpm@8", "pnpm install --frozen-lockfile", false},
		"pnpm on Node 16":   {map[string]string{"package.json": `{"engines": {"node": "16"}, ` + start + `}`, "pnpm-lock.yaml": "lockfileVersion: '9.0'"}, "npm install -g pnpm@8", "pnpm install --frozen-lockfile", false},
		"bun for Node":      {map[string]string{"package.json": `{` + start + `}`, "bun.lock": "{}"}, "", "bun install --frozen-lockfile", false},
	} {
		t.Run(name, func(t *testing.T) {
			test.files["server.js"] = serverFile
			_, r := languagetest.Project(t, &Language, test.files, ".", "")
			if got := strings.Join(r.Build.Setup, ";"); got != test.setup {
				t.Errorf("setup %q", got)
			}
			if got := strings.Join(r.Build.PreBuildCommands, ";"); got != test.install {
				t.Errorf("install %q", got)
			}
			if (r.Build.Manifests == nil) != test.whole {
				t.Errorf("manifests %v", r.Build.Manifests)
			}
		})
	}
}

func TestNamesCannotEndACommand(t *testing.T) {
	files := map[string]string{
		"package.json":          `{"workspaces": ["apps/*"], "devDependencies": {"turbo": "2"}}`,
		"apps/a b/package.json": `{"name": "x; rm -rf $HOME", "scripts": {"build": "tsc", "start": "node a.js"}}`,
		"apps/a b/a.js":         serverFile,
	}
	_, r := languagetest.Project(t, &Language, files, "apps/a b", ".")
	if diff := cmp.Diff([]string{`node_modules/.bin/turbo run build --filter='x; rm -rf $HOME'`}, r.Build.BuildCommands); diff != "" {
		t.Error(diff)
	}
}

func TestAssetsBesideAnotherLanguage(t *testing.T) {
	files := map[string]string{
		"package.json":  `{"scripts": {"build": "vite build"}, "devDependencies": {"vite": "6", "laravel-vite-plugin": "1"}, "engines": {"node": "20"}}`,
		"composer.json": "{}",
	}
	host, _ := languagetest.Project(t, &Language, files, ".", "")
	beside := *host
	host.Beside = append(host.Beside, &beside)
	r := recipe(host)
	r.Build.Setup, r.Build.BuildCommands, r.Build.Tools = nil, []string{"the host's own"}, nil
	if !host.AddAssets(&r) {
		t.Fatal("there is nothing to add")
	}
	if diff := cmp.Diff([]string{"npm install", "npm run build", "the host's own"}, r.Build.BuildCommands); diff != "" {
		t.Error(diff)
	}
	if len(r.Build.Tools) != 1 || r.Build.Tools[0].Image != "node:20-bookworm-slim" || len(r.Build.Setup) != 1 {
		t.Errorf("tools %v, setup %v", r.Build.Tools, r.Build.Setup)
	}
	beside.Language, host.Beside = &language.Language{ID: "html"}, host.Beside[:1]
	if host.AddAssets(&r) {
		t.Error("another language's project has assets of Node.js")
	}
}

// TestAssetsOfSeveralFrontEnds: the first, and those that write into the program's own
// folders; Bun comes along once.
func TestAssetsOfSeveralFrontEnds(t *testing.T) {
	t.Parallel()
	const build = `{"scripts": {"build": "vite build"}, "devDependencies": {"vite": "7"}}`
	config := func(dir string) string { return "export default { build: { outDir: '" + dir + "' } }\n" }
	files := map[string]string{"package.json": build, "composer.json": "{}"}
	for name, out := range map[string]string{"mails": "dist", "web": "../../public/web", "demo": "../demo"} {
		files["js/"+name+"/package.json"], files["js/"+name+"/bun.lock"], files["js/"+name+"/vite.config.ts"] = build, "{}", config(out)
	}
	files["js/demo/vite.config.ts"] = config("dist")
	host, _ := languagetest.Project(t, &Language, files, ".", "")
	for _, name := range []string{"mails", "demo", "web"} {
		b, _ := languagetest.Project(t, &Language, files, "js/"+name, "")
		host.Beside = append(host.Beside, b)
	}
	var r language.Recipe
	if !host.AddAssets(&r) {
		t.Fatal("there is nothing to add")
	}
	want := []string{"cd js/web && bun install --frozen-lockfile", "cd js/web && bun run build", "cd js/mails && bun install --frozen-lockfile", "cd js/mails && bun run build"}
	if diff := cmp.Diff(want, r.Build.BuildCommands); diff != "" {
		t.Error(diff)
	}
	if len(r.Build.Tools) != 2 {
		t.Errorf("tools %+v", r.Build.Tools)
	}
}
