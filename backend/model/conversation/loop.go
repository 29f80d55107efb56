package conversation

import (
	"context"
	"errors"
	"fmt"
	"time"

	"aipack/backend/base/event"
	"aipack/backend/model/llm"
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
	Cut    bool // the call's arguments end before they are complete: nothing was done

	Arguments string   // those of the call in one writing, the same for the same question; "" where the tool could not read them
	Read      []string // the files whose content Text shows
}

// LoopLimits bound a loop of tool calls.
type LoopLimits struct {
	Calls int // tool calls; then every tool but the terminal one is withdrawn
	Again int // how often a loop without a submission goes on, each time with as many calls again
}

// DefaultLoopLimits are the specification's (B022).
func DefaultLoopLimits() LoopLimits { return LoopLimits{Calls: 16} }

// Loop lets a model call tools until it calls the terminal one, or, where there is
// none, answers with text; until it repeats itself, or has used up its limits.
type Loop struct {
	Asker
	Talk     *Transcript
	Tools    Tools
	Terminal string // name of the terminal tool; "": text is the answer and ends the loop
	Limits   LoopLimits
	Made     int                // calls that were made before, of a loop that was cut off and goes on
	Options  func(*llm.Request) // temperature and the like; nil: none
	Longer   int                // tokens of an answer after one was cut off, where the budget has room; 0: as before
}

// Reason says why a loop ended.
type Reason string

// The reasons.
const (
	Submitted Reason = "submitted" // the terminal tool was called and accepted
	Answered  Reason = "answered"  // it answered with text, where that ends the loop
	Exhausted Reason = "exhausted" // the limit of calls was reached
	Repeating Reason = "repeating" // loop detection stopped it
	Silent    Reason = "silent"    // it called no tool, twice; where text ends the loop, it said nothing either
	CutOff    Reason = "cut_off"   // its answer was cut off, twice in a row
	Broken    Reason = "broken"    // the model could not be asked
)

// Ending is how a loop ended and what it took.
type Ending struct {
	Reason     Reason
	Text       string // the answer, where text ends the loop; of one that was cut off, its beginning
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
	return e.Reason == Exhausted || e.Reason == Silent || e.Reason == CutOff || e.Reason == Repeating
}

// turn is what changes while a loop runs.
type turn struct {
	Ending
	watch   *watch
	silent  int
	tooLong int
	cuts    int  // answers in a row that were cut off
	longer  bool // one was: those after it may be longer
	last    int  // requests made after the tools were withdrawn
	again   int  // how often it went on
}

// Run runs the loop. It ends at once when ctx does.
func (l *Loop) Run(ctx context.Context) Ending {
	if l.Limits.Calls <= 0 {
		l.Limits = DefaultLoopLimits()
	}
	t := &turn{watch: newWatch(l.ending()), Ending: Ending{Limit: l.Limits.Calls, Calls: l.Made}}
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
	most := 0 // tokens of the answer
	answer, err := l.Ask(ctx, l.Talk, func(r *llm.Request) {
		if l.Options != nil {
			l.Options(r)
		}
		if withdrawn {
			r.Choice = l.withdrawal()
		}
		if t.longer {
			r.MaxTokens = max(r.MaxTokens, min(l.Longer, l.Talk.Spare()))
		}
		most = r.MaxTokens
	})
	t.ModelTime += answer.Took
	if err != nil {
		l.failed(t, err)
		return
	}
	t.tooLong = 0
	t.Usage = added(t.Usage, answer.Usage)
	calls := answer.Message.Calls[:min(len(answer.Message.Calls), mostCalls)]
	before := t.Calls
	cut := answer.Stop == llm.StopLength
	switch {
	case cut:
		t.Text = l.text(answer.Message)
		l.refuse(t, calls)
	case len(calls) == 0:
		t.cuts = 0
		if t.Text = l.text(answer.Message); t.Text != "" {
			t.Reason = Answered
			return
		}
		l.nudge(t)
		return
	default:
		t.silent = 0
		cut = l.run(ctx, t, calls, withdrawn)
	}
	switch {
	case t.Reason != "" || ctx.Err() != nil:
		return
	case cut:
		l.cutOff(t, len(calls), most)
	default:
		t.cuts = 0
	}
	if t.Reason == "" {
		l.warn(t, before)
	}
}

