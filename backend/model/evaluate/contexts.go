package evaluate

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"aipack/backend/code/briefing"
	"aipack/backend/code/codegraph"
)

// What suite C asks for: with how many tokens, and which share of what questions
// need is then there.
const (
	contextTokens = 16_000
	contextRecall = 0.9
)

// contextSizes are all sizes that are measured.
var contextSizes = []int{4_000, 8_000, contextTokens, 48_000}

// Contexts is what suite C works with: questions about public projects, and these
// projects where they are at hand.
type Contexts struct {
	Sets []Questions
	// Open opens a project; fs.ErrNotExist says that it is not at hand.
	Open     func(ctx context.Context, project string) (Project, error)
	Counter  briefing.Counter
	Now      func() time.Time
	Progress func(Case)
}

// Project is one that is open.
type Project struct {
	Graph   *codegraph.Graph
	Sources briefing.Sources
	Close   func() error
}

// needed counts symbols: those that are in contexts, by the size of these, and all.
type needed struct {
	there map[int]int
	all   int
}

func (n *needed) add(m needed) {
	if n.there == nil {
		n.there = map[int]int{}
	}
	for size, there := range m.there {
		n.there[size] += there
	}
	n.all += m.all
}

// Run makes the context of every question and looks which of the symbols that it
// needs are in it. What a project needs that is not at hand is in none.
func (c Contexts) Run(ctx context.Context) (*Report, error) {
	r := &Report{
		Suite: "C", Title: "what a model is shown of a symbol, against what a question needs",
		Subject: "contexts of " + strconv.Itoa(contextTokens) + " tokens", Started: c.Now(),
	}
	var worked, apart needed
	var whole, short, used int
	var slowest time.Duration
	for _, s := range c.Sets {
		var sum needed
		p, err := c.Open(ctx, s.Project)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		for _, q := range s.All {
			one := Case{Name: q.Text, Group: s.Project, Verdict: Fail, Spec: "C"}
			found := needed{all: len(q.Needs)}
			if err != nil {
				one.Problems = []string{"not checked: " + err.Error()}
			} else {
				var a answer
				if a, one.Problems = c.ask(p, q); len(one.Problems) == 0 {
					one.Verdict = Pass
				}
				found.there = a.there
				one.Score = share(a.there[contextTokens], found.all)
				whole, short, used, slowest = whole+a.whole, short+a.short, used+a.used, max(slowest, a.slowest)
			}
			sum.add(found)
			r.Cases = append(r.Cases, one)
			if c.Progress != nil {
				c.Progress(one)
			}
		}
		if p.Close != nil {
			_ = p.Close() // it was only read
		}
		if r.Metrics = append(r.Metrics, Metric{Name: s.Project, Value: share(sum.there[contextTokens], sum.all), Of: sum.all, Met: true}); s.Apart {
			apart.add(sum)
		} else {
			worked.add(sum)
		}
	}
	r.Metrics = append(r.Metrics, sizes("all", worked, true)...)
	if apart.all > 0 {
		r.Metrics = append(r.Metrics, sizes("apart", apart, false)...)
	}
	r.Metrics = append(r.Metrics,
		Metric{Name: "of the tokens, used", Value: share(used, len(r.Cases)*contextTokens), Of: len(r.Cases), Met: true},
		Metric{Name: "shorter where compressed", Value: 1 - share(short, whole), Of: len(r.Cases), Met: true},
		Metric{Name: "slowest context, ms", Value: float64(slowest.Milliseconds()), Met: true})
	r.Sum()
	r.DurationMS = c.Now().Sub(r.Started).Milliseconds()
	return r, nil
}

// sizes are the figures of some questions together; one of them may be what the
// suite asks for.
func sizes(what string, n needed, gate bool) []Metric {
	var out []Metric
	for _, size := range contextSizes {
		m := Metric{Name: what + ", " + strconv.Itoa(size) + " tokens", Value: share(n.there[size], n.all), Of: n.all, Met: true}
		if gate && size == contextTokens {
			m.Limit, m.Met = percent(contextRecall), m.Value >= contextRecall
		}
		out = append(out, m)
	}
	return out
}

// answer is how the context of one question is.
type answer struct {
	there        map[int]int // symbols that it needs, by size
	whole, short int         // tokens of the code, and what is left of them when it is compressed
	used         int
	slowest      time.Duration
}

// ask makes the contexts of a question and says what is missing of it. Questions
// are written by people: what they name and the project does not have is a mistake
// that must not count for or against the contexts in silence.
func (c Contexts) ask(p Project, q Question) (a answer, problems []string) {
	a.there = map[int]int{}
	target, err := q.Target.in(p.Graph)
	if err != nil {
		return a, []string{err.Error()}
	}
	var nodes []codegraph.NodeID
	for _, need := range q.Needs {
		n, err := need.in(p.Graph)
		if err != nil {
			problems = append(problems, err.Error())
			continue
		}
		nodes = append(nodes, n)
	}
	for _, size := range contextSizes {
		began := c.Now()
		made, err := briefing.Assemble(p.Graph, p.Sources, c.Counter, target, briefing.Options{Tokens: size})
		if err != nil {
			return a, append(problems, "no context: "+err.Error())
		}
		a.slowest = max(a.slowest, c.Now().Sub(began))
		if size == contextTokens {
			a.used = made.Tokens()
		}
		var missing []string
		for _, n := range nodes {
			if made.Has(p.Graph, n) {
				a.there[size]++
			} else {
				missing = append(missing, p.Graph.ID(n))
			}
		}
		if size == contextTokens && len(missing) > 0 {
			problems = append(problems, fmt.Sprintf("%s: %d of %d are missing: %s", q.Target, len(missing), len(q.Needs), strings.Join(missing, ", ")))
		}
	}
	compressed, err := briefing.Assemble(p.Graph, p.Sources, c.Counter, target, briefing.Options{Tokens: contextTokens, Compress: true})
	if err != nil {
		return a, append(problems, "no context: "+err.Error())
	}
	for _, part := range compressed.Immediate {
		a.whole += part.Whole
		a.short += part.Tokens
	}
	return a, problems
}
