package hexpm

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const sampleRebar = `%% the shop
{erl_opts, [debug_info, {parse_transform, lager}]}.
{deps, [
    cowboy,
    {jsx, "3.1.0"},
    {lager, {git, "https://github.com/erlang-lager/lager.git", {tag, "3.9.2"}}}
]}.
{relx, [{release, {shop, "0.1.0"}, [shop, sasl]}, {mode, dev}]}.
{profiles, [{prod, [{relx, [{mode, prod}, {include_erts, true}]}]}]}.
`

func TestParseRebar(t *testing.T) {
	got, err := ParseRebar(sampleRebar)
	if err != nil {
		t.Fatal(err)
	}
	want := Rebar{
		Deps: []RebarDep{
			{Name: "cowboy", Line: 4}, {Name: "jsx", Constraint: "3.1.0", Line: 5}, {Name: "lager", Line: 6},
		},
		Releases: []string{"shop"}, ReleaseLine: 8, Prod: true, IncludeERTS: "true",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestParseErlangApp(t *testing.T) {
	got, err := ParseApp(`{application, shop, [{description, "A shop"}, {vsn, "0.1.0"}, {mod, {shop_app, []}}]}.`)
	if err != nil || got != (App{Name: "shop", Mod: true}) {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestParseRebarRefusesWhatIsNoTerm(t *testing.T) {
	for _, src := range []string{"{deps, [", "]", strings.Repeat("[", 5000)} {
		if _, err := ParseRebar(src); err == nil {
			t.Errorf("%.20q: no error", src)
		}
	}
}

func FuzzRebar(f *testing.F) {
	f.Add(sampleRebar)
	f.Add("<<\"a\">>. 1.5. $a. 'x")
	f.Fuzz(func(t *testing.T, src string) {
		terms, err := parseErlTerms(src)
		for _, term := range terms {
			if err == nil && term == nil {
				t.Fatal("a term is never nil")
			}
		}
		_, _ = ParseRebar(src)
		_, _ = ParseApp(src)
	})
}
