package scan

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/repo"
)

var update = flag.Bool("update", false, "write the golden files")

// tree builds the repositories of the specification's five examples.
type tree fstest.MapFS

func (m tree) file(name, content string) tree {
	m[name] = &fstest.MapFile{Data: []byte(content), Mode: 0o644}
	return m
}

// many adds so many files of an extension, 100 bytes each, to a folder.
func (m tree) many(n int, dir, ext string) tree {
	for i := range n {
		m.file(fmt.Sprintf("%s/file%04d%s", dir, i, ext), strings.Repeat("x", 100))
	}
	return m
}

// simple is a language that claims a folder with one of its manifests.
func simple(id, name, system string, confidence float64, extensions string, manifests ...string) *language.Language {
	l := &language.Language{ID: id, Name: name, Extensions: strings.Fields(extensions)}
	for _, m := range manifests {
		l.Manifests = append(l.Manifests, language.Manifest{Name: m, Priority: 1})
	}
	if system == "" {
		return l
	}
	l.Systems = []language.System{{ID: strings.ToLower(system), Name: system}}
	l.Claim = func(f *language.Folder) (language.Claim, bool) {
		first := f.FirstOf(manifests...)
		if first == "" {
			return language.Claim{}, false
		}
		return language.Claim{
			System: strings.ToLower(system), Confidence: confidence, Role: language.Service,
			Why: []finding.Evidence{f.Evidence(id+".manifest", first, 0, "")},
		}, true
	}
	return l
}

func rust() *language.Language {
	l := simple("rust", "Rust", "Cargo", 0.95, ".rs", "Cargo.toml")
	l.Manifests = append(l.Manifests, language.Manifest{Name: "Cargo.lock", Priority: 3, Lock: true})
	return l
}

func shell() *language.Language { return simple("shell", "Shell", "", 0, ".sh") }

func javascript() []*language.Language {
	ts := simple("typescript", "TypeScript", "pnpm", 0.90, ".ts .tsx", "package.json")
	ts.Manifests = append(ts.Manifests, language.Manifest{Name: "pnpm-workspace.yaml", Priority: 2})
	return []*language.Language{ts, simple("javascript", "JavaScript", "npm", 0.80, ".js .jsx", "package.json"), simple("json", "JSON", "", 0, ".json")}
}

const cargoToml = `[package]
name = "myapp"
version = "0.1.0"
edition = "2021"

[dependencies]
tokio = { version = "1", features = ["full"] }
serde = { version = "1", features = ["derive"] }
`

const mixExs = `defmodule MyApp.MixProject do
  use Mix.Project

  def project do
    [
      app: :my_app,
      version: "0.1.0",
      elixir: "~> 1.14",
      deps: deps()
    ]
  end
end
`

const makefile = `.PHONY: all build test

all: generate build

generate:
	protoc --go_out=. proto/*.proto
	python -m grpc_tools.protoc ...

build:
	cd services/api && go build
	cd services/worker && pip install -e .
	cd services/frontend && npm run build
`

