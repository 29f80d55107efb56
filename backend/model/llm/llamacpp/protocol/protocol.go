// Package protocol is what the program and the worker that holds the model say
// to each other, as requests and answers of package worker.
package protocol

import "encoding/json"

// Operations of a request.
const (
	Load     = "load"     // opens the libraries and the model; answered by progress, then a result
	Generate = "generate" // continues a prompt; answered by pieces of text, then a result
	Count    = "count"    // counts the tokens of a conversation or of a text
	Embed    = "embed"    // gives a vector for each text, of a model that was loaded for that
	Devices  = "devices"  // opens the libraries and lists what ggml can compute on
)

// Request is what the worker is asked for.
type Request struct {
	Op       string   `json:"op"`
	Load     *Model   `json:"load,omitempty"`
	Generate *Order   `json:"generate,omitempty"`
	Count    *Talk    `json:"count,omitempty"`
	Text     string   `json:"text,omitempty"`    // of count, instead of a conversation
	Texts    []string `json:"texts,omitempty"`   // of embed
	LibDir   string   `json:"lib_dir,omitempty"` // of devices
}

// Model says what to load and how.
type Model struct {
	LibDir        string `json:"lib_dir"`
	Path          string `json:"path"`
	Threads       int    `json:"threads"`
	GPULayers     int    `json:"gpu_layers"`     // Auto lets free device memory decide
	ContextTokens int    `json:"context_tokens"` // no more than the model was trained with
	Vectors       bool   `json:"vectors"`        // it is wanted for embed, with ContextTokens of each text
}

// Auto as a number of layers lets the worker choose.
const Auto = -1

// Part is a stretch of a prompt: plain text, in which nothing is a control
// token whatever it looks like, or one control token.
type Part struct {
	Text string `json:"text"`
	Mark bool   `json:"mark,omitempty"`
}

// Talk is a conversation that the model is to go on with. The worker writes it in
// the model's own form.
type Talk struct {
	Messages []Message `json:"messages"`
	Tools    []Tool    `json:"tools,omitempty"`
	Given    []Part    `json:"given,omitempty"` // how the answer begins
}

// Message is one turn of a talk; see llm.Message.
type Message struct {
	Role     string `json:"role"`
	Text     string `json:"text,omitempty"`
	Calls    []Call `json:"calls,omitempty"`
	CallID   string `json:"call_id,omitempty"`
	ToolName string `json:"tool_name,omitempty"`
}

// Call is a call of a tool.
type Call struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
}

// Spelling is how a model writes calls.
type Spelling string

// The spellings, by the models that made them known.
const (
	InTags  Spelling = "in_tags" // Hermes, Qwen2.5, Qwen3: <tool_call> JSON </tool_call>
	Tagged  Spelling = "tagged"  // Qwen3-Coder, Qwen3.5: <function=f> <parameter=p> text
	Mistral Spelling = "mistral" // [TOOL_CALLS]f[ARGS]JSON, or a list
	Harmony Spelling = "harmony" // gpt-oss: channels
	Gemma   Spelling = "gemma"   // Gemma 4: call:f{k:v}
	Granite Spelling = "granite" // <|tool_call|> and a list
	Bare    Spelling = "bare"    // Llama 3, and models without tools: JSON alone
)

// Order asks for the continuation of a conversation.
type Order struct {
	Talk        Talk    `json:"talk"`
	MaxTokens   int     `json:"max_tokens"` // 0: as many as the context has room for
	Temperature float64 `json:"temperature"`
	TopK        int     `json:"top_k"`
	TopP        float64 `json:"top_p"`
	Seed        int64   `json:"seed"`
	Form        *Form   `json:"form,omitempty"`
}

// Form is what the continuation must look like.
type Form struct {
	// Schema forces one JSON value; Tools force one call.
	Schema json.RawMessage `json:"schema,omitempty"`
	Tools  []Tool          `json:"tools,omitempty"`
	// Open is what a forced call begins with, before its JSON.
	Open string `json:"open,omitempty"`
	// Given is how much of a forced call the prompt holds already.
	Given string `json:"given,omitempty"`
	// Trigger makes a form wait until the model itself has written this.
	Trigger string `json:"trigger,omitempty"`
	// Close ends a form after a trigger.
	Close string `json:"close,omitempty"`
}

// Tool is a function's name, what it is for and the JSON Schema of its arguments.
type Tool struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Schema      json.RawMessage `json:"schema"`
}

// Answer is a part of what was asked for, Progress or Text, or in the end what
// the request came to.
type Answer struct {
	Progress  float64    `json:"progress,omitempty"`
	Text      string     `json:"text,omitempty"`
	Loaded    *Loaded    `json:"loaded,omitempty"`
	Generated *Generated `json:"generated,omitempty"`
	Tokens    int        `json:"tokens,omitempty"`
	Devices   []Device   `json:"devices,omitempty"`
	// Vectors are of the texts in their order, each of length 1.
	Vectors [][]float32 `json:"vectors,omitempty"`
}

// Loaded tells about the model that is ready.
type Loaded struct {
	Description   string `json:"description"`
	Release       string `json:"release"`
	Bytes         uint64 `json:"bytes"`
	ContextTokens int    `json:"context_tokens"`
	Trained       int    `json:"trained"`
	Layers        int    `json:"layers"`
	GPULayers     int    `json:"gpu_layers"`
	Threads       int    `json:"threads"`
	Device        string `json:"device"`         // where the layers are
	Note          string `json:"note,omitempty"` // why there
	// Tools says that the model was trained on tools, as its template shows.
	Tools    bool     `json:"tools"`
	Spelling Spelling `json:"spelling"` // of its calls
	LoadMS   float64  `json:"load_ms"`  // milliseconds for model and context, without the libraries
}

// Generated tells how an answer ended.
type Generated struct {
	Prompt    int  `json:"prompt"`    // tokens of the prompt
	Evaluated int  `json:"evaluated"` // of those, computed now; the rest was in the cache
	Tokens    int  `json:"tokens"`    // of the answer
	Cut       bool `json:"cut"`       // it ended for want of tokens
	// Times in milliseconds.
	PromptMS   float64 `json:"prompt_ms"`
	GenerateMS float64 `json:"generate_ms"`
	// Broken counts stretches of bytes that were no character and were replaced.
	Broken int `json:"broken,omitempty"`
	// Rejected counts samples that did not fit the form; Masks those masks that
	// had to be computed.
	Rejected int `json:"rejected,omitempty"`
	Masks    int `json:"masks,omitempty"`
}

// Device is something that ggml can compute on.
type Device struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	Type        string `json:"type"`
	FreeBytes   uint64 `json:"free_bytes"`
	TotalBytes  uint64 `json:"total_bytes"`
}

// Kinds of failure beside those of every worker.
const (
	NoLibrary = "no_library"
	NoModel   = "no_model" // missing, damaged or of an unknown kind
	NoMemory  = "no_memory"
	TooLong   = "too_long"
	BadForm   = "bad_form" // a schema that cannot be forced
	Refused   = "refused"  // the template will not write the conversation
)
