package repo

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"aipack/backend/repo/repotest"
)

// judged shows an index: its files, then what a build made, then what was left out
// and why.
func judged(x *Index) string {
	var out []string
	out = append(out, paths(x.Files)...)
	for _, f := range x.Made {
		out = append(out, "made:"+f.Path)
	}
	for _, s := range x.Skipped {
		out = append(out, "-"+s.Path+":"+string(s.Reason)+":"+s.By)
	}
	return strings.Join(out, " ")
}

const (
	byHand   = "const http = require('http')\nhttp.createServer().listen(process.env.PORT)\n"
	byTSC    = "\"use strict\";\nObject.defineProperty(exports, \"__esModule\", { value: true });\n"
	cacheTag = cacheSignature + "\n# made by a tool\n"
)

// TestWhatAFolderIs: no name decides alone but one that is a tool's own.
func TestWhatAFolderIs(t *testing.T) {
	t.Parallel()
	for what, test := range map[string]struct {
		files map[string]string
		want  string
	}{
		"a start file": {map[string]string{"package.json": "{}", "build/server.js": byHand},
			"build/server.js package.json"},
		"a manifest that a pattern for something else means": {map[string]string{".gitignore": "*.xml\n*.json\n", "pom.xml": "", "api/package.json": "{}", "notes.xml": "", "secrets.json": "{}"},
			".gitignore api/package.json pom.xml"},
		"a manifest that is meant": {map[string]string{".gitignore": "compose.yml\n*.json\n", "compose.yml": "", "package.json": "{}"},
			".gitignore package.json"},
		"a manifest that is meant beside its lock file": {map[string]string{".gitignore": "package.json\n", "package.json": "{}", "package-lock.json": "{}"},
			".gitignore package-lock.json package.json"},
		"a manifest that is meant with its lock file": {map[string]string{".gitignore": "Gemfile\n*.lock\n", "Gemfile": "", "Gemfile.lock": ""},
			".gitignore"},
		"a manifest in a folder that is left out": {map[string]string{".gitignore": "old/\n", "old/pom.xml": "", "go.mod": ""},
			".gitignore go.mod -old:gitignore:.gitignore"},
		"a package of Java": {map[string]string{"pom.xml": "", "src/com/acme/vendor/V.java": "class V {}", "src/com/acme/target/T.java": "class T {}"},
			"pom.xml src/com/acme/target/T.java src/com/acme/vendor/V.java"},
		"a module of Rust beside the build's folder": {map[string]string{"Cargo.toml": "", "src/target/mod.rs": "pub fn t() {}", "target/debug/app": ""},
			"Cargo.toml src/target/mod.rs -target:mark:Cargo.toml"},
		"a project in a folder called vendor": {map[string]string{"vendor/package.json": "{}", "vendor/web/server.js": byHand, "vendor/web/LICENSE": ""},
			"vendor/package.json vendor/web/LICENSE vendor/web/server.js"},
		"vendored, with licences": {map[string]string{"main.c": "", "vendor/sqlite/sqlite3.c": "int x;", "vendor/sqlite/LICENSE.md": ""},
			"main.c -vendor:vendored:vendor/sqlite/LICENSE.md"},
		"vendored by Go": {map[string]string{"go.mod": "", "vendor/modules.txt": "", "vendor/x/x.go": "package x", "internal/vendor/v.go": "package vendor"},
			"go.mod internal/vendor/v.go -vendor:vendored:vendor/modules.txt"},
		"modules.txt without go.mod": {map[string]string{"vendor/modules.txt": "", "vendor/x.go": "package x"},
			"vendor/modules.txt vendor/x.go"},
		"vendored by Composer": {map[string]string{"composer.json": "{}", "vendor/autoload.php": "<?php", "src/vendor/V.php": "<?php"},
			"composer.json src/vendor/V.php -vendor:vendored:vendor/autoload.php"},
		"vendored by Cargo": {map[string]string{"vendor/serde/.cargo-checksum.json": "{}", "vendor/serde/lib.rs": ""},
			"-vendor:vendored:vendor/serde/.cargo-checksum.json"},
		"an environment of Python": {map[string]string{"app.py": "", "venv/pyvenv.cfg": "", "venv/lib/x.py": "x = 1", "tools/py3/pyvenv.cfg": "", "tools/a.py": ""},
			"app.py tools/a.py -tools/py3:mark:tools/py3/pyvenv.cfg -venv:mark:venv/pyvenv.cfg"},
		"a package called venv": {map[string]string{"venv/models.py": "x = 1"},
			"venv/models.py"},
		"a cache": {map[string]string{"a/CACHEDIR.TAG": cacheTag, "a/x.py": "x = 1", "b/CACHEDIR.TAG": "", "b/y.py": "y = 1"},
			"b/CACHEDIR.TAG b/y.py -a:mark:a/CACHEDIR.TAG"},
		"the root is no cache": {map[string]string{"CACHEDIR.TAG": cacheTag, "x.py": ""},
			"CACHEDIR.TAG x.py"},
		"CMake builds": {map[string]string{"CMakeLists.txt": "", "main.c": "", "cmake-build-debug/CMakeCache.txt": "", "inside/CMakeCache.txt": "", "inside/CMakeLists.txt": ""},
			"CMakeLists.txt inside/CMakeCache.txt inside/CMakeLists.txt main.c -cmake-build-debug:mark:cmake-build-debug/CMakeCache.txt"},
		"coverage of tests, and sources called so": {map[string]string{"src/coverage/db.js": byHand, "coverage/lcov.info": "", "coverage/index.js": byHand},
			"src/coverage/db.js -coverage:mark:coverage/lcov.info"},
		"setuptools": {map[string]string{"pyproject.toml": "", "app/a.py": "x = 1", "build/lib/app/a.py": "x = 1", "dist/app-1.0.tar.gz": ""},
			"app/a.py pyproject.toml -build:mark:build/lib -dist:mark:dist/app-1.0.tar.gz"},
		"what TypeScript's compiler is told to write": {map[string]string{"tsconfig.json": "{\n  \"compilerOptions\": { \"outDir\": \"./dist\" }\n}", "src/a.ts": "", "dist/a.js": byHand},
			"src/a.ts tsconfig.json -dist:mark:tsconfig.json"},
		"and what a comment says": {map[string]string{"tsconfig.json": "{\n  // \"outDir\": \"./dist\",\n}", "src/a.ts": "", "dist/b.js": byHand},
			"dist/b.js src/a.ts tsconfig.json"},
		"what a compiler wrote": {map[string]string{"src/a.ts": "", "dist/a.js": byTSC, "dist/logo.svg": "<svg/>", "dist/sub/c.d.ts": ""},
			"src/a.ts made:dist/a.js made:dist/logo.svg made:dist/sub/c.d.ts -dist:made:"},
		"what stands in the sources": {map[string]string{"package.json": "{}", "src/a.ts": "import x", "src/public/p.js": byHand, "build/a.js": byHand, "build/public/p.js": byHand},
			"package.json src/a.ts src/public/p.js made:build/a.js made:build/public/p.js -build:made:"},
		"one file by hand": {map[string]string{"dist/a.js": byTSC, "dist/deep/down/b.js": byHand},
			"dist/a.js dist/deep/down/b.js"},
		"data alone": {map[string]string{"target/rates.json": "{}"},
			"target/rates.json"},
		"no sources for MSBuild": {map[string]string{"api/api.csproj": "", "api/bin/x.cs": "", "api/obj/y.cs": "", "api/Shop/bin/z.cs": ""},
			"api/Shop/bin/z.cs api/api.csproj -api/bin:mark:api/api.csproj -api/obj:mark:api/api.csproj"},
		"names of tools": {map[string]string{"a/node_modules/x/i.js": byHand, "__pycache__/a.pyc": "", ".next/server.js": byHand, "b.js": byHand},
			"b.js -.next:name: -__pycache__:name: -a/node_modules:name:"},
		"a tool's own code": {map[string]string{"renv.lock": "{}", "renv/activate.R": "", "app.R": ""},
			"app.R renv.lock -renv:vendored:renv/activate.R"},
	} {
		if got := judged(indexOf(t, mapRepo(test.files))); got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", what, got, test.want)
		}
	}
}

