package outside

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"aipack/backend/base/fault"
)

func TestArguments(t *testing.T) {
	for raw, want := range map[string]string{
		"": "{}", `{"a":1,"a":2}`: `{"a":2}`, `{"id":12345678901234567890}`: `{"id":12345678901234567890}`, ` {"b":"<x>","a":[1]} `: `{"a":[1],"b":"<x>"}`,
	} {
		if got, err := Arguments(raw); err != nil || string(got) != want {
			t.Errorf("%s: %s, %v", raw, got, err)
		}
	}
	for _, raw := range []string{`[1]`, `null`, `{"a":`, `{} {}`, `{"a":1} x`, strings.Repeat(`{"a":`, 20000), `{"a":"` + strings.Repeat("x", mostArguments) + `"}`} {
		if got, err := Arguments(raw); err == nil {
			t.Errorf("%.20s: %s", raw, got)
		}
	}
}

func TestSchemas(t *testing.T) {
	for given, want := range map[string]string{
		`{}`:                `{"properties":{},"type":"object"}`,
		`{"type":"object"}`: `{"properties":{},"type":"object"}`,
		`{"type":"object","$schema":"x","additionalProperties":false,` +
			`"properties":{"a":{"type":["null","integer"],"minimum":1},"b":{"anyOf":[{"type":"null"},{"type":"string","enum":["x","y"]}],"default":"x"},"c":{"$ref":"#/$defs/C"},"d e":{"type":"string"},"f":true},` +
			`"required":["a","a"],"$defs":{"C":{"type":"array","items":{"$ref":"#/$defs/C"}}}}`: `{"properties":{"a":{"type":"integer"},"b":{"enum":["x","y"],"type":"string"},` +
			`"c":{"items":{"items":{"items":{"items":{},"type":"array"},"type":"array"},"type":"array"},"type":"array"},"f":{}},"required":["a"],"type":"object"}`,
		`{"type":"string"}`: "no object", `{"properties":{"a b":{"type":"string"}},"required":["a b"]}`: "no model can be told of", `[1]`: "no object",
		`{"$ref":"#"}`: "no object",
	} {
		got, err := simplified(json.RawMessage(given))
		said := strings.ReplaceAll(want, " ", "")
		if err != nil {
			got, said = json.RawMessage(err.Error()), want
		}
		if !strings.Contains(string(got), said) {
			t.Errorf("%s:\n%s\n%s", given, got, want)
		}
	}
}

func TestServersAreKept(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	if got, err := Load(dir); err != nil || got != nil {
		t.Fatalf("%v, %v", got, err)
	}
	b, a := Server{Name: "b", Command: []string{"npx", "-y", "server"}, Variables: []string{"TOKEN"}}, Server{Name: "a", URL: "https://example.com/mcp", Key: "KEY"}
	if err := Save(dir, []Server{b, a}); err != nil {
		t.Fatal(err)
	}
	got, err := Load(dir)
	if err != nil || len(got) != 2 || got[0].Name != "a" || got[1].Command[2] != "server" {
		t.Errorf("%+v, %v", got, err)
	}
	for _, bad := range []Server{
		{}, {Name: "a"}, {Name: "A", Command: []string{"x"}}, {Name: "a_b", Command: []string{"x"}},
		{Name: strings.Repeat("a", 21), Command: []string{"x"}}, {Name: "a", Command: []string{"./x"}},
		{Name: "a", Command: []string{"x"}, URL: "https://x.example"}, {Name: "a", Command: []string{"x"}, Variables: []string{"A=b"}},
		{Name: "a", Command: []string{"x", "--password=hunter2hunter2"}},
		{Name: "a", URL: "http://example.com"}, {Name: "a", URL: "https://me:password1@example.com/"}, {Name: "a", URL: "ftp://x"},
		{Name: "a", URL: "https://x.example", Header: "X"}, {Name: "a", URL: "https://x.example", Key: "K", Header: "A B"},
		{Name: "a", Command: []string{"x"}, Key: "K"}, {Name: "a", URL: "https://x.example", Variables: []string{"K"}},
	} {
		if err := bad.Check(); err == nil || fault.CodeOf(err) != fault.WrongUse {
			t.Errorf("%+v: %v", bad, err)
		}
	}
	if err := Save(dir, []Server{a, a}); err == nil {
		t.Error("two of one name are kept")
	}
	for _, broken := range []string{"{", `{"servers":[{"name":"a","command":["./evil"]}]}`, strings.Repeat(" ", mostBytes+1)} {
		if err := os.WriteFile(filepath.Join(dir, file), []byte(broken), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := Load(dir); err == nil {
			t.Errorf("%.10s: %v", broken, got)
		}
	}
}
