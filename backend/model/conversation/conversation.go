package conversation

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"sync"

	"aipack/backend/base/tokens"
	"aipack/backend/model/llm"
)

// Options make a conversation.
type Options struct {
	Budget  Budget // zero: Detect16K
	Limits  Limits // zero fields: DefaultLimits
	Counter Counter
	System  string
	Tools   []llm.ToolDefinition

	// Keep is told of every message as soon as it is said, and of what stands for older
	// ones, in order, so that the conversation can go on later. nil: it is not kept.
	Keep func(Kept)

	// Label says in a word or two what a file is, for summaries: "Rust
	// project". nil, or "": nothing is added.
	Label func(path string) string
}

// Transcript is what was said to a model and by it, within a budget. The
// messages of a request begin with those of the request before, byte for byte,
// unless older ones were summarised in between. It is safe for concurrent use.
type Transcript struct {
	budget  Budget
	limits  Limits
	counter Counter
	label   func(string) string
	keep    func(Kept)
	system  llm.Message
	tools   []llm.ToolDefinition
	fixed   int   // tokens of system and tools
	wrong   error // they do not fit into the budget

	mu          sync.Mutex
	entries     []entry
	compactions []Compaction
	undone      bool          // the user wants no summaries; only room counts
	factor      float64       // reported tokens by counted ones, 1 before the first report
	sent        int           // counted tokens of the last request
	added       []llm.Message // since untold was last asked
	numbers     int           // of messages that were said
	usage       llm.Usage     // of the answer that is added next
	asks        int           // the number of the question that is being answered; 0: not known
}

// entry is a message with its count.
type entry struct {
	llm.Message
	tokens  int
	number  int          // from 1, in the order in which they were said; of a summary, the last one that it stands for
	asks    int          // of a summary, the older message that stays
	summary bool         // it stands for older messages
	first   bool         // the first thing that the user says: it is never summarised
	read    []string     // the files that a tool's result shows
	made    *composition // what the text is made of, where that is blocks
}

// New begins a conversation. The system prompt is its first message. Where it needs
// more than its segment has, with the tools, the history gives it; where even that is
// too little every request is an error.
func New(o Options) *Transcript {
	if o.Budget.Total() == 0 {
		o.Budget = Detect16K()
	}
	defaults := DefaultLimits()
	if o.Limits.ToolResult <= 0 {
		o.Limits.ToolResult = defaults.ToolResult
	}
	if o.Limits.SummariseAfter <= 0 {
		o.Limits.SummariseAfter = defaults.SummariseAfter
	}
	if o.Counter == nil {
		o.Counter = tokens.Estimate{}
	}
	if o.Label == nil {
		o.Label = func(string) string { return "" }
	}
	c := &Transcript{
		budget: o.Budget, limits: o.Limits, counter: o.Counter, label: o.Label, keep: o.Keep, factor: 1,
		system: llm.Message{Role: llm.System, Text: o.System}, tools: slices.Clone(o.Tools),
	}
	c.fixed = messageTokens(c.counter, c.system) + ToolTokens(c.counter, c.tools)
	c.budget, c.wrong = c.budget.holding(c.fixed)
	c.added = []llm.Message{c.system}
	return c
}

// cutNote ends a text that was cut to fit the budget.
const cutNote = "\n... (truncated to fit the context)"

// AddUser adds what the user says. The first may fill what the budget has for
// the repository and half of the history; any other, half of the history, and with it
// what the code's segments have free. It reports whether the text had to be cut; the
// model sees where.
func (c *Transcript) AddUser(text string) (cut bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	first := len(c.entries) == 0
	said := head(c.counter, text, c.raw(c.said(first)), cutNote)
	c.add(entry{Message: llm.Message{Role: llm.User, Text: said}, first: first})
	return said != text
}

// said is how many tokens a user's message may have.
func (c *Transcript) said(first bool) int {
	if first {
		return c.budget.History/2 + c.budget.Bootstrap
	}
	return c.budget.History/2 + c.free()
}

// mostCalls is how many calls of one answer are kept.
const mostCalls = 32

// AddAssistant adds a model's answer and gives it as it is kept: calls beyond
// the 32nd are dropped, and long texts in arguments that no budget could hold are
// told by their beginning and length.
func (c *Transcript) AddAssistant(m llm.Message) llm.Message {
	c.mu.Lock()
	defer c.mu.Unlock()
	m.Role = llm.Assistant
	m.Calls = slices.Clone(m.Calls[:min(len(m.Calls), mostCalls)])
	most := c.raw(c.budget.History / 2)
	m.Text = head(c.counter, m.Text, most, cutNote)
	for i := range m.Calls {
		call := &m.Calls[i]
		call.Arguments = abridged(c.counter, call.Arguments, most/len(m.Calls))
		call.ID, call.Name = shortID(call.ID), head(c.counter, call.Name, mostName, "")
	}
	for _, t := range m.Thinking {
		if over(c.counter, t.Text, most) || over(c.counter, string(t.Opaque), most) {
			m.Thinking = nil
			break
		}
	}
	c.add(entry{Message: m})
	return m
}