// TestWhatTheUserSays: a name can be put on the list and taken off.
func TestWhatTheUserSays(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		".gitignore": "dist/\nprivate.txt\n", "dist/a.js": byTSC, "node_modules/x.js": byHand, "old/b.js": byHand, "src/old/c.js": byHand,
		"target/x": "", "Cargo.toml": "", "private.txt": "", "c/pyvenv.cfg": "",
	}
	for what, test := range map[string]struct {
		config Config
		want   string
	}{
		"nothing":  {Config{}, ".gitignore Cargo.toml old/b.js src/old/c.js -c:mark:c/pyvenv.cfg -dist:gitignore:.gitignore -node_modules:name: -target:mark:Cargo.toml"},
		"left out": {Config{LeaveOut: []string{"old"}}, ".gitignore Cargo.toml -c:mark:c/pyvenv.cfg -dist:gitignore:.gitignore -node_modules:name: -old:name:settings -src/old:name:settings -target:mark:Cargo.toml"},
		"read": {Config{Read: []string{"dist", "node_modules", "target", "c", ".git"}},
			".gitignore Cargo.toml c/pyvenv.cfg dist/a.js node_modules/x.js old/b.js src/old/c.js target/x"},
		"ignored ones": {Config{Ignored: true},
			".gitignore Cargo.toml old/b.js private.txt src/old/c.js made:dist/a.js -c:mark:c/pyvenv.cfg -dist:made: -node_modules:name: -target:mark:Cargo.toml"},
	} {
		r := mapRepo(files)
		r.config = test.config.withDefaults()
		x := indexOf(t, r)
		if got, want := sortedWords(judged(x)), sortedWords(test.want); got != want {
			t.Errorf("%s:\n got %s\nwant %s", what, got, want)
		}
		l, err := r.Walk(t.Context(), ".", WalkOptions{Filter: DirFilter{Hidden: true, Files: true}})
		if err != nil || sortedWords(strings.Join(names(l), " ")) != sortedWords(strings.Join(paths(x.Files), " ")) {
			t.Errorf("%s: a model sees %q of %q, %v", what, names(l), paths(x.Files), err)
		}
	}
}

