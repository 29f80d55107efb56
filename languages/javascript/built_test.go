package javascript

import (
	"slices"
	"testing"

	"aipack/backend/language"
	"aipack/backend/language/languagetest"
	"aipack/backend/manifest/dockerfile"
)

// TestScriptsOfContainerFiles: a build whose script has a name of its own
// is found where the project's own image runs it.
func TestScriptsOfContainerFiles(t *testing.T) {
	for lines, want := range map[string][]string{
		"RUN npm ci && npm run webpack":                  {"npm run webpack"},
		"RUN npm run test:unit && npm run webpack":       {"npm run webpack"},
		"RUN npm run nothing":                            nil,
		"RUN npm run start":                              nil,
		"RUN npm run watch":                              nil,
		"RUN if [ -n \"$A\" ]; then npm run webpack; fi": nil,
	} {
		p, _ := languagetest.Project(t, &Language, map[string]string{
			"package.json": `{"scripts": {"start": "node server.js", "webpack": "webpack -c w.js", "watch": "webpack --watch", "test:unit": "mocha"}, "dependencies": {"express": "5"}}`,
			"server.js":    serverFile, "package-lock.json": "{}",
		}, ".", "")
		d, _ := dockerfile.Parse("FROM node:22\n" + lines + "\n")
		p.Built = language.Built{Path: "Dockerfile", Stages: d.Stages}
		if got := Language.Recipe(p).Build.BuildCommands; !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", lines, got, want)
		}
	}
}

// TestBuildThatAsksADatabase: a script that asks a database before it calls the compiler
// gives way to the compiler.
func TestBuildThatAsksADatabase(t *testing.T) {
	const asks = "import { Client } from 'pg';\nimport { exec } from 'node:child_process';\nnew Client().connect().then(() => exec('npx tsc --project tsconfig.json'));\n"
	for script, want := range map[string][]string{
		"ts-node scripts/build.ts":            {"node_modules/.bin/tsc"},
		"ts-node scripts/other.ts":            {"npm run build"},
		"tsc && ts-node scripts/build.ts all": {"npm run build"},
	} {
		_, r := languagetest.Project(t, &TypeScript, map[string]string{
			"package.json":  `{"scripts": {"start": "node dist/server.js", "build": "` + script + `"}, "dependencies": {"express": "5", "pg": "8"}, "devDependencies": {"typescript": "5", "ts-node": "10"}}`,
			"tsconfig.json": `{"compilerOptions": {"outDir": "dist", "rootDir": "src"}}`, "package-lock.json": "{}", "src/server.ts": serverFile,
			"scripts/build.ts": asks, "scripts/other.ts": "import { exec } from 'node:child_process';\nexec('npx tsc');\n",
		}, ".", "")
		if got := r.Build.BuildCommands; !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", script, got, want)
		}
	}
}

// TestScriptsInPlaceOfTheUsual: where the project's own image builds with another
// script than the usual one, that is the one which is known to end well.
func TestScriptsInPlaceOfTheUsual(t *testing.T) {
	for lines, want := range map[string]string{
		"RUN npm ci && npm run build-only":                  "npm run build-only",
		"RUN npm run build":                                 "npm run build",
		"RUN npm run build-only\nRUN npm run build":         "npm run build", // it builds with both
		"RUN npm run generate && npx tsc":                   "npm run build", // generating is no building
		"RUN if [ -n \"$A\" ]; then npm run build-only; fi": "npm run build",
		"RUN npm run build-nothing":                         "npm run build",
		"FROM node:22 AS pages\nRUN pnpm run build-only":    "npm run build-only",
		"RUN npm run build-only -- --mode production":       "npm run build-only",
		"RUN npm run build-watch":                           "npm run build",
	} {
		p, _ := languagetest.Project(t, &Language, map[string]string{
			"package.json": `{"scripts": {"build": "run-p type-check build-only", "build-only": "vite build", "build-watch": "vite build --watch", "generate": "gen", "start": "node server.js"}, "dependencies": {"express": "5"}}`,
			"server.js":    serverFile, "package-lock.json": "{}",
		}, ".", "")
		d, _ := dockerfile.Parse("FROM node:22\n" + lines + "\n")
		p.Built = language.Built{Path: "Dockerfile", Stages: d.Stages}
		if got := Language.Recipe(p).Build.BuildCommands; len(got) != 1 || got[0] != want {
			t.Errorf("%s: %q, want %q", lines, got, want)
		}
	}
}

// TestBuildOfAFolderThatIsGone: a build that goes into a folder which is not there was
// written for another place, and cannot run here.
func TestBuildOfAFolderThatIsGone(t *testing.T) {
	for script, want := range map[string]int{"cd client && npm run build": 0, "cd pages && npm run build": 1, "cd .. && make": 1, "tsc": 1} {
		p, _ := languagetest.Project(t, &Language, map[string]string{
			"package.json": `{"scripts": {"build": "` + script + `", "start": "node server.js"}, "dependencies": {"express": "5"}}`,
			"server.js":    serverFile, "package-lock.json": "{}", "pages/a.txt": "",
		}, ".", "")
		if got := Language.Recipe(p).Build.BuildCommands; len(got) != want {
			t.Errorf("%s: %q", script, got)
		}
	}
}

// TestADevelopmentServerBuildsNothing: a script called build that serves is not run.
func TestADevelopmentServerBuildsNothing(t *testing.T) {
	t.Parallel()
	for script, want := range map[string]bool{
		"webpack-dev-server": false, "webpack serve --mode production": false, "nodemon index.js": false, "npx next dev": false, "vite dev": false,
		"webpack --mode production": true, "vite build": true, "next build": true,
	} {
		_, r := languagetest.Project(t, &Language, map[string]string{
			"package.json": `{"scripts": {"start": "node index.js", "build": "` + script + `"}, "devDependencies": {"webpack": "5", "vite": "5"}}`, "index.js": "require('http').createServer().listen(3000)\n",
		}, ".", "")
		if got := len(r.Build.BuildCommands) > 0; got != want {
			t.Errorf("%q: built %v, want %v: %q", script, got, want, r.Build.BuildCommands)
		}
	}
}
