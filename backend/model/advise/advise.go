// Package advise asks a model where the rules are unsure. What the model says
// is held against the repository before anybody hears of it; that a model was
// asked never makes an answer of the rules worse.
package advise

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"aipack/backend/base/event"
	"aipack/backend/base/fault"
	"aipack/backend/detect/pipeline"
	"aipack/backend/detect/scan"
	"aipack/backend/language"
	"aipack/backend/model/conversation"
	"aipack/backend/model/llm"
	"aipack/backend/model/llm/fence"
	"aipack/backend/model/tool"
	"aipack/backend/secret/conceal"
)

// Most is the highest confidence that an answer of a model gets: below what a
// strong convention has, above a default.
const Most = 0.7

// Limits bound what a run asks of a model.
type Limits struct {
	Phase time.Duration // for one question or exploration
	Run   time.Duration // for all of a run, from the first question on
	Calls int           // tool calls of an exploration
	Again int           // how often one that submitted nothing goes on, each time with as many calls again
}

// DefaultLimits are the specification's (K-1, B022).
func DefaultLimits() Limits {
	return Limits{Phase: time.Minute, Run: 5 * time.Minute, Calls: 16}
}

// Options make an adviser.
type Options struct {
	Open     func(ctx context.Context) (llm.Client, error) // called with the first question
	Registry *language.Registry
	Window   int                 // of the model, in tokens; 0: not known
	Most     int                 // tokens of a request, its answer counted; 0: conversation.Usual
	Limits   Limits              // zero fields: DefaultLimits
	Talk     conversation.Limits // zero fields: conversation.DefaultLimits
	Tools    tool.Limits         // zero fields: those of the tools
	Now      func() time.Time

	// Temperature is 0.1 unless it is said otherwise (ruling K-11), and AnswerTokens,
	// the tokens of an answer where the window has room, what the profile sets
	// aside. See Measured.
	Temperature  *float64
	AnswerTokens int
}

// Adviser asks one model for one run. It asks one question at a time: what is
// recorded then does not depend on which service was faster.
type Adviser struct {
	Options

	turn    chan struct{} // held by who asks
	begun   time.Time     // of the first question
	client  llm.Client    // nil before it
	counter conversation.Counter

	mu      sync.Mutex
	spent   pipeline.Spent
	scanned *scan.Inventory          // what is said about the repository, made once
	talk    *conversation.Transcript // under way, nil where none is
	tell    func(event.Event)        // hears of talk
}

var _ pipeline.Adviser = (*Adviser)(nil)

