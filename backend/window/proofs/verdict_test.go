package proofs

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"aipack/backend/packaging/digest"
	"aipack/backend/prove"
	"aipack/backend/prove/cause"
	"aipack/backend/store"
	"aipack/backend/window/history"
	"aipack/backend/window/session"
)

// proved records a proof of a run's only service as a round does: begun with the
// plan in force, and with the end that it came to.
func proved(t *testing.T, a *bench, run, came string) string {
	t.Helper()
	p := beginProof(t, a, run)
	if came != "running" {
		p.end(t.Context(), 0, &prove.Report{Service: ".", Verdict: prove.Verdict(came)}, nil)
		p.finish(t.Context(), nil)
	}
	return p.rows[0].ID
}

var proofClock int64

func beginProof(t *testing.T, a *bench, run string) *round {
	t.Helper()
	plan, err := planAt(a, run)
	if err != nil {
		t.Fatal(err)
	}
	proofClock++
	row := store.Proof{ID: session.NewID(), RunID: run, Service: ".", Verdict: "running", StartedAt: proofClock, Plan: plan.ByName()["."]}
	if err := a.store.SaveProof(row, ""); err != nil {
		t.Fatal(err)
	}
	return a.Proofs.begun([]store.Proof{row}, plan, "", func() {})
}

// stands is how a run's plan stands by its verdict, and by Home and History, which
// have to agree; and the ids of the proofs it speaks of.
func stands(t *testing.T, a *bench, run string) string {
	t.Helper()
	v, err := a.Proofs.Verdict(run)
	if err != nil {
		t.Fatal(err)
	}
	history, err := a.History.Page(history.Filter{}, 0, 50)
	if err != nil {
		t.Fatal(err)
	}
	recents, err := a.History.Recents()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range append(history.Runs, recents...) {
		if row.ID == run && (row.Proof != v.State || row.Loud != v.Loud) {
			t.Errorf("a list says %q, the verdict %q", row.Proof, v.State)
		}
	}
	s, said := v.Services[0], v.State
	if s.Last != nil {
		said += " last:" + s.Last.ID
	}
	if s.Cut != nil {
		said += " cut:" + s.Cut.ID
	}
	return said
}

