package proofs

import (
	"encoding/json"
	"testing"

	"aipack/backend/packaging/digest"
	"aipack/backend/prove"
	"aipack/backend/prove/cause"
	"aipack/backend/prove/learned"
	"aipack/backend/store"
	"aipack/backend/universalbuild"
	"aipack/backend/window/session"
)

// TestWhatTheUserMendedIsLearned: an edit between a proof that failed and one that came up
// is a lesson; one before the failure is not.
func TestWhatTheUserMendedIsLearned(t *testing.T) {
	data := t.TempDir()
	a, page := atBench(t, data)
	a.Proofs.data = data
	run := detected(t, a, page, unpacked(t, a, "node-express")).RunID
	edit := func(field, value string) {
		t.Helper()
		if _, err := a.Proofs.orders.registry.Edit(run, ".", []universalbuild.Edit{{Field: field, Value: json.RawMessage(value)}}); err != nil {
			t.Fatal(err)
		}
	}
	proved := func(report *prove.Report) {
		t.Helper()
		request, err := a.Proofs.orders.of(run, ".")
		if err != nil {
			t.Fatal(err)
		}
		row := store.Proof{ID: session.NewID(), RunID: run, Service: ".", Verdict: "running", StartedAt: a.Proofs.now().UnixMilli()}
		p := a.Proofs.begun([]store.Proof{row}, digest.Plan{}, "/shop", func() {})
		if err := p.prove(t.Context(), once(func(prove.Request) *prove.Report { return report }), []prove.Request{request}, false, nil); err != nil {
			t.Fatal(err)
		}
	}
	book := learned.In(data, a.Proofs.now)
	edit("/build/environment/COLOUR", `"blue"`)
	proved(&prove.Report{Verdict: prove.Failed, Failure: &cause.Failure{Stage: "build", Rule: "unknown", Class: cause.Project, Cause: "it broke", Signature: "build unknown javascript npm: no flavour is chosen"}})
	edit("/build/environment/FLAVOUR", `"plain"`)
	edit("/build/system_packages", `["git"]`)
	proved(&prove.Report{Verdict: prove.Proven})
	all, err := book.List()
	if err != nil || len(all) != 1 || all[0].Source != "user" || all[0].Helped != 1 {
		t.Fatalf("%+v %v", all, err)
	}
	if want := "/build/environment/FLAVOUR = plain; /build/system_packages gets git"; all[0].Words() != want {
		t.Errorf("%q, want %q", all[0].Words(), want)
	}
	edit("/build/environment/TASTE", `"sweet"`)
	proved(&prove.Report{Verdict: prove.Proven})
	if all, err = book.List(); err != nil || len(all) != 1 {
		t.Errorf("an edit of what was proven already: %+v %v", all, err)
	}
}