func example(name string) (tree, []*language.Language) {
	switch name {
	case "rust":
		return tree{}.file("Cargo.toml", cargoToml).file("Cargo.lock", "version = 3\n").file("README.md", "# myapp\n").file(".gitignore", "target\n").
				file("tests/data/NOTES", "").file("rust-toolchain.toml", "").many(20, "src", ".rs").many(5, "src/net/http", ".rs").many(5, "src/store", ".rs").
				many(5, "tests", ".rs").many(2, "tests/data/one", ".rs").many(3, "ci", ".sh").file("src/tables.rs", strings.Repeat("x", 155_740)),
			[]*language.Language{rust(), shell(), simple("toml", "TOML", "", 0, ".toml")}
	case "monorepo":
		return tree{}.file("package.json", "{\n  \"name\": \"mymonorepo\",\n  \"private\": true,\n  \"workspaces\": [\"packages/*\", \"apps/*\"]\n}\n").
			file("pnpm-workspace.yaml", "packages:\n  - 'packages/*'\n  - 'apps/*'\n").file("turbo.json", "{}\n").file("tsconfig.json", "{}\n").
			file("apps/web/package.json", "{\n  \"name\": \"@mymonorepo/web\",\n  \"dependencies\": {\n    \"next\": \"14.0.0\"\n  }\n}\n").
			many(1000, "apps/web/src", ".tsx").many(1049, "packages/ui/src", ".ts").many(512, "libs/old", ".js").
			many(222, "packages/ui/locales", ".json").many(59, "apps/web/bin", ""), javascript()
	case "exotic": // the document's own, with Elixir not in the registry
		return tree{}.file("mix.exs", mixExs).file("mix.lock", "%{}\n").file("README.md", "# my_app\n").file(".formatter.exs", "[]\n").
			many(28, "bin", ".sh").many(87, "test", ".exs").many(67, "lib", ".ex").many(34, "lib/web", ".eex").many(23, "lib/web/live", ".heex").
			many(12, "lib/web/old", ".leex").many(3, "assets", ".scss").many(2, "assets/x", ".sface").file("config/a.yml", "").file("priv/a.json", "").
			file("priv/b.txt", ""), []*language.Language{shell(), rust()}
	case "zig": // exotic for any registry of ours
		return tree{}.file("build.zig", "const std = @import(\"std\");\n\npub fn build(b: *std.Build) void {\n    _ = b;\n}\n").
			file("README.md", "# app\n").many(40, "src", ".zig").many(5, "scripts", ".sh"), []*language.Language{shell(), rust()}
	case "polyglot":
		langs := append(javascript(), simple("python", "Python", "pip", 0.9, ".py", "pyproject.toml"), simple("go", "Go", "go", 0.95, ".go", "go.mod"), shell(),
			simple("cpp", "C++", "", 0, ".cc", "Makefile"))
		return tree{}.file("Makefile", makefile).file("docker-compose.yml", "services: {}\n").file("README.md", "# all\n").
			file("services/api/go.mod", "module api\n\ngo 1.22\n").file("services/worker/pyproject.toml", "[project]\nname = \"worker\"\n").
			file("services/frontend/package.json", "{\n  \"name\": \"frontend\"\n}\n").
			many(480, "services/worker/src", ".py").many(390, "services/frontend/src", ".js").many(250, "services/api/internal", ".go").many(112, "scripts", ".sh").
			many(45, "proto", ".proto").many(12, "proto/old", ".thrift").many(8, "proto/avro", ".avsc").many(155, "services/api/deploy", ".yaml"), langs
	}
	return nil, nil
}

func scanTree(t *testing.T, m tree, languages []*language.Language, change ...func(*Limits)) *Inventory {
	t.Helper()
	l := Strict()
	for _, c := range change {
		c(&l)
	}
	return Run(t.Context(), repo.New(fstest.MapFS(m), "/code/myapp"), language.NewRegistry(languages), l)
}

func TestExamplesOfTheSpecification(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"rust", "monorepo", "exotic", "zig", "polyglot"} {
		m, languages := example(name)
		golden(t, name, scanTree(t, m, languages))
	}
}

// The fifth example: out of time before anything could be told.
func TestExampleOfAFailedScan(t *testing.T) {
	t.Parallel()
	golden(t, "failed", &Inventory{
		Outcome: Failed, Manifests: []Manifest{{Path: "package.json", Type: "PackageJson", Priority: 1}},
		Failure: outOfTime(5*time.Second, &repo.Index{Files: make([]repo.File, 5000), Partial: &repo.Partial{Reason: repo.OutOfTime, About: 50_000}}),
	})
}

func golden(t *testing.T, name string, v *Inventory) {
	t.Helper()
	got := v.Prompt() + "\n" + v.Guidance() + "\n"
	file := filepath.Join("testdata", name+".txt")
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
	}
}
