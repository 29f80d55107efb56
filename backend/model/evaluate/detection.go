package evaluate

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"aipack/backend/detect/pipeline"
	"aipack/backend/model/llm"
	"aipack/backend/universalbuild"
)

// The gates of suite D for the rules alone.
const (
	languageGate    = 0.95
	buildSystemGate = 0.90
)

// rulesAlone names the baseline.
const rulesAlone = "rules only"

// Detection is what suite D works with.
type Detection struct {
	Fixtures []Fixture
	Analyse  func(ctx context.Context, run pipeline.Run) (*pipeline.Outcome, error)
	Subjects []Subject // who is asked beside the rules
	Now      func() time.Time
	Replayed bool
	Price    Price      // of what models are asked; nil: not known
	Progress func(Case) // hears of every case as it ends, of one after the other; nil: nobody
}

// Price is what a provider takes for a model's tokens in US dollars; known is
// false where nobody says.
type Price func(provider, model string, u llm.Usage) (usd float64, known bool)

// Subject is an adviser that is measured.
type Subject struct {
	Name     string
	Modes    []string // of the run; nil for full and llm
	Alone    bool     // one fixture after the other: it is one machine
	Advise   func(ctx context.Context, fixture, mode string) (pipeline.Adviser, error)
	Scripted bool // its answers are wrong on purpose
}

// measured is one run over one fixture.
type measured struct {
	fixture int
	name    string // the subject and the mode
	docs    []universalbuild.UniversalBuild
	scores  Scores
	spent   pipeline.Spent
	took    time.Duration
	problem string
}

// Run runs suite D: the rules over every fixture, then every subject, whose
// score must be as high as the rules' in every part.
func (d Detection) Run(ctx context.Context) (*Report, error) {
	r := &Report{Suite: "D", Title: "Detection: labelled projects", Subject: rulesAlone, Started: d.Now(), Replayed: d.Replayed}
	rules, err := d.over(ctx, Subject{Name: rulesAlone, Modes: []string{pipeline.Static}}, func(m measured) Case {
		return caseOfRules(d.Fixtures[m.fixture], m)
	})
	if err != nil {
		return nil, err
	}
	for i, m := range rules {
		r.Cases = append(r.Cases, caseOfRules(d.Fixtures[i], m))
	}
	r.Metrics = append(r.Metrics, ofRules(rules)...)
	names := []string{rulesAlone}
	for _, s := range d.Subjects {
		names = append(names, s.Name)
		judge := func(m measured) Case { return caseOfModel(d.Fixtures[m.fixture], m, rules[m.fixture].scores) }
		runs, err := d.over(ctx, s, judge)
		if err != nil {
			return nil, err
		}
		for _, m := range runs {
			r.Cases = append(r.Cases, judge(m))
		}
		r.Metrics = append(r.Metrics, ofSubject(s, runs, rules)...)
		if !s.Scripted {
			r.Worth = append(r.Worth, d.worth(s, runs, rules)...)
		}
	}
	r.Subject = strings.Join(names, ", ")
	r.Sum()
	r.DurationMS = d.Now().Sub(r.Started).Milliseconds()
	return r, nil
}

// modes are those in which a subject is measured.
func (s Subject) modes() []string {
	if s.Modes == nil {
		return []string{pipeline.Full, pipeline.LLM}
	}
	return s.Modes
}

// over runs a subject over every fixture in its modes.
func (d Detection) over(ctx context.Context, s Subject, judge func(measured) Case) ([]measured, error) {
	var mu sync.Mutex
	var out []measured
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(runtime.NumCPU())
	if s.Alone {
		g.SetLimit(1)
	}
	for i := range d.Fixtures {
		for _, mode := range s.modes() {
			g.Go(func() error {
				m, err := d.one(ctx, i, s, mode)
				mu.Lock()
				defer mu.Unlock()
				out = append(out, m)
				if err == nil && d.Progress != nil {
					d.Progress(judge(m))
				}
				return err
			})
		}
	}
	err := g.Wait()
	slices.SortFunc(out, func(a, b measured) int { return cmp.Or(cmp.Compare(a.fixture, b.fixture), cmp.Compare(a.name, b.name)) })
	return out, err
}

