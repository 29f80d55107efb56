package javascript

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"aipack/backend/language"
	"aipack/backend/language/languagetest"
	"aipack/backend/language/node"
	"aipack/backend/universalbuild"
	"aipack/languages/javascript/site"
	"aipack/languages/javascript/workspace"
)

const serverFile = "require('http').createServer((q, s) => s.end()).listen(3000);\n"

func TestManagerPrecedence(t *testing.T) {
	pkg := func(more string) string { return `{"name": "x", "scripts": {"start": "node server.js"}` + more + `}` }
	for name, test := range map[string]struct {
		files         map[string]string
		id, version   string
		warned, berry bool
	}{
		"npm by default":             {files: map[string]string{"package.json": pkg("")}, id: "npm"},
		"the field beats the lock":   {files: map[string]string{"package.json": pkg(`, "packageManager": "yarn@4.5.0"`), "package-lock.json": "{}"}, id: "yarn", version: "4.5.0", berry: true},
		"pnpm's lock":                {files: map[string]string{"package.json": pkg(""), "pnpm-lock.yaml": "lockfileVersion: '6.0'\n"}, id: "pnpm", version: "8"},
		"pnpm's newest lock":         {files: map[string]string{"package.json": pkg(""), "pnpm-lock.yaml": "lockfileVersion: '9.0'\n"}, id: "pnpm", version: "9"},
		"pnpm's branch lock":         {files: map[string]string{"package.json": pkg(""), "pnpm-lock.main.yaml": "lockfileVersion: '9.0'\n"}, id: "pnpm", version: "9"},
		"settings came with pnpm 10": {files: map[string]string{"package.json": pkg(""), "pnpm-workspace.yaml": "onlyBuiltDependencies: [sharp]\n", "pnpm-lock.yaml": "lockfileVersion: '9.0'\n"}, id: "pnpm", version: "10"},
		"yarn 1":                     {files: map[string]string{"package.json": pkg(""), "yarn.lock": "# yarn lockfile v1\n"}, id: "yarn", version: "1"},
		"yarn 3 by its lock":         {files: map[string]string{"package.json": pkg(""), "yarn.lock": "__metadata:\n  version: 6\n"}, id: "yarn", version: "3", berry: true},
		"yarn by its release":        {files: map[string]string{"package.json": pkg(""), ".yarnrc.yml": "yarnPath: x", ".yarn/releases/yarn-4.1.0.cjs": "x"}, id: "yarn", version: "4.1.0", berry: true},
		"bun's lock":                 {files: map[string]string{"package.json": pkg(""), "bun.lock": "{}"}, id: "bun"},
		"several locks":              {files: map[string]string{"package.json": pkg(""), "bun.lockb": "x", "yarn.lock": "x", "package-lock.json": "{}"}, id: "bun", warned: true},
		"engines":                    {files: map[string]string{"package.json": pkg(`, "engines": {"pnpm": ">=9"}`)}, id: "pnpm", version: ">=9"},
		"mise":                       {files: map[string]string{"package.json": pkg(""), "mise.toml": "[tools]\npnpm = \"10.1.0\"\n"}, id: "pnpm", version: "10.1.0"},
	} {
		t.Run(name, func(t *testing.T) {
			m := workspace.ManagerOf(languagetest.Reader(t, test.files).Folder("."))
			if m.ID != test.id || m.Version != test.version || m.Berry() != test.berry || (len(m.Warnings) > 0) != test.warned {
				t.Errorf("got %s %q, berry %v, warnings %v", m.ID, m.Version, m.Berry(), m.Warnings)
			}
		})
	}
}

