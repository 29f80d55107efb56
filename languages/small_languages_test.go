package languages

import (
	"slices"
	"strings"
	"testing"

	"aipack/backend/language"
	"aipack/backend/language/languagetest"
	"aipack/backend/universalbuild"
)

func TestErlangRoles(t *testing.T) {
	app := `{application, shop, [{vsn, "1"}, {mod, {shop_app, []}}]}.`
	for name, c := range map[string]struct {
		files languagetest.Files
		role  language.Role
		kind  universalbuild.Kind
		start string
	}{
		"release":     {languagetest.Files{"rebar.config": `{deps, [cowboy]}. {relx, [{release, {shop, "1"}, [shop]}]}.`, "src/shop.app.src": app}, language.Service, universalbuild.Web, "bin/shop foreground"},
		"application": {languagetest.Files{"rebar.config": "", "src/shop.app.src": app, "src/s.erl": "gen_tcp:listen(1, [])."}, language.Service, universalbuild.Web, "application:ensure_all_started(shop)"},
		"escript":     {languagetest.Files{"rebar.config": "{escript_name, shop}."}, language.Program, universalbuild.CLI, "escript shop"},
		"library":     {languagetest.Files{"rebar.config": "{deps, []}.", "src/shop.app.src": `{application, shop, []}.`}, language.Library, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			p, _ := languagetest.Service(t, &Erlang, c.files)
			if p.Claim.Role != c.role || p.Claim.Kind != c.kind || !strings.Contains(strings.Join(p.Start.Value.Command, " "), c.start) {
				t.Errorf("role %d, kind %q, start %q", p.Claim.Role, p.Claim.Kind, p.Start.Value.Command)
			}
		})
	}
	if _, ok := Erlang.Claim(languagetest.Reader(t, languagetest.Files{"rebar.config": "", "mix.exs": ""}).Folder(".")); ok {
		t.Error("a Mix project that keeps a rebar.config is Elixir's")
	}
}

func TestGleamRoles(t *testing.T) {
	for name, c := range map[string]struct {
		source string
		role   language.Role
		kind   universalbuild.Kind
	}{
		"server":  {"pub fn main() {\n  handler |> mist.new |> mist.port(3000) |> mist.start_http\n}\n", language.Service, universalbuild.Web},
		"worker":  {"pub fn main() {\n  process.sleep_forever()\n}\n", language.Service, universalbuild.Worker},
		"command": {"pub fn main() {\n  io.println(\"x\")\n}\n", language.Program, ""},
		"library": {"pub fn add(a, b) { a + b }\n", language.Library, ""},
	} {
		t.Run(name, func(t *testing.T) {
			claim, _ := Gleam.Claim(languagetest.Reader(t, languagetest.Files{"gleam.toml": "name = \"shop\"\n", "src/shop.gleam": c.source}).Folder("."))
			if claim.Role != c.role || claim.Kind != c.kind {
				t.Errorf("role %d, kind %q", claim.Role, claim.Kind)
			}
		})
	}
}

func TestGleamCompiler(t *testing.T) {
	for constraint, want := range map[string]string{"": gleamDefault, ">= 1.4.0": gleamDefault, "1.13.0": "1.13.0", ">= 2.1.0": "2.1.0"} {
		_, r := languagetest.Service(t, &Gleam, languagetest.Files{"gleam.toml": "name = \"shop\"\ngleam = \"" + constraint + "\"\n", "src/shop.gleam": "pub fn main() {}\n"})
		if got := r.Build.Tools[0].Image; got != "ghcr.io/gleam-lang/gleam:v"+want+"-scratch" {
			t.Errorf("%q: %s", constraint, got)
		}
	}
	_, r := languagetest.Service(t, &Gleam, languagetest.Files{"gleam.toml": "name = \"shop\"\ntarget = \"javascript\"\n", "src/shop.gleam": "pub fn main() {}\n"})
	if r.Runtime.BaseImage != "node:22-bookworm-slim" {
		t.Errorf("JavaScript runs on %s", r.Runtime.BaseImage)
	}
}

func TestCrystalTargets(t *testing.T) {
	for name, c := range map[string]struct {
		files languagetest.Files
		role  language.Role
		build string
	}{
		"target":         {languagetest.Files{"shard.yml": "name: shop\ntargets:\n  shop:\n    main: src/shop.cr\n", "src/shop.cr": "HTTP::Server.new"}, language.Service, "shards build --release --no-debug --static shop"},
		"serving target": {languagetest.Files{"shard.yml": "name: x\ntargets:\n  a:\n    main: src/a.cr\n  b:\n    main: src/b.cr\n", "src/a.cr": "puts 1", "src/b.cr": "HTTP::Server.new"}, language.Service, "static b"},
		"locked":         {languagetest.Files{"shard.yml": "name: shop\ntargets:\n  shop:\n    main: src/shop.cr\n", "shard.lock": "version: 2.0\n", "src/shop.cr": "puts 1"}, language.Program, "shards build --production"},
		"library":        {languagetest.Files{"shard.yml": "name: shop\n", "src/shop.cr": "module Shop; end"}, language.Library, ""},
		"no manifest":    {languagetest.Files{"server.cr": "HTTP::Server.new"}, language.Service, "crystal build --release --no-debug --static -o bin/server server.cr"},
		"hostile target": {languagetest.Files{"shard.yml": "name: x\ntargets:\n  'a; rm -rf /':\n    main: a.cr\n", "a.cr": "HTTP::Server.new"}, language.Library, ""},
	} {
		t.Run(name, func(t *testing.T) {
			p, r := languagetest.Service(t, &Crystal, c.files)
			if p.Claim.Role != c.role || c.build != "" && !strings.Contains(r.Build.BuildCommands[0], c.build) {
				t.Errorf("role %d, build %q", p.Claim.Role, r.Build.BuildCommands)
			}
		})
	}
}

