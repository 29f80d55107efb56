// Package agent talks with a user about one project: a question, the tools that a model
// calls to answer it, and the answer with the places that show it. It only reads, unless
// it is given hands. It knows no terminal and no window, and does not choose the model.
package agent

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"aipack/backend/agent/notes"
	"aipack/backend/agent/permission"
	"aipack/backend/base/event"
	"aipack/backend/base/fault"
	"aipack/backend/model/conversation"
	"aipack/backend/model/llm"
	"aipack/backend/model/llm/fence"
	"aipack/backend/model/tool"
	"aipack/backend/repo"
	"aipack/backend/secret/conceal"
	"aipack/backend/universalbuild"
)

//go:embed ask.md
var askPrompt string

// longer is how long an answer may be after one was cut off, in tokens, as far as what
// is sent leaves room for it: models that think before they speak need more than the
// profile sets aside.
const longer = 4096

// longest is how long any answer may be, in tokens: a share of a large window would be more
// than providers give.
const longest = 8192

// calls is how many tools one turn may call (requirement B022).
const calls = 16

// keptTurns is how many messages stay, if they fit, where a turn grows beyond the window
// while the model works: a turn of sixteen calls stays whole.
const keptTurns = 40

// Options are what a conversation stands on.
type Options struct {
	Client llm.Client
	Window int // of the model, in tokens; 0: not known

	Repo        *repo.Tree
	Plans       []universalbuild.UniversalBuild // how its services are built and run, with the evidence
	Notes       []notes.Note                    // about the project, that the user has agreed to show
	Failures    []Failure                       // of the last proofs, where the user asks about them
	Code        func() tool.Code                // the graph of its code as it is now; nil: none
	Permissions permission.Rules                // what may be done besides what usually may
	Hands       *Hands                          // what files are changed with; nil: nothing is changed
	Others      *Others                         // tools of other programs; nil: none

	// Keep is told of every message as soon as it is said, so that the conversation can go
	// on later. nil: it is not kept.
	Keep func(Kept)

	Temperature float64
	Tell        func(event.Event) // hears of all; nil: nobody listens
	Now         func() time.Time  // nil: time.Now
}

// Failure is what failed in a proof.
type Failure struct {
	Service string // its folder
	Stage   string
	Cause   string
	Text    string // the instruction that failed, where one did
	Log     []string
}

// Conversation is one conversation about a project.
type Conversation struct {
	Options
	counter conversation.Counter
	budget  conversation.Budget
	talk    *conversation.Transcript
	tools   *lookout
	shown   []Place  // what was shown with the first question
	untold  []string // tools of other programs that there is no room for

	asking  string // the question that is being put, for Keep
	summing bool   // the model's summary takes its place, for Keep
	begun   int    // calls that the turn had made when it was cut off
	stale   bool   // what was said stands on what was known of the project another time
	open    bool   // the last question has no answer
}

// Call is one call of a tool.
type Call struct {
	Tool      string `json:"tool"`
	Arguments string `json:"arguments"` // JSON
	Failed    bool   `json:"failed,omitempty"`
}

// Answer is what came of a question.
type Answer struct {
	Text     string
	Evidence []Place // what shows it: what the model has looked at, what the answer names first
	Calls    []Call
	Files    []File              // that the model wished to change, with what became of it
	Commands []Ran               // that the model wished to run, with what became of it
	Reason   conversation.Reason // Answered, or why there is no whole answer
	Stopped  string              // why there is no whole answer, in words; "" where there is one
	Left     []string            // what the model was not shown for want of room
	Usage    llm.Usage
	Window   int                 // of the model, in tokens, as far as it is used
	Holds    []conversation.Part // what the next question would be sent with
	Model    string              // who answered
	Provider string
}

