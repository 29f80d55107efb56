package event

// The events of a conversation with a model and of the tools that it calls.

// IterationStarted says the model is asked once more.
type IterationStarted struct {
	Iteration int `json:"iteration"`
}

// IterationCompleted says the model's turn is over.
type IterationCompleted struct {
	Iteration  int   `json:"iteration"`
	ToolCalls  int   `json:"tool_calls"`
	DurationMS int64 `json:"duration_ms"`
}

// LLMRequest says a request to a model has left.
type LLMRequest struct {
	Messages int `json:"messages"`
}

// TokenUsage counts the tokens of one answer.
type TokenUsage struct {
	Prompt     int `json:"prompt"`
	Completion int `json:"completion"`
	Total      int `json:"total"`
}

// LLMResponse says an answer has come.
type LLMResponse struct {
	HasContent bool        `json:"has_content"`
	ToolCalls  int         `json:"tool_calls"`
	Usage      *TokenUsage `json:"usage,omitempty"`
	DurationMS int64       `json:"duration_ms"`
	Recorded   bool        `json:"recorded,omitempty"` // it was given before; nobody was asked
}

// LLMFailed says a request came to nothing.
type LLMFailed struct {
	Problem   string `json:"problem"`
	WillRetry bool   `json:"will_retry"`
	InMS      int64  `json:"in_ms,omitempty"`
	Provider  string `json:"provider,omitempty"`
	Try       int    `json:"try,omitempty"` // of this request to this provider, from 1
	Of        int    `json:"of,omitempty"`  // the most tries
}

// ModelChosen says which model answers this run's questions, and why that one.
type ModelChosen struct {
	Provider string `json:"provider"`
	Model    string `json:"model"`
	Cloud    bool   `json:"cloud"` // what is asked leaves this machine and its network
	Reason   string `json:"reason"`
}

// ProviderSwitched says that another provider is asked instead.
type ProviderSwitched struct {
	From   string `json:"from"`
	To     string `json:"to"`
	Reason string `json:"reason"`
}

// ToolStarted says a tool is at work.
type ToolStarted struct {
	Tool string `json:"tool"`
	Args string `json:"args"` // JSON
}

// ToolCompleted says a tool has answered.
type ToolCompleted struct {
	Tool       string `json:"tool"`
	Success    bool   `json:"success"`
	Bytes      int    `json:"output_bytes"`
	Truncated  bool   `json:"truncated"`
	DurationMS int64  `json:"duration_ms"`
	// Shown is the beginning of what the model was shown, without its secrets.
	Shown []Passage `json:"shown,omitempty"`
	Left  int       `json:"left,omitempty"` // passages that Shown has no room for
}

// Passage is a part of the repository that a tool has shown: a file or a part
// of it, a match, an entry of a folder. Without a path it is text alone.
type Passage struct {
	Path   string `json:"path,omitempty"`   // relative to the root, with slashes
	Folder bool   `json:"folder,omitempty"` // Path is a folder
	Line   int    `json:"line,omitempty"`   // of the text's first line, from 1
	Match  int    `json:"match,omitempty"`  // the line that was looked for
	Text   string `json:"text,omitempty"`
	Bytes  int64  `json:"bytes,omitempty"` // size of the whole file
}

// ToolCached says a tool's earlier answer served.
type ToolCached struct {
	Tool string `json:"tool"`
}

// ToolFailed says a tool could not answer.
type ToolFailed struct {
	Tool    string `json:"tool"`
	Problem string `json:"problem"`
}

// MessageAdded says the conversation has grown.
type MessageAdded struct {
	Role    string `json:"role"`
	Preview string `json:"preview"`
}

// CacheStats counts what the tool cache did.
type CacheStats struct {
	Hits    int   `json:"hits"`
	Misses  int   `json:"misses"`
	Entries int   `json:"entries"`
	Bytes   int64 `json:"bytes"`
}

// LLMDelta is the next part of an answer that is on its way. Parts are told at
// most 20 times a second; the first is told at once.
type LLMDelta struct {
	Text     string `json:"text,omitempty"`
	Thinking string `json:"thinking,omitempty"`
	Tool     string `json:"tool,omitempty"` // whose arguments are being written
}

// ModelAsked says what a phase wants to know of a model.
type ModelAsked struct {
	Phase   string `json:"phase"`
	Service string `json:"service,omitempty"`
	Field   string `json:"field,omitempty"`
	Ask     string `json:"ask"`
}

