// Package failover asks one model after another until one answers. It is a
// client that wraps clients: each gets a few tries, a breaker lets a provider
// rest that keeps failing, and then the next one is asked. It knows no
// provider and does not choose the order: selector does.
package failover

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"github.com/sony/gobreaker/v2"

	"aipack/backend/base/event"
	"aipack/backend/model/llm"
)

// The specification's numbers (its chapter on several models, and the ruling
// on retries): three retries after 100, 200 and 400 ms.
const (
	Retries   = 3
	firstWait = 100 * time.Millisecond

	// mostWait caps what a provider may ask for with Retry-After. One that asks
	// for more is passed over, and the error says for how long.
	mostWait = 15 * time.Second
)

// Provider is one client of the list.
type Provider struct {
	Client llm.Client

	// Patience ends a try in which nothing was heard for this long; 0 is no end.
	Patience time.Duration
}

// Options are what a list is asked with.
type Options struct {
	Retries  int               // after the first try of each request to each provider
	Breakers *CircuitBreakers  // shared by the clients of a process; nil makes its own
	Tell     func(event.Event) // hears of failed tries and of switches; may be nil
}

// Client asks its providers in their order. It is safe for concurrent use.
//
// Pieces are passed on as they come. Where an answer breaks off and another
// try begins, the listener first hears a piece with Again: what it has is void.
type Client struct {
	providers []Provider
	breakers  []*breaker
	o         Options
	last      atomic.Int64 // index of who answered last
}

var _ llm.Client = (*Client)(nil)

// New makes a client of at least one provider.
func New(providers []Provider, o Options) *Client {
	if o.Breakers == nil {
		o.Breakers = &CircuitBreakers{}
	}
	if o.Tell == nil {
		o.Tell = func(event.Event) {}
	}
	c := &Client{providers: providers, o: o}
	for _, p := range providers {
		c.breakers = append(c.breakers, o.Breakers.of(p.Client))
	}
	return c
}

// Provider is who answered last, at first who will be asked first.
func (c *Client) Provider() string { return c.providers[c.last.Load()].Client.Provider() }

// Model is the model that answered last, at first the one asked first.
func (c *Client) Model() string { return c.providers[c.last.Load()].Client.Model() }

// Chat asks one provider after the other. What the request itself is to blame
// for (TooLong), and a stop by the user, ends it at once.
func (c *Client) Chat(ctx context.Context, r llm.Request, hear func(llm.Piece)) (*llm.Response, error) {
	line := &line{hear: hear}
	var failed []*llm.Error
	for i, p := range c.providers {
		answer, err := c.through(ctx, i, r, line)
		if err == nil {
			c.last.Store(int64(i))
			answer.Provider, answer.Model = p.Client.Provider(), p.Client.Model()
			return answer, nil
		}
		if ctx.Err() != nil || err.Kind == llm.Cancelled || err.Kind == llm.TooLong {
			return nil, err
		}
		failed = append(failed, err)
		if i+1 < len(c.providers) {
			c.o.Tell(event.ProviderSwitched{From: name(p.Client), To: name(c.providers[i+1].Client), Reason: err.Message})
		}
	}
	return nil, together(failed)
}

func name(c llm.Client) string { return c.Provider() + " " + c.Model() }

// through asks a provider if its breaker lets it.
func (c *Client) through(ctx context.Context, i int, r llm.Request, line *line) (*llm.Response, *llm.Error) {
	b, p := c.breakers[i], c.providers[i].Client
	answer, err := b.circuit.Execute(func() (*llm.Response, error) {
		answer, err := c.tries(ctx, c.providers[i], r, line)
		if err == nil {
			return answer, nil
		}
		if ctx.Err() == nil && counts(err) {
			b.note(err.Message)
			return nil, err
		}
		return nil, uncounted{err}
	})
	var own *llm.Error
	switch {
	case err == nil:
		return answer, nil
	case errors.Is(err, gobreaker.ErrOpenState), errors.Is(err, gobreaker.ErrTooManyRequests):
		return nil, b.resting(p)
	case errors.As(err, &own):
		return nil, own
	}
	return nil, asError(p, err)
}

// counts says whether a failure is the provider's: three in a row open its
// breaker. A request that it does not accept says nothing about the next one.
func counts(e *llm.Error) bool {
	return e.Passing() || e.Kind == llm.Unauthorised || e.Kind == llm.ModelAbsent || e.Kind == llm.UnsupportedModel
}

