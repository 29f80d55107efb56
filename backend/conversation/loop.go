package conversation

import (
	"context"
	"errors"
	"fmt"
	"time"

	"aipack/backend/event"
	"aipack/backend/llm"
)

// Tools is what a model may call.
type Tools interface {
	Definitions() []llm.ToolDefinition
	Execute(ctx context.Context, call llm.ToolCall) ToolResult

	// IsTerminal reports whether a call of this name ends the loop, unless it
	// fails.
	IsTerminal(name string) bool
}

// ToolResult is a tool's answer.
type ToolResult struct {
	Name   string // the tool's own name, "" where there is none
	Text   string
	Failed bool
	Cached bool
}

// LoopLimits bound a loop of tool calls.
type LoopLimits struct {
	Calls int // tool calls; then every tool but the terminal one is withdrawn
	Again int // how often a loop without a submission goes on, each time with as many calls again
}

// DefaultLoopLimits are the specification's (B022).
func DefaultLoopLimits() LoopLimits { return LoopLimits{Calls: 16} }

// Loop lets a model call tools until it calls the terminal one, repeats
// itself, or has used up its limits.
type Loop struct {
	Asker
	Talk     *Transcript
	Tools    Tools
	Terminal string // name of the terminal tool
	Limits   LoopLimits
	Options  func(*llm.Request) // temperature and the like; nil: none
	Longer   int                // tokens of an answer after one was cut off; 0: as before
}

// Reason says why a loop ended.
type Reason string

// The reasons.
const (
	Submitted Reason = "submitted" // the terminal tool was called and accepted
	Exhausted Reason = "exhausted" // the limit of calls was reached
	Repeating Reason = "repeating" // loop detection stopped it
	Silent    Reason = "silent"    // it called no tool, twice
	Broken    Reason = "broken"    // the model could not be asked
)

// Ending is how a loop ended and what it took.
type Ending struct {
	Reason     Reason
	Rule       string // of loop detection, where that stopped it
	Evidence   string
	Iterations int
	Calls      int
	Limit      int // of calls, those of going on counted
	Cached     int
	Usage      llm.Usage
	ModelTime  time.Duration
	ToolTime   time.Duration
	Err        error // an *llm.Error, for Broken
}

// Unsubmitted says that the model had its say and submitted nothing.
func (e Ending) Unsubmitted() bool {
	return e.Reason == Exhausted || e.Reason == Silent || e.Reason == Repeating
}

// turn is what changes while a loop runs.
type turn struct {
	Ending
	watch   *watch
	silent  int
	tooLong int
	cut     bool // the last answer was cut off
	last    int  // requests made after the tools were withdrawn
	again   int  // how often it went on
}

// Run runs the loop. It ends at once when ctx does.
func (l *Loop) Run(ctx context.Context) Ending {
	if l.Limits.Calls <= 0 {
		l.Limits = DefaultLoopLimits()
	}
	t := &turn{watch: newWatch(), Ending: Ending{Limit: l.Limits.Calls}}
	for t.Reason == "" {
		t.Iterations++
		l.tell(event.IterationStarted{Iteration: t.Iterations})
		start, calls := l.now(), t.Calls
		l.iterate(ctx, t)
		l.tell(event.IterationCompleted{Iteration: t.Iterations, ToolCalls: t.Calls - calls, DurationMS: l.now().Sub(start).Milliseconds()})
		if t.Unsubmitted() && t.Err == nil && t.again < l.Limits.Again && ctx.Err() == nil {
			l.goOn(t)
		}
	}
	return t.Ending
}

func (l *Loop) iterate(ctx context.Context, t *turn) {
	withdrawn := t.Calls >= t.Limit
	if withdrawn {
		if t.last++; t.last > 2 { // one submission, and one more to mend it
			t.Reason = Exhausted
			return
		}
	}
	answer, err := l.Ask(ctx, l.Talk, func(r *llm.Request) {
		if l.Options != nil {
			l.Options(r)
		}
		if withdrawn {
			r.Choice = llm.Choice(l.Terminal)
		}
		if t.cut && l.Longer > r.MaxTokens {
			r.MaxTokens = l.Longer
		}
	})
	t.ModelTime += answer.Took
	if err != nil {
		l.failed(t, err)
		return
	}
	t.tooLong, t.cut = 0, answer.Stop == llm.StopLength
	t.Usage = added(t.Usage, answer.Usage)
	calls := answer.Message.Calls
	if len(calls) == 0 {
		l.nudge(t)
		return
	}
	t.silent = 0
	before := t.Calls
	l.run(ctx, t, calls[:min(len(calls), mostCalls)], withdrawn)
	if t.Reason == "" && ctx.Err() == nil {
		l.warn(t, before)
	}
}

