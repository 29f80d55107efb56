package validate

import (
	"bytes"
	_ "crypto/sha256"
	_ "crypto/sha512"
	"encoding/json"
	"math/rand"
	"reflect"
	"strings"
	"testing"

	"aipack/backend/universalbuild"

	"github.com/distribution/reference"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// FuzzImageName compares our reading of image names with the reference one.
func FuzzImageName(f *testing.F) {
	for _, s := range []string{
		"node", "node:22", "Node:22", "library/node:A_b.c-d", "ghcr.io/a/b:1", "localhost/x", "localhost:5000/x/y:z", "a:b:c", "a//b", "a/", "/a", ":", "@",
		"a__b", "a___b", "a--b", "a..b", "a.-b", "-a", "a-", "UPPER/x:latest", "u_p/x", "x.y:80/z@sha256:" + strings.Repeat("0", 64), "a@sha256:00", "a@md5:0",
		strings.Repeat("a", 64), strings.Repeat("a", 248), "docker.io/" + strings.Repeat("a", 248), strings.Repeat("a", 256), "a:" + strings.Repeat("t", 129), "é", "a:é", "a b", "[::1]:5000/x", "a.b", "a.b/c", "x:5000/", "1.2.3.4/x:1",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		named, err := reference.ParseNormalizedNamed(s)
		got, ok := parseReference(s)
		if strings.HasPrefix(s, "[") && err == nil {
			return // IPv6 addresses of registries are left out
		}
		if ok != (err == nil) {
			t.Fatalf("%q: %v, want %v", s, ok, err)
		}
		if !ok {
			return
		}
		if tagged, is := named.(reference.Tagged); is && tagged.Tag() != got.tag || !is && got.tag != "" {
			t.Errorf("%q: tag %q", s, got.tag)
		}
	})
}

// TestSchemaAgreesWithAValidator spoils written documents in one place each
// and compares the verdict with a complete validator's.
func TestSchemaAgreesWithAValidator(t *testing.T) {
	content, err := jsonschema.UnmarshalJSON(bytes.NewReader(universalbuild.Schema()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource(universalbuild.SchemaID, content); err != nil {
		t.Fatal(err)
	}
	complete, err := c.Compile(universalbuild.SchemaID + "#/$defs/UniversalBuild")
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewSource(4))
	bad := 0
	for range 400 {
		var d universalbuild.UniversalBuild
		fill(r, reflect.ValueOf(&d).Elem())
		text, err := json.Marshal(universalbuild.Merge([]universalbuild.UniversalBuild{d, sound()}[r.Intn(2):]))
		if err != nil {
			t.Fatal(err)
		}
		tree, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		tree = spoil(r, tree)
		if text, err = json.Marshal(tree); err != nil {
			t.Fatal(err)
		}
		want := complete.Validate(tree)
		if _, list := tree.([]any); list {
			continue // Schema takes a list for a list of documents
		}
		if got := Schema(text); (len(got) == 0) != (want == nil) {
			t.Fatalf("%+v, want %v\n%s", got, want, text)
		}
		if want != nil {
			bad++
		}
	}
	if bad < 50 {
		t.Errorf("only %d documents were bad", bad)
	}
}

// spoil replaces one value somewhere in a tree.
func spoil(r *rand.Rand, tree any) any {
	if r.Intn(4) > 0 {
		switch v := tree.(type) {
		case map[string]any:
			for k := range v {
				v[k] = spoil(r, v[k])
				return v
			}
		case []any:
			if len(v) > 0 {
				i := r.Intn(len(v))
				v[i] = spoil(r, v[i])
				return v
			}
		}
	}
	switch v := tree.(type) {
	case map[string]any:
		if r.Intn(2) == 0 {
			for k := range v {
				delete(v, k)
				return v
			}
		}
		v["more"] = true
		return v
	}
	return []any{nil, true, "x", json.Number("1.5"), json.Number("-3"), json.Number("1e3"), map[string]any{}, []any{}, tree}[r.Intn(9)]
}
