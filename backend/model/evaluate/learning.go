package evaluate

import (
	"fmt"
	"time"

	"aipack/backend/prove"
)

// Learning is suite L: what repairs come to with lessons on against off, service by
// service of the same name. A service passes where lessons make nothing worse: it comes up
// with them where it does without. Services that one side alone judges are left out.
func Learning(on, off []*prove.Report, now time.Time) *Report {
	r := &Report{Suite: "L", Title: "repairs with what was learned before, against repairs without", Started: now, Target: 1}
	without := map[string]*prove.Report{}
	for _, one := range off {
		if judged(one) {
			without[one.Name] = one
		}
	}
	var up, upWithout, first, lessons, tries, triesWithout, asked, askedWithout int
	for _, with := range on {
		other := without[with.Name]
		if other == nil || !judged(with) {
			continue
		}
		c := Case{Name: with.Name, Group: "services", Verdict: Pass, Score: 1, Spec: "C122"}
		a, b := effortOf(with), effortOf(other)
		tries, triesWithout = tries+a.tries, triesWithout+b.tries
		asked, askedWithout = asked+a.models, askedWithout+b.models
		lessons += a.lessons
		if cameUp(with) {
			up++
		}
		if cameUp(other) {
			upWithout++
		}
		if a.firstLesson && cameUp(with) {
			first++
		}
		if cameUp(other) && !cameUp(with) {
			c.Verdict, c.Score = Fail, 0
			c.Problems = []string{"it came up without lessons, and with them it " + why(with)}
		}
		r.Cases = append(r.Cases, c)
	}
	n := len(r.Cases)
	number := func(name string, value int) {
		r.Metrics = append(r.Metrics, Metric{Name: fmt.Sprintf("%s, of %d", name, n), Value: float64(value), Of: n, Met: true})
	}
	number("came up with lessons", up)
	number("came up without", upWithout)
	number("came up by a lesson at the first try", first)
	number("lessons tried", lessons)
	number("tries with lessons", tries)
	number("tries without", triesWithout)
	number("tries that a model suggested, with lessons", asked)
	number("tries that a model suggested, without", askedWithout)
	r.Sum()
	return r
}

// effort is what a repair has taken.
type effort struct {
	tries, models, lessons int
	firstLesson            bool // the first try was a lesson, and it was kept
}

func effortOf(r *prove.Report) (e effort) {
	if r.Mending == nil {
		return e
	}
	for _, t := range r.Mending.Tries {
		if t.State != prove.Kept && t.State != prove.TakenBack {
			continue
		}
		if e.tries++; e.tries == 1 {
			e.firstLesson = t.Lesson != "" && t.State == prove.Kept
		}
		if t.Model != "" {
			e.models++
		}
		if t.Lesson != "" {
			e.lessons++
		}
	}
	return e
}
