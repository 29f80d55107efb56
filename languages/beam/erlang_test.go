package beam

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
