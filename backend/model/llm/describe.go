package llm

import "context"

// ModelInfo is what a provider says about one of its models. What it does not
// say is zero.
type ModelInfo struct {
	Name   string `json:"name"`
	Window int    `json:"window,omitempty"` // tokens of prompt and answer together
	Bytes  int64  `json:"bytes,omitempty"`  // size on the server's disk
	Remote string `json:"remote,omitempty"` // the host that runs it where a local server only passes requests on

	// Warning is what to expect of it that its users would not; "" for nothing.
	Warning string `json:"warning,omitempty"`
}

// Lister is a client whose provider can name its models, sorted by name.
type Lister interface {
	Models(ctx context.Context) ([]ModelInfo, error)
}

// Describer is a client whose provider can describe the client's own model.
type Describer interface {
	Describe(ctx context.Context) (ModelInfo, error)
}

// NoFunctionCalling is the specification's text for an UnsupportedModel (A098).
const NoFunctionCalling = "Model does not support function calling"
