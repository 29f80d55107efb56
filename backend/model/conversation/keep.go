package conversation

import "aipack/backend/model/llm"

// Kept is a message of a conversation as it is kept so that it can go on later, or what
// stands for older ones.
type Kept struct {
	// Number is that of the message, from 1. Of a summary it is that of the last message
	// that it stands for; 0 says that nothing is summarised any more.
	Number  int
	Summary bool
	Asks    int  // of a summary, the number of an older message that stays: the question that was being answered; 0 for none
	Gone    bool // it was taken back: its number is used up, and nothing else of it counts
	llm.Message
	Read  []string  // the files whose content a tool's result shows
	Usage llm.Usage // what an answer took
}

// summing is an entry that stands for the messages up to a number, but for the question
// that is being answered.
func (c *Transcript) summing(text string, until, asks int) entry {
	m := llm.Message{Role: llm.User, Text: text}
	return entry{Message: m, tokens: messageTokens(c.counter, m), number: until, asks: asks, summary: true}
}

// keepSummary tells what stands for older messages now.
func (c *Transcript) keepSummary() {
	if c.keep == nil {
		return
	}
	for _, e := range c.entries {
		if e.summary {
			c.keep(Kept{Number: e.number, Summary: true, Asks: e.asks, Message: e.Message, Usage: c.usage})
			return
		}
	}
	c.keep(Kept{Summary: true})
}

// Restore puts back what was kept of a conversation, into one in which nothing has been
// said. What was summarised stays so, and nothing else is: the model reads what it read
// when the conversation was left. Nobody is told of it again.
func (c *Transcript) Restore(kept []Kept) {
	c.mu.Lock()
	defer c.mu.Unlock()
	var summary Kept
	for _, k := range kept {
		if k.Summary {
			summary = k
		}
	}
	for _, k := range kept {
		if k.Summary || k.Gone {
			c.numbers = max(c.numbers, k.Number)
			continue
		}
		first := len(c.entries) == 0
		c.numbers = max(c.numbers, k.Number)
		if !first && k.Number <= summary.Number && k.Number != summary.Asks {
			continue
		}
		c.entries = append(c.entries, entry{Message: k.Message, tokens: messageTokens(c.counter, k.Message), number: k.Number, first: first, read: k.Read})
		if first && summary.Number > 0 {
			c.entries = append(c.entries, c.summing(summary.Text, summary.Number, summary.Asks))
		}
	}
	c.added, c.asks = nil, summary.Asks
}

// Pending are the calls of the last answer that have no result: whoever ran them was cut
// off. A request is not well formed before each has one.
func (c *Transcript) Pending() []llm.ToolCall {
	c.mu.Lock()
	defer c.mu.Unlock()
	answered := map[string]bool{}
	for i := len(c.entries) - 1; i >= 0; i-- {
		switch e := c.entries[i]; e.Role {
		case llm.Tool:
			answered[e.CallID] = true
		case llm.Assistant:
			var out []llm.ToolCall
			for _, call := range e.Calls {
				if !answered[call.ID] {
					out = append(out, call)
				}
			}
			return out
		}
	}
	return nil
}
