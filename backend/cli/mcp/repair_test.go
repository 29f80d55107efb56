package mcp

import (
	"context"
	"strings"
	"testing"

	"aipack/backend/prove"
)

// TestRepair: what the caller proposes and answers is proved, nothing of it is
// written, and it hears what was tried and what only its user knows.
func TestRepair(t *testing.T) {
	var asked []prove.Request
	parts := Parts{Roots: hold(t, shop(t)), Prove: func(_ context.Context, requests []prove.Request, fix bool, _ func(prove.Progress)) ([]*prove.Report, error) {
		if !fix {
			t.Error("nothing is to be repaired")
		}
		asked = requests
		return []*prove.Report{{
			Service: "api", Verdict: prove.Failed,
			Mending:    &prove.Repair{Ended: "No rule knows an edit.", Tries: []prove.Try{{State: prove.Kept, Why: "Set the port.", Diff: "-EXPOSE 1\n+EXPOSE 2\n", Came: "It wants A."}}},
			Questions:  []prove.Question{{Name: "A", Text: "What is the value of A?"}},
			Confidence: &prove.Confidence{Overall: 0.47},
		}}, nil
	}}
	session := connect(t, parts, nil)
	got, said := call[proved](t, session, "repair", map[string]any{
		"path": ".", "service": "api", "files": map[string]any{"api/server.js": "mine"}, "answers": map[string]any{"A": "1"},
	})
	if said != "" || len(got.Services) != 1 || len(asked) != 1 {
		t.Fatalf("%s %+v", said, got)
	}
	if r := asked[0]; string(r.Files["api/server.js"]) != "mine" || r.Env["A"] != "1" {
		t.Errorf("%+v", r)
	}
	p := got.Services[0]
	if len(p.Tried) != 1 || !strings.Contains(p.Tried[0].Diff, "+EXPOSE 2") || p.Ended == "" || len(p.Questions) != 1 || p.Confidence != 0.47 {
		t.Errorf("%+v", p)
	}
	if _, said := call[proved](t, session, "repair", map[string]any{"path": ".", "answers": map[string]any{"/no/such": "1"}}); !strings.Contains(said, "/no/such") {
		t.Errorf("an answer that fits nothing: %q", said)
	}
}
