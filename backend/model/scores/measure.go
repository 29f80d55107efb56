package scores

import (
	"context"
	"strings"
	"time"

	"aipack/backend/detect/pipeline"
	"aipack/backend/model/evaluate"
	"aipack/backend/model/llm"
)

// Manner is how a model is measured.
type Manner struct {
	Analyse  func(context.Context, pipeline.Run) (*pipeline.Outcome, error)
	Advise   func() pipeline.Adviser // asks the model about one project
	Price    evaluate.Price
	Now      func() time.Time
	Progress func() // hears of every project that is done
}

// subject is the name under which a model is measured: its cases are told from
// the rules' by it.
const subject = "model"

// Measure asks a model about every project, one after the other. Who it is,
// and in which program, the caller knows.
func (s Set) Measure(ctx context.Context, m Manner) (Result, error) {
	r, err := evaluate.Detection{
		Fixtures: s.Fixtures, Analyse: m.Analyse, Now: m.Now, Price: m.Price,
		Progress: func(c evaluate.Case) {
			if strings.HasPrefix(c.Group, subject) {
				m.Progress()
			}
		},
		Subjects: []evaluate.Subject{{
			Name: subject, Modes: []string{pipeline.Full}, Alone: true,
			Advise: func(context.Context, string, string) (pipeline.Adviser, error) { return m.Advise(), nil },
		}},
	}.Run(ctx)
	if err != nil {
		return Result{}, err
	}
	return Result{Set: s.ID, At: m.Now().UnixMilli()}.With(r.Worth[0]), nil
}

// Free is the price of what runs on this computer or in its network.
func Free(string, string, llm.Usage) (usd float64, known bool) { return 0, true }
