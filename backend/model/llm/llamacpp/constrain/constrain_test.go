package constrain

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// schemas are forced and then checked by an independent validator.
var schemas = map[string]string{
	"flat":      `{"type":"object","properties":{"path":{"type":"string"},"line":{"type":"integer"},"all":{"type":"boolean"}},"required":["path"]}`,
	"order":     `{"type":"object","properties":{"z":{"const":1},"a":{"enum":["x","y<>&é",null,3]}},"required":["a","z"]}`,
	"optional":  `{"type":"object","properties":{"a":{"type":"null"},"b":{"type":"null"},"c":{"type":"null"}},"required":["b"]}`,
	"bounds":    `{"type":"array","minItems":2,"maxItems":5,"items":{"type":"integer","minimum":-13,"maximum":1207}}`,
	"fraction":  `{"type":"object","properties":{"a":{"type":"number","minimum":0,"maximum":1},"b":{"type":"number","minimum":-2.5,"maximum":7.25},"c":{"type":"number"},"d":{"type":"integer","exclusiveMinimum":0,"exclusiveMaximum":3}},"required":["a","b","c","d"]}`,
	"recursive": `{"$ref":"#/$defs/node","$defs":{"node":{"type":"object","properties":{"name":{"type":"string","maxLength":4},"kids":{"type":"array","items":{"$ref":"#/$defs/node"}},"child":{"$ref":"#/$defs/node"}},"required":["name"]}}}`,
	"must":      `{"$ref":"#/$defs/n","$defs":{"n":{"anyOf":[{"type":"null"},{"type":"object","properties":{"next":{"$ref":"#/$defs/n"}},"required":["next"]}]}}}`,
	"any":       `{}`,
	"map":       `{"type":"object","additionalProperties":{"type":"string"}}`,
	"length":    `{"type":"string","minLength":3,"maxLength":7}`,
	"pattern":   `{"type":"object","properties":{"v":{"type":"string","pattern":"^v?[0-9]+(\\.[0-9]+){1,2}$"},"n":{"type":"string","pattern":"^[^/]+/[a-z\\-]*$","maxLength":12},"d":{"type":"string","pattern":"^\\d{4}-\\d{2}$"}},"required":["v","n","d"]}`,
	"types":     `{"type":["string","null","integer"]}`,
	"merged":    `{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"allOf":[{"properties":{"b":{"type":"integer"}},"required":["b"]}]}`,
	"variants":  `{"type":"object","properties":{"kind":{"type":"string"}},"anyOf":[{"properties":{"kind":{"const":"x"},"x":{"type":"integer"}},"required":["kind","x"]},{"properties":{"kind":{"const":"y"}},"required":["kind"]}]}`,
	"empty":     `{"type":"object","properties":{}}`,
	"unique":    `{"type":"array","uniqueItems":true,"items":{"type":"string"}}`,
	"nothing":   `{"type":"array","items":false}`,
	"required":  `{"type":"object","required":["free"]}`,
}

// TestWhatIsForcedFits walks every form at random, byte by byte and with the
// shortest way to the end when the bytes run out.
func TestWhatIsForcedFits(t *testing.T) {
	for name, text := range schemas {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			check := validator(t, text)
			a, err := Schema(json.RawMessage(text))
			if err != nil {
				t.Fatal(err)
			}
			f := NewForm(a, byteVocabulary())
			r := rand.New(rand.NewPCG(1, 2))
			for range 500 {
				out := walk(t, f, r, a.Size(a.Start())+r.IntN(120))
				checkOutput(t, check, out)
			}
		})
	}
}

func checkOutput(t *testing.T, check *jsonschema.Schema, out []byte) {
	t.Helper()
	if !utf8.Valid(out) {
		t.Fatalf("not UTF-8: %q", out)
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(out))
	if err != nil {
		t.Fatalf("%v: %q", err, out)
	}
	if err := check.Validate(v); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

func validator(t *testing.T, text string) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := c.AddResource("x.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("x.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// byteVocabulary has the 256 bytes, an end, an empty token and some longer ones.
func byteVocabulary() *Vocabulary {
	var pieces [][]byte
	for b := range 256 {
		pieces = append(pieces, []byte{byte(b)})
	}
	pieces = append(pieces, nil, nil)
	for _, w := range []string{`{"`, `":`, `", "`, "hello", "true", `"}`, "é", "é\"", "[]", "12", "a", "\xe2\x82"} {
		pieces = append(pieces, []byte(w))
	}
	return NewVocabulary(pieces, []int32{256})
}

// walk takes allowed tokens at random until the form ends.
func walk(t *testing.T, f *Form, r *rand.Rand, tokens int) []byte {
	t.Helper()
	g := f.Begin("")
	var out []byte
	for left := tokens; ; left-- {
		if g.Ended() {
			return out
		}
		m := g.Mask(left - 1)
		var allowed []int32
		for i := range f.vocabulary.pieces {
			token := int32(i)
			if m.Has(token) {
				allowed = append(allowed, token)
			}
			if ends := token == 256 && g.Accepts(); m.Has(token) != (ends || g.Fits(token, left-1)) {
				t.Fatalf("mask and Fits disagree about token %d after %q", i, out)
			}
		}
		if len(allowed) == 0 {
			t.Fatalf("nothing may follow %q with %d left", out, left)
		}
		token := allowed[r.IntN(len(allowed))]
		if token == 256 {
			return out
		}
		g.Take(token)
		out = append(out, f.vocabulary.pieces[token]...)
	}
}
