package conversation

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"aipack/backend/base/event"
	"aipack/backend/model/llm"
)

// Compaction is what happened when older messages made room: they were
// replaced by a summary, or cut. Both can be read and, where there is room,
// undone.
type Compaction struct {
	Summary      string        // what stands in their place, "" where messages were only cut
	Dropped      []llm.Message // what was said, whole
	TokensBefore int
	TokensAfter  int

	before []entry
	after  int // how many entries stood right after it
}

// Event is what is told of a compaction.
func (c Compaction) Event() event.ContextCompacted {
	return event.ContextCompacted{Messages: len(c.Dropped), TokensBefore: c.TokensBefore, TokensAfter: c.TokensAfter, Summary: c.Summary}
}

// Compactions lists what was compacted and not undone, oldest first.
func (c *Transcript) Compactions() []Compaction {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.compactions)
}

// History is everything that was said, what was summarised too.
func (c *Transcript) History() []llm.Message {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := []llm.Message{c.system}
	for _, done := range c.compactions {
		out = append(out, done.Dropped...)
	}
	var first []llm.Message
	for _, e := range c.entries {
		switch {
		case e.summary:
		case e.first:
			first = append(first, e.Message)
		default:
			out = append(out, e.Message)
		}
	}
	return slices.Insert(out, 1, first...)
}

// ErrNoRoom says that what was summarised does not fit any more.
var ErrNoRoom = errors.New("the messages that were summarised no longer fit into the context")

// ErrNothing says that there is no compaction to undo.
var ErrNothing = errors.New("nothing was summarised")

// Undo puts back what the last compaction replaced, and gives it. From then on
// older messages are summarised only where they would not fit. The error is
// ErrNothing or ErrNoRoom.
func (c *Transcript) Undo() (Compaction, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.compactions) == 0 {
		return Compaction{}, ErrNothing
	}
	last := c.compactions[len(c.compactions)-1]
	now := c.entries
	c.entries = append(slices.Clone(last.before), now[last.after:]...)
	if c.corrected(c.counted()) > c.budget.Prompt() {
		c.entries = now
		return Compaction{}, ErrNoRoom
	}
	c.compactions = c.compactions[:len(c.compactions)-1]
	c.undone = true
	c.keepSummary()
	return last, nil
}

// Compact summarises now, as the user asked.
func (c *Transcript) Compact() *Compaction {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.summarise(c.limits.SummariseAfter)
}

// fit makes room: first by the number of turns, then by tokens, at last by
// cutting what is left. The request never exceeds the budget.
func (c *Transcript) fit() (*Compaction, error) {
	if c.wrong != nil {
		return nil, c.wrong
	}
	if c.corrected(c.fixed) >= c.budget.Prompt() {
		return nil, &llm.Error{
			Kind: llm.TooLong, Provider: "aipack", Message: fmt.Sprintf("instructions and tools alone take %d of %d tokens", c.corrected(c.fixed), c.budget.Prompt()),
			Hint: "choose a model with a larger window",
		}
	}
	var done *Compaction
	if c.turns() > 2*c.limits.SummariseAfter && !c.undone && !c.limits.OnlyRoom {
		done = c.summarise(c.limits.SummariseAfter)
	}
	for keep := c.limits.SummariseAfter; c.full() && keep > 0; keep-- {
		if d := c.summarise(keep); d != nil {
			done = d
		}
	}
	if c.full() {
		if d := c.cut(); d != nil {
			done = d
		}
	}
	if c.full() {
		return done, &llm.Error{
			Kind: llm.TooLong, Provider: "aipack", Message: "what is left of the conversation does not fit into the budget",
			Hint: "choose a model with a larger window",
		}
	}
	return done, nil
}

func (c *Transcript) full() bool {
	return c.corrected(c.counted()) > c.budget.Prompt() || c.corrected(c.history()) > c.budget.History+c.free()
}

// history is what was said after the first message, but for the code that is shown
// with it.
func (c *Transcript) history() int {
	n := 0
	for _, e := range c.entries {
		if !e.first {
			n += e.tokens
		}
	}
	return n - (c.held(Immediate, false) - c.held(Immediate, true)) - (c.held(Related, false) - c.held(Related, true))
}

// turns counts the messages that a summary could stand for.
func (c *Transcript) turns() int {
	n := 0
	for _, e := range c.entries {
		if !e.first && !e.summary {
			n++
		}
	}
	return n
}

