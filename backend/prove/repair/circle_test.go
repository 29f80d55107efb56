package repair

import (
	"strings"
	"testing"

	"aipack/backend/prove"
	"aipack/backend/prove/cause"
)

// TestCircles: edits that undo each other end where they began, although each of
// them seems to help.
func TestCircles(t *testing.T) {
	b := &bench{judge: func(_ int, r prove.Request) (*prove.Report, error) {
		report := failed("health", "wrong_port", "It listens on 3000.", port(3000))
		if r.Document.Runtime.Ports[0].Port == 3000 {
			report = failed("health", "refused", "Nothing listens on 3000.", port(8080))
		}
		report.Failure.Signature = report.Failure.Rule
		return report, nil
	}}
	report, err := Loop{Prover: b, Fix: true}.Prove(t.Context(), prove.Request{Document: document()})
	if err != nil {
		t.Fatal(err)
	}
	if len(b.asked) != 3 || !strings.Contains(report.Mending.Ended, "same plan with the same failure") {
		t.Errorf("%d proofs, %+v", len(b.asked), report.Mending)
	}
}

// TestTheSameCrash: of what a program says, times and paths make no other failure.
func TestTheSameCrash(t *testing.T) {
	crash := func(signature string) *cause.Failure {
		return &cause.Failure{Rule: "crash", Cause: signature + " at another time", Signature: signature}
	}
	if !same(crash("a"), crash("a")) || same(crash("a"), crash("b")) {
		t.Error("a crash is known by its signature")
	}
	one, other := crash("a"), crash("a")
	one.Cause = "at noon"
	if !same(one, other) {
		t.Error("another time makes another crash")
	}
}
