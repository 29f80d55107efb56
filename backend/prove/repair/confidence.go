package repair

import (
	"fmt"
	"math"
	"slices"

	"aipack/backend/base/plural"
	"aipack/backend/prove"
	"aipack/backend/prove/check"
	"aipack/backend/universalbuild"
)

// confidence is how sure the plan is after a proof: five factors, each from 0 to
// 1, by the weights of the specification (C038 to C043). It decides nothing: what
// is tried is decided by evidence, and what is proven is proven.
func confidence(plan universalbuild.UniversalBuild, report *prove.Report, tries []prove.Try) *prove.Confidence {
	passed, of := checksPassed(report)
	known, unhelped := knownFailure(report, tries)
	fields := changedFields(tries)
	c := &prove.Confidence{Factors: []prove.Factor{
		{Name: "plan", Weight: 0.30, Value: clamp(plan.Metadata.Confidence), Why: fmt.Sprintf("the plan was found with a confidence of %.2f", plan.Metadata.Confidence)},
		{Name: "checks", Weight: 0.25, Value: share(passed, of), Why: checksWhy(passed, of)},
		{Name: "known", Weight: 0.25, Value: 1 - known, Why: unhelped},
		{Name: "complexity", Weight: 0.10, Value: inverted(fields, 10), Why: plural.Of(fields, "field") + " of the plan changed"},
		{Name: "impact", Weight: 0.10, Value: inverted(len(report.Services)+1, 20), Why: plural.Of(len(report.Services)+1, "service") + " touched"},
	}}
	for _, f := range c.Factors {
		c.Overall += f.Weight * f.Value
	}
	c.Overall = clamp(math.Round(c.Overall*100) / 100)
	if report.Verdict == prove.Failed {
		c.Overall = min(c.Overall, mostFailed)
	}
	c.Level = level(c.Overall)
	return c
}

// mostFailed is how sure a plan may be whose proof failed: the sum of factors that say
// well of it would call it nearly right, and it was seen not to be.
const mostFailed = 0.49

// level is the word for a confidence, by K-18's thresholds.
func level(v float64) string {
	switch {
	case v >= 0.8:
		return "high"
	case v >= 0.5:
		return "medium"
	}
	return "low"
}

// checksPassed counts the proof's own questions and the checks beside it that
// were made; without a proof there are none.
func checksPassed(report *prove.Report) (passed, of int) {
	note := func(ok bool) {
		of++
		if ok {
			passed++
		}
	}
	if report.Verdict != prove.NotBuilt && report.Verdict != prove.Stopped {
		note(report.Image != nil)
		note(report.Start != nil)
		note(report.Verdict.Good() || report.Verdict == prove.Incomplete)
		note(report.Verdict.Good())
	}
	for _, c := range report.Checks {
		if c.State != check.NotChecked {
			note(c.State == check.Passed)
		}
	}
	return passed, of
}

func checksWhy(passed, of int) string {
	if of == 0 {
		return "nothing was checked"
	}
	return fmt.Sprintf("%d of %d checks passed", passed, of)
}

// knownFailure is how similar the failure is to one that a fix was tried for in
// vain: 1 where it is the same, 0 where the service came up, half where it is not
// known (K-34: a known failure counts against only where the known fix did not help).
func knownFailure(report *prove.Report, tries []prove.Try) (similarity float64, why string) {
	if report.Verdict.Good() || report.Verdict == prove.Incomplete {
		return 0, "nothing fails"
	}
	if report.Failure == nil {
		return 0.5, "no failure is known"
	}
	if slices.ContainsFunc(tries, func(t prove.Try) bool {
		return t.State == prove.TakenBack && t.Rule == report.Failure.Rule && t.Stage == report.Failure.Stage
	}) {
		return 1, "a fix of this failure was tried and did not help"
	}
	return 0.5, "no fix of this failure was tried"
}

// changedFields are those of the plan that fixes changed and that were kept.
func changedFields(tries []prove.Try) int {
	fields := map[string]bool{}
	for _, t := range tries {
		if t.State == prove.Kept {
			for _, e := range t.Edits {
				fields[e.Field] = true
			}
		}
	}
	return len(fields)
}

// inverted is 1 for at most one, falling to 0 at most.
func inverted(n, most int) float64 {
	return clamp(1 - float64(max(n, 1)-1)/float64(most-1))
}

func share(n, of int) float64 {
	if of == 0 {
		return 0.5 // unproven checks count half (K-18)
	}
	return float64(n) / float64(of)
}

func clamp(v float64) float64 { return min(max(v, 0), 1) }
