package scan

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"aipack/backend/repo"
)

// purposes says what a folder at the root is for by its name, in the order in
// which folders are named to a model.
var purposes = []struct {
	purpose string
	names   []string
}{
	{"Workspace", []string{"packages", "apps", "services", "crates", "modules", "projects", "components", "microservices", "workspaces"}},
	{"Source", []string{"src", "lib", "libs", "app", "cmd", "internal", "pkg", "source", "server", "client", "api", "web", "backend", "frontend", "core"}},
	{"Tests", []string{"tests", "test", "spec", "specs", "__tests__", "e2e", "integration"}},
	{"Data", []string{"priv", "proto", "protos", "data", "migrations", "db", "schema", "schemas", "fixtures", "sql"}},
	{"Config", []string{"config", "configs", "conf", "settings", "etc", "environments"}},
	{"Scripts", []string{"scripts", "script", "bin", "tools", "hack", "tasks"}},
	{"Deploy", []string{"deploy", "deployment", "deployments", "docker", "k8s", "kubernetes", "helm", "charts", "terraform", "infra", "ops", ".github"}},
	{"Assets", []string{"public", "static", "assets", "resources", "templates", "views"}},
	{"Docs", []string{"docs", "doc", "documentation", "examples", "example", "samples"}},
}

func keyDirs(x *repo.Index) []KeyDir {
	var out []KeyDir
	for _, p := range purposes {
		for _, name := range p.names {
			if x.HasDir(name) {
				out = append(out, KeyDir{Path: name, Purpose: p.purpose})
			}
		}
	}
	return out
}

// workspaceNames are files at the root that say there are several projects.
var workspaceNames = []string{
	"pnpm-workspace.yaml", "turbo.json", "nx.json", "lerna.json", "rush.json", "go.work", "moon.yml",
	"melos.yaml", "pants.toml", "WORKSPACE", "WORKSPACE.bazel", "MODULE.bazel",
}

func workspaceFiles(x *repo.Index) []string {
	var out []string
	for _, name := range workspaceNames {
		if _, ok := x.Stat(name); ok {
			out = append(out, name)
		}
	}
	return out
}

// telling ranks the files at the root that are no manifests: the lower, the
// more they say. 0 is nothing.
func telling(name string) int {
	lower := strings.ToLower(name)
	switch base, _, _ := strings.Cut(lower, "."); {
	case slices.Contains(workspaceNames, name):
		return 2
	case slices.Contains([]string{"makefile", "justfile", "taskfile", "procfile", "rakefile", "earthfile", "tiltfile", "jenkinsfile", "vagrantfile"}, base):
		return 3
	case strings.HasSuffix(lower, ".lock"), strings.Contains(lower, "-lock."), lower == "go.sum", lower == "bun.lockb":
		return 3
	case base == "dockerfile", base == "containerfile", base == "docker-compose", base == "compose":
		return 4
	case slices.Contains([]string{"tsconfig.json", "fly.toml", "render.yaml", "app.yaml", "app.json", "vercel.json", "netlify.toml", "railway.json", "railway.toml", "nixpacks.toml", "flake.nix", "skaffold.yaml"}, lower),
		strings.HasPrefix(lower, "vite.config."), strings.HasPrefix(lower, "next.config."):
		return 5
	case base == "readme", base == "license":
		return 6
	case strings.HasPrefix(name, ".") && name != ".DS_Store":
		return 7
	}
	return 0
}

// rootFiles lists the files at the root, the telling ones first.
func rootFiles(x *repo.Index, manifests []Manifest) []string {
	priority := map[string]int{}
	for _, m := range manifests {
		if m.Depth == 0 {
			priority[m.Path] = m.Priority
			if m.Type == "Unknown" {
				priority[m.Path] = 1
			}
		}
	}
	rank := func(name string) int {
		if p, ok := priority[name]; ok {
			return p
		}
		return cmp.Or(telling(name), 99)
	}
	var out []string
	for _, f := range x.In(".") {
		out = append(out, f.Name())
	}
	slices.SortStableFunc(out, func(a, b string) int { return rank(a) - rank(b) })
	return out
}

