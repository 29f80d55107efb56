// Package recording writes down what a model was asked and what it answered,
// and answers from that later without any model. It is a client that wraps
// another; in replay there is none to wrap, so nothing can reach a network.
package recording

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"aipack/backend/model/llm"
)

// Mode says what a client does (specification, RecordingLLMClient).
type Mode string

// The modes.
const (
	Record Mode = "record" // asks, and writes over what was recorded
	Replay Mode = "replay" // never asks; a request that is not recorded fails
	Auto   Mode = "auto"   // answers from the recording where it can, else asks and records
)

// Store keeps exchanges. Load gives them in a settled order.
type Store interface {
	Save(e Exchange) error
	Load() ([]Exchange, error)
}

// Options are what a client records with.
type Options struct {
	Mode     Mode
	Scenario string // named in each exchange: the fixture, the run
	Version  string // of aipack, named in each exchange
	Now      func() time.Time

	// Copy keeps in the store what answers there, in Auto: its Load gives what
	// others recorded.
	Copy bool

	// Lost hears that an exchange could not be kept. Where it is nil, that is
	// the request's error.
	Lost func(error)
}

// Client records or replays. It is safe for concurrent use.
type Client struct {
	inner llm.Client // nil in replay
	store Store
	o     Options

	mu       sync.Mutex
	recorded map[string][]Exchange // by hash, in the order they were made
	all      []Exchange
	asked    map[string]int // how often this client was asked each request
	turn     int
}

var _ llm.Client = (*Client)(nil)

// New wraps a client; inner is not used in replay and may be nil there.
func New(inner llm.Client, store Store, o Options) (*Client, error) {
	c := &Client{inner: inner, store: store, o: o, recorded: map[string][]Exchange{}, asked: map[string]int{}}
	if o.Mode == Replay {
		c.inner = nil
	}
	if o.Mode == Record {
		return c, nil
	}
	all, err := store.Load()
	if err != nil {
		return nil, err
	}
	if o.Mode == Replay && len(all) == 0 {
		return nil, errors.New("the recording is empty: there is nothing to replay")
	}
	c.all = all
	for _, e := range all {
		c.recorded[e.RequestHash] = append(c.recorded[e.RequestHash], e)
	}
	for _, same := range c.recorded {
		slices.SortStableFunc(same, func(a, b Exchange) int { return a.Nth - b.Nth })
	}
	return c, nil
}

// Provider is the wrapped client's; in replay, who answered the recording.
func (c *Client) Provider() string {
	if c.inner != nil {
		return c.inner.Provider()
	}
	return c.all[0].Provider
}

// Model is the wrapped client's; in replay, the model of the recording.
func (c *Client) Model() string {
	if c.inner != nil {
		return c.inner.Model()
	}
	return c.all[0].Model
}

// Chat answers from the recording, or asks and records.
func (c *Client) Chat(ctx context.Context, r llm.Request, hear func(llm.Piece)) (*llm.Response, error) {
	request, err := Canonical(r)
	if err != nil {
		return nil, c.wrong("the request cannot be written down", err)
	}
	hash := Hash(request)
	nth := c.count(hash)
	if c.o.Mode != Record {
		if e, ok := c.find(hash, nth); ok {
			if c.o.Mode == Auto && c.o.Copy {
				e.Nth, e.Copied = nth, true
				if err := c.kept(e); err != nil {
					return nil, err
				}
			}
			return e.answer(ctx, hear)
		}
	}
	if c.inner == nil {
		return nil, c.drift(request)
	}
	return c.ask(ctx, r, hear, Exchange{RequestHash: hash, Nth: nth, Request: request})
}

// count says the how manieth time a request is made.
func (c *Client) count(hash string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.asked[hash]++
	return c.asked[hash]
}

// find looks for the nth answer to a request, the newest where there are
// several; who asks more often than was recorded hears the last one again. In
// Auto another model's answer does not count, nor does a failure: it can be
// asked again.
func (c *Client) find(hash string, nth int) (Exchange, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	var fit []Exchange
	for _, e := range c.recorded[hash] {
		if c.inner == nil || e.Error == nil && e.Provider == c.inner.Provider() && e.Model == c.inner.Model() {
			fit = append(fit, e)
		}
	}
	if len(fit) == 0 {
		return Exchange{}, false
	}
	at := len(fit) - 1
	for at > 0 && fit[at].Nth > nth {
		at--
	}
	return fit[at], true
}

// ask asks the wrapped client and keeps what came of it. A stop by the user is
// not kept.
func (c *Client) ask(ctx context.Context, r llm.Request, hear func(llm.Piece), e Exchange) (*llm.Response, error) {
	begun := c.o.Now()
	answer, err := c.inner.Chat(ctx, r, hear)
	e.Provider, e.Model = c.inner.Provider(), c.inner.Model()
	var failed *llm.Error
	switch {
	case err == nil:
		e.Response = answer
		if answer.Provider != "" {
			e.Provider, e.Model = answer.Provider, answer.Model
		}
	case errors.As(err, &failed) && failed.Kind != llm.Cancelled && ctx.Err() == nil:
		e.Error = failure(failed)
	default:
		return answer, err
	}
	e.Format, e.Version, e.Scenario, e.Aipack = format, version, c.o.Scenario, c.o.Version
	e.RecordedAt, e.DurationMS = begun.UTC().Format(time.RFC3339), c.o.Now().Sub(begun).Milliseconds()
	if lost := c.kept(e); lost != nil {
		return nil, lost
	}
	return answer, err
}

// kept keeps an exchange. That it could not is an error only where nobody else
// hears of it.
func (c *Client) kept(e Exchange) error {
	lost := c.keep(e)
	if lost == nil {
		return nil
	}
	if c.o.Lost == nil {
		return c.wrong("the exchange could not be recorded", lost)
	}
	c.o.Lost(lost)
	return nil
}

func (c *Client) keep(e Exchange) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.turn++
	e.Turn = c.turn
	return c.store.Save(e)
}

func (c *Client) wrong(message string, err error) *llm.Error {
	return &llm.Error{Kind: llm.BadRequest, Provider: c.Provider(), Model: c.Model(), Message: fmt.Sprintf("%s: %v", message, err), Err: err}
}

// drift is the error of a request that is not recorded.
func (c *Client) drift(request []byte) *llm.Error {
	d := nearest(c.all, request)
	return &llm.Error{
		Kind: llm.BadRequest, Provider: c.Provider(), Model: c.Model(), Message: d.Error(), Err: d,
		Hint: "The prompts, the rules or the project have changed since. Record it again, or replay it with the version that made it.",
	}
}
