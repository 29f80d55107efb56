package agent

import (
	"context"
	"slices"

	"aipack/backend/base/fault"
	"aipack/backend/model/conversation"
	"aipack/backend/model/llm"
	"aipack/backend/model/tool"
)

// Kept is a message of a conversation as it is kept, without secrets.
type Kept struct {
	conversation.Kept
	Question string // what the user asked, where the message puts a question; "" for any other
	Provider string // who answered, and
	Model    string // with which model, where the message is an answer or a model's summary
	Decision Status // on the command, or the call of another program's tool, that the message is the result of; "" for any other
}

// keep makes what the transcript tells of its messages: each is kept without the secrets in it.
func (c *Conversation) keep() func(conversation.Kept) {
	if c.Keep == nil {
		return nil
	}
	return func(k conversation.Kept) {
		if !k.Summary {
			c.tools.message.Store(int64(k.Number))
		}
		k.Text = c.hidden(k.Text)
		k.Calls = slices.Clone(k.Calls)
		for i := range k.Calls {
			k.Calls[i].Arguments = c.hidden(k.Calls[i].Arguments)
		}
		kept := Kept{Kept: k}
		switch k.Role {
		case llm.User:
			kept.Question = c.hidden(c.asking)
			if k.Summary && c.summing {
				kept.Provider, kept.Model = c.Client.Provider(), c.Client.Model()
			}
		case llm.Assistant:
			kept.Provider, kept.Model = c.Client.Provider(), c.Client.Model()
		case llm.Tool:
			kept.Decision = c.tools.decisionOn(k.CallID)
		}
		c.Keep(kept)
	}
}

// Restore goes on with a conversation that was kept. Nothing is asked. What is known
// about the project is shown again with the next question where it has changed since.
func (c *Conversation) Restore(kept []Kept) {
	said := make([]conversation.Kept, len(kept))
	for i, k := range kept {
		said[i] = k.Kept
	}
	c.talk.Restore(said)
	last := lastQuestion(kept)
	if last < len(kept) {
		c.talk.Asks(kept[last].Number)
	}
	before := Retell(kept[last:])
	c.tools.begin(before)
	for _, k := range kept {
		if k.Role == llm.Tool {
			c.tools.look(llm.ToolCall{}, tool.Result{Text: k.Text, Failed: k.Failed})
		}
	}
	c.begun, c.stale, c.open = len(before.Calls), true, unfinished(kept)
}

// lastQuestion is where the last turn begins.
func lastQuestion(kept []Kept) int {
	for i, k := range slices.Backward(kept) {
		if k.Question != "" {
			return i
		}
	}
	return 0
}

// unfinished says that the last question has no answer.
func unfinished(kept []Kept) bool {
	for _, k := range slices.Backward(kept) {
		if !k.Summary && !k.Gone {
			return k.Role != llm.Assistant || len(k.Calls) > 0 || k.Text == ""
		}
	}
	return false
}

// Unanswered reports whether the last question has no answer: its turn was cut off or
// stopped.
func (c *Conversation) Unanswered() bool { return c.open }

// Resume goes on with the last question where its turn was cut off: nothing is asked
// again that was answered, and no call is made again that has its result.
func (c *Conversation) Resume(ctx context.Context) (Answer, error) {
	if !c.open {
		return Answer{}, &fault.Fault{Code: fault.WrongUse, Message: "every question of this conversation has its answer", Hint: "ask another"}
	}
	for _, call := range c.talk.Pending() {
		c.begun++
		c.talk.AddToolResult(call, c.tools.Execute(ctx, call))
	}
	return c.turn(ctx, nil)
}

// settle answers calls of a turn that was cut off and does not go on.
func (c *Conversation) settle() {
	for _, call := range c.talk.Pending() {
		c.talk.AddToolResult(call, conversation.ToolResult{Failed: true, Text: "This call was not run: the user has asked something else."})
	}
}