// New begins a conversation. It asks nothing.
func New(o Options) *Conversation {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Tell == nil {
		o.Tell = func(event.Event) {}
	}
	c := &Conversation{Options: o, counter: conversation.CounterFor(o.Client), budget: conversation.For(o.Window, conversation.Talk)}
	prompt := askPrompt
	if o.Hands != nil {
		prompt = strings.Replace(changePrompt, "{commands}", o.Hands.said(o.Permissions), 1)
	}
	system := strings.TrimSpace(strings.Replace(prompt, "{calls}", strconv.Itoa(calls), 1)) + "\n\n" + fence.Rule
	limits := tool.Narrow()
	if c.budget.Large() {
		limits = tool.Wide()
	}
	system = c.equip(system, limits)
	talk := conversation.Limits{ToolResult: limits.Tokens, SummariseAfter: keptTurns, OnlyRoom: true}
	c.talk = conversation.New(conversation.Options{
		Budget: c.budget, Limits: talk, Counter: c.counter, System: system, Tools: c.tools.Definitions(), Keep: c.keep(),
	})
	return c
}

// equip makes the tools, and gives the instructions with what they say of those. Where other
// programs' tools would leave too little room for ours, they are left out.
func (c *Conversation) equip(system string, limits tool.Limits) string {
	others, untold := c.Others.offered(c.Permissions, c.counter, c.budget.MostSystem()/othersShare)
	for {
		said := system
		if len(others) > 0 {
			said += "\n\n" + othersRule
		}
		c.tools = &lookout{
			rules: c.Permissions, hands: c.Hands, code: c.Code, hide: c.hide(), tell: c.Tell, behind: c.Repo.Behind, others: others, asks: c.Others,
			head: func(text string) string { return conversation.Head(c.counter, text, limits.Tokens-fenceRoom) },
		}
		room := c.budget.MostSystem() - c.counter.Count(said)
		c.tools.System = tool.New(tool.Options{
			Repo: c.Repo.WithoutLeftOut(), Mode: tool.Asking, Code: c.Code, Sink: c.Tell, Now: c.Now, Limits: limits, Hide: c.hide(),
			Room: max(1, room-c.handsRoom()), Counter: c.counter,
		})
		if c.untold = untold; len(others) == 0 || conversation.ToolTokens(c.counter, c.tools.Definitions()) <= room {
			return said
		}
		for _, t := range others {
			untold = append(untold, leftOut(t))
		}
		others = nil
	}
}

// handsRoom is how many tokens it takes to tell of the tools that change files and run
// commands, and of those of other programs.
func (c *Conversation) handsRoom() int {
	return conversation.ToolTokens(c.counter, append(c.Hands.definitions(c.Permissions), abouts(c.tools.others)...))
}

// hidden is a text without the secrets in it.
func (c *Conversation) hidden(text string) string {
	if h := c.hide(); h != nil {
		return h(llm.ToolCall{}, text)
	}
	return conceal.Text(text)
}

// hide takes the secrets out of what the tools show the user. A client that cannot do
// so has none of it shown.
func (c *Conversation) hide() func(llm.ToolCall, string) string {
	if h, ok := c.Client.(interface {
		Hide(call llm.ToolCall, text string) string
	}); ok {
		return h.Hide
	}
	return nil
}

// Ask puts a question and gives the answer. The error says that the model could not be
// asked, or the question not be put; what the model did until then is in the answer.
func (c *Conversation) Ask(ctx context.Context, question string) (Answer, error) {
	question = strings.TrimSpace(question)
	if err := c.fits(question); err != nil {
		return Answer{}, err
	}
	files, err := c.attach(ctx, question)
	if err != nil {
		return Answer{}, err
	}
	c.settle()
	var summing llm.Usage
	if c.crowded(question) {
		sum, err := c.sumUp(ctx) // without one, what does not fit is left out by the rules
		if summing = sum.Usage; err != nil && ctx.Err() != nil {
			return Answer{}, err
		}
	}
	left := append(c.put(question, files), c.untold...)
	c.talk.Asks(0)
	c.tools.begin(Retold{})
	c.begun = 0
	a, err := c.turn(ctx, left)
	a.Usage = both(a.Usage, summing)
	return a, err
}