func TestShellClaims(t *testing.T) {
	const hello = "#!/bin/bash\necho hello\n"
	for name, c := range map[string]struct {
		files languagetest.Files
		want  []string
	}{
		"start.sh":                 {languagetest.Files{"start.sh": "echo hello\n"}, []string{"sh", "start.sh"}},
		"interpreter":              {languagetest.Files{"run.sh": "#!/usr/bin/env zsh\necho hello\n"}, []string{"zsh", "run.sh"}},
		"the only script":          {languagetest.Files{"hello.sh": hello, "README.md": ""}, []string{"bash", "hello.sh"}},
		"an installer":             {languagetest.Files{"install.sh": hello, ".zshrc": "", "README.md": ""}, nil},
		"a collection":             {languagetest.Files{"a.sh": hello, "b.sh": hello}, nil},
		"beside a program":         {languagetest.Files{"start.sh": hello, "main.go": "package main\n"}, nil},
		"beside a program further": {languagetest.Files{"start.sh": hello, "src/deep/app.py": ""}, nil},
		"without a first line":     {languagetest.Files{"hello.sh": "echo\n"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			f := languagetest.Reader(t, c.files).Folder(".")
			if _, ok := Shell.Claim(f); ok != (c.want != nil) {
				t.Fatalf("claimed: %t", ok)
			}
			if got := shellStart(&language.Project{Folder: f}).Value.Command; !slices.Equal(got, c.want) {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

func TestShellCommands(t *testing.T) {
	got := shellCommands("#!/bin/bash\njq() { :; }\n# wget is not called\necho \"git\"\nif curl -s x | jq .; then exec socat a b; fi\nsudo psql -c 'select 1'\n")
	if want := []string{"curl", "postgresql-client", "socat"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got := shellCommands("if then ((("); got != nil {
		t.Errorf("what does not parse calls nothing, not %q", got)
	}
}

// TestHostileManifests feeds each language what no person wrote.
func TestHostileManifests(t *testing.T) {
	names := []string{
		"Gemfile", "Gemfile.lock", "gems.rb", "config.ru", "config/application.rb", ".ruby-version", "shop.gemspec", "Rakefile", "app.rb",
		"composer.json", "composer.lock", "index.php", "artisan", ".env", "config/packages/messenger.yaml", "Procfile", "bootstrap/app.php",
		"mix.exs", "mix.lock", "config/config.exs", "apps/a/mix.exs", "rebar.config", "src/a.app.src", "gleam.toml", "src/a.gleam",
		"shard.yml", "src/a.cr", "start.sh", ".tool-versions", "mise.toml", "_config.yml", "package.json",
	}
	contents := []string{
		"", "\x00\xff\xfe", "[]", "null", `{"require": [[1]], "require-dev": "x", "config": 3, "scripts": {"a": {}}, "bin": {}, "extra": {"public-dir": 1}, "packages": [null, {}]}`,
		"{deps, [[[{a}]]]}. {relx, x}. {profiles, [1]}.", "name = 1\n[dependencies]\na = [1]\n", "name: [1]\ntargets: [a]\ndependencies: 1\n",
		"gem\ngem 1\nruby\nruby file:\ngroup do\nend end end\n", "app: :\nversion: @v\ndeps: [{:", "apps_path: \"../..\"", "apps_path: \".\"", strings.Repeat("{", 20000), "web: \nx",
		"99999999999999999999.1.2", "ruby '~> 99999999999999999999'", `{"require":{"php":"^99999999999999999999 || -"}}`,
	}
	for _, l := range []*language.Language{&PHP, &Ruby, &Elixir, &Erlang, &Gleam, &Crystal, &Shell} {
		for _, content := range contents {
			in := languagetest.Files{}
			for _, n := range names {
				in[n] = content
			}
			reader := languagetest.Reader(t, in)
			for _, dir := range []string{".", "apps/a", "src", "config"} {
				f := reader.Folder(dir)
				if l.Workspace != nil {
					l.Workspace(f)
				}
				claim, ok := l.Claim(f)
				p := &language.Project{Folder: f, Language: l, Claim: claim}
				if l.Dependencies != nil {
					p.Deps = l.Dependencies(p)
				}
				if l.Version != nil {
					p.Version = l.Version(p)
				}
				p.Start = l.Start(p)
				r := l.Recipe(p)
				if ok && claim.Role >= language.Program && r.Runtime.BaseImage == "" {
					t.Errorf("%s: no image for %.30q", l.ID, content)
				}
			}
		}
	}
}