func TestVersionPrecedenceAndImages(t *testing.T) {
	for name, test := range map[string]struct {
		files         map[string]string
		version, rule string
		image         string
	}{
		"engines first":     {map[string]string{"package.json": `{"engines": {"node": "^20.1"}}`, ".nvmrc": "18"}, "20.1", "node.engines", "node:20-bookworm-slim"},
		"nvmrc with a v":    {map[string]string{".nvmrc": "v18.20.5\n"}, "18.20.5", "node.version-file", "node:18.20.5-bookworm-slim"},
		"a codename":        {map[string]string{".nvmrc": "lts/iron"}, "20", "node.version-file", "node:20-bookworm-slim"},
		"any support":       {map[string]string{".nvmrc": "lts/*"}, "lts/*", "node.version-file", "node:22-bookworm-slim"},
		"node-version":      {map[string]string{".node-version": "24\n"}, "24", "node.version-file", "node:24-bookworm-slim"},
		"volta":             {map[string]string{"package.json": `{"volta": {"node": "20.11.1"}}`}, "20.11.1", "node.volta", "node:20.11.1-bookworm-slim"},
		"asdf":              {map[string]string{".tool-versions": "nodejs 22.1.0\n"}, "22.1.0", "tool_versions", "node:22.1.0-bookworm-slim"},
		"an open range":     {map[string]string{"package.json": `{"engines": {"node": ">=18"}}`}, ">=18", "node.engines", "node:22-bookworm-slim"},
		"a newer range":     {map[string]string{"package.json": `{"engines": {"node": ">=24.1"}}`}, ">=24.1", "node.engines", "node:24-bookworm-slim"},
		"an older range":    {map[string]string{"package.json": `{"engines": {"node": ">=14 <19"}}`}, ">=14 <19", "node.engines", "node:18-bookworm-slim"},
		"two lines":         {map[string]string{"package.json": `{"engines": {"node": "18.x || 20.x"}}`}, "18.x || 20.x", "node.engines", "node:20-bookworm-slim"},
		"before bookworm":   {map[string]string{".nvmrc": "14.18.1"}, "14.18.1", "node.version-file", "node:14-bullseye-slim"},
		"older than images": {map[string]string{"package.json": `{"engines": {"node": "0.10"}}`}, "0.10", "node.engines", "node:12-bullseye-slim"},
		"no such alias":     {map[string]string{".nvmrc": "lts/nonsense"}, "22", "", "node:22-bookworm-slim"},
		"anything":          {map[string]string{"package.json": `{"engines": {"node": "*"}}`}, "22", "", "node:22-bookworm-slim"},
	} {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{"server.js": serverFile}
			for n, c := range test.files {
				files[n] = c
			}
			if files["package.json"] == "" {
				files["package.json"] = `{"name": "x"}`
			}
			p, r := languagetest.Project(t, &Language, files, ".", "")
			rule := ""
			if len(p.Version.Evidence) > 0 {
				rule = p.Version.Evidence[0].Rule
			}
			if p.Version.Value != test.version || rule != test.rule || r.Build.BaseImage != test.image {
				t.Errorf("got %q by %q, image %s", p.Version.Value, rule, r.Build.BaseImage)
			}
		})
	}
}

func TestVersionThatNoImageHasIsTold(t *testing.T) {
	p, _ := languagetest.Project(t, &Language, map[string]string{"package.json": `{"engines": {"node": "0.10.x"}}`, "server.js": serverFile}, ".", "")
	ws := p.Reader().Warnings(".")
	if len(ws) != 1 || ws[0].Code != "version_unsupported" {
		t.Errorf("got %v", ws)
	}
}

func TestProgramsThatImportWhatIsForDevelopment(t *testing.T) {
	for name, c := range map[string]struct {
		files map[string]string
		omits bool
	}{
		"at its top":        {map[string]string{"server.js": "var express = require('express'),\n    override = require('method-override');\n" + serverFile}, false},
		"in another file":   {map[string]string{"server.js": "const app = require('./lib/app');\n" + serverFile, "lib/app.js": "import x from 'method-override'\n"}, false},
		"in development":    {map[string]string{"server.js": "if (process.env.NODE_ENV !== 'production') {\n  require('method-override');\n}\n" + serverFile}, true},
		"behind an if":      {map[string]string{"server.js": "if (dev) require('method-override');\n" + serverFile}, true},
		"nowhere":           {map[string]string{"server.js": serverFile}, true},
		"in its tests only": {map[string]string{"server.js": serverFile, "test/a.js": "require('method-override')\n"}, true},
	} {
		c.files["package.json"] = `{"scripts": {"start": "node server.js"}, "dependencies": {"express": "5"}, "devDependencies": {"method-override": "2"}}`
		_, r := languagetest.Project(t, &Language, c.files, ".", "")
		if got := strings.Join(r.Build.PreBuildCommands, " "); strings.Contains(got, "--omit=dev") != c.omits {
			t.Errorf("%s: %s", name, got)
		}
	}
}

