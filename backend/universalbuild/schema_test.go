package universalbuild

import (
	"encoding/json"
	"flag"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
	generate "github.com/invopop/jsonschema"
)

var update = flag.Bool("update", false, "rewrite schema.json from the types")

// TestSchemaIsThatOfTheTypes keeps schema.json in step with the types, whose
// comments are its descriptions.
func TestSchemaIsThatOfTheTypes(t *testing.T) {
	r := &generate.Reflector{}
	if err := r.AddGoComments("aipack/backend/universalbuild", "./"); err != nil {
		t.Fatal(err)
	}
	s := r.Reflect(&UniversalBuild{})
	one := &generate.Schema{Ref: s.Ref}
	whole := &generate.Schema{
		Version: "https://json-schema.org/draft/2020-12/schema", ID: SchemaID,
		Title:       "UniversalBuild",
		Description: "How the deployable services of a repository are built and run: one document, or a list with one for each.",
		OneOf:       []*generate.Schema{one, {Type: "array", Items: one}},
		Definitions: s.Definitions,
	}
	got, err := json.MarshalIndent(whole, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	got = append(got, '\n')
	if *update {
		if err := os.WriteFile("schema.json", got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(string(Schema()), string(got)); diff != "" && !*update {
		t.Errorf("schema.json is not that of the types; run go test -update (-file +types):\n%s", diff)
	}
}

// TestSchemaDescribesEveryField walks the schema: whoever edits a document by
// it has nothing else to read.
func TestSchemaDescribesEveryField(t *testing.T) {
	var s struct {
		Defs map[string]struct {
			Description string
			Properties  map[string]struct{ Description string }
		} `json:"$defs"`
	}
	if err := json.Unmarshal(Schema(), &s); err != nil {
		t.Fatal(err)
	}
	if len(s.Defs) < 14 {
		t.Errorf("the schema defines %d types", len(s.Defs))
	}
	for name, d := range s.Defs {
		if d.Description == "" {
			t.Errorf("type %s has no description", name)
		}
		for field, p := range d.Properties {
			if p.Description == "" {
				t.Errorf("%s.%s has no description", name, field)
			}
		}
	}
}
