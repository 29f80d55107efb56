package source

import (
	"strings"
	"testing"

	"aipack/backend/language/languagetest"
	"aipack/backend/manifest/npm"
)

// TestNestMain: the compiler repeats in its output what the paths of its files do not
// have in common.
func TestNestMain(t *testing.T) {
	t.Parallel()
	const (
		build    = `{"extends": "./tsconfig.json", "exclude": ["node_modules", "test", "dist", "**/*spec.ts"]}`
		compiler = `{"compilerOptions": {"outDir": "./dist"}}`
	)
	for what, c := range map[string]struct {
		files  map[string]string
		script string
		want   string
	}{
		"as nest begins":           {map[string]string{"test/a.e2e-spec.ts": ""}, "node dist/main", "dist/main"},
		"one beside src":           {map[string]string{"scripts/seed.ts": ""}, "node dist/main", "dist/src/main"},
		"that the script knows":    {map[string]string{"scripts/seed.ts": ""}, "node dist/src/main", "dist/src/main"},
		"with an ending":           {map[string]string{"drizzle.config.ts": ""}, "node dist/main.js", "dist/src/main.js"},
		"without a script":         {map[string]string{"drizzle.config.ts": ""}, "", "dist/src/main"},
		"a declaration":            {map[string]string{"types/a.d.ts": ""}, "node dist/main", "dist/main"},
		"a test in another folder": {map[string]string{"lib/a.spec.ts": ""}, "node dist/main", "dist/main"},
		"only src is included":     {map[string]string{"scripts/seed.ts": "", "tsconfig.json": `{"include": ["src/**/*"]}`}, "node dist/main", "dist/main"},
		"a root that is given":     {map[string]string{"scripts/seed.ts": "", "tsconfig.json": `{"compilerOptions": {"rootDir": "src"}}`}, "node dist/main", "dist/main"},
		"bundled":                  {map[string]string{"scripts/seed.ts": "", "nest-cli.json": `{"compilerOptions": {"webpack": true}}`}, "node dist/main", "dist/main"},
		"sources elsewhere":        {map[string]string{"server/main.ts": "", "nest-cli.json": `{"sourceRoot": "server"}`}, "node dist/main", "dist/main"},
		"excluded by itself":       {map[string]string{"scripts/seed.ts": "", "tsconfig.build.json": `{"exclude": ["scripts"]}`}, "node dist/main", "dist/main"},
		"another output":           {map[string]string{"scripts/seed.ts": "", "tsconfig.json": `{"compilerOptions": {"outDir": "build"}}`}, "", "build/src/main"},
	} {
		files := map[string]string{"src/main.ts": "", "tsconfig.json": compiler, "tsconfig.build.json": build, "nest-cli.json": `{"sourceRoot": "src"}`}
		for name, text := range c.files {
			files[name] = text
		}
		pkg := npm.Package{Scripts: map[string]string{"start:prod": c.script}}
		if got := NestMain(languagetest.Reader(t, files).Folder("."), pkg); got != c.want {
			t.Errorf("%s: %q, want %q", what, got, c.want)
		}
	}
}

// TestNestWords: a start script may name the main file where it was before a source came
// beside src.
func TestNestWords(t *testing.T) {
	t.Parallel()
	for what, c := range map[string]struct {
		build string
		words []string
		want  string
	}{
		"by the compiler":   {"rimraf dist && nest build", []string{"node", "dist/main"}, "node dist/src/main"},
		"with an option":    {"nest build", []string{"node", "--enable-source-maps", "dist/main.js"}, "node --enable-source-maps dist/src/main.js"},
		"by another tool":   {"webpack", []string{"node", "dist/main"}, "node dist/main"},
		"another program":   {"nest build", []string{"node", "dist/worker"}, "node dist/worker"},
		"the framework's":   {"nest build", []string{"nest", "start"}, "nest start"},
		"already that deep": {"nest build", []string{"node", "dist/src/main"}, "node dist/src/main"},
	} {
		f := languagetest.Reader(t, map[string]string{"src/main.ts": "", "seed.ts": "", "tsconfig.json": "{}"}).Folder(".")
		got := strings.Join(NestWords(f, npm.Package{Scripts: map[string]string{"build": c.build}}, c.words), " ")
		if got != c.want {
			t.Errorf("%s: %q, want %q", what, got, c.want)
		}
	}
}
