// Package evaluate measures how well the tools, a model's choice of tools, and
// whole detections are. It judges answers by what the specification and people
// wrote down beforehand, and knows no provider.
//
// The suites and metrics are those of the specification's section on
// evaluation: T holds the tools to written cases, S a model's first call to
// the right one, D detections to labelled projects, C contexts to what questions
// need, G the code graph to what compilers say.
package evaluate

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"aipack/backend/model/llm"
)

// Verdict says how one case ended.
type Verdict string

// The verdicts. Pass and Fail are those of T, D and A, Stopped is A's, the others are those of S.
const (
	Pass       Verdict = "pass"
	Fail       Verdict = "fail"
	Exact      Verdict = "exact"          // the tool and the arguments that were wanted
	Acceptable Verdict = "acceptable"     // another way to the same
	WrongTool  Verdict = "wrong_tool"     // a tool, and not one that helps
	NoTool     Verdict = "no_tool"        // no call at all
	Forbidden  Verdict = "forbidden_tool" // a tool that must not be called here
	Unanswered Verdict = "unanswered"     // the provider gave no answer
	Stopped    Verdict = "stopped"        // there is no whole answer
)

// passes are the verdicts that count for a suite's rate.
func (v Verdict) passes() bool { return v == Pass || v == Exact || v == Acceptable }

// Report is what a suite came to.
type Report struct {
	Suite      string    `json:"suite"`   // T, S, D, C, G, K, L or A
	Title      string    `json:"title"`   // what it measures
	Subject    string    `json:"subject"` // what was measured: the tools, a model, the rules
	Replayed   bool      `json:"replayed"`
	Version    string    `json:"version"` // of aipack
	Started    time.Time `json:"started"`
	DurationMS int64     `json:"duration_ms"`
	Total      int       `json:"total"`
	Passed     int       `json:"passed"`
	Rate       float64   `json:"rate"`
	Low        float64   `json:"low"`    // of Wilson's 95% interval
	High       float64   `json:"high"`   // likewise
	Target     float64   `json:"target"` // the rate that the suite has to reach; 0 for none
	Met        bool      `json:"met"`
	Metrics    []Metric  `json:"metrics"`
	Worth      []Worth   `json:"worth,omitempty"` // of the models of suite D, by mode
	Groups     []Group   `json:"groups"`
	Cases      []Case    `json:"cases"`
}

// Metric is one further figure.
type Metric struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	Of    int     `json:"of,omitempty"` // how many cases it is a share or mean of
	Limit string  `json:"limit,omitempty"`
	Met   bool    `json:"met"`
}

// Group is the cases of one kind.
type Group struct {
	Name   string `json:"name"`
	Total  int    `json:"total"`
	Passed int    `json:"passed"`
}

// Case is how one case ended.
type Case struct {
	Name     string   `json:"name"`
	Group    string   `json:"group"`
	Spec     string   `json:"spec,omitempty"` // id of the requirement it holds to
	Verdict  Verdict  `json:"verdict"`
	Score    float64  `json:"score"`              // 0 to 1
	Problems []string `json:"problems,omitempty"` // what was not as it should be
	Cost     *Cost    `json:"cost,omitempty"`     // of suite A
}

// Cost is what a model took for one case.
type Cost struct {
	Usage      llm.Usage `json:"usage"` // its tokens
	Calls      int       `json:"calls"` // of tools
	DurationMS int64     `json:"duration_ms"`
}

// String says it in words; "" where it is not known.
func (c *Cost) String() string {
	if c == nil {
		return ""
	}
	return fmt.Sprintf("calls %d, tokens %d, %.1f s", c.Calls, c.Usage.Prompt+c.Usage.Completion, float64(c.DurationMS)/1000)
}

// Sum counts the cases of a report.
func (r *Report) Sum() {
	groups := map[string]*Group{}
	r.Total, r.Passed, r.Groups = len(r.Cases), 0, []Group{}
	for _, c := range r.Cases {
		g := groups[c.Group]
		if g == nil {
			g = &Group{Name: c.Group}
			groups[c.Group] = g
		}
		g.Total++
		if c.Verdict.passes() {
			r.Passed++
			g.Passed++
		}
	}
	for _, name := range slices.Sorted(maps.Keys(groups)) {
		r.Groups = append(r.Groups, *groups[name])
	}
	if r.Total > 0 {
		r.Rate = float64(r.Passed) / float64(r.Total)
	}
	r.Low, r.High = Wilson(r.Passed, r.Total)
	r.Met = r.Rate >= r.Target && !slices.ContainsFunc(r.Metrics, func(m Metric) bool { return !m.Met })
}

// Wilson gives the 95% interval of a share: what it may well be, by as many
// cases as there were.
func Wilson(passed, total int) (low, high float64) {
	if total == 0 {
		return 0, 1
	}
	const z = 1.96
	n, p := float64(total), float64(passed)/float64(total)
	middle := p + z*z/(2*n)
	spread := z * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return max(0, (middle-spread)/(1+z*z/n)), min(1, (middle+spread)/(1+z*z/n))
}