// failed decides whether another try is worth it: only where the context was
// too long, and only once in a turn (R7).
func (l *Loop) failed(t *turn, err error) {
	var e *llm.Error
	if errors.As(err, &e) && e.Kind == llm.TooLong {
		t.tooLong++
		if t.tooLong < longStop {
			if done := l.Talk.shrink(); done != nil {
				l.tell(done.Event())
				return
			}
		}
		l.stop(t, Verdict{Rule: "R7", Evidence: "the context was too long twice in one turn"})
	}
	if t.Reason == "" {
		t.Reason = Broken
	}
	t.Err = err
}

// nudge answers a turn without any call: one reminder, then the end.
func (l *Loop) nudge(t *turn) {
	if t.silent++; t.silent > 1 {
		t.Reason = Silent
		return
	}
	if t.cut {
		l.note("Your answer was cut off because it was too long. Be brief, and call a tool.")
		return
	}
	l.note(fmt.Sprintf("Your answer called no tool. Only a call of %s ends this task; text is not read. Call a tool now.", l.Terminal))
}

func (l *Loop) run(ctx context.Context, t *turn, calls []llm.ToolCall, withdrawn bool) {
	var verdicts []Verdict
	for _, call := range calls {
		r := l.execute(ctx, t, call, len(calls) > 1, withdrawn)
		l.Talk.AddToolResult(call, r.Text, r.Failed)
		if ctx.Err() != nil {
			continue // every call gets its answer; the next request says that it was stopped
		}
		if !r.Failed && l.Tools.IsTerminal(call.Name) {
			t.Reason = Submitted
			return
		}
		if v := t.watch.see(call, r); v.Rule != "" {
			verdicts = append(verdicts, v)
		}
	}
	for _, v := range verdicts {
		if v.Stop {
			l.stop(t, v)
			return
		}
	}
	for _, v := range verdicts {
		l.tell(event.LoopNoticed{Rule: v.Rule, Evidence: v.Evidence})
		l.note(v.Note)
	}
}

// execute runs one call, or says why it is not run.
func (l *Loop) execute(ctx context.Context, t *turn, call llm.ToolCall, several, withdrawn bool) ToolResult {
	terminal := l.Tools.IsTerminal(call.Name)
	t.Calls++
	switch {
	case terminal && several:
		return ToolResult{Name: call.Name, Failed: true, Text: "Nothing was submitted: call " + call.Name + " alone, after you have seen the other results."}
	case !terminal && (withdrawn || t.Calls > t.Limit):
		return ToolResult{Name: call.Name, Failed: true, Text: "No more tools can be called. Submit what you know with " + l.Terminal + "."}
	}
	start := l.now()
	r := l.Tools.Execute(ctx, call)
	t.ToolTime += l.now().Sub(start)
	if r.Cached {
		t.Cached++
	}
	return r
}

func (l *Loop) stop(t *turn, v Verdict) {
	t.Reason, t.Rule, t.Evidence = Repeating, v.Rule, v.Evidence
	l.tell(event.LoopNoticed{Rule: v.Rule, Evidence: v.Evidence, Stopped: true})
}

// goOn gives the model as many calls again. What was asked until then is the
// same as in a loop that ends here: its recording answers for it.
func (l *Loop) goOn(t *turn) {
	t.again++
	t.Limit = t.Calls + l.Limits.Calls
	l.tell(event.ExplorationResumed{Calls: t.Calls, Limit: t.Limit})
	t.Reason, t.Rule, t.Evidence = "", "", ""
	t.watch, t.silent, t.last = newWatch(), 0, 0
	l.note(fmt.Sprintf("Go on: you may call %d more tools. End with a call of %s.", l.Limits.Calls, l.Terminal))
}

// warnings are said when so many calls are used up (B023 to B025); they are
// the specification's for 16 calls and move with the limit.
func (l *Loop) warn(t *turn, before int) {
	after, limit := t.Calls, t.Limit
	for _, w := range []struct {
		at   int
		text string
	}{
		{limit - 1, fmt.Sprintf("You must provide a response now: call %s.", l.Terminal)},
		{limit - 3, fmt.Sprintf("Please wrap up soon: %d of %d tool calls are used.", after, limit)},
		{limit - 6, fmt.Sprintf("Consider summarizing what you know: %d of %d tool calls are used.", after, limit)},
	} {
		if before < w.at && after >= w.at {
			l.note(w.text)
			return
		}
	}
}

func (l *Loop) note(text string) {
	l.Talk.AddUser(text)
}

func added(a, b llm.Usage) llm.Usage {
	return llm.Usage{
		Prompt: a.Prompt + b.Prompt, Completion: a.Completion + b.Completion, Cached: a.Cached + b.Cached, Reported: a.Reported || b.Reported,
	}
}