// refuse answers the calls of an answer that was cut off. None of them is run, not
// even one that reads as if it were whole: its arguments may have had more to say,
// and what comes after it may be what it was for.
func (l *Loop) refuse(t *turn, calls []llm.ToolCall) {
	for _, call := range calls {
		t.Calls++
		l.Talk.AddToolResult(call, ToolResult{Failed: true, Text: "The answer was cut off at its limit of tokens. This call was not run."})
	}
}

// cutOff says to the model that its answer of so many calls was cut off, and gives
// it more room, once. The second time in a row ends the loop: whoever could not say
// it with more room would be cut off again.
func (l *Loop) cutOff(t *turn, calls, most int) {
	t.longer = true
	if t.cuts++; t.cuts > 1 {
		t.Reason, t.Evidence = CutOff, fmt.Sprintf("the last was cut off with %d tokens of room", most)
		return
	}
	again := l.words().brief
	if calls > 0 {
		again = "Nothing of what was cut off was done. Call again, with arguments that are whole; leave out what is not needed."
	}
	note := fmt.Sprintf("Your answer was cut off because it was too long: it had %d tokens of room. ", most)
	if more := min(l.Longer, l.Talk.Spare()); more > most {
		note += fmt.Sprintf("The next has %d. ", more)
	}
	l.tell(event.ModelRefused{Problem: "the answer was cut off before its end", SentBack: true})
	l.note(note + again)
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
	l.note(l.words().nudge)
}

// run runs the calls of one answer. cut says that one of them ends before it is
// complete, though the provider did not say so: that one was not run.
func (l *Loop) run(ctx context.Context, t *turn, calls []llm.ToolCall, withdrawn bool) (cut bool) {
	var verdicts []Verdict
	for _, call := range calls {
		r := l.execute(ctx, t, call, len(calls) > 1, withdrawn)
		l.Talk.AddToolResult(call, r)
		if ctx.Err() != nil {
			continue // every call gets its answer; the next request says that it was stopped
		}
		if !r.Failed && l.Tools.IsTerminal(call.Name) {
			t.Reason = Submitted
			return false
		}
		if r.Cut {
			cut = true
			continue
		}
		if v := t.watch.see(call, r); v.Rule != "" {
			verdicts = append(verdicts, v)
		}
	}
	for _, v := range verdicts {
		if v.Stop {
			l.stop(t, v)
			return cut
		}
	}
	for _, v := range verdicts {
		l.tell(event.LoopNoticed{Rule: v.Rule, Evidence: v.Evidence})
		l.note(v.Note)
	}
	return cut
}

// execute runs one call, or says why it is not run.
func (l *Loop) execute(ctx context.Context, t *turn, call llm.ToolCall, several, withdrawn bool) ToolResult {
	terminal := l.Tools.IsTerminal(call.Name)
	t.Calls++
	switch {
	case terminal && several:
		return ToolResult{Name: call.Name, Failed: true, Text: "Nothing was submitted: call " + call.Name + " alone, after you have seen the other results."}
	case !terminal && (withdrawn || t.Calls > t.Limit):
		return ToolResult{Name: call.Name, Failed: true, Text: "No more tools can be called. " + l.words().last}
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
	t.watch, t.silent, t.cuts, t.last = newWatch(l.ending()), 0, 0, 0
	l.note(fmt.Sprintf("Go on: you may call %d more tools. %s", l.Limits.Calls, l.words().end))
}

// warnings are said when so many calls are used up (B023 to B025); they are
// the specification's for 16 calls and move with the limit.
func (l *Loop) warn(t *turn, before int) {
	after, limit := t.Calls, t.Limit
	for _, w := range []struct {
		at   int
		text string
	}{
		{limit - 1, l.words().now},
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
