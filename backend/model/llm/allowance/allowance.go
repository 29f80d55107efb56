// Package allowance holds a model to what the user allows it to cost in a
// month. It is a client that wraps a client, looks before each request, and
// says afterwards what it took. It knows no provider and keeps no ledger.
package allowance

import (
	"context"
	"fmt"
	"sync"

	"aipack/backend/model/llm"
)

// Options are the user's limit, and what is needed to keep it.
type Options struct {
	// Book hears what each request took, also of one that broke off after its
	// first word; may be nil. Where the provider did not count, Reported is false
	// and the tokens are a guess.
	Book func(llm.Usage)

	Most  float64                                // US dollars a month; 0: whatever it costs, and the rest is not needed
	Spent func() (float64, error)                // US dollars of this month until now
	Price func(llm.Usage) (usd float64, ok bool) // of the wrapped model; ok is false where its price is not known
	Near  func(string)                           // hears once, in words, when four fifths of Most are spent; may be nil
}

type client struct {
	llm.Client
	o    Options
	near sync.Once
}

// New wraps a client. Its errors are of kind llm.OverCap where the request
// could cost more than is left, or where nobody can say. What describes itself
// still does: that costs nothing.
func New(c llm.Client, o Options) llm.Client {
	held := &client{Client: c, o: o}
	if d, ok := c.(llm.Describer); ok {
		return struct {
			*client
			llm.Describer
		}{held, d}
	}
	return held
}

// Chat asks only what the allowance is sure to cover, and records it.
func (c *client) Chat(ctx context.Context, r llm.Request, hear func(llm.Piece)) (*llm.Response, error) {
	if c.o.Most > 0 {
		if err := c.covered(r); err != nil {
			return nil, err
		}
	}
	said := 0
	counted := hear // nil stays nil: then nothing is streamed
	if hear != nil {
		counted = func(p llm.Piece) {
			said += len(p.Text) + len(p.Thinking) + len(p.Arguments)
			hear(p)
		}
	}
	answer, err := c.Client.Chat(ctx, r, counted)
	if c.o.Book != nil && (err == nil || said > 0) {
		c.o.Book(took(r, answer, said))
	}
	return answer, err
}

// took is what a request came to.
func took(r llm.Request, answer *llm.Response, said int) llm.Usage {
	if answer != nil && answer.Usage.Reported {
		return answer.Usage
	}
	if answer != nil {
		said = max(said, len(answer.Message.Text))
	}
	return llm.Usage{Prompt: (size(r) + bytesOfToken - 1) / bytesOfToken, Completion: (said + bytesOfToken - 1) / bytesOfToken}
}

// bytesOfToken is how long a token is in English text and code, roughly.
const bytesOfToken = 4

// covered refuses a request that could cost more than is left.
func (c *client) covered(r llm.Request) error {
	most, known := c.o.Price(atMost(r))
	if !known {
		return c.refused("what "+c.Model()+" costs is not known, so the cap of a month cannot be kept",
			"Choose a model with a known price, or take the cap away in Settings, Limits.", nil)
	}
	spent, err := c.o.Spent()
	if err != nil {
		return c.refused("what this month has cost cannot be read, so the cap of a month cannot be kept",
			"Save the cap once more in Settings, Limits, or choose a model on this computer.", err)
	}
	if spent+most > c.o.Most {
		return c.refused(fmt.Sprintf("this month has cost $%.2f of the $%.2f that you allow; the next request could cost $%.4f", spent, c.o.Most, most),
			"Raise the cap in Settings, Limits, or choose a model on this computer.", nil)
	}
	if c.o.Near != nil && spent >= c.o.Most*4/5 {
		c.near.Do(func() {
			c.o.Near(fmt.Sprintf("This month has cost $%.2f of the $%.2f that you allow; models of the cloud stop there.", spent, c.o.Most))
		})
	}
	return nil
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
	answer := r.MaxTokens
	if answer <= 0 {
		answer = usualAnswer
	}
	return llm.Usage{Prompt: (size(r) + 1) / 2, Completion: answer, Reported: true}
}

// size is how much is sent, in bytes.
func size(r llm.Request) int {
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
	return bytes
}
