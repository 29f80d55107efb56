package javascript

import (
	"slices"
	"strings"
	"testing"

	"aipack/backend/language/languagetest"
)

// TestRunsWithDevelopmentPackages: a compiled program that imports what only
// devDependencies has keeps them, and it is said.
func TestRunsWithDevelopmentPackages(t *testing.T) {
	t.Parallel()
	for source, keeps := range map[string]bool{
		"import express from 'express';\nimport qr from 'qr';\nqr();\nexpress().listen(3000);\n":                        true,
		"import express from 'express';\nimport { Q } from 'qr';\nconst q: Q = {};\nexpress().listen(3000, () => q);\n": false,
	} {
		p, r := languagetest.Project(t, &TypeScript, map[string]string{
			"package.json":      `{"scripts": {"build": "tsc", "start": "node dist/main.js"}, "dependencies": {"express": "4"}, "devDependencies": {"qr": "1", "typescript": "5"}}`,
			"package-lock.json": `{"lockfileVersion": 3, "packages": {"": {"dependencies": {"express": "4"}, "devDependencies": {"qr": "1", "typescript": "5"}}}}`,
			"tsconfig.json":     `{"compilerOptions": {"outDir": "dist", "rootDir": "src"}}`, "src/main.ts": source,
		}, ".", "")
		pruned := slices.ContainsFunc(r.Build.PostBuildCommands, func(line string) bool { return strings.HasPrefix(line, "npm prune") })
		said := false
		for _, w := range p.Reader().Warnings(".") {
			said = said || w.Code == "runtime_for_development" && w.Path == "src/main.ts" && w.Line == 2
		}
		if pruned == keeps || said != keeps {
			t.Errorf("%q: pruned %v, said %v", source, pruned, said)
		}
	}
}
