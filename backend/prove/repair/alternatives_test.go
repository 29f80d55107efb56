package repair

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"aipack/backend/prove"
	"aipack/backend/universalbuild"
)

// TestAnotherStart: a start that lost is tried where the plan's does not come up,
// the surest first, kept only where it gets further, and never in place of the
// person's own.
func TestAnotherStart(t *testing.T) {
	others := []universalbuild.Alternative{{Value: "node b.js", Confidence: 0.6, Path: "package.json"}, {Value: "node c.js", Confidence: 0.5}, {Value: "node d.js", Confidence: 0.1}}
	command := func(r prove.Request) string { return r.Document.Runtime.Command[1] }
	for name, c := range map[string]struct {
		source string
		comes  map[string]*prove.Report // by the program; others crash as the first
		want   []string
		starts string
		proofs int
	}{
		"the second": {
			comes: map[string]*prove.Report{"b.js": well()}, want: []string{"crash kept /runtime/command"}, starts: "b.js", proofs: 2,
		},
		"the third, the second crashes otherwise": {
			comes: map[string]*prove.Report{"b.js": failed("start", "missing_module", "No module."), "c.js": well()},
			want:  []string{"crash taken_back /runtime/command", "crash kept /runtime/command"}, starts: "c.js", proofs: 3,
		},
		"none, and what is unlikely is not tried": {
			want: []string{"crash taken_back /runtime/command", "crash taken_back /runtime/command"}, starts: "a.js", proofs: 3,
		},
		"the person's own": {source: "user", starts: "a.js", proofs: 1},
	} {
		doc := document()
		doc.Runtime.Command = []string{"node", "a.js"}
		doc.Evidence = []universalbuild.Evidence{{Field: "/runtime/command", Value: "node a.js", Source: "rule", Alternatives: others}}
		if c.source != "" {
			doc.Evidence[0].Source = c.source
		}
		b := &bench{judge: func(_ int, r prove.Request) (*prove.Report, error) {
			if report := c.comes[command(r)]; report != nil {
				return report, nil
			}
			return failed("start", "crash", "It ended by itself."), nil
		}}
		report, err := Loop{Prover: b, Fix: true}.Prove(t.Context(), prove.Request{Document: doc})
		if err != nil || len(b.asked) != c.proofs {
			t.Errorf("%s: %v, %d proofs", name, err, len(b.asked))
			continue
		}
		if d := cmp.Diff(c.want, told(report)); d != "" {
			t.Errorf("%s: %s", name, d)
		}
		now := doc
		if report.Mending.Document != nil {
			now = *report.Mending.Document
		}
		if !slices.Contains(now.Runtime.Command, c.starts) {
			t.Errorf("%s: it starts %q", name, now.Runtime.Command)
		}
	}
}
