package evaluate

import (
	"testing"
	"time"

	"aipack/backend/prove"
	"aipack/backend/prove/cause"
)

// TestLearning: what came up by a lesson is told from what a model mended, and what
// lessons made worse fails.
func TestLearning(t *testing.T) {
	report := func(name string, verdict prove.Verdict, tries ...prove.Try) *prove.Report {
		r := &prove.Report{Name: name, Verdict: verdict, Mending: &prove.Repair{Tries: tries}}
		if verdict == prove.Failed {
			r.Failure = &cause.Failure{Stage: "build", Rule: "unknown", Cause: "it broke"}
		}
		return r
	}
	kept := func(lesson, model string) prove.Try {
		return prove.Try{State: prove.Kept, Lesson: lesson, Model: model}
	}
	on := []*prove.Report{
		report("a", prove.Proven, kept("l", "")), report("b", prove.Proven, kept("", "m")), report("c", prove.Failed, prove.Try{State: prove.TakenBack, Lesson: "l"}),
		report("elsewhere", prove.Proven), report("d", prove.Stopped),
	}
	off := []*prove.Report{report("a", prove.Failed), report("b", prove.Proven, kept("", "m")), report("c", prove.Proven, kept("", "m")), report("d", prove.Proven)}
	r := Learning(on, off, time.Time{})
	if r.Total != 3 || r.Passed != 2 || r.Met || r.Cases[2].Verdict != Fail {
		t.Fatalf("%+v", r)
	}
	for i, want := range []float64{2, 2, 1, 2, 3, 2, 1, 2} {
		if r.Metrics[i].Value != want {
			t.Errorf("%s: %v, want %v", r.Metrics[i].Name, r.Metrics[i].Value, want)
		}
	}
	if r := Learning(on[:1], off[:1], time.Time{}); !r.Met {
		t.Errorf("%+v", r)
	}
}