// one runs one subject over one fixture. What goes wrong in the analysis is
// its result; only what stops the suite is an error.
func (d Detection) one(ctx context.Context, fixture int, s Subject, mode string) (measured, error) {
	f := d.Fixtures[fixture]
	m := measured{fixture: fixture, name: s.Name}
	run := pipeline.Run{ID: "eval", Mode: mode}
	if s.Advise != nil {
		m.name = inMode(s, mode)
		adviser, err := s.Advise(ctx, f.Name, mode)
		if err != nil {
			return m, err
		}
		run.Adviser = adviser
	}
	r, closing, err := f.open()
	if err != nil {
		return m, err
	}
	defer closing()
	run.Repo = r
	begun := d.Now()
	out, err := d.Analyse(ctx, run)
	m.took = d.Now().Sub(begun)
	if ctx.Err() != nil {
		return m, ctx.Err()
	}
	if err != nil {
		m.problem = err.Error()
	}
	if out != nil {
		m.docs, m.scores, m.spent = out.Documents, Score(f.Want, out.Documents), out.Spent
	}
	return m, nil
}

// caseOfRules passes where services, language and build system are right.
func caseOfRules(f Fixture, m measured) Case {
	c := Case{Name: f.Name, Group: m.name, Verdict: Pass, Score: m.scores.Total()}
	for _, p := range parts() {
		if m.scores[p] == 1 {
			continue
		}
		c.Problems = append(c.Problems, fmt.Sprintf("%s: %s", p, percent(m.scores[p])))
		if p == Services || p == Language || p == BuildSystem {
			c.Verdict = Fail
		}
	}
	if m.problem != "" {
		c.Verdict, c.Problems = Fail, append(c.Problems, m.problem)
	}
	return c
}

// caseOfModel passes where nothing is worse than by the rules.
func caseOfModel(f Fixture, m measured, rules Scores) Case {
	c := Case{Name: f.Name, Group: m.name, Verdict: Pass, Score: m.scores.Total()}
	for _, p := range m.scores.below(rules) {
		c.Verdict = Fail
		c.Problems = append(c.Problems, fmt.Sprintf("%s is worse than by the rules: %s after %s", p, percent(m.scores[p]), percent(rules[p])))
	}
	if m.problem != "" {
		c.Verdict, c.Problems = Fail, append(c.Problems, m.problem)
	}
	return c
}

func ofRules(rules []measured) []Metric {
	var out []Metric
	for _, p := range parts() {
		sum := 0.0
		for _, m := range rules {
			sum += m.scores[p]
		}
		metric := Metric{Name: p + ", " + rulesAlone, Value: sum / float64(max(len(rules), 1)), Of: len(rules), Met: true}
		switch p {
		case Language:
			metric.Limit, metric.Met = "at least 95%", metric.Value >= languageGate
		case BuildSystem:
			metric.Limit, metric.Met = "at least 90%", metric.Value >= buildSystemGate
		}
		out = append(out, metric)
	}
	return out
}

func ofSubject(s Subject, runs, rules []measured) []Metric {
	worse, better, mean := 0, 0, 0.0
	taken, calls, cached := 0, 0, 0
	for _, m := range runs {
		base := rules[m.fixture].scores
		mean += m.scores.Total()
		if len(m.scores.below(base)) > 0 {
			worse++
		} else if len(base.below(m.scores)) > 0 {
			better++
		}
		taken += m.spent.Taken
		calls += m.spent.ToolCalls
		cached += m.spent.CacheHits
	}
	out := []Metric{
		{Name: "worse than the rules, " + s.Name, Value: float64(worse), Limit: "must be 0"},
		{Name: "answers taken, " + s.Name, Value: float64(taken)},
	}
	if !s.Scripted {
		out = append(out,
			Metric{Name: "better than the rules, " + s.Name, Value: float64(better)},
			Metric{Name: "mean score, " + s.Name, Value: mean / float64(max(len(runs), 1)), Of: len(runs)},
			Metric{Name: "tool calls, " + s.Name, Value: float64(calls)},
			Metric{Name: "cached tool calls, " + s.Name, Value: float64(cached)})
	}
	for i := range out {
		out[i].Met = i > 0 || worse == 0
	}
	return out
}
