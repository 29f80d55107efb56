package languages

import (
	"strings"
	"testing"

	"aipack/backend/language"
	"aipack/backend/language/languagetest"
	"aipack/backend/universalbuild"
)

func TestErlangRoles(t *testing.T) {
	app := `{application, shop, [{vsn, "1"}, {mod, {shop_app, []}}]}.`
	for name, c := range map[string]struct {
		files files
		role  language.Role
		kind  universalbuild.Kind
		start string
	}{
		"release":     {files{"rebar.config": `{deps, [cowboy]}. {relx, [{release, {shop, "1"}, [shop]}]}.`, "src/shop.app.src": app}, language.Service, universalbuild.Web, "bin/shop foreground"},
		"application": {files{"rebar.config": "", "src/shop.app.src": app, "src/s.erl": "gen_tcp:listen(1, [])."}, language.Service, universalbuild.Web, "application:ensure_all_started(shop)"},
		"escript":     {files{"rebar.config": "{escript_name, shop}."}, language.Program, universalbuild.CLI, "escript shop"},
		"library":     {files{"rebar.config": "{deps, []}.", "src/shop.app.src": `{application, shop, []}.`}, language.Library, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			p, _ := languagetest.Service(t, &Erlang, c.files)
			if p.Claim.Role != c.role || p.Claim.Kind != c.kind || !strings.Contains(strings.Join(p.Start.Value.Command, " "), c.start) {
				t.Errorf("role %d, kind %q, start %q", p.Claim.Role, p.Claim.Kind, p.Start.Value.Command)
			}
		})
	}
	if _, ok := Erlang.Claim(languagetest.Reader(t, files{"rebar.config": "", "mix.exs": ""}).Folder(".")); ok {
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
			claim, _ := Gleam.Claim(languagetest.Reader(t, files{"gleam.toml": "name = \"shop\"\n", "src/shop.gleam": c.source}).Folder("."))
			if claim.Role != c.role || claim.Kind != c.kind {
				t.Errorf("role %d, kind %q", claim.Role, claim.Kind)
			}
		})
	}
}

func TestGleamCompiler(t *testing.T) {
	for constraint, want := range map[string]string{"": gleamDefault, ">= 1.4.0": gleamDefault, "1.13.0": "1.13.0", ">= 2.1.0": "2.1.0"} {
		_, r := languagetest.Service(t, &Gleam, files{"gleam.toml": "name = \"shop\"\ngleam = \"" + constraint + "\"\n", "src/shop.gleam": "pub fn main() {}\n"})
		if got := r.Build.Tools[0].Image; got != "ghcr.io/gleam-lang/gleam:v"+want+"-scratch" {
			t.Errorf("%q: %s", constraint, got)
		}
	}
	_, r := languagetest.Service(t, &Gleam, files{"gleam.toml": "name = \"shop\"\ntarget = \"javascript\"\n", "src/shop.gleam": "pub fn main() {}\n"})
	if r.Runtime.BaseImage != "node:22-bookworm-slim" {
		t.Errorf("JavaScript runs on %s", r.Runtime.BaseImage)
	}
}
