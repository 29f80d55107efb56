package llamacpp

import (
	"context"
	"fmt"

	"aipack/backend/model/llm/llamacpp/protocol"
)

// Embedder is a model on this computer that says what texts mean, as directions:
// the nearer two vectors, the likelier their texts mean the same. Its worker starts
// with the first request.
type Embedder struct{ client *Client }

// NewEmbedder makes an embedder of such a model's file. Options.ContextTokens is how
// much of a text it reads, in tokens.
func NewEmbedder(o Options) *Embedder {
	o.vectors = true
	return &Embedder{New(o)}
}

// textsAtOnce are sent to the worker in one request: about a second of work.
const textsAtOnce = 128

// Embed gives a vector of length 1 for each text, in their order. hear, where not
// nil, is told how many are done. The errors are *llm.Error.
func (e *Embedder) Embed(ctx context.Context, texts []string, hear func(done int)) ([][]float32, error) {
	out := make([][]float32, 0, len(texts))
	for len(out) < len(texts) {
		next := texts[len(out):min(len(out)+textsAtOnce, len(texts))]
		a, err := e.client.ask(ctx, func(protocol.Loaded) protocol.Request {
			return protocol.Request{Op: protocol.Embed, Texts: next}
		}, nil)
		if err != nil {
			return nil, err
		}
		if len(a.Vectors) != len(next) {
			return nil, e.client.problem(fmt.Errorf("%d vectors came for %d texts", len(a.Vectors), len(next)))
		}
		out = append(out, a.Vectors...)
		if hear != nil {
			hear(len(out))
		}
	}
	return out, nil
}

// Loaded tells about the model in the worker, nil before the first request.
func (e *Embedder) Loaded() *protocol.Loaded { return e.client.Loaded() }

// Close ends the worker, which gives all its memory back. A later request starts it
// anew.
func (e *Embedder) Close() error { return e.client.Close() }

// Rest ends the worker unless a request is under way, and says whether it did.
func (e *Embedder) Rest() bool { return e.client.Rest() }