func expect(t *testing.T, a *bench, run, want string) {
	t.Helper()
	if got := stands(t, a, run); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestAVerdictIsOfAProjectAndItsPlan: it is read from the history, stays with the
// folder while its plan is the same, and is nobody else's.
func TestAVerdictIsOfAProjectAndItsPlan(t *testing.T) {
	data := t.TempDir()
	a, page := atBench(t, data)
	folder := unpacked(t, a, "node-express")
	shop := detected(t, a, page, folder).RunID
	other := detected(t, a, page, unpacked(t, a, "python-fastapi")).RunID
	expect(t, a, shop, "")

	first := proved(t, a, shop, "proven")
	expect(t, a, shop, "proven last:"+first)
	expect(t, a, other, "")

	// A second proof is under way, and is cut off: the first one's report stays.
	second := beginProof(t, a, shop)
	expect(t, a, shop, "running last:"+first)
	expect(t, a, other, "")
	second.end(t.Context(), 0, &prove.Report{Service: ".", Verdict: prove.Stopped}, nil)
	second.finish(t.Context(), nil)
	cut := " cut:" + second.rows[0].ID
	expect(t, a, shop, "proven last:"+first+cut)

	// The folder is opened again: the same plan keeps its proof.
	again := detected(t, a, page, folder).RunID
	expect(t, a, again, "proven last:"+first+cut)

	// An edit makes it one of an earlier plan, its undo takes that back.
	if _, err := a.Plan.Edit(again, ".", "/runtime/ports/0/port", "4321"); err != nil {
		t.Fatal(err)
	}
	expect(t, a, again, "stale last:"+first+cut)
	if _, err := a.Plan.Undo(again, "."); err != nil {
		t.Fatal(err)
	}
	expect(t, a, again, "proven last:"+first+cut)
	if _, err := a.Plan.EditDockerfile(again, ".", "FROM scratch\n"); err != nil {
		t.Fatal(err)
	}
	expect(t, a, again, "stale last:"+first+cut)
	if _, err := a.Plan.EditDockerfile(again, ".", ""); err != nil {
		t.Fatal(err)
	}

	// What is under way when the program ends was cut off, and the rest is as it was.
	third := beginProof(t, a, again)
	a.Close()
	b, page := atBench(t, data)
	expect(t, b, again, "proven last:"+first+" cut:"+third.rows[0].ID)
	expect(t, b, other, "")
	expect(t, b, detected(t, b, page, folder).RunID, "proven last:"+first+" cut:"+third.rows[0].ID)
}

// TestWhatAFixKeptIsProven: the plan that was proved at last is the one in force.
func TestWhatAFixKeptIsProven(t *testing.T) {
	a, page := atBench(t, t.TempDir())
	run := detected(t, a, page, unpacked(t, a, "node-express")).RunID
	request, err := a.Proofs.orders.of(run, ".")
	if err != nil {
		t.Fatal(err)
	}
	prover := once(func(r prove.Request) *prove.Report {
		if r.Document.Runtime.Ports[0].Port == 4321 {
			return &prove.Report{Verdict: prove.Proven}
		}
		return &prove.Report{Verdict: prove.Failed, Failure: &cause.Failure{
			Stage: "health", Rule: "wrong_port", Cause: "wrong_port", Class: cause.Project, Edits: []cause.Edit{{Field: "/runtime/ports/0/port", Value: 4321}},
		}}
	})
	p := beginProof(t, a, run)
	if err := p.prove(t.Context(), prover, []prove.Request{request}, true, nil); err != nil {
		t.Fatal(err)
	}
	expect(t, a, run, "proven last:"+p.rows[0].ID)
	if _, err := a.Plan.Undo(run, "."); err != nil {
		t.Fatal(err)
	}
	expect(t, a, run, "stale last:"+p.rows[0].ID)
}

// TestProofsOfBeforePlansWereKept stand as long as the Dockerfile is the one that
// they built.
func TestProofsOfBeforePlansWereKept(t *testing.T) {
	for name, one := range map[string]struct{ line, want string }{
		"the same Dockerfile": {"", "proven"}, "another one": {"# of an earlier aipack\n", "stale"},
	} {
		t.Run(name, func(t *testing.T) {
			data := t.TempDir()
			a, page := atBench(t, data)
			run := detected(t, a, page, unpacked(t, a, "node-express")).RunID
			state, err := a.Plan.Service(run, ".")
			if err != nil {
				t.Fatal(err)
			}
			report, err := json.Marshal(prove.Report{Verdict: prove.Proven, Dockerfile: one.line + state.Dockerfile.Content})
			if err != nil {
				t.Fatal(err)
			}
			id := session.NewID()
			if err := a.store.SaveProof(store.Proof{ID: id, RunID: run, Service: ".", Verdict: "proven", StartedAt: 1}, string(report)); err != nil {
				t.Fatal(err)
			}
			if err := a.store.SavePlans(run, map[string]string{".": ""}); err != nil {
				t.Fatal(err)
			}
			a.Close()
			b, _ := atBench(t, data)
			expect(t, b, run, one.want+" last:"+id)
		})
	}
}

// TestAFolderThatIsAwayKeepsItsVerdict: nobody knows what has changed in it.
func TestAFolderThatIsAwayKeepsItsVerdict(t *testing.T) {
	data := t.TempDir()
	a, page := atBench(t, data)
	folder := filepath.Join(t.TempDir(), "shop")
	if err := os.CopyFS(folder, os.DirFS(unpacked(t, a, "node-express"))); err != nil {
		t.Fatal(err)
	}
	run := detected(t, a, page, folder).RunID
	id := proved(t, a, run, "proven")
	a.Close()
	if err := os.Rename(folder, folder+".away"); err != nil {
		t.Fatal(err)
	}
	b, _ := atBench(t, data)
	expect(t, b, run, "proven last:"+id)
}

// TestTheReportOfTheLastFinishedProofStays within reach of whoever asks for it.
func TestTheReportOfTheLastFinishedProofStays(t *testing.T) {
	a, page := atBench(t, t.TempDir())
	run := detected(t, a, page, unpacked(t, a, "node-express")).RunID
	proved(t, a, run, "proven")
	proved(t, a, run, "stopped")
	v, err := a.Proofs.Verdict(run)
	if err != nil {
		t.Fatal(err)
	}
	if text, err := a.Proofs.Report(v.Services[0].Last.ID); err != nil || !strings.Contains(text, `"verdict":"proven"`) {
		t.Errorf("%v, %s", err, text)
	}
}

// TestAWarningBesideTheVerdictIsKept, so that lists show it without the report.
func TestAWarningBesideTheVerdictIsKept(t *testing.T) {
	a, page := atBench(t, t.TempDir())
	run := detected(t, a, page, unpacked(t, a, "node-express")).RunID
	p := a.Proofs.begun([]store.Proof{{ID: session.NewID(), RunID: run, Service: ".", StartedAt: 1}}, digest.Plan{}, "", func() {})
	p.rows[0].Plan = planDigest(t, a, run)
	p.end(t.Context(), 0, &prove.Report{Verdict: prove.Proven, Warnings: []prove.Warning{{Message: "it runs as root", Loud: true}}}, nil)
	v, err := a.Proofs.Verdict(run)
	if err != nil || v.State != "proven" || !v.Loud {
		t.Errorf("%+v, %v", v, err)
	}
}

func planDigest(t *testing.T, a *bench, run string) string {
	t.Helper()
	plan, err := planAt(a, run)
	if err != nil {
		t.Fatal(err)
	}
	return plan.ByName()["."]
}
