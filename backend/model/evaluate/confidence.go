package evaluate

import (
	"fmt"
	"time"

	"aipack/backend/prove"
	"aipack/backend/prove/cause"
)

// surely is the share of those said with a confidence of at least 0.9 that has to
// come up: confidence is a promise.
const surely = 0.85

// bands are ranges of confidence, by their least.
var bands = []struct {
	least float64
	name  string
}{{0.9, "0.90 to 1.00"}, {0.8, "0.80 to 0.89"}, {0.5, "0.50 to 0.79"}, {0, "0.00 to 0.49"}}

func bandOf(confidence float64) string {
	for _, b := range bands {
		if confidence >= b.least {
			return b.name
		}
	}
	return bands[len(bands)-1].name
}

// said is what was said with a confidence, and whether it came true.
type said struct {
	confidence float64
	cameUp     bool
}

// Confidence is suite K: of plans, how often one that was said with a confidence came
// up at its first proof; of fixes, how often one that was tried with a confidence in
// the plan (C038 to C043) made it come up. Proofs that say nothing of a plan are left
// out: those that were stopped or not built, and failures of the machine, the network
// or an account.
func Confidence(reports []*prove.Report, now time.Time) *Report {
	r := &Report{Suite: "K", Title: "how often what was said with a confidence came up", Started: now}
	var plans, fixes []said
	for _, one := range reports {
		if !judged(one) {
			continue
		}
		plan, known := planConfidence(one)
		if !known {
			continue
		}
		fix := fixesOf(one)
		first := said{plan, cameUp(one) && len(fix) == 0}
		plans, fixes = append(plans, first), append(fixes, fix...)
		c := Case{Name: one.Name, Group: bandOf(plan), Verdict: Pass, Score: 1, Spec: "C045"}
		if !first.cameUp {
			c.Verdict, c.Score = Fail, 0
			c.Problems = []string{fmt.Sprintf("said with %.2f, and %s", plan, why(one))}
		}
		r.Cases = append(r.Cases, c)
	}
	r.Metrics = append(r.Metrics, reliability("plans", plans)...)
	r.Metrics = append(r.Metrics, reliability("fixes", fixes)...)
	r.Sum()
	return r
}

// reliability are the figures of a calibration: for each band what was said on
// average beside what came of it, and Brier's score beside that of somebody who
// always says the share that came up.
func reliability(of string, all []said) (list []Metric) {
	if len(all) == 0 {
		return nil
	}
	number := func(name string, value float64) {
		list = append(list, Metric{Name: of + ": " + name, Value: float64(int(value*1000+0.5)) / 1000, Met: true})
	}
	for _, b := range bands {
		var sum float64
		n, up := 0, 0
		for _, one := range all {
			if bandOf(one.confidence) == b.name {
				n, sum = n+1, sum+one.confidence
				if one.cameUp {
					up++
				}
			}
		}
		if n == 0 {
			continue
		}
		number(b.name+", said on average", sum/float64(n))
		m := Metric{Name: fmt.Sprintf("%s: %s, came up of %d", of, b.name, n), Value: float64(up) / float64(n), Of: n, Met: true}
		if b.least == bands[0].least && of == "plans" {
			m.Limit, m.Met = "at least "+percent(surely), m.Value >= surely
		}
		list = append(list, m)
	}
	brier, base := 0.0, 0.0
	for _, one := range all {
		if one.cameUp {
			base += 1 / float64(len(all))
		}
	}
	for _, one := range all {
		came := 0.0
		if one.cameUp {
			came = 1
		}
		brier += (one.confidence - came) * (one.confidence - came) / float64(len(all))
	}
	number("Brier score", brier)
	number("Brier score of always saying the share", base*(1-base))
	return list
}

// judged reports whether a proof says something of the plan.
func judged(r *prove.Report) bool {
	switch r.Verdict {
	case prove.NotBuilt, prove.Stopped:
		return false
	case prove.Failed:
		return r.Failure != nil && r.Failure.Class != cause.Environment && r.Failure.Class != cause.Transient
	}
	return true
}

func cameUp(r *prove.Report) bool { return r.Verdict.Good() }

// planConfidence is how sure the plan was before anything was proved.
func planConfidence(r *prove.Report) (float64, bool) {
	if r.Confidence == nil {
		return 0, false
	}
	for _, f := range r.Confidence.Factors {
		if f.Name == "plan" {
			return f.Value, true
		}
	}
	return 0, false
}

// fixesOf are the fixes that were tried: one came true where the service came up by it.
func fixesOf(r *prove.Report) (list []said) {
	if r.Mending == nil {
		return nil
	}
	last := -1
	for _, t := range r.Mending.Tries {
		if t.State != prove.Kept && t.State != prove.TakenBack {
			continue
		}
		one := said{}
		if t.Confidence != nil {
			one.confidence = t.Confidence.Overall
		}
		list = append(list, one)
		if t.State == prove.Kept {
			last = len(list) - 1
		}
	}
	if last >= 0 {
		list[last].cameUp = cameUp(r)
	}
	return list
}

func why(r *prove.Report) string {
	switch {
	case r.Failure != nil:
		return "failed: " + r.Failure.Cause
	case cameUp(r):
		return "came up by a fix"
	}
	return r.Verdict.Words()
}
