package runs

// SentPrompt is one request to a model, exactly as it was sent, and its answer.
type SentPrompt struct {
	Number           int           `json:"number"`
	At               int64         `json:"at"`
	DurationMS       int64         `json:"duration_ms"`
	Provider         string        `json:"provider"`
	Model            string        `json:"model"`
	PromptTokens     int           `json:"prompt_tokens"`
	CachedTokens     int           `json:"cached_tokens"`
	CompletionTokens int           `json:"completion_tokens"`
	Reported         bool          `json:"reported"`
	USD              float64       `json:"usd"`
	Messages         []SentMessage `json:"messages"`
	Tools            []string      `json:"tools"`
	Answer           SentMessage   `json:"answer"`
	Error            string        `json:"error"`
	Hidden           int           `json:"hidden"` // secrets that the filter hid
}

// SentMessage is one turn of a conversation.
type SentMessage struct {
	Role     string     `json:"role"`
	Text     string     `json:"text"`
	ToolName string     `json:"tool_name"`
	Calls    []SentCall `json:"calls"`
	Failed   bool       `json:"failed"`
}

// SentCall is a tool call within a turn.
type SentCall struct {
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
}