// New makes the adviser of one run.
func New(o Options) *Adviser {
	defaults := DefaultLimits()
	if o.Limits.Phase <= 0 {
		o.Limits.Phase = defaults.Phase
	}
	if o.Limits.Run <= 0 {
		o.Limits.Run = defaults.Run
	}
	if o.Limits.Calls <= 0 {
		o.Limits.Calls = defaults.Calls
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return &Adviser{Options: o, turn: make(chan struct{}, 1)}
}

// Spent is what the run has cost until now.
func (a *Adviser) Spent() pipeline.Spent {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.spent
}

// enter waits for its turn and gives a context that ends with the phase's or
// the run's time. Where nobody should be asked any more, ok is false.
func (a *Adviser) enter(ctx context.Context) (within context.Context, leave func(), ok bool) {
	select {
	case a.turn <- struct{}{}:
	case <-ctx.Done():
		return ctx, nil, false
	}
	if a.begun.IsZero() {
		a.begun = a.Now()
	}
	left := min(a.Limits.Run-a.Now().Sub(a.begun), spare(ctx))
	if a.Spent().Failure != "" || ctx.Err() != nil {
		<-a.turn
		return ctx, nil, false
	}
	if left <= 0 {
		a.giveUp("the time for questions to the model is used up")
		<-a.turn
		return ctx, nil, false
	}
	if !a.open(ctx) {
		<-a.turn
		return ctx, nil, false
	}
	within, cancel := context.WithTimeout(ctx, min(left, a.patience()))
	return within, func() { cancel(); <-a.turn }, true
}

// spare is how much of the whole analysis's time a model may use: the rules
// must be able to end it, or a slow model would cost the answers they have.
func spare(ctx context.Context) time.Duration {
	end, ok := ctx.Deadline()
	if !ok {
		return math.MaxInt64
	}
	const least = 10 * time.Second
	left := time.Until(end)
	return left - min(left/5, least)
}

// open gets the model, once: to find out which one costs more than a whole
// detection, and most runs have no question.
func (a *Adviser) open(ctx context.Context) bool {
	if a.client != nil {
		return true
	}
	client, err := a.Open(ctx)
	if err != nil {
		if ctx.Err() == nil {
			why := err.Error()
			if f := (*fault.Fault)(nil); errors.As(err, &f) && f.Hint != "" {
				why = sentence(why) + f.Hint
			}
			a.giveUp(why)
		}
		return false
	}
	a.client, a.counter = client, conversation.CounterFor(client)
	a.mu.Lock()
	defer a.mu.Unlock()
	a.spent.Model = client.Provider() + " " + client.Model()
	return true
}

// patience is how long one question may take. A model on this computer gets
// the whole run's time, unless somebody set a limit: reading a prompt of 1,500
// tokens on a processor alone takes a minute.
func (a *Adviser) patience() time.Duration {
	local := a.client.Provider() == "embedded" || a.client.Provider() == "ollama"
	if local && a.Limits.Phase == DefaultLimits().Phase {
		return a.Limits.Run
	}
	return a.Limits.Phase
}

// recovered keeps a defect in a client or a tool from ending the run: it is
// deferred, and the question then has no answer.
func (a *Adviser) recovered() {
	if v := recover(); v != nil {
		a.giveUp(fmt.Sprintf("asking the model broke: %v; this is a defect of aipack", v))
	}
}

// giveUp asks nothing more in this run.
func (a *Adviser) giveUp(why string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.spent.Failure == "" {
		a.spent.Failure = why
	}
}

// failed takes an error. One that the next question would meet, too, ends the
// asking; the user's own stop is none of them.
func (a *Adviser) failed(ctx context.Context, err error) {
	var e *llm.Error
	if ctx.Err() != nil || !errors.As(err, &e) {
		return
	}
	switch e.Kind {
	case llm.BadAnswer, llm.TooLong, llm.Cancelled:
		return
	case llm.TimedOut:
		a.giveUp("the model did not answer in time")
		return
	}
	why := e.Error()
	if e.Hint != "" {
		why = sentence(why) + e.Hint
	}
	a.giveUp(why)
}

// sentence ends a text so that what to do can follow.
func sentence(text string) string { return strings.TrimRight(text, ".; ") + "; " }

// answered notes who answered: where one fails, another may have.
func (a *Adviser) answered() {
	name := a.client.Provider() + " " + a.client.Model()
	a.mu.Lock()
	defer a.mu.Unlock()
	if !slices.Contains(strings.Split(a.spent.Model, thenAsked), name) {
		a.spent.Model += thenAsked + name
	}
}

// thenAsked stands between the models of a run.
const thenAsked = ", then "

// count adds what a request took.
func (a *Adviser) count(iterations int, u llm.Usage, took time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.spent.Iterations += iterations
	a.spent.Prompt += u.Prompt
	a.spent.Cached += u.Cached
	a.spent.Completion += u.Completion
	a.spent.Estimated = a.spent.Estimated || !u.Reported
	a.spent.ModelMS += took.Milliseconds()
}

func (a *Adviser) asker(d pipeline.Desk) conversation.Asker {
	if l, ok := a.client.(interface{ Listen(func(event.Event)) }); ok && d.Tell != nil {
		l.Listen(d.Tell)
	}
	hide := conceal.Text
	if h := a.hide(); h != nil {
		hide = func(text string) string { return h(llm.ToolCall{}, text) }
	}
	return conversation.Asker{Client: a.client, Tell: d.Tell, Now: a.Now, Hide: hide}
}

// label says for summaries what a manifest is.
func (a *Adviser) label(p string) string {
	name := p[strings.LastIndexByte(p, '/')+1:]
	for _, l := range a.Registry.All() {
		for _, m := range l.Manifests {
			if m.Name == name && m.Priority <= 1 {
				return l.Name + " project"
			}
		}
	}
	return ""
}

// introduction is the first thing that every conversation of a run says: what
// is in the repository, and the user's own words. It is the same, byte for
// byte, each time, so that providers can keep what they made of it.
func (a *Adviser) introduction(ctx context.Context, d pipeline.Desk, whole bool) string {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.scanned == nil {
		limits := scan.Default()
		if d.Scan != nil { // what the user leaves out no model is told of
			limits = d.Scan.Limits()
		}
		a.scanned = scan.Run(ctx, d.Repo, a.Registry, limits.ForModel())
	}
	parts := a.scanned.Sections()
	budget := a.budget(conversation.Detect)
	if ask := a.budget(conversation.Ask); !whole && ask.Large() {
		budget = ask
	}
	// What it comes to, and how far to trust it, is kept whatever has to go. One
	// question is about a few lines that are shown with it: names are enough there.
	end := parts.Suggestion + "\n" + a.scanned.Guidance() + "\n"
	if !whole {
		parts.Manifests, end = "", ""
	}
	room := max(0, budget.Bootstrap-a.counter.Count(end))
	text := conversation.Head(a.counter, parts.Names+parts.Manifests, room)
	if !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	out := fence.Data("pre-scan", text+end) + "\n\n"
	if d.Hint != "" {
		out += "The user says about this project: " + conversation.Head(a.counter, strings.TrimSpace(d.Hint), budget.Bootstrap/2) + "\n\n"
	}
	return out
}

func (a *Adviser) budget(task conversation.Task) conversation.Budget {
	return conversation.For(a.room(), task)
}

// room is how many tokens a request may take, its answer counted.
func (a *Adviser) room() int {
	most := a.Most
	if most <= 0 {
		most = conversation.Usual
	}
	if a.Window > 0 {
		most = min(most, a.Window)
	}
	return most
}

// answer is how long an answer may be at once, at least what the profile sets
// aside.
func (a *Adviser) answer(b conversation.Budget) int { return fitting(a.Window, b, a.AnswerTokens) }

// longer is how long an answer may be after one was cut off, in tokens, as far as
// what is sent leaves room for it: models that think before they speak need more
// than the profile sets aside (ruling K-11).
const longer = 4096

// limits are those of the tools and of what is kept of their results. A large
// budget has the outer ones, unless the user set others (ruling K-4).
func (a *Adviser) limits(b conversation.Budget) (tool.Limits, conversation.Limits) {
	tools, talk, narrow, wide := a.Tools, a.Talk, tool.Narrow(), tool.Wide()
	if !b.Large() {
		return tools, talk
	}
	if tools.Lines == narrow.Lines {
		tools.Lines = wide.Lines
	}
	if tools.Tokens == narrow.Tokens {
		tools.Tokens = wide.Tokens
	}
	if talk.ToolResult == 0 || talk.ToolResult == narrow.Tokens {
		talk.ToolResult = wide.Tokens
	}
	return tools.Or(wide), talk
}

func (a *Adviser) temperature() float64 {
	if a.Temperature == nil {
		return 0.1
	}
	return *a.Temperature
}

//go:embed question.md
var questionPrompt string

//go:embed explore.md
var explorePrompt string

// system is a system prompt with the rule about repository text.
func system(prompt string) string { return strings.TrimSpace(prompt) + "\n\n" + fence.Rule }
