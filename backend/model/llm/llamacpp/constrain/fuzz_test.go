package constrain

import (
	"encoding/json"
	"errors"
	"testing"
)

// FuzzSchema: a schema is refused, or the shortest way through its automaton
// is as long as it says, and JSON.
func FuzzSchema(f *testing.F) {
	for _, s := range schemas {
		f.Add(s)
	}
	f.Add(`{"$ref":"#"}`)
	f.Add(`{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/a"}}}`)
	f.Add(`{"anyOf":[{"$ref":"#/$defs/a"},{"type":"null"}],"$defs":{"a":{"type":"object","required":["x"],"properties":{"x":{"$ref":"#/$defs/a"}}}}}`)
	f.Add(`{"anyOf":[{"$ref":"#"},{"$ref":"#"}],"title":"x"}`)
	f.Add(`{"allOf":[{"$ref":"#"}]}`)
	f.Add(`{"type":"string","pattern":"(a|b)*c{2,}[^\"]\\w.$"}`)
	f.Add(`{"type":"number","minimum":1e300}`)
	f.Fuzz(func(t *testing.T, text string) {
		a, err := Schema(json.RawMessage(text))
		if err != nil {
			if !errors.Is(err, ErrSchema) {
				t.Errorf("%v is of no known kind", err)
			}
			return
		}
		if a.Size(a.Start()) > 10_000 {
			return
		}
		out := shortest(t, a)
		if !json.Valid(out) {
			t.Errorf("%q is no JSON; the schema is %s", out, text)
		}
	})
}

// shortest takes, each time, the byte that comes nearest to the end.
func shortest(t *testing.T, a *Automaton) []byte {
	t.Helper()
	var out []byte
	for s := a.Start(); !a.Accepts(s) || a.Size(s) > 0; {
		next, by := Dead, byte(0)
		for b := range 256 {
			if to := a.Step(s, byte(b)); to != Dead && (next == Dead || a.Size(to) < a.Size(next)) {
				next, by = to, byte(b)
			}
		}
		if next == Dead || a.Size(next) != a.Size(s)-1 {
			t.Fatalf("after %q the end is %d bytes away, and no byte comes nearer", out, a.Size(s))
		}
		out, s = append(out, by), next
	}
	return out
}