// both is what two answers took.
func both(a, b llm.Usage) llm.Usage {
	if b == (llm.Usage{}) {
		return a
	}
	a.Prompt, a.Cached, a.Completion = a.Prompt+b.Prompt, a.Cached+b.Cached, a.Completion+b.Completion
	return a
}

// turn lets the model look until it answers.
func (c *Conversation) turn(ctx context.Context, left []string) (Answer, error) {
	c.open = true
	loop := conversation.Loop{
		Asker: conversation.Asker{Client: c.Client, Tell: c.Tell, Now: c.Now, Hide: c.hidden},
		Talk:  c.talk, Tools: c.tools, Limits: conversation.LoopLimits{Calls: calls}, Made: c.begun, Longer: longer,
		Options: func(r *llm.Request) { r.Temperature, r.MaxTokens = c.Temperature, min(r.MaxTokens, longest) },
	}
	end := loop.Run(ctx)
	looked, made, files, ran := c.tools.done()
	c.begun = len(made)
	a := Answer{
		Text: end.Text, Calls: made, Files: files, Commands: ran, Reason: end.Reason, Usage: end.Usage, Left: left,
		Evidence: evidence(end.Text, looked, c.shown), Provider: c.Client.Provider(), Model: c.Client.Model(),
	}
	a.Window, a.Holds = c.budget.Total(), c.talk.Parts()
	c.open = end.Reason != conversation.Answered
	if end.Err != nil {
		a.Stopped = end.Err.Error()
		return a, llm.Fault(end.Err)
	}
	a.Stopped = stopped(end)
	return a, nil
}

// fits refuses a question that is none, or that the model could not be shown whole.
func (c *Conversation) fits(question string) error {
	if question == "" {
		return &fault.Fault{Code: fault.WrongUse, Message: "the question is empty", Hint: "say what you want to know about the project"}
	}
	if n, most := c.counter.Count(question), c.budget.History/2; n > most {
		return &fault.Fault{
			Code:    fault.WrongUse,
			Message: fmt.Sprintf("the question has %d tokens, and beside what is shown with it the model has room for %d", n, most),
			Hint:    "shorten it, name a file instead of pasting it, or choose a model with a larger window",
		}
	}
	return nil
}

// put says the question with the files that are attached to it, the first with what is known
// about the project. It gives what there was no room for.
func (c *Conversation) put(question string, files []attachment) (left []string) {
	c.asking = question
	defer func() { c.asking = "" }()
	given, places := conversation.Context{After: asks + question}, map[string][]Place{}
	begun := len(c.talk.History()) > 1
	if !begun || c.stale {
		known, shows := c.introduction(question)
		if !begun || c.changed(known) {
			given, places = known, shows
		}
		if begun && len(given.Blocks) > 0 {
			given.Before = "The project has changed since. " + given.Before
		}
	}
	c.stale = false
	for i, f := range files {
		given.Blocks = slices.Insert(given.Blocks, i, f.block)
		places[f.block.Name] = f.places
	}
	if len(given.Blocks) == 0 && begun {
		c.talk.AddUser(given.After)
		return nil
	}
	missing := map[string]bool{}
	for _, b := range c.talk.AddContext(given) {
		missing[b.Name] = true
		left = append(left, b.Name)
	}
	for _, b := range given.Blocks {
		if !missing[b.Name] {
			c.shown = append(c.shown, places[b.Name]...)
		}
	}
	return left
}

// stopped says why a model gave no whole answer; "" where it did.
func stopped(end conversation.Ending) string {
	switch end.Reason {
	case conversation.Answered:
		return ""
	case conversation.Exhausted:
		return fmt.Sprintf("the model called tools %d times and gave no answer", min(end.Calls, end.Limit))
	case conversation.Repeating:
		return fmt.Sprintf("the model repeats itself (%s: %s)", end.Rule, end.Evidence)
	case conversation.Silent:
		return "the model gave an empty answer, twice"
	case conversation.CutOff:
		return "the answer was cut off, twice: " + end.Evidence
	}
	return "the model could not be asked"
}
