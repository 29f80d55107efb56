package npm

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWorkspaceFiles(t *testing.T) {
	pnpm, err := ParsePnpmWorkspace("packages:\n  - 'apps/*'\n  - '!apps/old'\n  - 7\ncatalog:\n  react: ^19\n")
	if err != nil || cmp.Diff([]string{"apps/*", "!apps/old"}, pnpm.Packages) != "" {
		t.Errorf("pnpm: %v, %v", pnpm, err)
	}
	lerna, err := ParseLerna(`{"npmClient": "yarn", "packages": ["modules/*"]}`)
	if err != nil || lerna.NpmClient != "yarn" || len(lerna.Packages) != 1 {
		t.Errorf("lerna: %v, %v", lerna, err)
	}
	rush, err := ParseRush("/* Rush */ {\"pnpmVersion\": \"8.6.0\", \"projects\": [{\"packageName\": \"a\", \"projectFolder\": \"apps/a\"}, {}],}")
	if err != nil || rush.Pnpm != "8.6.0" || cmp.Diff([]string{"apps/a"}, rush.Projects) != "" {
		t.Errorf("rush: %v, %v", rush, err)
	}
	for content, want := range map[string][]string{
		"projects:\n  - apps/*\n":                                       {"apps/*"},
		"projects:\n  web: apps/web\n  api: apps/api\n":                 {"apps/api", "apps/web"},
		"projects:\n  globs: [libs/*]\n  sources:\n    web: apps/web\n": {"apps/web", "libs/*"},
	} {
		moon, err := ParseMoon(content)
		if err != nil || cmp.Diff(want, moon.Projects) != "" {
			t.Errorf("moon: %v, %v", moon, err)
		}
	}
}

func TestParseNxProject(t *testing.T) {
	p, err := ParseNxProject(`{"name": "web", "projectType": "application", "targets": {
	  "build": {"executor": "@nx/vite:build", "options": {"outputPath": "dist/apps/web"}},
	  "serve": {"command": "vite"}, "broken": 3}}`)
	if err != nil || p.Name != "web" || p.Targets["build"].OutputPath != "dist/apps/web" || p.Targets["serve"].Command != "vite" {
		t.Errorf("got %+v, %v", p, err)
	}
}

func TestWherePagesAreBuilt(t *testing.T) {
	for raw, want := range map[string][2]string{
		`"dist/web"`:                       {"dist/web", "browser"},
		`{"base": "dist", "browser": ""}`:  {"dist", ""},
		`{"base": "dist", "browser": "p"}`: {"dist", "p"},
		`{"base": "dist"}`:                 {"dist", "browser"},
		`7`:                                {"", "browser"},
	} {
		p, err := ParseNxProject(`{"targets": {"build": {"executor": "@nx/angular:application", "options": {"outputPath": ` + raw + `}}}}`)
		if got := p.Targets["build"]; err != nil || got.OutputPath != want[0] || got.Browser != want[1] {
			t.Errorf("%s: %+v, %v", raw, got, err)
		}
	}
}

func TestParseAngular(t *testing.T) {
	a, err := ParseAngular(`{"projects": {
	  "shop": {"projectType": "application", "architect": {"build": {"builder": "@angular/build:application", "options": {"outputPath": {"base": "out"}, "ssr": {"entry": "s.ts"}}}}},
	  "kit": {"projectType": "library"}}}`)
	if err != nil || len(a.Projects) != 2 {
		t.Fatalf("got %+v, %v", a, err)
	}
	shop := a.Projects[1]
	if a.Projects[0].Name != "kit" || shop.OutputPath != "out" || !shop.Server || shop.Builder != "@angular/build:application" {
		t.Errorf("got %+v", a.Projects)
	}
}

func TestParseDenoJSON(t *testing.T) {
	d, err := ParseDeno("{ // settings\n\"tasks\": {\"start\": \"deno run main.ts\", \"build\": {\"command\": \"deno run build.ts\"}}, \"workspace\": {\"members\": [\"./a\"]}, }")
	if err != nil || d.Tasks["start"] != "deno run main.ts" || d.Tasks["build"] != "deno run build.ts" || !d.IsRoot || cmp.Diff([]string{"./a"}, d.Workspace) != "" {
		t.Errorf("got %+v, %v", d, err)
	}
}

func TestParseTSConfig(t *testing.T) {
	c, err := ParseTSConfig("{\n  /* where to */ \"compilerOptions\": {\"outDir\": \"lib\", \"noEmit\": true},\n  \"include\": [\"src\"],\n}")
	if err != nil || c.OutDir != "lib" || !c.NoEmit || len(c.Include) != 1 {
		t.Errorf("got %+v, %v", c, err)
	}
}

// TestYAMLBombIsRefused holds the readers against a document of some hundred
// bytes that stands for a billion strings.
func TestYAMLBombIsRefused(t *testing.T) {
	var b strings.Builder
	b.WriteString("a: &a [x,x,x,x,x,x,x,x,x]\n")
	for c := 'b'; c <= 'j'; c++ {
		b.WriteString(string(c) + ": &" + string(c) + " [" + strings.TrimSuffix(strings.Repeat("*"+string(c-1)+",", 9), ",") + "]\n")
	}
	if _, err := ParsePnpmWorkspace(b.String()); err == nil {
		t.Error("the bomb was read")
	}
}

func FuzzWorkspaceFiles(f *testing.F) {
	f.Add("packages:\n  - a/*\n")
	f.Add(`{"projects": {"a": {"architect": {"build": {"options": {"outputPath": {}}}}}}}`)
	f.Add(`{"tasks": {"a": {"command": 1}}, "workspace": ["x"], "targets": {"build": []}}`)
	f.Fuzz(func(t *testing.T, content string) {
		_, _ = ParsePnpmWorkspace(content)
		_, _ = ParseLerna(content)
		_, _ = ParseRush(content)
		_, _ = ParseMoon(content)
		_, _ = ParseNxProject(content)
		_, _ = ParseAngular(content)
		_, _ = ParseDeno(content)
		_, _ = ParseTSConfig(content)
	})
}