func TestServersThatABuildWrites(t *testing.T) {
	for name, c := range map[string]struct {
		files map[string]string
		want  string
	}{
		"Astro for Node":   {map[string]string{"package.json": `{"scripts": {"start": "astro dev", "build": "astro build"}, "dependencies": {"astro": "5", "@astrojs/node": "9"}}`, "tsconfig.json": "{}", "src/env.d.ts": "", "astro.config.mjs": "import node from '@astrojs/node'; export default { output: 'server', adapter: node() }"}, "node dist/server/entry.mjs"},
		"Astro for Vercel": {map[string]string{"package.json": `{"scripts": {"start": "astro dev", "build": "astro build"}, "dependencies": {"astro": "5", "@astrojs/vercel": "8"}}`, "tsconfig.json": "{}", "src/env.d.ts": "", "astro.config.mjs": "import vercel from '@astrojs/vercel'; export default { output: 'server', adapter: vercel() }"}, ""},
		"Hono by Vite":     {map[string]string{"package.json": `{"scripts": {"dev": "vite", "build": "vite build"}, "dependencies": {"hono": "4", "@hono/node-server": "1"}, "devDependencies": {"vite": "5", "@hono/vite-build": "1"}}`, "vite.config.ts": "import build from '@hono/vite-build/node'\nexport default { plugins: [build({ entry: 'src/index.tsx' })] }", "src/index.tsx": "import { Hono } from 'hono'\nexport default new Hono()\n"}, "node dist/index.js"},
		"its own folder":   {map[string]string{"package.json": `{"scripts": {"dev": "vite", "build": "vite build"}, "dependencies": {"hono": "4", "@hono/node-server": "1"}, "devDependencies": {"vite": "5", "@hono/vite-build": "1"}}`, "vite.config.ts": "import build from '@hono/vite-build/node'\nexport default { plugins: [build({ entry: 'src/index.tsx', outputDir: './out', output: 'web.js' })] }", "src/index.tsx": "import { Hono } from 'hono'\nexport default new Hono()\n"}, "node out/web.js"},
	} {
		t.Run(name, func(t *testing.T) {
			p, _ := languagetest.Project(t, &TypeScript, c.files, ".", "")
			if got := strings.Join(p.Start.Value.Command, " "); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestStartScriptsComeDownToAProgram(t *testing.T) {
	for script, want := range map[string]string{
		"node server.js":                                  "node server.js",
		"NODE_ENV=production node server.js":              "node server.js",
		"PORT=4000 MODE=x node server.js":                 "env MODE=x node server.js",
		"cross-env NODE_ENV=production node server":       "node server",
		"next start -p 4000":                              "node_modules/.bin/next start -p 4000",
		"npx serve -s build":                              "node_modules/.bin/serve -s build",
		"npx @vue/cli-service serve":                      "node_modules/.bin/vue-cli-service serve",
		"npx @scope/tool@2 run":                           "node_modules/.bin/tool run",
		"npx @x/pm2 startOrReload ecosystem.config.js":    "node boot.js",
		"npx serve@14 build":                              "node_modules/.bin/serve build",
		"npm run serve":                                   "node lib/serve.js --quiet",
		"npm run serve -- --loud":                         "node lib/serve.js --quiet --loud",
		"yarn serve":                                      "node lib/serve.js --quiet",
		"nodemon -w src server.js":                        "node server.js",
		"node --watch server.js":                          "node server.js",
		"pm2 start server.js":                             "node server.js",
		"ts-node-dev --respawn src/a.ts":                  "node_modules/.bin/ts-node src/a.ts",
		"ts-node-dev -r tsconfig-paths/register src/a.ts": "node_modules/.bin/ts-node -r tsconfig-paths/register src/a.ts",
		"nodemon --ext ts --exec ts-node -r tsconfig-paths/register src/a.ts": "node_modules/.bin/ts-node -r tsconfig-paths/register src/a.ts",
		"nodemon --exec 'ts-node --files' src/a.ts":                           "node_modules/.bin/ts-node --files src/a.ts",
		"tsx watch src/a.ts":                          "node_modules/.bin/tsx src/a.ts",
		"bun run index.ts":                            "bun index.ts",
		"dotenv -e .env -- node server.js":            "node server.js",
		"npm run build && node dist/a.js":             "node dist/a.js",
		"prisma migrate deploy && node dist/index.js": "node dist/index.js",
		"./start.sh":                                  "bash ./start.sh",
		"node server.js | tee log":                    "sh -c node server.js | tee log",
		"node server.js --port $PORT":                 "sh -c node server.js --port $PORT",
		"cross-env PORT=${P:-1} node server.js":       "sh -c exec env PORT=${P:-1} node server.js",
		"npm run loop":                                "sh -c npm run loop",
	} {
		t.Run(script, func(t *testing.T) {
			pkg := fmt.Sprintf(`{"name": "x", "scripts": {"start": %q, "serve": "node lib/serve.js --quiet", "build": "tsc", "loop": "npm run loop"}}`, script)
			p, _ := languagetest.Project(t, &Language, map[string]string{"package.json": pkg, "server.js": serverFile, "start.sh": "#!/bin/bash\n", "index.ts": "", "ecosystem.config.js": "module.exports = { apps: [{ script: 'boot.js' }] }"}, ".", "")
			if got := strings.Join(p.Start.Value.Command, " "); got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

func TestMigrationsAreReleaseSteps(t *testing.T) {
	p, r := languagetest.Project(t, &Language, map[string]string{
		"package.json": `{"scripts": {"start": "npm run scss && prisma migrate deploy && node server.js", "scss": "sass a b"}, "dependencies": {"prisma": "5"}}`,
		"server.js":    serverFile,
	}, ".", "")
	if diff := cmp.Diff([]string{"node_modules/.bin/prisma migrate deploy"}, p.Start.Value.Release); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"npm run scss"}, r.Build.BuildCommands); diff != "" {
		t.Error(diff)
	}
}

func TestRoles(t *testing.T) {
	const nest = `{"scripts": {"start": "nest start"}, "dependencies": {"@nestjs/core": "11", "@nestjs/microservices": "11"}, "devDependencies": {"@nestjs/cli": "11", "typescript": "5"}}`
	for name, test := range map[string]struct {
		files map[string]string
		role  language.Role
		kind  universalbuild.Kind
	}{
		"a server":              {map[string]string{"package.json": `{"scripts": {"start": "node a.js"}, "dependencies": {"express": "4"}}`}, language.Service, universalbuild.Web},
		"a script":              {map[string]string{"package.json": `{"scripts": {"start": "node a.js"}}`, "a.js": "console.log(1)"}, language.Program, universalbuild.CLI},
		"a server of its own":   {map[string]string{"package.json": `{"scripts": {"start": "node a.js"}}`, "a.js": serverFile}, language.Service, universalbuild.Web},
		"a server brought in":   {map[string]string{"package.json": `{"main": "server.js", "dependencies": {"express": "4"}}`, "server.js": "const src = require('./src')", "src/index.js": serverFile}, language.Service, universalbuild.Web},
		"a tool brought in":     {map[string]string{"package.json": `{"main": "run.js", "dependencies": {"axios": "1"}}`, "run.js": "require('./lib')()", "lib/index.js": "module.exports = () => console.log(1)"}, language.Program, universalbuild.CLI},
		"a library's server":    {map[string]string{"package.json": `{"main": "a.js"}`, "a.js": "module.exports = require('./b')", "b.js": serverFile}, language.Library, ""},
		"a bot":                 {map[string]string{"package.json": `{"scripts": {"start": "node a.js"}, "dependencies": {"telegraf": "4"}}`}, language.Service, universalbuild.Worker},
		"a queue's worker":      {map[string]string{"package.json": `{"scripts": {"start": "node a.js"}, "dependencies": {"bullmq": "5"}}`, "a.js": "new Worker('q')"}, language.Service, universalbuild.Worker},
		"a command":             {map[string]string{"package.json": `{"bin": "a.js"}`, "a.js": "x"}, language.Program, universalbuild.CLI},
		"a library":             {map[string]string{"package.json": `{"main": "a.js"}`, "a.js": "module.exports = 1"}, language.Library, ""},
		"a typed library":       {map[string]string{"package.json": `{"types": "a.d.ts", "dependencies": {"lodash": "4"}}`}, language.Library, ""},
		"a front end":           {map[string]string{"package.json": `{"scripts": {"build": "vite build"}, "devDependencies": {"vite": "6"}}`, "index.html": "x"}, language.Service, universalbuild.Static},
		"a front end's server":  {map[string]string{"package.json": `{"scripts": {"start": "npm run run", "run": "node s.js"}, "devDependencies": {"vite": "6"}, "dependencies": {"express": "4"}}`, "index.html": "x"}, language.Service, universalbuild.Web},
		"components":            {map[string]string{"package.json": `{"scripts": {"build": "vite build"}, "main": "d.js", "devDependencies": {"vite": "6"}}`, "vite.config.ts": "build: { lib: { entry: 'a' } }", "src/d.ts": "export const a = 1", "index.html": "x"}, language.Library, ""},
		"assets of Laravel":     {map[string]string{"package.json": `{"scripts": {"build": "vite build"}, "devDependencies": {"vite": "6", "laravel-vite-plugin": "1"}}`, "vite.config.js": "x"}, language.Aside, ""},
		"assets of Rails":       {map[string]string{"package.json": `{"scripts": {"build": "esbuild a.js"}, "dependencies": {"@hotwired/turbo-rails": "8", "esbuild": "0.2"}}`}, language.Aside, ""},
		"lint and format":       {map[string]string{"package.json": `{"scripts": {"lint": "eslint ."}, "devDependencies": {"eslint": "9"}}`}, language.Aside, ""},
		"a desktop's server":    {map[string]string{"package.json": `{"main": "a.js", "scripts": {"start": "electron ."}, "dependencies": {"express": "4"}, "devDependencies": {"electron": "31"}}`, "a.js": "x"}, language.Library, ""},
		"an editor extension":   {map[string]string{"package.json": `{"engines": {"vscode": "^1"}, "main": "a.js"}`, "a.js": "x"}, language.Library, ""},
		"a desktop program":     {map[string]string{"package.json": `{"scripts": {"start": "electron ."}, "devDependencies": {"electron": "30"}}`}, language.Library, ""},
		"pages of a Go program": {map[string]string{"package.json": `{"scripts": {"build": "vite build"}, "devDependencies": {"vite": "6"}}`, "index.html": "x", "embed.go": "package ui\n\n//go:embed all:dist\nvar dist embed.FS\n"}, language.Aside, ""},
		"an app for phones":     {map[string]string{"package.json": `{"scripts": {"start": "expo start", "build:ios": "eas build -p ios"}, "dependencies": {"expo": "54", "react-native": "0.81", "react-native-web": "0.21"}}`}, language.Library, ""},
		"an app for the web":    {map[string]string{"package.json": `{"scripts": {"start": "expo start"}, "dependencies": {"expo": "54", "react-native": "0.81", "react-native-web": "0.21"}}`}, language.Service, universalbuild.Static},
		"a workspace's root":    {map[string]string{"package.json": `{"workspaces": ["a"], "scripts": {"start": "turbo run start"}}`, "a/package.json": `{}`}, language.Aside, ""},
		"a root that starts":    {map[string]string{"package.json": `{"workspaces": ["a"], "scripts": {"start": "node s.js"}}`, "s.js": serverFile, "a/package.json": `{}`}, language.Service, universalbuild.Web},
		"a root of two":         {map[string]string{"package.json": `{"scripts": {"start": "npm start --prefix api"}}`, "api/package.json": `{}`}, language.Aside, ""},
		"modules required":      {map[string]string{"package.json": `{"scripts": {"start": "ts-node -r dotenv/config s.js"}, "dependencies": {"express": "4"}}`, "s.js": serverFile, "ui/package.json": `{}`}, language.Service, universalbuild.Web},
		"Nest by messages":      {map[string]string{"package.json": nest, "src/main.ts": "const app = await NestFactory.createMicroservice<MicroserviceOptions>(AppModule, {\n  transport: Transport.RMQ,\n});\nawait app.listen();\n"}, language.Service, universalbuild.Worker},
		"Nest by both":          {map[string]string{"package.json": nest, "src/main.ts": "const app = await NestFactory.create(AppModule);\napp.connectMicroservice({ transport: Transport.RMQ });\nNestFactory.createMicroservice(A, { transport: Transport.RMQ });\nawait app.listen(3000);\n"}, language.Service, universalbuild.Web},
		"Nest by TCP":           {map[string]string{"package.json": nest, "src/main.ts": "const app = await NestFactory.createMicroservice(AppModule, {\n  transport: Transport.TCP,\n});\nawait app.listen();\n"}, language.Service, universalbuild.Web},
		"nothing known":         {map[string]string{"package.json": `{"dependencies": {"node-fetch": "2"}}`}, language.Unknown, ""},
		"a client":              {map[string]string{"package.json": `{"scripts": {"start": "node lib/a.js"}, "dependencies": {"ws": "8"}}`, "lib/a.js": "new WebSocket('x')"}, language.Program, universalbuild.CLI},
		"a client of no start":  {map[string]string{"package.json": `{"dependencies": {"ws": "8"}}`, "lib/a.js": "new WebSocket('x')"}, language.Unknown, ""},
		"a start that is gone":  {map[string]string{"package.json": `{"scripts": {"start": "node a.js"}, "dependencies": {"express": "4"}}`, "lib/a.js": "require('express')"}, language.Unknown, ""},
		"only tests":            {map[string]string{"package.json": `{"scripts": {"start": "npm test", "test": "mocha"}, "dependencies": {"chai": "4"}}`, "test/a.js": "x"}, language.Aside, ""},
		"a function":            {map[string]string{"package.json": `{"scripts": {"start": "serverless offline"}, "dependencies": {"express": "4"}}`, "serverless.yml": "service: a", "a.js": "exports.handler = require('express')()"}, language.Library, ""},
		"a Worker":              {map[string]string{"package.json": `{"scripts": {"start": "wrangler dev"}, "dependencies": {"hono": "4"}}`, "wrangler.toml": "main = 'src/index.js'", "src/index.js": "import 'hono'"}, language.Library, ""},
		"a server and a Worker": {map[string]string{"package.json": `{"scripts": {"start": "node a.js"}, "dependencies": {"hono": "4"}}`, "wrangler.toml": "x", "a.js": "import { serve } from '@hono/node-server'; import 'hono'; serve(app)"}, language.Service, universalbuild.Web},
		"a browser's extension": {map[string]string{"package.json": `{"scripts": {"build": "vite build"}, "devDependencies": {"vite": "6"}}`, "index.html": "x", "public/manifest.json": `{"manifest_version": 3}`}, language.Library, ""},
		"a page's script":       {map[string]string{"package.json": `{"main": "index.js", "scripts": {"build": "webpack"}, "devDependencies": {"webpack": "5"}}`, "src/index.js": "document.title = 'x'"}, language.Library, ""},
		"tasks of gulp":         {map[string]string{"package.json": `{"main": "gulpfile.js", "scripts": {"start": "gulp"}, "devDependencies": {"gulp": "4"}}`, "gulpfile.js": "exports.default = () => {}"}, language.Aside, ""},
		"a stack of CDK":        {map[string]string{"package.json": `{"bin": "bin/a.js", "dependencies": {"aws-cdk-lib": "2"}}`, "cdk.json": "{}", "bin/a.ts": "x"}, language.Library, ""},
		"not JSON":              {map[string]string{"package.json": `{"name": `}, language.Unknown, ""},
	} {
		t.Run(name, func(t *testing.T) {
			f := languagetest.Reader(t, test.files).Folder(".")
			c, ok := Language.Claim(f)
			if !ok {
				c, ok = TypeScript.Claim(f)
			}
			if !ok || c.Role != test.role || c.Kind != test.kind {
				t.Errorf("got role %d kind %q (%s), claimed %v", c.Role, c.Kind, c.RoleWhy.Rule, ok)
			}
		})
	}
}

func TestBareScripts(t *testing.T) {
	for name, test := range map[string]struct {
		files map[string]string
		ok    bool
	}{
		"a server":           {map[string]string{"server.js": serverFile}, true},
		"a page's script":    {map[string]string{"index.html": "x", "app.js": "document.title = 'x'"}, false},
		"a browser's script": {map[string]string{"app.js": "document.title = 'x'"}, false},
	} {
		if _, ok := Language.Claim(languagetest.Reader(t, test.files).Folder(".")); ok != test.ok {
			t.Errorf("%s: claimed %v", name, ok)
		}
	}
}

func TestTypeScriptIsWhatIsMostlyTypeScript(t *testing.T) {
	for name, test := range map[string]struct {
		files map[string]string
		is    bool
	}{
		"more of it":      {map[string]string{"package.json": "{}", "a.ts": "", "b.ts": "", "c.js": ""}, true},
		"less of it":      {map[string]string{"package.json": "{}", "tsconfig.json": "{}", "a.ts": "", "b.js": "", "c.js": ""}, false},
		"settings only":   {map[string]string{"package.json": "{}", "a.d.ts": "", "vite.config.ts": "", "main.js": ""}, false},
		"nested projects": {map[string]string{"package.json": "{}", "a.js": "", "web/package.json": "{}", "web/a.ts": "", "web/b.ts": ""}, false},
		"no source":       {map[string]string{"package.json": `{"devDependencies": {"typescript": "5"}}`}, true},
	} {
		if got := isTypeScript(languagetest.Reader(t, test.files).Folder(".")); got != test.is {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestStaticSitesAndTheirOutput(t *testing.T) {
	for name, test := range map[string]struct {
		files  map[string]string
		output string
		spa    bool
	}{
		"Vite":                  {map[string]string{"package.json": `{"scripts": {"build": "vite build"}, "devDependencies": {"vite": "6"}}`, "index.html": ""}, "dist", true},
		"Vite's outDir":         {map[string]string{"package.json": `{"devDependencies": {"vite": "6"}}`, "index.html": "", "vite.config.ts": "build: { outDir: 'www' }"}, "www", true},
		"Vite's flag":           {map[string]string{"package.json": `{"scripts": {"build": "vite build --outDir out"}, "devDependencies": {"vite": "6"}}`, "index.html": ""}, "out", true},
		"a commented line":      {map[string]string{"package.json": `{"devDependencies": {"vite": "6"}}`, "index.html": "", "vite.config.ts": "// outDir: 'www'\n"}, "dist", true},
		"an escape":             {map[string]string{"package.json": `{"devDependencies": {"vite": "6"}}`, "index.html": "", "vite.config.ts": "outDir: '../../../etc'"}, "dist", true},
		"Create React App":      {map[string]string{"package.json": `{"scripts": {"start": "react-scripts start", "build": "react-scripts build"}, "dependencies": {"react-scripts": "5"}}`}, "build", true},
		"Vue CLI":               {map[string]string{"package.json": `{"devDependencies": {"@vue/cli-service": "5"}}`, "vue.config.js": "outputDir: 'web'"}, "web", true},
		"Next.js exported":      {map[string]string{"package.json": `{"scripts": {"build": "next build"}, "dependencies": {"next": "15"}}`, "next.config.js": "module.exports = { output: 'export' }"}, "out", false},
		"Astro":                 {map[string]string{"package.json": `{"scripts": {"start": "astro dev", "build": "astro build"}, "dependencies": {"astro": "5"}}`}, "dist", false},
		"Angular":               {map[string]string{"package.json": `{"scripts": {"start": "ng serve", "build": "ng build"}, "dependencies": {"@angular/core": "19"}}`, "angular.json": `{"projects": {"web": {"projectType": "application", "architect": {"build": {"builder": "@angular/build:application"}}}}}`}, "dist/web/browser", true},
		"React Router":          {map[string]string{"package.json": `{"scripts": {"build": "react-router build"}, "devDependencies": {"@react-router/dev": "7"}}`, "react-router.config.ts": "export default { ssr: false }"}, "build/client", true},
		"Gatsby":                {map[string]string{"package.json": `{"scripts": {"build": "gatsby build", "start": "gatsby develop"}, "dependencies": {"gatsby": "5"}}`}, "public", false},
		"Gatsby after a script": {map[string]string{"package.json": `{"scripts": {"build": "gatsby build", "start": "node greet.js; npm run serve", "serve": "gatsby serve -p 8080"}, "dependencies": {"gatsby": "5"}}`}, "public", false},
		"no site: after a step": {map[string]string{"package.json": `{"scripts": {"start": "vite build && node server.js"}, "devDependencies": {"vite": "6"}}`, "index.html": ""}, "", false},
		"VuePress 2":            {map[string]string{"package.json": `{"scripts": {"build": "NODE_ENV=production vuepress build guide"}, "devDependencies": {"vuepress-vite": "2"}}`, "guide/README.md": ""}, "guide/.vuepress/dist", false},
		"VitePress in docs":     {map[string]string{"package.json": `{"scripts": {"docs:build": "vitepress build docs"}, "devDependencies": {"vitepress": "1"}}`, "docs/index.md": ""}, "docs/.vitepress/dist", false},
		"Eleventy":              {map[string]string{"package.json": `{"devDependencies": {"@11ty/eleventy": "3"}}`, "eleventy.config.js": "return { dir: { output: 'web' } }"}, "web", false},
		"Eleventy by npx":       {map[string]string{"package.json": `{"scripts": {"build": "npx @11ty/eleventy", "start": "npx @11ty/eleventy --serve"}, "devDependencies": {"@11ty/eleventy": "3"}}`}, "_site", false},
		"Nuxt generated":        {map[string]string{"package.json": `{"scripts": {"build": "nuxt generate"}, "dependencies": {"nuxt": "^3"}}`}, ".output/public", false},
		"SvelteKit":             {map[string]string{"package.json": `{"scripts": {"build": "vite build"}, "devDependencies": {"@sveltejs/kit": "2", "@sveltejs/adapter-static": "3"}}`, "svelte.config.js": "import a from '@sveltejs/adapter-static'"}, "build", true},
		"a page and a tool":     {map[string]string{"package.json": `{"scripts": {"start": "live-server public"}, "devDependencies": {"live-server": "1"}}`, "public/index.html": ""}, "public", false},
		"no site: SSR":          {map[string]string{"package.json": `{"dependencies": {"astro": "5", "@astrojs/node": "9"}}`, "astro.config.mjs": "import node from '@astrojs/node'; output: 'server'"}, "", false},
		"no site: a server":     {map[string]string{"package.json": `{"scripts": {"start": "node server.js"}, "devDependencies": {"vite": "6"}}`, "index.html": ""}, "", false},
		"no site: assets":       {map[string]string{"package.json": `{"devDependencies": {"vite": "6"}}`}, "", false},
	} {
		t.Run(name, func(t *testing.T) {
			f := languagetest.Reader(t, test.files).Folder(".")
			pkg, _ := node.Package(f)
			s, ok := site.Find(f, pkg)
			if ok != (test.output != "") || s.Output != test.output || s.SPA != test.spa {
				t.Errorf("got %q spa %v, %v", s.Output, s.SPA, ok)
			}
		})
	}
}
