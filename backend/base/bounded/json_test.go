package bounded

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

func TestJSON(t *testing.T) {
	for text, want := range map[string]string{
		`{"a":1}`:                                "strict",
		"{\"a\":\"//\", // b\n\"c\":[1,],/*[*/}": "loose",
		`{'a':1}`:                                "not",
		`{"a":1} x`:                              "not",
	} {
		b, loose, err := JSON(text)
		got := map[bool]string{true: "loose", false: "strict"}[loose]
		if err != nil {
			got = "not"
		}
		if got != want || err == nil && !json.Valid(b) {
			t.Errorf("%s: %s (%v), want %s", text, got, err, want)
		}
	}
	var doc map[string]any
	if err := JSON5("\ufeff{a: 'b\\'{', /* [ */ c: [+1,],} // '", &doc); err != nil || doc["a"] != "b'{" {
		t.Errorf("%v, %v", doc, err)
	}
}

func TestJSONThatCostsTooMuch(t *testing.T) {
	fill := strings.Repeat
	for name, c := range map[string]struct {
		text string
		line int
	}{
		"lists":                      {"\n" + fill("[", 500_000), 2},
		"lists that close":           {fill("[", 501) + fill("]", 501), 1},
		"objects":                    {fill(`{"a":`, 501) + "1" + fill("}", 501), 1},
		"behind a string":            {`["\"", ` + fill("[", 500), 1},
		"behind a remark":            {"[ // \"\n" + fill("[", 500), 2},
		"behind a remark over lines": {"[ /* ' \n */" + fill("[", 500), 2},
		"behind a single quote":      {"['\"', " + fill("[", 500), 1},
	} {
		for parser, parse := range map[string]func(string) error{
			"JSON":  func(s string) error { _, _, err := JSON(s); return err },
			"JSON5": func(s string) error { var doc any; return JSON5(s, &doc) },
		} {
			var refusal *Refusal
			if err := parse(c.text); !errors.As(err, &refusal) || refusal.Line != c.line {
				t.Errorf("%s, %s: %v, want a refusal in line %d", parser, name, err, c.line)
			}
		}
	}
	// What the library for JSON5 takes for the end of a comment is one.
	for _, text := range []string{"[ // '\r" + fill("[", 500), "[ /* ' * /" + fill("[", 500)} {
		var doc any
		var refusal *Refusal
		if err := JSON5(text, &doc); !errors.As(err, &refusal) {
			t.Errorf("%.20q: %v", text, err)
		}
	}
}

// What is let through takes no more than was thought before.
func FuzzJSON(f *testing.F) {
	for _, s := range []string{
		"{/* a */ \"b\": [1,],}//", `{"a":"\u0041\"","b":[true,null,1.5e3]}`, "[[],{},[{}]]", "{a:'b',/*c* /d:+.5,\n\\u0061:Infinity}", "// '\r[1]", "[1,1,1,1,1,1]", `{"":{"":{"":{}}}}`,
		strings.Repeat("[", 499), "[" + strings.Repeat("[],", 40) + "]", "{" + strings.Repeat(`"a":1,`, 40) + "}",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, content string) {
		for name, parse := range map[string]func(){
			"JSON":  func() { _, _, _ = JSON(content) },
			"JSON5": func() { var doc any; _ = JSON5(content, &doc) },
		} {
			if took, most := allocated(parse), jsonCost(content)+32<<10; took > most {
				t.Errorf("%s, %d bytes: %d were allocated, %d were expected at most", name, len(content), took, most)
			}
		}
	})
}