// summarise replaces all but the last messages by a summary, at least keep of
// them and never a tool's result without its call. It gives nil where nothing
// is old enough.
func (c *Transcript) summarise(keep int) *Compaction {
	from := len(c.entries) - keep
	for from > 0 && from < len(c.entries) && c.entries[from].Role == llm.Tool {
		from--
	}
	var kept, old []entry
	var earlier string
	asked := c.asked(from)
	for i, e := range c.entries {
		switch {
		case e.first:
			kept = append(kept, e)
		case i == asked:
		case e.summary:
			earlier = e.Text
		case i < from:
			old = append(old, e)
		}
	}
	if len(old) == 0 {
		return nil
	}
	done := Compaction{TokensBefore: c.corrected(c.counted()), before: slices.Clone(c.entries), Summary: c.summary(earlier, old)}
	for _, e := range old {
		done.Dropped = append(done.Dropped, e.Message)
	}
	if kept = append(kept, c.summing(done.Summary, old[len(old)-1].number, 0)); asked >= 0 {
		kept[len(kept)-1].asks = c.entries[asked].number
		kept = append(kept, c.entries[asked])
	}
	for i, e := range c.entries {
		if i >= from && !e.first && !e.summary {
			kept = append(kept, e)
		}
	}
	c.entries = kept
	done.TokensAfter, done.after = c.corrected(c.counted()), len(c.entries)
	c.compactions = append(c.compactions, done)
	c.keepSummary()
	return &done
}

// cut shortens the longest texts until everything fits: what many calls of one
// answer brought is cut evenly. This is the guard over tools' results (A055): it
// sees all that one request sends, and not each result by itself.
func (c *Transcript) cut() *Compaction {
	done := Compaction{TokensBefore: c.corrected(c.counted()), before: slices.Clone(c.entries)}
	const least = 24        // tokens: below, cutting brings nothing
	whole := map[int]bool{} // those that cannot be shortened
	for c.full() {
		longest := -1
		for i, e := range c.entries {
			if e.tokens > least && !whole[i] && (longest < 0 || e.tokens > c.entries[longest].tokens) {
				longest = i
			}
		}
		if longest < 0 {
			break
		}
		shorter := c.shortened(c.entries[longest])
		if whole[longest] = shorter.tokens >= c.entries[longest].tokens; !whole[longest] {
			c.entries[longest] = shorter
		}
	}
	done.TokensAfter, done.after = c.corrected(c.counted()), len(c.entries)
	if done.TokensAfter == done.TokensBefore {
		return nil
	}
	c.compactions = append(c.compactions, done)
	return &done
}

// shortened is a message without the last of its blocks, or with half of its text, or,
// where that is not less, without its thoughts and with half of its arguments.
func (c *Transcript) shortened(e entry) entry {
	was := e.tokens
	for e.made != nil && len(e.made.blocks) > 0 {
		e.made = e.made.without()
		e.Text = e.made.text()
		if e.tokens = messageTokens(c.counter, e.Message); e.tokens < was {
			return e
		}
	}
	e.Text = head(c.counter, e.Text, c.counter.Count(e.Text)/2, cutNote)
	if e.tokens = messageTokens(c.counter, e.Message); e.tokens < was {
		return e
	}
	e.Thinking = nil
	e.Calls = slices.Clone(e.Calls)
	for i := range e.Calls {
		call := &e.Calls[i]
		call.Opaque, call.Arguments = "", abridged(c.counter, call.Arguments, c.counter.Count(call.Arguments)/2)
	}
	e.tokens = messageTokens(c.counter, e.Message)
	return e
}

// mostSummary is how long a summary may become, in tokens.
const mostSummary = 500

// summary says in a few lines what the old messages brought.
func (c *Transcript) summary(earlier string, old []entry) string {
	var read, looked, said []string
	results := map[string]entry{} // by their calls
	for _, e := range old {
		if e.Role == llm.Tool {
			results[e.CallID] = e
		}
	}
	for _, e := range old {
		for _, call := range e.Calls {
			switch result := results[call.ID]; {
			case result.Failed:
				looked = append(looked, call.Name+" "+short(call.Arguments)+" (failed)")
			case len(result.read) > 0:
				for _, p := range result.read {
					if l := c.label(p); l != "" {
						p += " (" + l + ")"
					}
					read = append(read, p)
				}
			default:
				looked = append(looked, call.Name+" "+short(call.Arguments))
			}
		}
		if e.Role == llm.Assistant && e.Text != "" {
			said = append(said, short(e.Text))
		}
	}
	var b strings.Builder
	b.WriteString("Earlier messages were summarised to save room.\n")
	for _, line := range strings.Split(earlier, "\n") {
		if strings.HasPrefix(line, "Previously") || strings.HasPrefix(line, "You said") {
			b.WriteString(line + "\n")
		}
	}
	list := func(title string, items []string) {
		if len(items) > 0 {
			b.WriteString(title + strings.Join(once(items), ", ") + "\n")
		}
	}
	list("Previously read: ", read)
	list("Previously asked: ", looked)
	if len(said) > 0 {
		b.WriteString("You said: " + said[len(said)-1] + "\n")
	}
	return head(c.counter, strings.TrimSpace(b.String()), c.raw(min(mostSummary, c.budget.History/4)), cutNote)
}

// short gives the beginning of a text, on one line.
func short(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	const most = 160
	if len(text) > most {
		return text[:whole(text, most)] + "…"
	}
	return text
}

func once(list []string) []string {
	var out []string
	for _, s := range list {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// shrink makes as much room as it can, for a provider that says that its
// window is smaller than was thought.
func (c *Transcript) shrink() *Compaction {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.summarise(1)
}