// important cuts rootFiles to those worth a model's attention.
func (v *Inventory) important() []string {
	manifests := map[string]bool{}
	for _, m := range v.Manifests {
		manifests[m.Path] = true
	}
	var out []string
	for _, name := range v.Summary.RootFiles {
		if manifests[name] || telling(name) > 0 {
			out = append(out, name)
		}
	}
	return out
}

// buildFiles are names of build files that a registry may not know.
var buildFiles = []string{
	"mix.exs", "rebar.config", "build.zig", "*.nimble", "dune-project", "*.opam", "*.cabal", "stack.yaml", "shard.yml",
	"gleam.toml", "project.clj", "deps.edn", "build.sbt", "Package.swift", "pubspec.yaml", "rockspec", "*.rockspec",
	"v.mod", "fpm.toml", "alire.toml", "*.gpr", "dub.json", "dub.sdl", "elm.json", "spago.yaml", "Project.toml",
	"DESCRIPTION", "cpanfile", "Makefile.PL", "Build.PL", "build.ninja", "meson.build", "SConstruct", "wscript",
	"flake.nix", "Makefile", "Justfile", "justfile", "Taskfile.yml", "build.xml", "build.sh",
}

// strangers lists build files at the root when no language knows any manifest.
func strangers(x *repo.Index) []Manifest {
	var out []Manifest
	for _, f := range x.In(".") {
		for _, pattern := range buildFiles {
			if ok, err := path.Match(pattern, f.Name()); err == nil && ok {
				out = append(out, Manifest{Path: f.Path, Type: "Unknown", Priority: 99})
				break
			}
		}
	}
	return out
}

// everyday lists extensions of documents, data, pictures and styles. No language
// claims them, but they are nothing exotic: most repositories are half made of
// them.
func everyday() []string {
	return []string{
		".md", ".markdown", ".rst", ".adoc", ".txt", ".pdf", ".csv", ".tsv", ".json", ".jsonc", ".json5", ".ndjson", ".yaml", ".yml", ".toml",
		".xml", ".xsd", ".ini", ".cfg", ".conf", ".properties", ".env", ".lock", ".sum", ".mod", ".sql", ".log", ".snap", ".map", ".patch",
		".html", ".htm", ".css", ".scss", ".sass", ".less", ".svg", ".png", ".jpg", ".jpeg", ".gif", ".ico", ".webp", ".avif", ".bmp",
		".woff", ".woff2", ".ttf", ".otf", ".eot", ".mp3", ".mp4", ".webm", ".wav", ".zip", ".gz", ".tgz", ".tar", ".pem", ".crt", ".key",
		".sh", ".bash", ".bat", ".cmd", ".ps1", ".example", ".sample", ".template", ".tmpl", ".j2", ".proto", ".graphql", ".local",
	}
}

// ecosystems says where an extension is at home that no language claims.
var ecosystems = map[string]string{
	".ex": "Elixir/Erlang", ".exs": "Elixir/Erlang", ".erl": "Elixir/Erlang", ".hrl": "Elixir/Erlang",
	".zig": "Zig", ".nim": "Nim", ".nims": "Nim", ".ml": "OCaml", ".mli": "OCaml", ".hs": "Haskell", ".cr": "Crystal",
	".d": "D", ".v": "V", ".jl": "Julia", ".lua": "Lua", ".pl": "Perl", ".pm": "Perl", ".r": "R", ".dart": "Dart",
	".elm": "Elm", ".purs": "PureScript", ".f90": "Fortran", ".adb": "Ada", ".ads": "Ada", ".pas": "Pascal",
	".cbl": "COBOL", ".cob": "COBOL", ".tcl": "Tcl", ".rkt": "Racket", ".scm": "Scheme", ".lisp": "Lisp",
	".groovy": "Groovy", ".hx": "Haxe", ".sol": "Solidity", ".gleam": "Gleam", ".swift": "Swift", ".clj": "Clojure",
}
