package npm

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParsePackageJSON(t *testing.T) {
	p, err := ParsePackage("\uFEFF" + `{
  "name": "@acme/tool", "private": true, "type": "module", "typings": "index.d.ts",
  "bin": "bin/run.js", "exports": {".": "./index.js"},
  "scripts": {"start": " node . ", "odd": 3},
  "engines": {"node": "^20"}, "packageManager": "pnpm@9.1.0+sha512.abc",
  "devEngines": {"runtime": [{"name": "node", "version": "22"}], "packageManager": {"name": "pnpm"}},
  "workspaces": {"packages": ["a/*"], "nohoist": ["**"]},
  "dependencies": {"express": "^4"}, "devDependencies": ["wrong"]
}`)
	if err != nil {
		t.Fatal(err)
	}
	want := Package{
		Name: "@acme/tool", Private: true, Type: "module", Types: "index.d.ts", HasExports: true,
		Bin:     map[string]string{"tool": "bin/run.js"},
		Scripts: map[string]string{"start": " node . "}, Engines: map[string]string{"node": "^20"},
		PackageManager: "pnpm@9.1.0+sha512.abc", DevEngines: map[string]string{"runtime:node": "22", "packageManager:pnpm": ""},
		Workspaces: []string{"a/*"}, IsWorkspace: true, Dependencies: map[string]string{"express": "^4"},
	}
	if diff := cmp.Diff(want, p); diff != "" {
		t.Error(diff)
	}
	if p.Script("start") != "node ." || !p.Has("express") || p.Constraint("express") != "^4" || p.Has("wrong") {
		t.Error("what the file says is not told")
	}
}

func TestPackageJSONThatNpmRefuses(t *testing.T) {
	p, err := ParsePackage("{\n  // a comment\n  \"name\": \"x\",\n}\n")
	if err != nil || p.Name != "x" || !p.Lenient {
		t.Errorf("got %+v, %v", p, err)
	}
	for name, content := range map[string]string{
		"empty": "", "binary": "\x7fELF\x00\x01", "list": "[1]", "half": `{"name": "x"`,
		"deep": strings.Repeat("[", 20000), "deep with commas": strings.Repeat(`{"a":`, 20000) + ",",
	} {
		if _, err := ParsePackage(content); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestParsePackageJSON5(t *testing.T) {
	p, err := ParsePackageJSON5("{ // pnpm reads this\n name: 'five', scripts: { start: 'node .' }, }")
	if err != nil || p.Name != "five" || p.Script("start") != "node ." {
		t.Errorf("got %+v, %v", p, err)
	}
	if _, err := ParsePackageJSON5("{"); err == nil {
		t.Error("half a document is read without an error")
	}
}

func TestLockHeads(t *testing.T) {
	if v := PnpmLockVersion("lockfileVersion: '9.0'\n\nsettings:\n"); v != "9.0" {
		t.Errorf("pnpm: %q", v)
	}
	berry := "# comment\n\n__metadata:\n  version: 8\n  cacheKey: 10\n"
	if !YarnLockIsBerry(berry) || YarnLockVersion(berry) != "8" || YarnLockIsBerry("# yarn lockfile v1\n") {
		t.Error("yarn's formats are not told apart")
	}
	root, ok := LockRoot(`{"name": "a", "lockfileVersion": 3, "packages": {"": {"dependencies": {"ms": "2.1.3"}}, "node_modules/ms": {"ver`)
	if !ok || root["ms"] != "2.1.3" {
		t.Errorf("root: %v, %v", root, ok)
	}
	if _, ok := LockRoot(`{"packages": {"x": {}}}`); ok {
		t.Error("a lock without a root has one")
	}
}

func FuzzParsePackageJSON(f *testing.F) {
	f.Add(`{"name":"a","bin":{"b":1},"workspaces":["x"],}`)
	f.Add("{ name: 'five' }")
	f.Add(`{"packages":{"":{"dependencies":null}}}`)
	f.Fuzz(func(t *testing.T, content string) {
		p, err := ParsePackage(content)
		if err == nil {
			p.ScriptNames()
		}
		_, _ = ParsePackageJSON5(content)
		LockRoot(content)
		YarnLockVersion(content)
	})
}