// ModelAnswered says that an answer of a model holds, and whether it won over
// what the rules say.
type ModelAnswered struct {
	Phase      string  `json:"phase"`
	Service    string  `json:"service,omitempty"`
	Field      string  `json:"field"`
	Value      string  `json:"value"`
	Confidence float64 `json:"confidence"`
	Won        bool    `json:"won"`
}

// ModelRefused says that an answer of a model does not hold. Where it was sent
// back, the model may still mend it.
type ModelRefused struct {
	Phase    string `json:"phase"`
	Service  string `json:"service,omitempty"`
	Field    string `json:"field,omitempty"`
	Value    string `json:"value,omitempty"`
	Problem  string `json:"problem"`
	SentBack bool   `json:"sent_back"`
}

// LoopNoticed says that a model repeats itself.
type LoopNoticed struct {
	Rule     string `json:"rule"` // R1 to R7
	Evidence string `json:"evidence"`
	Stopped  bool   `json:"stopped"` // false: the model was told
}

// ExplorationEnded says that a model looked through the repository and submitted
// nothing that holds: the rules' word stands.
type ExplorationEnded struct {
	Reason   string `json:"reason"`             // exhausted (it used up its calls), silent, cut_off or repeating
	Code     string `json:"code,omitempty"`     // of fault, where it used up its calls
	Calls    int    `json:"calls"`              // of tools, that were made
	Limit    int    `json:"limit"`              // of calls
	Evidence string `json:"evidence,omitempty"` // of repeating
}

// ExplorationResumed says that a model which submitted nothing goes on in the
// same conversation, as the user wants.
type ExplorationResumed struct {
	Calls int `json:"calls"` // of tools, that were made until then
	Limit int `json:"limit"` // of calls from now on
}

// ContextCompacted says that older messages were replaced by a summary.
type ContextCompacted struct {
	Messages     int    `json:"messages"` // that were replaced
	TokensBefore int    `json:"tokens_before"`
	TokensAfter  int    `json:"tokens_after"`
	Summary      string `json:"summary"`
}

// ContextRestored says that the user put back what a summary stood for.
type ContextRestored struct {
	Messages int `json:"messages"` // that stand again
	Tokens   int `json:"tokens"`   // of the conversation with them
}

// BudgetUsed says how full the context is. Estimated says that the tokens were
// not counted by the model's own tokenizer.
type BudgetUsed struct {
	Profile   string          `json:"profile"`
	Used      int             `json:"used"`
	Window    int             `json:"window"`
	Estimated bool            `json:"estimated"`
	Segments  []BudgetSegment `json:"segments"`
}

// BudgetSegment is one part of the context.
type BudgetSegment struct {
	Name  string `json:"name"` // system, bootstrap, history, output, safety
	Used  int    `json:"used"`
	Limit int    `json:"limit"`
}

func (LLMDelta) Name() string           { return "llm.delta" }
func (ModelAsked) Name() string         { return "model.asked" }
func (ModelAnswered) Name() string      { return "model.answered" }
func (ModelRefused) Name() string       { return "model.refused" }
func (LoopNoticed) Name() string        { return "loop.noticed" }
func (ExplorationEnded) Name() string   { return "exploration.ended" }
func (ExplorationResumed) Name() string { return "exploration.resumed" }
func (ContextCompacted) Name() string   { return "context.compacted" }
func (ContextRestored) Name() string    { return "context.restored" }
func (BudgetUsed) Name() string         { return "budget" }
func (IterationStarted) Name() string   { return "iteration.started" }
func (IterationCompleted) Name() string { return "iteration.completed" }
func (LLMRequest) Name() string         { return "llm.request" }
func (LLMResponse) Name() string        { return "llm.response" }
func (LLMFailed) Name() string          { return "llm.failed" }
func (ModelChosen) Name() string        { return "model.chosen" }
func (ProviderSwitched) Name() string   { return "provider.switched" }
func (ToolStarted) Name() string        { return "tool.started" }
func (ToolCompleted) Name() string      { return "tool.completed" }
func (ToolCached) Name() string         { return "tool.cached" }
func (ToolFailed) Name() string         { return "tool.failed" }
func (MessageAdded) Name() string       { return "message.added" }
func (CacheStats) Name() string         { return "cache.stats" }
