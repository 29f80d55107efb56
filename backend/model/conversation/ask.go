package conversation

import (
	"context"
	"errors"
	"sync"
	"time"

	"aipack/backend/base/event"
	"aipack/backend/model/llm"
)

// Asker sends a conversation's requests to a model and tells of it.
type Asker struct {
	Client llm.Client
	Tell   func(event.Event)        // nil: nobody listens
	Now    func() time.Time         // nil: time.Now
	Hide   func(text string) string // takes secrets out of what is told; nil: it is told as it is
}

// Answer is a model's answer with what it cost.
type Answer struct {
	*llm.Response
	Took time.Duration
}

// Ask makes room, sends the request and adds the answer to the conversation.
// change, where not nil, sets what else the request holds; it must leave
// messages and tools as they are. Every error is an *llm.Error.
func (a Asker) Ask(ctx context.Context, c *Transcript, change func(*llm.Request)) (Answer, error) {
	r, done, err := c.Request()
	if done != nil {
		a.tell(done.Event())
	}
	if err != nil {
		a.tell(event.LLMFailed{Problem: err.Error()})
		return Answer{}, err
	}
	if change != nil {
		change(&r)
	}
	for _, m := range c.untold() {
		a.tell(event.MessageAdded{Role: string(m.Role), Preview: short(a.hidden(m.Text))})
	}
	a.tell(BudgetOf(c))
	a.tell(event.LLMRequest{Messages: len(r.Messages)})
	start := a.now()
	heard := &batch{tell: a.tell, now: a.now}
	response, err := a.Client.Chat(ctx, r, heard.hear)
	heard.flush()
	took := a.now().Sub(start)
	if err == nil && response == nil {
		err = &llm.Error{Kind: llm.BadAnswer, Provider: a.Client.Provider(), Model: a.Client.Model(), Message: "the provider gave no answer"}
	}
	if err != nil {
		a.tell(event.LLMFailed{Problem: err.Error()})
		return Answer{Took: took}, asError(ctx, a.Client, err)
	}
	c.Learn(response.Usage)
	c.AddAssistant(response.Message)
	c.untold()
	a.answered(response, took)
	return Answer{response, took}, nil
}

func (a Asker) answered(r *llm.Response, took time.Duration) {
	e := event.LLMResponse{HasContent: r.Message.Text != "", ToolCalls: len(r.Message.Calls), DurationMS: took.Milliseconds(), Recorded: r.Recorded}
	if r.Usage.Reported {
		e.Usage = &event.TokenUsage{Prompt: r.Usage.Prompt, Completion: r.Usage.Completion, Total: r.Usage.Prompt + r.Usage.Completion}
	}
	a.tell(e)
	a.tell(event.MessageAdded{Role: string(llm.Assistant), Preview: short(a.hidden(r.Message.Text))})
}

// tell tells an event, without the secrets that a text of the conversation may hold.
func (a Asker) tell(e event.Event) {
	if a.Tell == nil {
		return
	}
	switch told := e.(type) {
	case event.LoopNoticed:
		told.Evidence = a.hidden(told.Evidence)
		e = told
	case event.ContextCompacted:
		told.Summary = a.hidden(told.Summary)
		e = told
	}
	a.Tell(e)
}

func (a Asker) hidden(text string) string {
	if a.Hide == nil || text == "" {
		return text
	}
	return a.Hide(text)
}

func (a Asker) now() time.Time {
	if a.Now == nil {
		return time.Now()
	}
	return a.Now()
}

// asError keeps to the contract with clients that do not.
func asError(ctx context.Context, c llm.Client, err error) error {
	var known *llm.Error
	if errors.As(err, &known) {
		return err
	}
	kind := llm.ServerFault
	switch {
	case errors.Is(err, context.DeadlineExceeded), errors.Is(ctx.Err(), context.DeadlineExceeded):
		kind = llm.TimedOut
	case ctx.Err() != nil:
		kind = llm.Cancelled
	}
	return &llm.Error{Kind: kind, Provider: c.Provider(), Model: c.Model(), Message: err.Error(), Err: err}
}

// BudgetOf says how full a conversation's context is.
func BudgetOf(c *Transcript) event.BudgetUsed {
	e := event.BudgetUsed{Profile: c.budget.Name, Used: c.Used(), Window: c.budget.Total(), Estimated: c.Estimated()}
	for _, s := range c.Segments() {
		e.Segments = append(e.Segments, event.BudgetSegment{Name: s.Name, Used: s.Used, Limit: s.Limit})
	}
	return e
}

// tellEvery bounds the messages about an answer on its way: 20 a second.
const tellEvery = 50 * time.Millisecond

// batch joins the pieces of an answer. The first is told at once, so that the
// user sees that the model speaks.
type batch struct {
	tell func(event.Event)
	now  func() time.Time

	mu      sync.Mutex
	held    event.LLMDelta
	last    time.Time
	waiting *time.Timer
	done    bool
}

func (b *batch) hear(p llm.Piece) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.held.Text += p.Text
	b.held.Thinking += p.Thinking
	if p.CallName != "" {
		b.held.Tool = p.CallName
	}
	if b.done || b.held == (event.LLMDelta{}) || b.waiting != nil {
		return
	}
	if wait := tellEvery - b.now().Sub(b.last); !b.last.IsZero() && wait > 0 {
		b.waiting = time.AfterFunc(wait, func() {
			b.mu.Lock()
			defer b.mu.Unlock()
			b.waiting = nil
			b.send()
		})
		return
	}
	b.send()
}

// send tells what is held; it is called with the lock held.
func (b *batch) send() {
	if b.done || b.held == (event.LLMDelta{}) {
		return
	}
	b.tell(b.held)
	b.held, b.last = event.LLMDelta{}, b.now()
}

// flush tells the rest; nothing is told after it.
func (b *batch) flush() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.waiting != nil {
		b.waiting.Stop()
	}
	b.send()
	b.done = true
}
