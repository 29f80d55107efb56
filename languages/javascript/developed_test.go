package javascript

import (
	"slices"
	"strings"
	"testing"

	"aipack/backend/language/languagetest"
)

// TestRunAsDeveloped: TypeScript that only a script for development runs is run as that
// does, with what it loads first, and by no compiler.
func TestRunAsDeveloped(t *testing.T) {
	for script, want := range map[string]string{
		"ts-node-dev --respawn -r tsconfig-paths/register src/app.ts":              "node_modules/.bin/ts-node -r tsconfig-paths/register src/app.ts",
		"nodemon --watch src --exec ts-node -r tsconfig-paths/register src/app.ts": "node_modules/.bin/ts-node -r tsconfig-paths/register src/app.ts",
		"ts-node-dev src/other.ts": "node_modules/.bin/ts-node src/app.ts",
	} {
		p, _ := languagetest.Project(t, &TypeScript, map[string]string{
			"package.json":  `{"main": "src/app.js", "scripts": {"dev": "` + script + `"}, "dependencies": {"express": "4"}, "devDependencies": {"ts-node-dev": "1", "tsconfig-paths": "3", "typescript": "4"}}`,
			"tsconfig.json": `{"compilerOptions": {"outDir": "dist", "baseUrl": "src"}}`,
			"src/app.ts":    "import express from 'express';\nconst app = express();\napp.listen(4000);\n",
		}, ".", "")
		if got := strings.Join(p.Start.Value.Command, " "); got != want {
			t.Errorf("%s: %q, want %q", script, got, want)
		}
		r := TypeScript.Recipe(p)
		if lines := append(slices.Clone(r.Build.BuildCommands), r.Build.PostBuildCommands...); len(lines) > 0 {
			t.Errorf("%s: it is built with %q", script, lines)
		}
	}
}
