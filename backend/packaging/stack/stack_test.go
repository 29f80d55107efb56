package stack

import (
	"slices"
	"testing"

	"aipack/backend/universalbuild"
)

// member is a service that needs others of the plan, and data services.
func member(name string, dependsOn, backing []string) Member {
	return Member{Name: name, Document: universalbuild.UniversalBuild{
		Metadata: universalbuild.Metadata{Path: name, Kind: universalbuild.Web, DependsOn: dependsOn, BackingServices: backing},
		Runtime:  universalbuild.Runtime{Command: []string{"./" + name}, Healthcheck: &universalbuild.Healthcheck{}},
	}}
}

func TestServicesThatNeedEachOtherAreOneGroup(t *testing.T) {
	for _, c := range []struct {
		what    string
		members []Member
		want    [][]int
	}{
		{"each for itself", []Member{member("a", nil, nil), member("b", nil, nil)}, [][]int{{0}, {1}}},
		{"one needs the other", []Member{member("a", []string{"c"}, nil), member("b", nil, nil), member("c", nil, nil)}, [][]int{{0, 2}, {1}}},
		{"one database for two", []Member{member("a", nil, []string{"redis"}), member("b", nil, nil), member("c", nil, []string{"redis"})}, [][]int{{0, 2}, {1}}},
		{"over a third", []Member{member("a", nil, []string{"redis"}), member("b", []string{"c"}, nil), member("c", nil, []string{"redis"})}, [][]int{{0, 1, 2}}},
		{"in a circle", []Member{member("a", []string{"b"}, nil), member("b", []string{"a"}, nil)}, [][]int{{0, 1}}},
		{"of a data service that nobody knows", []Member{member("a", nil, []string{"ledgerdb"}), member("b", nil, []string{"ledgerdb"})}, [][]int{{0}, {1}}},
	} {
		if got := Of(c.members).Groups(); !slices.EqualFunc(got, c.want, slices.Equal[[]int]) {
			t.Errorf("%s: %v, want %v", c.what, got, c.want)
		}
	}
}

func TestNobodyWaitsInACircle(t *testing.T) {
	w := Of([]Member{member("a", []string{"b"}, []string{"postgresql"}), member("b", []string{"a"}, nil), member("c", []string{"a"}, nil)})
	if got := w.Services[0]; len(got.Needs) != 1 || got.Needs[0] != (Need{Name: "postgresql", Well: true}) || !slices.Equal(got.Mutual, []string{"b"}) {
		t.Errorf("a: %+v", got)
	}
	if got := w.Services[1]; len(got.Needs) != 0 || !slices.Equal(got.Mutual, []string{"a"}) {
		t.Errorf("b: %+v", got)
	}
	if got := w.Services[2]; len(got.Needs) != 1 || got.Needs[0] != (Need{Name: "a", Well: true}) || len(got.Mutual) != 0 {
		t.Errorf("c: %+v", got)
	}
}

func TestTextsAreExpandedAsComposeDoes(t *testing.T) {
	given := func(name string) string { return "<" + name + ">" }
	for text, want := range map[string]string{
		"": "", "plain": "plain", "${A}": "<A>", "x${A_1}y${B}": "x<A_1>y<B>", "$${A}": "${A}", "$$${A}": "$<A>", "$A": "$A", "${}": "${}", "${A:-b}": "${A:-b}", "100%$$": "100%$",
	} {
		if got := Expand(text, given); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if got := References("$${A} ${B}${C}"); !slices.Equal(got, []string{"B", "C"}) {
		t.Errorf("references: %v", got)
	}
	if got := Expand(Escape("a${B}$$c"), given); got != "a${B}$$c" {
		t.Errorf("escaped and expanded: %q", got)
	}
}

// TestGuarded: Redis has a password where one of the programs does not run without,
// and only where all are told it.
func TestGuarded(t *testing.T) {
	told := func(name string, required bool, text string) Member {
		m := member(name, nil, []string{"redis"})
		m.Document.Runtime.Variables = []universalbuild.Variable{{Name: "REDIS", Required: required, Value: text}}
		return m
	}
	for name, c := range map[string]struct {
		members []Member
		want    string
	}{
		"required":          {[]Member{told("a", true, "{redis.password}")}, "redis-server --requirepass ${REDIS_PASSWORD}"},
		"in another's URL":  {[]Member{told("a", true, "{redis.password}"), told("b", true, "{redis.url}/1")}, "redis-server --requirepass ${REDIS_PASSWORD}"},
		"not required":      {[]Member{told("a", false, "{redis.password}")}, ""},
		"unknown to one":    {[]Member{told("a", true, "{redis.password}"), told("b", true, "{redis.host}")}, ""},
		"in an URL alone":   {[]Member{told("a", true, "{redis.url}")}, ""},
		"of nobody's asked": {[]Member{member("a", nil, []string{"redis"})}, ""},
	} {
		w := Of(c.members)
		if got := w.Stores[0].Command; got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// PORT is the image's own, unless the plan gives it a value.
func TestThePortOfADataService(t *testing.T) {
	for value, want := range map[string]int{"": 0, "{mysql.port}": 1} {
		m := member("a", nil, []string{"mysql"})
		m.Document.Runtime.Variables = []universalbuild.Variable{{Name: "PORT", Value: value}}
		if got := Of([]Member{m}).Services[0].Environment; len(got) != want || want == 1 && got[0].Value != "3306" {
			t.Errorf("%q: %+v", value, got)
		}
	}
}
