package scores

import (
	"context"
	"fmt"
	"sync"
	"time"

	"aipack/backend/detect/pipeline"
	"aipack/backend/language"
	"aipack/backend/model/advise"
	"aipack/backend/model/conversation"
	"aipack/backend/model/evaluate"
	"aipack/backend/model/llm"
	"aipack/backend/model/llm/script"
)

// Estimate is what measuring a model comes to, before it is asked.
type Estimate struct {
	Projects  int
	Questions int
	Usual     llm.Usage // of a model that answers well and to the point
	Most      llm.Usage // of one that uses all that it may
}

// What a model usually takes for one question, and for looking through a
// repository.
const (
	usualAnswer   = 150 // tokens
	usualLook     = 8   // requests
	bytesOfToken  = 4
	mostOfAnAsk   = 2 // requests: an answer that does not hold is sent back once
	besideTheCall = 2 // requests of an exploration beside those that call a tool
)

// Foresee finds out which questions a set puts to a model, by putting them to
// one that knows nothing. Nothing is sent.
func (s Set) Foresee(ctx context.Context, registry *language.Registry, analyse func(context.Context, pipeline.Run) (*pipeline.Outcome, error)) (Estimate, error) {
	client := &counting{}
	client.Rest = client.count
	d := evaluate.Detection{Fixtures: s.Fixtures, Analyse: analyse, Now: time.Now, Subjects: []evaluate.Subject{{
		Name: "nobody", Modes: []string{pipeline.Full},
		Advise: func(context.Context, string, string) (pipeline.Adviser, error) {
			return advise.New(advise.Options{Registry: registry, Open: func(context.Context) (llm.Client, error) { return client, nil }}), nil
		},
	}}}
	r, err := d.Run(ctx)
	if err != nil {
		return Estimate{}, err
	}
	asks, looks := client.asks, client.looks
	ask, look := conversation.For(conversation.Usual, conversation.Ask), conversation.For(conversation.Usual, conversation.Detect)
	looking := looks * (advise.DefaultLimits().Calls + besideTheCall)
	return Estimate{
		Projects:  len(s.Fixtures),
		Questions: r.Worth[0].Questions,
		Usual:     llm.Usage{Prompt: client.bytes / bytesOfToken, Completion: (asks + looks*usualLook) * usualAnswer, Reported: true},
		Most: llm.Usage{
			Prompt:     asks*mostOfAnAsk*ask.Prompt() + looking*look.Prompt(),
			Completion: (asks*mostOfAnAsk + looking) * advise.Longest, Reported: true,
		},
	}, nil
}

// Sends says what goes where: to a model and its place, "gpt-4o on OpenAI's
// servers".
func (e Estimate) Sends(where string) string {
	return fmt.Sprintf("About %d questions on %d small projects that come with aipack go to %s. Nothing of yours is sent.", e.Questions, e.Projects, where)
}

// Costs says what measuring a model may cost, and how long one takes that
// costs nothing; capped says that the user has set what a month may cost.
func (e Estimate) Costs(provider, model string, price evaluate.Price, capped bool) string {
	usual, _ := price(provider, model, e.Usual)
	most, priced := price(provider, model, e.Most)
	switch {
	case !priced:
		return "No price is known for this model."
	case most == 0:
		return "It costs nothing. How long it takes is known after the first project: seconds on a graphics card, up to five minutes a project on a processor."
	case capped:
		return fmt.Sprintf("It costs about $%.2f, at most $%.2f, and never more than the cap of a month leaves.", usual, most)
	}
	return fmt.Sprintf("It costs about $%.2f, at most $%.2f.", usual, most)
}

// counting is a model that knows nothing and counts what it is asked.
type counting struct {
	script.Client

	mu          sync.Mutex
	asks, looks int
	bytes       int // of what is sent to a model that looks around as usual
}

func (c *counting) count(_ context.Context, r llm.Request) (*llm.Response, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	size, times := len(r.Schema), 1
	for _, m := range r.Messages {
		size += len(m.Text)
	}
	for _, t := range r.Tools {
		size += len(t.Description) + len(t.Schema)
	}
	switch begins := len(r.Messages) == 2; { // the instructions, and what is asked
	case len(r.Tools) == 0:
		c.asks++
	case begins:
		c.looks++
		times = usualLook
	default:
		times = 0
	}
	c.bytes += size * times
	return &llm.Response{Message: llm.Message{Text: `{"known":false}`}}, nil
}
