package lenient

import (
	"encoding/json"
	"testing"
)

func TestWhatIsMissingIsZero(t *testing.T) {
	y, err := FirstYAML("web:\n  ports: [80, x]\n  name: ~\n")
	if err != nil || y.Get("web", "ports", "0").Exists() || y.Get("web", "name").Exists() || y.Get("db").Items() != nil {
		t.Errorf("%v: a key that is not there has a value", err)
	}
	x, err := ParseXML("<a><b c='1'>text</b></a>")
	if err != nil || x.Child("b") != "text" || x.Child("b", "c") != "" || x.Find("d").All("e") != nil {
		t.Errorf("%+v, %v", x, err)
	}
	doc := map[string]any{"a": map[string]any{"b": []any{"c", 1}}, "d": 3}
	if got := Strings(Table(doc, "a"), "b"); len(got) != 1 || got[0] != "c" || String(doc, "d") != "" || Table(doc, "d", "e") != nil {
		t.Errorf("%v", got)
	}
}

func FuzzJSON(f *testing.F) {
	f.Add("{/* a */ \"b\": [1,],}")
	f.Add("\uFEFF{}")
	f.Fuzz(func(t *testing.T, content string) {
		if b, _, err := JSON(content); err == nil && !json.Valid(b) {
			t.Error("what is given is not JSON")
		}
	})
}

func FuzzYAML(f *testing.F) {
	f.Add("a: &a {k: v}\nb: {<<: [*a, *a]}\n---\nc: [1]\n")
	f.Fuzz(func(t *testing.T, content string) {
		docs, _ := ParseYAML(content)
		for _, d := range docs {
			for _, p := range d.Pairs() {
				p.Value.Get("a").Texts()
				p.Value.Items()
			}
		}
	})
}

func FuzzXML(f *testing.F) {
	f.Add("<?xml version='1.0' encoding='x'?><a b='c'><d>&amp;</d></a>")
	f.Fuzz(func(t *testing.T, content string) {
		if x, err := ParseXML(content); err == nil {
			x.Child("a", "b")
		}
	})
}