// mostName is how many tokens of a tool's name are kept.
const mostName = 24

// shortID keeps an id that a provider made up to a length that costs nothing.
func shortID(id string) string {
	const most = 128
	if len(id) <= most {
		return id
	}
	sum := sha256.Sum256([]byte(id))
	return hex.EncodeToString(sum[:16])
}

// AddToolResult adds a tool's answer to a call.
func (c *Transcript) AddToolResult(call llm.ToolCall, r ToolResult) {
	c.mu.Lock()
	defer c.mu.Unlock()
	const note = "\n... (truncated; ask for less at once, for example with start_line and max_lines)"
	e := entry{Message: llm.Message{
		Role: llm.Tool, CallID: shortID(call.ID), ToolName: head(c.counter, call.Name, mostName, ""), Failed: r.Failed,
		Text: head(c.counter, r.Text, c.raw(c.limits.ToolResult), note),
	}}
	if !r.Failed {
		e.read = r.Read
	}
	c.add(e)
}

// raw turns a limit in tokens into one on counts that reports have not yet
// corrected.
func (c *Transcript) raw(tokens int) int { return int(float64(tokens) / c.factor) }

func (c *Transcript) add(e entry) {
	c.numbers++
	e.number, e.tokens = c.numbers, messageTokens(c.counter, e.Message)
	c.entries = append(c.entries, e)
	c.added = append(c.added, e.Message)
	if c.keep != nil {
		k := Kept{Number: e.number, Message: e.Message, Read: e.read}
		if e.Role == llm.Assistant {
			k.Usage, c.usage = c.usage, llm.Usage{}
		}
		c.keep(k)
	}
}

// Request makes room and gives what is to be sent. The compaction is nil
// where nothing was summarised. The error is an *llm.Error of kind TooLong
// where system prompt and tools alone exceed what the budget has for them.
func (c *Transcript) Request() (llm.Request, *Compaction, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	done, err := c.fit()
	if err != nil {
		return llm.Request{}, done, err
	}
	c.sent = c.counted()
	return llm.Request{Messages: c.messages(), Tools: slices.Clone(c.tools), MaxTokens: c.budget.Output}, done, nil
}

func (c *Transcript) messages() []llm.Message {
	out := make([]llm.Message, 0, len(c.entries)+1)
	out = append(out, c.system)
	for _, e := range c.entries {
		out = append(out, e.Message)
	}
	return out
}

// untold lists the messages that were added since it was last asked.
func (c *Transcript) untold() []llm.Message {
	c.mu.Lock()
	defer c.mu.Unlock()
	all := c.added
	c.added = nil
	return all
}

// Learn corrects the estimate by the usage that an answer reported (ruling
// K-9). It never trusts a report that says much less than was counted: a
// provider may leave out what it had cached.
func (c *Transcript) Learn(u llm.Usage) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.usage = u
	if !u.Reported || u.Prompt <= 0 || c.sent == 0 || c.counter.Exact() {
		return
	}
	c.factor = clamp(float64(u.Prompt)/float64(c.sent), 0.8, 4)
}

// counted is the count of what the next request would hold, uncorrected.
func (c *Transcript) counted() int {
	n := c.fixed
	for _, e := range c.entries {
		n += e.tokens
	}
	return n
}

// Used is how many tokens the next request would hold.
func (c *Transcript) Used() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.corrected(c.counted())
}

// Spare is how many tokens the window has left for an answer to the next request,
// with the margin kept free.
func (c *Transcript) Spare() int { return c.budget.Total() - c.budget.Safety - c.Used() }

func (c *Transcript) corrected(n int) int { return int(float64(n)*c.factor + 0.5) }

// Estimated reports whether counts are estimates.
func (c *Transcript) Estimated() bool { return !c.counter.Exact() }

// Budget is what the conversation has to fit in.
func (c *Transcript) Budget() Budget { return c.budget }

// Segment is one part of the context and how full it is.
type Segment struct {
	Name        string
	Used, Limit int // tokens
}

// Segments says what the context is filled with.
func (c *Transcript) Segments() []Segment {
	c.mu.Lock()
	defer c.mu.Unlock()
	boot := 0
	for _, e := range c.entries {
		if e.first {
			boot += e.tokens
		}
	}
	var code []Segment
	if c.budget.Immediate+c.budget.Related > 0 {
		boot -= c.held(Immediate, true) + c.held(Related, true)
		code = []Segment{
			{string(Immediate), c.corrected(c.held(Immediate, false)), c.budget.Immediate},
			{string(Related), c.corrected(c.held(Related, false)), c.budget.Related},
		}
	}
	segments := append([]Segment{{"system", c.corrected(c.fixed), c.budget.System}, {"bootstrap", c.corrected(boot), c.budget.Bootstrap}}, code...)
	return append(segments, []Segment{
		{"history", c.corrected(c.history()), c.budget.History},
		{"output", 0, c.budget.Output},
		{"safety", 0, c.budget.Safety},
	}...)
}
