package universalbuild

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func sample() UniversalBuild {
	return Normal(UniversalBuild{
		Metadata: Metadata{ProjectName: "shop", Confidence: 0.5},
		Build:    Build{BuildCommands: []string{"one", "two"}},
		Runtime: Runtime{
			Environment: map[string]string{"a/b": "1", "c~d": "2"},
			Ports:       []Port{{3000, "tcp"}},
		},
	})
}

func TestGet(t *testing.T) {
	for pointer, want := range map[string]any{
		"/metadata/project_name":     "shop",
		"/metadata/confidence":       json.Number("0.5"),
		"/build/build_commands/1":    "two",
		"/runtime/ports/0/port":      json.Number("3000"),
		"/runtime/environment/a~1b":  "1",
		"/runtime/environment/c~0d":  "2",
		"/runtime/ports/0":           map[string]any{"port": json.Number("3000"), "protocol": "tcp"},
		"/build/pre_build_commands":  []any{},
		"/build/build_commands/2":    nil,
		"/build/build_commands/01":   nil,
		"/build/build_commands/-":    nil,
		"/metadata/framework":        nil,
		"/metadata/project_name/x":   nil,
		"runtime":                    nil,
		"/runtime/healthcheck/path":  nil,
		"/runtime/environment/a/b":   nil,
		"/metadata/project_name ":    nil,
		"/runtime/ports/0/protocol/": nil,
	} {
		got, ok := Get(sample(), pointer)
		if ok != (want != nil) || cmp.Diff(want, got) != "" {
			t.Errorf("%s: %v %v, want %v", pointer, got, ok, want)
		}
	}
}

func TestKnown(t *testing.T) {
	for pointer, want := range map[string]bool{
		"":                                true,
		"/runtime/healthcheck/path":       true,
		"/runtime/ports/7/port":           true,
		"/build/environment/ANY":          true,
		"/metadata/languages":             true,
		"/projects/0/build/tools/0/paths": true,
		"/runtime/ports/x":                false,
		"/runtime/nothing":                false,
		"/metadata/language/x":            false,
		"metadata":                        false,
	} {
		if Known(pointer) != want {
			t.Errorf("%s: %v", pointer, !want)
		}
	}
}

func TestSet(t *testing.T) {
	for _, c := range []struct{ pointer, value, at, want string }{
		{"/runtime/ports/0/port", `8080`, "/runtime/ports", `[{"port":8080,"protocol":"tcp"}]`},
		{"/runtime/ports", `["53/udp"]`, "/runtime/ports", `[{"port":53,"protocol":"udp"}]`},
		{"/runtime/ports/-", `9`, "/runtime/ports/1", `{"port":9,"protocol":"tcp"}`},
		{"/build/build_commands/0", `null`, "/build/build_commands", `["two"]`},
		{"/build/build_commands/2", `"three"`, "/build/build_commands", `["one","two","three"]`},
		{"/build/environment/NEW", `1`, "/build/environment", `{"NEW":"1"}`},
		{"/runtime/environment/a~1b", `null`, "/runtime/environment", `{"c~d":"2"}`},
		{"/runtime/healthcheck/command", `"curl -f x"`, "/runtime/healthcheck/command", `["curl","-f","x"]`},
		{"/metadata/framework", `"Express"`, "/metadata/framework", `"Express"`},
		{"/metadata/runtime_version", `3.10`, "/metadata/runtime_version", `"3.10"`},
	} {
		before := sample()
		doc, err := Set(before, c.pointer, json.RawMessage(c.value))
		if err != nil {
			t.Errorf("%s: %v", c.pointer, err)
			continue
		}
		v, _ := Get(doc, c.at)
		if got, _ := json.Marshal(v); string(got) != c.want {
			t.Errorf("%s = %s: %s, want %s", c.pointer, c.value, got, c.want)
		}
		if diff := cmp.Diff(sample(), before); diff != "" {
			t.Errorf("%s changed what it was given: %s", c.pointer, diff)
		}
	}
}

func TestSetRefuses(t *testing.T) {
	for pointer, value := range map[string]string{
		"":                         `{}`,
		"runtime":                  `{}`,
		"/runtime/nothing":         `1`,
		"/build/build_commands/9":  `"x"`,
		"/build/build_commands/x":  `"x"`,
		"/metadata/language/x":     `"x"`,
		"/runtime/ports/0/port":    `"many"`,
		"/metadata/confidence":     `{}`,
		"/metadata/project_name":   `{`,
		"/runtime/ports/0/port/no": `1`,
	} {
		doc, err := Set(sample(), pointer, json.RawMessage(value))
		if err == nil {
			t.Errorf("%s = %s is taken", pointer, value)
		}
		if diff := cmp.Diff(sample(), doc); diff != "" {
			t.Errorf("%s: %s", pointer, diff)
		}
	}
}

func TestDiff(t *testing.T) {
	a, b := sample(), sample()
	b.Build.BuildCommands = []string{"one", "zwei", "three"}
	b.Runtime.Environment = map[string]string{"a/b": "1"}
	b.Runtime.Healthcheck = &Healthcheck{Command: []string{"x"}}
	b.Metadata.Confidence = 0.75
	b.Evidence = []Evidence{{Field: "/x"}}
	var got []string
	for _, c := range Diff(a, b) {
		line, _ := json.Marshal(c)
		got = append(got, string(line))
	}
	want := []string{
		`{"field":"/build/build_commands/1","old":"two","new":"zwei"}`,
		`{"field":"/build/build_commands/2","old":null,"new":"three"}`,
		`{"field":"/metadata/confidence","old":0.5,"new":0.75}`,
		`{"field":"/runtime/environment/c~0d","old":"2","new":null}`,
		`{"field":"/runtime/healthcheck","old":null,"new":{"command":["x"],"interval":"","retries":0,"timeout":""}}`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if d := Diff(a, sample()); len(d) != 0 {
		t.Error(d)
	}
}
