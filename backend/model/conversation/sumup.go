package conversation

import (
	"maps"
	"slices"

	"aipack/backend/model/llm"
)

// Asks says that a message, by its number, is the question that is being answered; 0 is the
// one that was added last. It stays where older messages are summarised.
func (c *Transcript) Asks(number int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.asks = number; number == 0 {
		c.asks = c.numbers
	}
}

// asked is where the question stands that is being answered, if that is before a place and
// would be summarised; -1 where it is not.
func (c *Transcript) asked(before int) int {
	for i, e := range c.entries[:max(0, min(before, len(c.entries)))] {
		if e.number == c.asks && e.Role == llm.User && !e.summary && !e.first {
			return i
		}
	}
	return -1
}

// Room is how many tokens may be said until older messages have to make room.
func (c *Transcript) Room() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return min(c.budget.Prompt()-c.corrected(c.counted()), c.budget.History+c.free()-c.corrected(c.history()))
}

// Older is how many messages a summary could stand for.
func (c *Transcript) Older() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.turns()
}

// Said are the messages as they would be sent, but for the system's.
func (c *Transcript) Said() []llm.Message {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.messages()[1:]
}

// SumUp puts a text in the place of all that was said since the first message. With it
// comes what writing it took. It gives nil where nothing was said since.
func (c *Transcript) SumUp(text string, took llm.Usage) *Compaction {
	c.mu.Lock()
	defer c.mu.Unlock()
	done := Compaction{TokensBefore: c.corrected(c.counted()), before: c.entries, Summary: text}
	var stays []entry
	for _, e := range c.entries {
		switch {
		case e.first:
			stays = append(stays, e)
		case !e.summary:
			done.Dropped = append(done.Dropped, e.Message)
		}
	}
	if len(done.Dropped) == 0 {
		return nil
	}
	c.entries = append(stays, c.summing(text, c.entries[len(c.entries)-1].number, 0))
	done.TokensAfter, done.after = c.corrected(c.counted()), len(c.entries)
	c.compactions = append(c.compactions, done)
	c.usage = took
	c.keepSummary()
	c.usage = llm.Usage{}
	return &done
}

// Part is a part of what would be sent, by what it is.
type Part struct {
	Name   string `json:"name"`
	Tokens int    `json:"tokens"`
}

// Parts says what the next request would hold: instructions, tools, notes, the project (what is
// shown with questions and what tools gave), summaries, and what was said.
func (c *Transcript) Parts() []Part {
	c.mu.Lock()
	defer c.mu.Unlock()
	system := messageTokens(c.counter, c.system)
	var project, summaries, said int
	named := map[string]int{}
	for _, e := range c.entries {
		switch {
		case e.summary:
			summaries += e.tokens
		case e.Role == llm.Tool:
			project += e.tokens
		case e.made != nil:
			blocks := 0
			for _, b := range e.made.blocks {
				blocks += b.tokens
				if b.Part == "" {
					project += b.tokens
				} else {
					named[b.Part] += b.tokens
				}
			}
			said += max(0, e.tokens-blocks)
		default:
			said += e.tokens
		}
	}
	var out []Part
	all := []Part{{"instructions", system}, {"tools", c.fixed - system}}
	for _, name := range slices.Sorted(maps.Keys(named)) {
		all = append(all, Part{name, named[name]})
	}
	for _, p := range append(all, Part{"project", project}, Part{"summary", summaries}, Part{"conversation", said}) {
		if p.Tokens > 0 {
			out = append(out, Part{p.Name, c.corrected(p.Tokens)})
		}
	}
	return out
}
