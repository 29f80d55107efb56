package trial

import (
	"math"

	"aipack/backend/model/evaluate"
	"aipack/backend/model/llm"
)

// spent is what all tasks took.
type spent struct {
	tokens, calls, stopped int
	ms                     int64
	usd                    float64
	priced                 bool
}

func (s *spent) add(c evaluate.Case, client llm.Client, price evaluate.Price) {
	u := c.Cost.Usage
	s.tokens += u.Prompt + u.Completion
	s.calls += c.Cost.Calls
	s.ms += c.Cost.DurationMS
	if c.Verdict == evaluate.Stopped {
		s.stopped++
	}
	if price == nil {
		s.priced = false
		return
	}
	usd, known := price(client.Provider(), client.Model(), u)
	s.usd += usd
	s.priced = s.priced && known
}

// metrics are those figures. Dollars are among them where they are known of every task.
func (s *spent) metrics(tasks int) []evaluate.Metric {
	each := float64(max(tasks, 1))
	out := []evaluate.Metric{
		{Name: "stopped", Value: float64(s.stopped) / each, Of: tasks, Met: true},
		{Name: "tool calls a task", Value: rounded(float64(s.calls)/each, 1), Met: true},
		{Name: "tokens a task", Value: rounded(float64(s.tokens)/each, 0), Met: true},
		{Name: "seconds a task", Value: rounded(float64(s.ms)/1000/each, 1), Met: true},
	}
	if s.priced {
		out = append(out, evaluate.Metric{Name: "dollars, all tasks", Value: rounded(s.usd, 4), Met: true})
	}
	return out
}

// rounded keeps so many digits behind the point.
func rounded(v float64, digits int) float64 {
	by := math.Pow10(digits)
	return math.Round(v*by) / by
}
