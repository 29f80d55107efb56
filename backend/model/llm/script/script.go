// Package script is a model whose answers are written down beforehand. Tests
// and demonstrations use it; it knows no provider and opens no connection.
package script

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"unicode/utf8"

	"aipack/backend/model/llm"
)

// Step answers one request. It may look at the request and may wait for ctx.
type Step func(ctx context.Context, r llm.Request) (*llm.Response, error)

// Client gives one step's answer per request, in order. The zero value has no
// answer to anything. It is safe for concurrent use.
type Client struct {
	ProviderID string // "script" where empty
	ModelName  string // "scripted" where empty
	Rest       Step   // answers what comes after the last step; nil makes that an error

	mu       sync.Mutex
	steps    []Step
	requests []llm.Request
	calls    int
}

var _ llm.Client = (*Client)(nil)

// New gives a client that answers with steps.
func New(steps ...Step) *Client { return &Client{steps: steps} }

// Say answers with text.
func Say(text string) Step {
	return Give(llm.Response{Message: llm.Message{Text: text}})
}

// Call answers with one call of a tool; arguments are passed on as they are.
func Call(tool, arguments string) Step {
	return Give(llm.Response{Message: llm.Message{Calls: []llm.ToolCall{{Name: tool, Arguments: arguments}}}})
}

// Give answers with a response. The role, ids of calls, and the reason to stop
// are filled in where they are empty.
func Give(r llm.Response) Step {
	return func(context.Context, llm.Request) (*llm.Response, error) { return &r, nil }
}

// Fail answers with an error. One that is not an *llm.Error counts as a server's fault.
func Fail(err error) Step {
	return func(context.Context, llm.Request) (*llm.Response, error) { return nil, err }
}

// FailAs answers with an error of a kind.
func FailAs(kind llm.Kind) Step {
	return Fail(&llm.Error{Kind: kind, Message: "scripted failure"})
}

// From answers with what f makes of the request.
func From(f func(llm.Request) (*llm.Response, error)) Step {
	return func(_ context.Context, r llm.Request) (*llm.Response, error) { return f(r) }
}

// Hang never answers: it waits until the request is cancelled.
func Hang() Step {
	return func(ctx context.Context, _ llm.Request) (*llm.Response, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	}
}

// Provider is the id that the client goes by.
func (c *Client) Provider() string {
	if c.ProviderID == "" {
		return "script"
	}
	return c.ProviderID
}

// Model is the name that the client goes by.
func (c *Client) Model() string {
	if c.ModelName == "" {
		return "scripted"
	}
	return c.ModelName
}

// Then adds steps at the end.
func (c *Client) Then(steps ...Step) *Client {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.steps = append(c.steps, steps...)
	return c
}

// Requests gives copies of the requests so far, in the order they came.
func (c *Client) Requests() []llm.Request {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.requests)
}

// Left says how many steps have not been asked for.
func (c *Client) Left() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.steps)
}

// Chat gives the next step's answer, in pieces to hear.
func (c *Client) Chat(ctx context.Context, r llm.Request, hear func(llm.Piece)) (*llm.Response, error) {
	step, number := c.next(r)
	if err := ctx.Err(); err != nil {
		return nil, c.wrong(err)
	}
	if step == nil {
		return nil, c.wrong(&llm.Error{Kind: llm.BadRequest, Message: fmt.Sprintf("the script has no answer to request %d", number)})
	}
	given, err := step(ctx, r)
	if err != nil {
		return nil, c.wrong(err)
	}
	if given == nil {
		return nil, c.wrong(&llm.Error{Kind: llm.BadAnswer, Message: "the script's answer is empty"})
	}
	answer := c.complete(given)
	if err := tell(ctx, answer.Message, hear); err != nil {
		return nil, c.wrong(err)
	}
	return answer, nil
}

func (c *Client) next(r llm.Request) (Step, int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.requests = append(c.requests, copied(r))
	if len(c.steps) == 0 {
		return c.Rest, len(c.requests)
	}
	step := c.steps[0]
	c.steps = c.steps[1:]
	return step, len(c.requests)
}

func (c *Client) complete(given *llm.Response) *llm.Response {
	answer := *given
	answer.Message.Role = llm.Assistant
	answer.Message.Calls = slices.Clone(given.Message.Calls)
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := range answer.Message.Calls {
		c.calls++
		if call := &answer.Message.Calls[i]; call.ID == "" {
			call.ID = fmt.Sprintf("call_%d", c.calls)
		}
	}
	if answer.Stop == "" {
		answer.Stop = llm.StopDone
		if len(answer.Message.Calls) > 0 {
			answer.Stop = llm.StopCalls
		}
	}
	return &answer
}

func (c *Client) wrong(err error) error {
	e := &llm.Error{Kind: llm.ServerFault, Message: err.Error(), Err: err}
	if known := (*llm.Error)(nil); errors.As(err, &known) {
		e = new(llm.Error)
		*e = *known
	}
	switch {
	case errors.Is(err, context.Canceled):
		e.Kind = llm.Cancelled
	case errors.Is(err, context.DeadlineExceeded):
		e.Kind = llm.TimedOut
	}
	if e.Provider == "" {
		e.Provider = c.Provider()
	}
	if e.Model == "" {
		e.Model = c.Model()
	}
	return e
}

// pieceSize is how many bytes of text one piece holds: small enough that a
// short answer arrives in several.
const pieceSize = 12

func tell(ctx context.Context, m llm.Message, hear func(llm.Piece)) error {
	if hear == nil {
		return ctx.Err()
	}
	send := func(text string, piece func(string) llm.Piece) error {
		for text != "" {
			if err := ctx.Err(); err != nil {
				return err
			}
			part := upTo(text, pieceSize)
			hear(piece(part))
			text = text[len(part):]
		}
		return ctx.Err()
	}
	for _, t := range m.Thinking {
		if err := send(t.Text, func(s string) llm.Piece { return llm.Piece{Thinking: s} }); err != nil {
			return err
		}
	}
	if err := send(m.Text, func(s string) llm.Piece { return llm.Piece{Text: s} }); err != nil {
		return err
	}
	for i, call := range m.Calls {
		hear(llm.Piece{Call: i, CallName: call.Name})
		if err := send(call.Arguments, func(s string) llm.Piece { return llm.Piece{Call: i, Arguments: s} }); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// upTo gives the first n bytes of s, and the rest of a character begun in them.
func upTo(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n < len(s) && !utf8.RuneStart(s[n]) {
		n++
	}
	return s[:n]
}

// copied keeps a recorded request apart from slices that the caller goes on to change.
func copied(r llm.Request) llm.Request {
	r.Messages = slices.Clone(r.Messages)
	for i := range r.Messages {
		r.Messages[i].Calls = slices.Clone(r.Messages[i].Calls)
		r.Messages[i].Thinking = slices.Clone(r.Messages[i].Thinking)
	}
	r.Tools = slices.Clone(r.Tools)
	return r
}
