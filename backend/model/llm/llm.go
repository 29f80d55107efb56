// Package llm is how aipack speaks with a language model: one small Client,
// and messages that every provider's protocol can carry. Each provider is a
// folder below; recording and failover are clients that wrap another client.
package llm

import (
	"context"
	"encoding/json"
)

// Client is one model of one provider. It is safe for concurrent use.
type Client interface {
	// Provider is the provider's id: "ollama", "openai", "anthropic", "gemini", "embedded".
	Provider() string

	// Model is the model's name as the provider knows it: "qwen2.5-coder:7b".
	Model() string

	// Chat sends a conversation and returns the model's whole answer. hear, where
	// not nil, is told every piece as it arrives, in order, before Chat returns.
	// Cancelling ctx ends the request at once. Every error is an *Error.
	Chat(ctx context.Context, r Request, hear func(Piece)) (*Response, error)
}

// Role says who speaks.
type Role string

// The roles of a conversation.
const (
	System    Role = "system"
	User      Role = "user"
	Assistant Role = "assistant"
	Tool      Role = "tool" // the result of one tool call
)

// Message is one turn. Which fields are set depends on the role: Text for all,
// Thinking and Calls for the assistant, CallID, ToolName and Failed for a tool.
type Message struct {
	Role     Role       `json:"role"`
	Text     string     `json:"text,omitempty"`
	Thinking []Thinking `json:"thinking,omitempty"`
	Calls    []ToolCall `json:"calls,omitempty"`
	CallID   string     `json:"call_id,omitempty"`   // the call that this result answers
	ToolName string     `json:"tool_name,omitempty"` // providers without ids match by name
	Failed   bool       `json:"failed,omitempty"`    // the tool could not answer
}

// Thinking is a block that some providers want back unchanged in the next
// request. Only the provider that made it understands Opaque.
type Thinking struct {
	Provider string          `json:"provider"`
	Text     string          `json:"text,omitempty"`
	Opaque   json.RawMessage `json:"opaque,omitempty"`
}

// ToolCall is a model's wish to have a tool run. ID is never empty: where a
// provider sends none (Ollama), or the same one twice, the client makes one.
// Arguments are the bytes that the model wrote; they need not be valid JSON.
type ToolCall struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
	Opaque    string `json:"opaque,omitempty"` // e.g. Gemini's thought signature
}

// ToolDefinition tells a model about a tool.
type ToolDefinition struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Schema      json.RawMessage `json:"schema"` // JSON Schema of the arguments, an object
}

// Choice says whether the model must call a tool.
type Choice string

// The choices. Any other value is the name of the tool that must be called.
const (
	Auto     Choice = "" // as the model likes
	NoTool   Choice = "none"
	SomeTool Choice = "required"
)

// Request is one question to a model.
type Request struct {
	Messages    []Message        `json:"messages"` // a system message, if any, comes first
	Tools       []ToolDefinition `json:"tools,omitempty"`
	Choice      Choice           `json:"choice,omitempty"`
	Schema      json.RawMessage  `json:"schema,omitempty"`     // JSON Schema that the answer's text must fit
	MaxTokens   int              `json:"max_tokens,omitempty"` // of the answer; 0 leaves it to the provider
	Temperature float64          `json:"temperature"`
	Seed        *int64           `json:"seed,omitempty"` // where the provider takes one
}

// Piece is a part of an answer on its way: some text, some thinking, or the
// name and the next bytes of the arguments of call number Call. One with Again
// says that everything heard of this answer so far is void: it broke off, and
// another try, perhaps of another provider, begins. Only failover sends it.
type Piece struct {
	Again     bool
	Text      string
	Thinking  string
	Call      int
	CallName  string
	Arguments string
}

// Response is a model's answer.
type Response struct {
	Message Message `json:"message"`
	Usage   Usage   `json:"usage"`
	Stop    Stop    `json:"stop"`

	// Who answered, where that may be another than was asked first.
	Provider string `json:"provider,omitempty"`
	Model    string `json:"model,omitempty"`

	Recorded bool `json:"-"` // nobody was asked: it was given before
}

// Stop says why an answer ended.
type Stop string

// The reasons.
const (
	StopDone   Stop = "done"   // the model had finished
	StopCalls  Stop = "calls"  // it waits for its tools
	StopLength Stop = "length" // MaxTokens or the window was used up
	StopFilter Stop = "filter" // the provider withheld the answer
)

// Usage counts tokens as the provider reported them. Reported is false where
// it did not; the counts are then zero.
type Usage struct {
	Prompt     int  `json:"prompt"`
	Completion int  `json:"completion"`
	Cached     int  `json:"cached,omitempty"` // of Prompt, read from the provider's cache
	Reported   bool `json:"reported"`
}
