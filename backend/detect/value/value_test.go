package value

import (
	"encoding/base64"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParse(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Template{
		"":                 nil,
		"pgsql":            {{Text: "pgsql"}},
		"{postgresql.url}": {{Kind: Store, Text: "postgresql", Field: "url"}},
		"{postgresql.url:postgresql+asyncpg}?ssl=off": {{Kind: Store, Text: "postgresql", Field: "url", Scheme: "postgresql+asyncpg"}, {Text: "?ssl=off"}},
		"jdbc:mysql://{mysql.address}/{mysql.database}": {
			{Text: "jdbc:mysql://"}, {Kind: Store, Text: "mysql", Field: "address"}, {Text: "/"}, {Kind: Store, Text: "mysql", Field: "database"},
		},
		"{service:apps/api.v2.url:ws}/x": {{Kind: Service, Text: "apps/api.v2", Field: "url", Scheme: "ws"}, {Text: "/x"}},
		"{service:..host}":               {{Kind: Service, Text: ".", Field: "host"}},
		"base64:{secret:base64:32}":      {{Text: "base64:"}, {Kind: Secret, Form: Form{"base64", 32}}},
		"{self.url},{self.name}":         {{Kind: Self, Field: "url"}, {Text: ","}, {Kind: Self, Field: "name"}},
		`{"a": {"b": 1}} {} {x} {a.b}`:   {{Text: `{"a": {"b": 1}} {} {x} {a.b}`}},
		"{{postgresql.host}}":            {{Text: "{"}, {Kind: Store, Text: "postgresql", Field: "host"}, {Text: "}"}},
		"{text:self.url}{text:a}":        {{Text: "{self.url}{a}"}},
		"} {self.url":                    {{Text: "} {self.url"}},
		"{Request.url}":                  {{Text: "{Request.url}"}},
	} {
		got, err := Parse(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%q (-want +got):\n%s", text, d)
		}
	}
}

func TestParseNamesWhatLeadsNowhere(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"{postgres.url}":             "names no data service",
		"{oracle.host}:1":            "names no data service",
		"{postgresql.hots}":          `no "hots", only url`,
		"{service:apps/api}":         "write {service:apps/api.url}",
		"{service:apps/api.user}":    `no "user"`,
		"{self.password}":            `no "password"`,
		"{secret:hex}":               "no secret that can be made",
		"{secret:hex:0}":             "no secret",
		"{secret:hex:+1}":            "no secret",
		"{secret:hex:9999}":          "no secret",
		"{secret:rot13:3}":           "no secret",
		"{postgresql.host:x}":        "only an address (url)",
		"{postgresql.url:}":          "only an address (url)",
		"{postgresql.url:a b}":       "only an address (url)",
		"ok {self.url} {mysql.name}": `no "name"`,
	} {
		if _, err := Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// FuzzParse holds that what was read is written so that it reads the same, and
// that a text is never changed by being written as one.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"{postgresql.url:x+y}", "{text:text:self.url}", "{secret:text:9}", "{service:a.b.port}{", "{{self.url}}", "a}{}b", "{redis.url}/1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		plain, err := Parse(Template{{Text: s}}.String())
		if err != nil || s != "" && (len(plain) != 1 || plain[0].Text != s) {
			t.Fatalf("the text %q was read as %+v, %v", s, plain, err)
		}
		first, err := Parse(s)
		if err != nil {
			return
		}
		again, err := Parse(first.String())
		if err != nil {
			t.Fatalf("%q was written as %q: %v", s, first, err)
		}
		if d := cmp.Diff(first, again); d != "" {
			t.Fatalf("%q was written as %q:\n%s", s, first, d)
		}
	})
}

func TestMake(t *testing.T) {
	t.Parallel()
	for _, one := range []struct {
		form Form
		want string
	}{
		{Form{"hex", 32}, `^[0-9a-f]{64}$`}, {Form{"base64", 32}, `^[A-Za-z0-9+/]{43}=$`}, {Form{"base64url", 32}, `^[A-Za-z0-9_-]{43}=$`},
		{Form{"text", 50}, `^[A-Za-z0-9]{50}$`}, {Form{"text", 1}, `^[A-Za-z0-9]$`},
	} {
		a, b := one.form.Make(), one.form.Make()
		if !regexp.MustCompile(one.want).MatchString(a) || a == b && one.form.Length > 1 {
			t.Errorf("%+v: %q, %q", one.form, a, b)
		}
	}
	if raw, err := base64.StdEncoding.DecodeString(Form{"base64", 32}.Make()); err != nil || len(raw) != 32 {
		t.Errorf("%d bytes, %v", len(raw), err)
	}
	for range 50 {
		if s := (Form{"text", 8}).Make(); !strings.ContainsAny(s, "23456789") || strings.ToLower(s) == s || strings.ToUpper(s) == s {
			t.Fatalf("%q is refused where a password wants small letters, capitals and digits", s)
		}
	}
}
