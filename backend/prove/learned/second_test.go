package learned

import (
	"context"
	"testing"

	"aipack/backend/prove"
	"aipack/backend/prove/cause"
	"aipack/backend/prove/repair"
	"aipack/backend/universalbuild"
)

// flavoured is a builder for projects that are built once a variable says how.
type flavoured struct{ proofs *int }

func (f flavoured) Prove(_ context.Context, r prove.Request) (*prove.Report, error) {
	*f.proofs++
	if r.Document.Build.Environment["FLAVOUR"] == "plain" {
		return &prove.Report{Verdict: prove.Proven}, nil
	}
	return &prove.Report{Verdict: prove.Failed, Failure: &cause.Failure{
		Stage: "build", Rule: "unknown", Cause: "the build ended with 3", Signature: "build unknown javascript npm: no flavour is chosen",
	}}, nil
}

// asked suggests what a model would.
func asked(context.Context, repair.Question) (repair.Suggestion, error) {
	return repair.Suggestion{Edits: []cause.Edit{{Field: "/build/environment/FLAVOUR", Value: "plain"}}, Why: "The build wants a flavour.", Model: "m"}, nil
}

// TestSecondProject: what a model mended in one project is mended in the next at the first
// try and without a model; with learning off it is not.
func TestSecondProject(t *testing.T) {
	b := book(t)
	repaired := func(project string, ask func(context.Context, repair.Question) (repair.Suggestion, error)) (*prove.Report, int) {
		t.Helper()
		proofs := 0
		loop := repair.Loop{
			Prover: flavoured{&proofs}, Fix: true, Ask: ask,
			Memory: Memory{Book: b, Project: project, Warn: func(err error) { t.Error(err) }},
		}
		var doc universalbuild.UniversalBuild
		doc.Metadata.Language = "javascript"
		report, err := loop.Prove(t.Context(), prove.Request{Document: universalbuild.Normal(doc)})
		if err != nil {
			t.Fatal(err)
		}
		return report, proofs
	}
	if r, _ := repaired("/before", nil); r.Verdict != prove.Failed {
		t.Fatal("it was mended by nobody")
	}
	if r, _ := repaired("/first", asked); r.Verdict != prove.Proven {
		t.Fatalf("%+v", r.Mending)
	}
	r, proofs := repaired("/second", nil)
	if r.Verdict != prove.Proven || proofs != 2 || r.Mending.Tries[0].Lesson == "" || r.Mending.Tries[0].Model != "" {
		t.Fatalf("after %d proofs: %+v", proofs, r.Mending)
	}
	all, err := b.List()
	if err != nil || len(all) != 1 || all[0].Helped != 2 || all[0].Projects != 2 || all[0].Source != "model" {
		t.Errorf("%+v %v", all, err)
	}
	if err := b.Switch("", false); err != nil {
		t.Fatal(err)
	}
	if r, _ := repaired("/third", nil); r.Verdict != prove.Failed || len(r.Mending.Tries) != 0 {
		t.Errorf("with learning off: %+v", r.Mending)
	}
}