// uncounted is a failure that the breaker does not look at.
type uncounted struct{ error }

func (u uncounted) Unwrap() error { return u.error }

// tries asks one provider until it answers, its retries are used up, or
// another try would not help.
func (c *Client) tries(ctx context.Context, p Provider, r llm.Request, line *line) (*llm.Response, *llm.Error) {
	for n := 0; ; n++ {
		line.again()
		answer, err := try(ctx, p, r, line)
		if err == nil {
			return answer, nil
		}
		if ctx.Err() != nil || err.Kind == llm.Cancelled {
			return nil, err
		}
		wait, retry := c.wait(ctx, err, n)
		c.o.Tell(event.LLMFailed{
			Problem: err.Message, WillRetry: retry, InMS: wait.Milliseconds(),
			Provider: p.Client.Provider(), Try: n + 1, Of: c.o.Retries + 1,
		})
		if !retry {
			return nil, err
		}
		if !sleep(ctx, wait) {
			return nil, &llm.Error{
				Kind: llm.Cancelled, Provider: p.Client.Provider(), Model: p.Client.Model(),
				Message: "the request was stopped while it waited for another try", Err: ctx.Err(),
			}
		}
	}
}

// wait says how long to wait after try n (from 0), and whether there is
// another at all.
func (c *Client) wait(ctx context.Context, err *llm.Error, n int) (time.Duration, bool) {
	if !err.Passing() || n >= c.o.Retries {
		return 0, false
	}
	wait := max(firstWait<<min(n, 10), err.RetryAfter)
	if wait > mostWait {
		err.Message += fmt.Sprintf("; it asks to wait %s, longer than the %s that are waited", wait.Round(time.Second), mostWait)
		return 0, false
	}
	if end, ok := ctx.Deadline(); ok && time.Until(end) <= wait {
		return 0, false
	}
	return wait, true
}

// errSilent is why a try ends in which nothing was heard.
var errSilent = errors.New("nothing was heard")

// try asks once.
func try(ctx context.Context, p Provider, r llm.Request, line *line) (*llm.Response, *llm.Error) {
	own, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	hear := line.piece
	if p.Patience > 0 {
		timer := time.AfterFunc(p.Patience, func() { cancel(errSilent) })
		defer timer.Stop()
		hear = func(piece llm.Piece) {
			timer.Reset(p.Patience)
			line.piece(piece)
		}
	}
	answer, err := p.Client.Chat(own, r, hear)
	switch {
	case err == nil && answer != nil:
		return answer, nil
	case err == nil:
		err = &llm.Error{Kind: llm.BadAnswer, Message: "it gave no answer and no error"}
	case ctx.Err() == nil && errors.Is(context.Cause(own), errSilent):
		err = &llm.Error{Kind: llm.TimedOut, Message: fmt.Sprintf("nothing was heard for %s", p.Patience), Err: err}
	}
	return nil, asError(p.Client, err)
}

// asError makes sure of the type, and of the names in it.
func asError(c llm.Client, err error) *llm.Error {
	e := &llm.Error{Kind: llm.ServerFault, Message: err.Error(), Err: err}
	var known *llm.Error
	if errors.As(err, &known) {
		copied := *known
		e = &copied
	}
	if e.Provider == "" {
		e.Provider = c.Provider()
	}
	if e.Model == "" {
		e.Model = c.Model()
	}
	return e
}

func sleep(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// together makes one error of several: the first provider's, which the user
// chose, with what became of the others.
func together(failed []*llm.Error) *llm.Error {
	if len(failed) == 1 {
		return failed[0]
	}
	e := *failed[0]
	var others []string
	for _, f := range failed[1:] {
		others = append(others, f.Error())
		if f.RetryAfter > 0 && (e.RetryAfter == 0 || f.RetryAfter < e.RetryAfter) {
			e.RetryAfter = f.RetryAfter
		}
	}
	e.Message += "; then " + strings.Join(others, "; then ")
	return &e
}

// line is the listener of one request.
type line struct {
	hear  func(llm.Piece)
	heard bool
}

func (l *line) piece(p llm.Piece) {
	if l.hear == nil {
		return
	}
	l.heard = true
	l.hear(p)
}

// again voids what was heard, if anything was.
func (l *line) again() {
	if l.heard {
		l.heard = false
		l.hear(llm.Piece{Again: true})
	}
}
