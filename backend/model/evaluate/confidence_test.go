package evaluate

import (
	"strings"
	"testing"
	"time"

	"aipack/backend/prove"
	"aipack/backend/prove/cause"
)

// TestConfidence: what came up is held against what was said, and what says
// nothing of a plan is left out.
func TestConfidence(t *testing.T) {
	sure := func(plan float64) *prove.Confidence {
		return &prove.Confidence{Overall: 0.4, Factors: []prove.Factor{{Name: "checks", Value: 0.1}, {Name: "plan", Value: plan}}}
	}
	failed := func(class cause.Class) *cause.Failure { return &cause.Failure{Class: class, Cause: "no port"} }
	mended := &prove.Repair{Tries: []prove.Try{
		{State: prove.Again}, {State: prove.TakenBack, Confidence: sure(0.9)}, {State: prove.Kept, Confidence: sure(0.9)},
	}}
	reports := []*prove.Report{
		{Name: "a", Verdict: prove.Proven, Confidence: sure(0.95)},
		{Name: "b", Verdict: prove.Ran, Confidence: sure(0.9)},
		{Name: "c", Verdict: prove.Failed, Confidence: sure(0.92), Failure: failed(cause.Project)},
		{Name: "d", Verdict: prove.Proven, Confidence: sure(0.85), Mending: mended},
		{Name: "e", Verdict: prove.Failed, Confidence: sure(0.3), Failure: failed(cause.Project)},
		{Name: "f", Verdict: prove.Incomplete, Confidence: sure(0.7)},
		{Name: "the network", Verdict: prove.Failed, Confidence: sure(0.9), Failure: failed(cause.Environment)},
		{Name: "it passes", Verdict: prove.Failed, Confidence: sure(0.9), Failure: failed(cause.Transient)},
		{Name: "no builder", Verdict: prove.NotBuilt, Confidence: sure(0.9)},
		{Name: "stopped", Verdict: prove.Stopped, Confidence: sure(0.9)},
		{Name: "of before", Verdict: prove.Proven},
	}
	r := Confidence(reports, time.Time{})
	if r.Total != 6 || r.Passed != 2 {
		t.Errorf("%d of %d", r.Passed, r.Total)
	}
	var out strings.Builder
	if err := r.WriteText(&out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"plans: 0.90 to 1.00, said on average    0.923",
		"plans: 0.90 to 1.00, came up of 3       66.7%  (at least 85.0%: missed)",
		"plans: 0.80 to 0.89, came up of 1        0.0%\n",
		"plans: 0.50 to 0.79, came up of 1        0.0%\n",
		"fixes: 0.00 to 0.49, came up of 2       50.0%\n",
		"said with 0.85, and came up by a fix", "said with 0.92, and failed: no port",
		"plans: Brier score                       0.36\n",        // (0.05² + 0.1² + 0.92² + 0.85² + 0.3² + 0.7²) / 6
		"plans: Brier score of always saying the share    0.222", // a third of six came up: 1/3 × 2/3
		"fixes: Brier score                       0.26",          // (0.4² + 0.6²) / 2
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing in\n%s", want, out.String())
		}
	}
	if r.Met {
		t.Error("two of three is not 85 of a hundred")
	}
	if empty := Confidence(nil, time.Time{}); empty.Total != 0 || len(empty.Metrics) != 0 {
		t.Errorf("%+v", empty)
	}
}