func sortedWords(s string) string {
	words := strings.Fields(s)
	return strings.Join(slices.Sorted(slices.Values(words)), " ")
}

// TestWhatGitTracks: the index of git decides before .gitignore, marks and contents.
func TestWhatGitTracks(t *testing.T) {
	t.Parallel()
	git := repotest.Git(t)
	dir := t.TempDir()
	repotest.LayOut(t, dir, map[string]string{
		".gitignore": "dist/\n*.log\nbuild/*\n!build/keep.js\n", "Cargo.toml": "", "package.json": "{}", "go.mod": "",
		"target/app.rs": "fn main() {}", "target/debug/out": "", "dist/server.js": byHand, "dist/new.js": byHand, "dist/sub/x.js": byHand,
		"app.log": "", "other.log": "", "build/keep.js": byHand, "build/made.js": byTSC,
		"vendor/modules.txt": "", "vendor/x.go": "package x", "node_modules/a.js": byHand,
		"public/dist/app.min.js": "", "coverage/new.js": byHand, ".cache/notes.txt": "", "sub/build/a.js": byTSC,
	})
	run := func(args ...string) {
		t.Helper()
		var said bytes.Buffer
		cmd := exec.CommandContext(t.Context(), git, append([]string{"-C", dir}, args...)...)
		cmd.Stderr = &said
		if err := cmd.Run(); err != nil {
			t.Fatalf("git %q: %v %s", args, err, said.String())
		}
	}
	run("init", "-q")
	run("add", "-f", ".gitignore", "Cargo.toml", "package.json", "go.mod", "target/app.rs", "dist/server.js", "app.log", "build/keep.js",
		"vendor", "node_modules", "public/dist/app.min.js", ".cache/notes.txt")
	for how, r := range waysInto(t, dir) {
		const want = ".cache/notes.txt .gitignore Cargo.toml app.log build/keep.js coverage/new.js dist/server.js go.mod package.json target/app.rs " +
			"made:public/dist/app.min.js made:sub/build/a.js " +
			"-.git:name: -dist/sub:gitignore: -node_modules:name: -public/dist:made: -sub/build:made: -target/debug:gitignore: -vendor:vendored:vendor/modules.txt"
		if got := judged(indexOf(t, r)); sortedWords(got) != sortedWords(want) {
			t.Errorf("%s:\n got %s\nwant %s", how, sortedWords(got), sortedWords(want))
		}
	}
	// What is no index leaves the rest of the evidence.
	if err := os.WriteFile(filepath.Join(dir, ".git", "index"), []byte("DIRC"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := judged(indexOf(t, openDir(t, dir))); !strings.Contains(got, "-dist:gitignore:.gitignore") || !strings.Contains(got, "-target:mark:Cargo.toml") {
		t.Errorf("without an index: %s", got)
	}
}

// TestMadeFilesAreThere: what a build made is found by its path and is no source.
func TestMadeFilesAreThere(t *testing.T) {
	t.Parallel()
	r := mapRepo(map[string]string{"a.js": byHand, "dist/package.json": "{}", "dist/server.js": byTSC, "dist/sub/b.map": "", "e.js": byHand, "package.json": "{}"})
	x := indexOf(t, r)
	for name, want := range map[string]bool{"dist/server.js": true, "dist/sub/b.map": true, "dist/none": false} {
		if _, ok := x.Stat(name); ok != want {
			t.Errorf("%s is there: %v", name, ok)
		}
	}
	if got := strings.Join(x.Paths(), " "); got != "a.js dist/package.json dist/server.js dist/sub/b.map e.js package.json" {
		t.Errorf("paths %s", got)
	}
	if got := len(x.Under(".")); got != 3 || len(x.Under("dist")) != 0 || len(x.Named("package.json")) != 1 || !x.HasDir("dist/sub") || len(x.In("dist")) != 2 {
		t.Errorf("%d files, below dist %v, manifests %q", got, x.Under("dist"), x.Named("package.json"))
	}
}
