package universalbuild

import (
	"bytes"
	"encoding/json"
	"math/rand"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

func TestWriteHasEverySpecifiedField(t *testing.T) {
	got, err := Write(UniversalBuild{Runtime: Runtime{Command: []string{"a&b<c>"}}}, JSON)
	if err != nil {
		t.Fatal(err)
	}
	want := `{
  "version": "1.0",
  "metadata": {
    "project_name": "",
    "path": ".",
    "language": "",
    "build_system": "",
    "confidence": 0,
    "reasoning": ""
  },
  "build": {
    "base_image": "",
    "workdir": "",
    "system_packages": [],
    "environment": {},
    "pre_build_commands": [],
    "build_commands": [],
    "post_build_commands": [],
    "cache_paths": [],
    "artifacts": []
  },
  "runtime": {
    "base_image": "",
    "workdir": "",
    "system_packages": [],
    "environment": {},
    "copy": [],
    "command": [
      "a&b<c>"
    ],
    "entrypoint": [],
    "ports": []
  },
  "evidence": []
}
`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Error(diff)
	}
}

func TestWriteYAMLQuotesWhatOtherReadersMistake(t *testing.T) {
	doc := UniversalBuild{Metadata: Metadata{RuntimeVersion: "3.10", ProjectName: "no"}}
	doc.Runtime.Command = []string{"12:30", "~", "", "0o7", "- x", "a: b", "tab\there", "two\nlines\n"}
	got, err := Write(doc, YAML)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{`runtime_version: "3.10"`, `project_name: "no"`, `- "12:30"`, `- "~"`, `- ""`, `- "0o7"`} {
		if !strings.Contains(string(got), line) {
			t.Errorf("no line %s in\n%s", line, got)
		}
	}
	if again := readOne(t, string(got)); cmp.Diff(Normal(doc), again) != "" {
		t.Error(cmp.Diff(Normal(doc), again))
	}
}

func TestWriteFitsTheSchema(t *testing.T) {
	c := jsonschema.NewCompiler()
	schema, err := jsonschema.UnmarshalJSON(bytes.NewReader(Schema()))
	if err != nil {
		t.Fatal(err)
	}
	if err := c.AddResource(SchemaID, schema); err != nil {
		t.Fatal(err)
	}
	compiled, err := c.Compile(SchemaID)
	if err != nil {
		t.Fatal(err)
	}
	text, err := WriteList([]UniversalBuild{{}, {Runtime: Runtime{Ports: []Port{{Port: 3000}}, Healthcheck: &Healthcheck{}}}}, JSON)
	if err != nil {
		t.Fatal(err)
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := compiled.Validate(v); err != nil {
		t.Error(err)
	}
	v.([]any)[0].(map[string]any)["runtime"].(map[string]any)["ports"] = []any{json.Number("3000")}
	if compiled.Validate(v) == nil {
		t.Error("the schema takes a short form")
	}
}

// words are what arbitrary documents are made of: all that could be mistaken
// for something else.
var words = []string{
	"", "a", "npm ci", "3.10", "no", "~", "1e3", "0x1f", "12:30", "2024-01-01", "- x", "a: b", "# c", "'", `"`, `\`, "$PATH", "<<",
	"two\nlines", "\nfirst", "last\n", "  lead", "tab\t", "\u0085", "\u2028", "é", "%", "@x", "`", "{}", "[a]", "!!int", "*a", "&a", "|", ">", "null", "\r\n", "a \n b\n\n", " ",
}

// fill puts arbitrary values into v.
func fill(r *rand.Rand, v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(words[r.Intn(len(words))])
	case reflect.Int:
		v.SetInt(int64(r.Intn(70000) - 2))
	case reflect.Float64:
		v.SetFloat(float64(r.Intn(1000)) / 999)
	case reflect.Bool:
		v.SetBool(r.Intn(2) == 0)
	case reflect.Pointer:
		if r.Intn(2) == 0 {
			v.Set(reflect.New(v.Type().Elem()))
			fill(r, v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			fill(r, v.Field(i))
		}
	case reflect.Slice:
		// A document has no projects here: Merge makes them.
		for range r.Intn(3) {
			if v.Type().Elem() == reflect.TypeFor[ProjectBuild]() {
				return
			}
			e := reflect.New(v.Type().Elem()).Elem()
			fill(r, e)
			v.Set(reflect.Append(v, e))
		}
	case reflect.Map:
		for range r.Intn(3) {
			if v.IsNil() {
				v.Set(reflect.MakeMap(v.Type()))
			}
			v.SetMapIndex(reflect.ValueOf("K"+words[r.Intn(len(words))]), reflect.ValueOf(words[r.Intn(len(words))]))
		}
	}
}

func arbitrary(r *rand.Rand) []UniversalBuild {
	list := make([]UniversalBuild, r.Intn(4))
	for i := range list {
		fill(r, reflect.ValueOf(&list[i]).Elem())
		list[i].Version = "1." + strconv.Itoa(r.Intn(2))
	}
	return list
}

func TestMergeAndSplitLoseNothing(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for range 300 {
		list := arbitrary(r)
		if diff := cmp.Diff(list, Split(Merge(list))); diff != "" {
			t.Fatal(diff)
		}
	}
}

func TestWrittenDocumentsReadBack(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	for range 150 {
		list := arbitrary(r)
		want := []UniversalBuild{}
		for _, d := range list {
			want = append(want, Normal(d))
		}
		for _, format := range []Format{JSON, YAML} {
			readsBack(t, want, format, func() ([]byte, error) { return WriteList(list, format) })
			if len(list) > 0 {
				readsBack(t, want, format, func() ([]byte, error) { return Write(Merge(list), format) })
			}
		}
	}
}

func readsBack(t *testing.T, want []UniversalBuild, format Format, write func() ([]byte, error)) {
	t.Helper()
	text, err := write()
	if err != nil {
		t.Fatal(err)
	}
	got, err := Read(text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if diff := cmp.Diff(want, got.Documents); diff != "" {
		t.Fatalf("%s: %s\n%s", format, diff, text)
	}
}
