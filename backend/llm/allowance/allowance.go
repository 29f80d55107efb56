// Package allowance holds a model of the cloud to what the user allows it to
// cost in a month. It is a client that wraps a client and looks before each
// request. It knows no provider and keeps no books.
package allowance

import (
	"context"
	"fmt"

	"aipack/backend/llm"
)

// Options are the user's limit, and what is needed to keep it.
type Options struct {
	Most  float64                                // US dollars a month, above 0
	Spent func() (float64, error)                // US dollars of this month until now
	Price func(llm.Usage) (usd float64, ok bool) // of the wrapped model; ok is false where its price is not known
}

type client struct {
	llm.Client
	o Options
}

// New wraps a client. Its errors are of kind llm.OverCap where the request
// could cost more than is left, or where nobody can say. What describes itself
// still does: that costs nothing.
func New(c llm.Client, o Options) llm.Client {
	held := &client{c, o}
	if d, ok := c.(llm.Describer); ok {
		return struct {
			*client
			llm.Describer
		}{held, d}
	}
	return held
}

// Chat asks only what the allowance is sure to cover.
func (c *client) Chat(ctx context.Context, r llm.Request, hear func(llm.Piece)) (*llm.Response, error) {
	most, known := c.o.Price(atMost(r))
	if !known {
		return nil, c.refused("what "+c.Model()+" costs is not known, so the cap of a month cannot be kept", "Choose a model with a known price, or take the cap away in Settings, Limits.", nil)
	}
	spent, err := c.o.Spent()
	if err != nil {
		return nil, c.refused("what this month has cost cannot be read, so the cap of a month cannot be kept", "", err)
	}
	if spent+most > c.o.Most {
		return nil, c.refused(fmt.Sprintf("this month has cost $%.2f of the $%.2f that you allow; the next request could cost $%.4f", spent, c.o.Most, most),
			"Raise the cap in Settings, Limits, or choose a model on this computer.", nil)
	}
	return c.Client.Chat(ctx, r, hear)
}

func (c *client) refused(message, hint string, err error) error {
	return &llm.Error{Kind: llm.OverCap, Provider: c.Provider(), Model: c.Model(), Message: message, Hint: hint, Err: err}
}

// usualAnswer is how long an answer may become where the request sets no
// limit, in tokens.
const usualAnswer = 4096

// atMost is what a request may come to: no text has more tokens than bytes by
// half, and an answer no more than it may.
func atMost(r llm.Request) llm.Usage {
	bytes := len(r.Schema)
	for _, m := range r.Messages {
		bytes += len(m.Text) + 32
		for _, call := range m.Calls {
			bytes += len(call.Name) + len(call.Arguments) + len(call.Opaque)
		}
		for _, t := range m.Thinking {
			bytes += len(t.Text) + len(t.Opaque)
		}
	}
	for _, t := range r.Tools {
		bytes += len(t.Name) + len(t.Description) + len(t.Schema)
	}
	answer := r.MaxTokens
	if answer <= 0 {
		answer = usualAnswer
	}
	return llm.Usage{Prompt: (bytes + 1) / 2, Completion: answer, Reported: true}
}
