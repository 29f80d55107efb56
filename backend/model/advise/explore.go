package advise

import (
	"context"
	"strconv"
	"strings"

	"aipack/backend/base/event"
	"aipack/backend/base/fault"
	"aipack/backend/detect/pipeline"
	"aipack/backend/detect/validate"
	"aipack/backend/model/conversation"
	"aipack/backend/model/llm"
	"aipack/backend/model/tool"
	"aipack/backend/universalbuild"
)

// terminal is the tool that ends an exploration.
const terminal = "submit_detection"

// Explore lets the model look through the repository with tools until it
// submits documents that hold, or its limits are reached.
func (a *Adviser) Explore(ctx context.Context, d pipeline.Desk, why string) []universalbuild.UniversalBuild {
	within, leave, ok := a.enter(ctx)
	if !ok {
		return nil
	}
	defer leave()
	defer a.recovered()
	tell(d, event.ModelAsked{Phase: "structure", Ask: why})
	budget := a.budget(conversation.Detect)
	limits, talk := a.limits(budget)
	judge := judge{Desk: d, registry: a.Registry}
	tools := tool.New(tool.Options{
		Repo: d.Repo.WithoutLeftOut(), Registry: a.Registry, Sink: d.Tell, Now: a.Now, Limits: limits,
		Check: validate.New(d.Scan.Index.Paths()).Document, Accept: judge.problems, Hide: a.hide(),
		Room: max(1, budget.MostSystem()-a.counter.Count(a.exploring())), Counter: a.counter,
	})
	c := conversation.New(conversation.Options{
		Budget: budget, Limits: talk, Counter: a.counter, System: a.exploring(), Tools: tools.Definitions(), Label: a.label,
	})
	c.AddUser(a.introduction(within, d, true) + "Why you are asked: " + why + "\n\nFind out what is deployed and submit it.")
	defer a.converse(c, d.Tell)()
	loop := conversation.Loop{
		Asker: a.asker(d), Talk: c, Tools: toolbox{tools}, Terminal: terminal,
		Limits:  conversation.LoopLimits{Calls: a.Limits.Calls, Again: a.Limits.Again},
		Options: func(r *llm.Request) { r.Temperature, r.MaxTokens = a.temperature(), a.answer(budget) },
		Longer:  longer,
	}
	end := loop.Run(within)
	a.ended(ctx, end)
	tell(d, tools.CacheStats())
	if end.Unsubmitted() {
		ended := unsubmitted(end)
		ended.Evidence = loop.Hide(ended.Evidence)
		tell(d, ended)
	}
	if end.Reason != conversation.Submitted {
		return nil
	}
	docs := tools.Submitted()
	for i := range docs {
		docs[i] = settled(docs[i])
	}
	return docs
}

// hide takes the secrets out of what the tools show the user. A client that
// cannot do so has none of it shown.
func (a *Adviser) hide() func(llm.ToolCall, string) string {
	if h, ok := a.client.(interface {
		Hide(call llm.ToolCall, text string) string
	}); ok {
		return h.Hide
	}
	return nil
}

// exploring is the system prompt of an exploration; it names the limit in force.
func (a *Adviser) exploring() string {
	return system(strings.Replace(explorePrompt, "{calls}", strconv.Itoa(a.Limits.Calls), 1))
}

// unsubmitted is what is told of a model that submitted nothing.
func unsubmitted(end conversation.Ending) event.ExplorationEnded {
	e := event.ExplorationEnded{
		Reason: string(end.Reason), Calls: min(end.Calls, end.Limit), Limit: end.Limit, Evidence: end.Evidence,
	}
	if end.Reason == conversation.Exhausted {
		e.Code = string(fault.MaxIterations)
	}
	return e
}

func (a *Adviser) ended(ctx context.Context, end conversation.Ending) {
	a.count(end.Iterations, end.Usage, end.ModelTime)
	a.mu.Lock()
	a.spent.Questions++
	a.spent.ToolCalls += end.Calls
	a.spent.CacheHits += end.Cached
	a.spent.ToolMS += end.ToolTime.Milliseconds()
	a.mu.Unlock()
	if end.Usage != (llm.Usage{}) {
		a.answered()
	}
	if end.Err != nil && end.Reason == conversation.Broken {
		a.failed(ctx, end.Err)
	}
}

// toolbox lends the tools of a session to a loop.
type toolbox struct{ *tool.System }

func (t toolbox) Execute(ctx context.Context, call llm.ToolCall) conversation.ToolResult {
	r := t.System.Execute(ctx, call)
	return conversation.ToolResult{Name: r.Tool, Text: r.Text, Failed: r.Failed, Cached: r.Cached, Cut: r.Cut, Arguments: r.Arguments, Read: r.Read}
}
