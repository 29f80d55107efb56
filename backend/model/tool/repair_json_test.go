package tool

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestMend(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		`{"a":1,}`:                              `{"a":1}`,
		`{"a":[1,2,],}`:                         `{"a":[1,2]}`,
		`{'a':'b'}`:                             `{"a":"b"}`,
		`{'a':'it\'s "x"'}`:                     `{"a":"it's \"x\""}`,
		`{a: "b", max_depth: 2}`:                `{"a":"b","max_depth":2}`,
		"```json\n{\"a\":1}\n```":               `{"a":1}`,
		"```\n{\"a\":1}":                        `{"a":1}`,
		"{\"a\":1}\n```\nand so on {":           `{"a":1}`,
		"Here you are:\n{\"a\":1} I hope so.":   `{"a":1}`,
		`{"a":1}{"a":2}`:                        `{"a":1}`,
		`a: "b"}`:                               `{"a":"b"}`,
		`"{\"a\":\"b\"}"`:                       `{"a":"b"}`,
		`"{\"a\":\"b\",}"`:                      `{"a":"b"}`,
		`{"a":True,"b":False,"c":None}`:         `{"a":true,"b":false,"c":null}`,
		`{"a":"True"}`:                          `{"a":"True"}`,
		"{\"a\":\"x\ny\tz\"}":                   `{"a":"x\ny\tz"}`,
		`{"a":"\d+\.\w"}`:                       `{"a":"\\d+\\.\\w"}`,
		`{"a":"\u00e9\u12"}`:                    `{"a":"é\\u12"}`,
		`{"a":1 /* one */, // "two"` + "\n}":    `{"a":1}`,
		`{"a":1 "b":2}`:                         `{"a":1,"b":2}`,
		`{"a":"x" "b":"y"}`:                     `{"a":"x","b":"y"}`,
		`{"a":[1 2]}`:                           `{"a":[1,2]}`,
		`{,"a":1,,"b":2}`:                       `{"a":1,"b":2}`,
		`{“a”: “b”}`:                            `{"a":"b"}`,
		"\uFEFF{\"a\":1}":                       `{"a":1}`,
		`{"a":0x10,"b":+3}`:                     `{"a":16,"b":3}`,
		"{\"a\":\"```sh\\nls\\n```\",}":         "{\"a\":\"```sh\\nls\\n```\"}",
		`{"a":"// no comment","b":'/* nor */'}`: `{"a":"// no comment","b":"/* nor */"}`,
	} {
		got, ok := repairJSON(raw)
		b, err := json.Marshal(got.args)
		if want := compact(json.RawMessage(want)); !ok || got.completed || err != nil || compact(json.RawMessage(b)) != want {
			t.Errorf("%s\n got %s %v\nwant %s", raw, b, ok, want)
		}
	}
	// What has to be closed was perhaps cut off.
	for _, raw := range []string{
		`{"a":"b"`, `{"a":"b`, `{"a":["b","c"`, `{"a":["b","c"}`, `{"a":{"b":1]}`, `"a": "b"`, `"a": "b`, `{"a":1 // }`, `{"a":1, /* }`, `{'a':'b}`,
		"```json\n{\"a\":1\n```", `"{\"a\":\"b`, "{", `{"a":`, `{"a":"b\`, `Here: {"a":{"b":1}`, `{“a”: “b”`,
	} {
		if got, _ := repairJSON(raw); !got.completed {
			t.Errorf("%s is taken for whole: %v", raw, got.args)
		}
	}
	for _, raw := range []string{"src", "", "{", `{"a":`, "[1]", "```\n```", "{]", `{"a" "b"}`, "path = src"} {
		if got, ok := repairJSON(raw); ok && len(got.args) > 0 {
			t.Errorf("%s: %v", raw, got)
		}
	}
}

func TestArgumentsAreBounded(t *testing.T) {
	t.Parallel()
	s := session(t, small)
	for what, raw := range map[string]string{
		"long":   `{"path":"` + strings.Repeat("a", mostArguments) + `"}`,
		"deep":   strings.Repeat(`{"a":`, 500) + "1" + strings.Repeat("}", 500),
		"deep 2": strings.Repeat("[", 100_000),
	} {
		if r := s.ask(t, "read_file", raw); !r.Failed || len(r.Text) > 2000 {
			t.Errorf("%s: %.300s", what, r.Text)
		}
	}
	for _, raw := range []string{`{"max_depth":1e999999999,"recursive":true}`, `{"max_depth":123456789012345678901234567890}`, `{"max_depth":1e300,"recursive":true}`} {
		if r := s.ask(t, "list_files", raw); len(r.Text) > 2000 {
			t.Errorf("%s: %.300s", raw, r.Text)
		}
	}
}

func TestTypesAreBent(t *testing.T) {
	t.Parallel()
	s := session(t, small)
	plain := s.ask(t, "list_files", `{"path":"src","recursive":true,"max_depth":2}`)
	for _, raw := range []string{
		`{"path":"src","recursive":"true","max_depth":"2"}`,
		`{"path":["src"],"recursive":1,"max_depth":2.0}`,
		`{"path":"./src/","recursive":"yes","max_depth":[2],"pattern":null}`,
		`{"directory":"src","Recursive":true,"maxDepth":2}`,
		`{"dir":"src","recursive":true,"max-depth":2}`,
	} {
		r := s.ask(t, "list_files", raw)
		if r.Failed || !r.Repaired || !r.Cached || !strings.HasPrefix(r.Text, strings.TrimSuffix(plain.Text, "}")) {
			t.Errorf("%s: %+v", raw, r)
		}
	}
	for raw, want := range map[string]string{
		`{"recursive":"perhaps"}`: "recursive must be boolean, not string",
		`{"max_depth":1.5}`:       "max_depth must be integer, not number",
		`{"max_depth":0}`:         "max_depth must be at least 1",
		`{"max_depth":"many"}`:    "max_depth must be integer, not string",
		`{"path":{"a":1}}`:        "path must be string, not object",
		`{"path":["a","b"]}`:      "path must be string, not array",
		`{"pattern":"["}`:         "not well formed",
	} {
		if r := s.ask(t, "list_files", raw); !r.Failed || !strings.Contains(r.Text, want) {
			t.Errorf("%s: %s", raw, r.Text)
		}
	}
	r := s.ask(t, "list_files", `{"colour":"red","size":3}`)
	if r.Failed || !strings.Contains(r.Text, `there is no parameter \"colour\", \"size\"; it was left out`) {
		t.Error(r.Text)
	}
}

func FuzzMend(f *testing.F) {
	for _, seed := range []string{`{'a':[1,2,],b:"c`, "```json\n{\"a\":1}```", `{“a”:None /* x */}`, `{"a":"\u12"}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		if len(raw) > 4096 || nesting(raw) > mostNesting {
			return
		}
		out, ok := repairJSON(raw)
		if !ok {
			return
		}
		args := out.args
		if _, err := json.Marshal(args); err != nil {
			t.Fatalf("%q gives what cannot be written: %v", raw, err)
		}
		// What is JSON already means the same after mending.
		if tree, err := strict(raw); err == nil {
			if own, isObject := tree.(map[string]any); isObject && compact(own) != compact(args) && !strings.Contains(raw, "e") && !strings.Contains(raw, "E") {
				t.Fatalf("%q was %s and became %s", raw, compact(own), compact(args))
			}
			return
		}
		// No beginning of a mended object passes for whole with less in it.
		for end := range raw {
			if part, ok := repairJSON(raw[:end]); strings.HasPrefix(raw, "{") && ok && !part.completed && compact(part.args) != compact(args) {
				t.Fatalf("%q gives %s, and cut to %q %s", raw, compact(args), raw[:end], compact(part.args))
			}
		}
	})
}
