// Package gemini speaks with Google's models through the Gemini API.
package gemini

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"google.golang.org/genai"

	"aipack/backend/model/llm"
	"aipack/backend/model/llm/wire"
)

const (
	provider    = "gemini"
	standardURL = "https://generativelanguage.googleapis.com"
)

// Options say which model to speak with. BaseURL holds no version.
type Options = wire.Options

// Client is one of Google's models.
type Client struct {
	wire.Peer
	models *genai.Models
	quirks wire.Quirks
}

var (
	_ llm.Client    = (*Client)(nil)
	_ llm.Lister    = (*Client)(nil)
	_ llm.Describer = (*Client)(nil)
)

// New gives a client; it opens no connection.
func New(o Options) (*Client, error) {
	o, base, err := o.Checked(provider, standardURL, "/v1beta", "/v1")
	if err != nil {
		return nil, err
	}
	if o.Key == "" {
		return nil, wire.NoKey(provider, o.Model, "GEMINI_API_KEY")
	}
	// Every setting that the library would else take from the environment is given.
	library, err := genai.NewClient(context.Background(), &genai.ClientConfig{
		APIKey:     o.Key,
		Backend:    genai.BackendGeminiAPI,
		HTTPClient: wire.Guarded(o.HTTPClient),
		HTTPOptions: genai.HTTPOptions{
			BaseURL:    base.String(),
			APIVersion: "v1beta",
		},
	})
	if err != nil {
		// The library's text holds the key.
		return nil, &llm.Error{Kind: llm.BadRequest, Provider: provider, Model: o.Model, Message: "the library does not accept the settings"}
	}
	return &Client{Peer: o.Peer(), models: library.Models}, nil
}

// maxAdaptions is how often one request is put again without what the server
// refused.
const maxAdaptions = 2

// Chat sends a conversation and returns the whole answer.
func (c *Client) Chat(ctx context.Context, r llm.Request, hear func(llm.Piece)) (*llm.Response, error) {
	return wire.Adapt(maxAdaptions, func() (*llm.Response, *wire.Exchange, *llm.Error) { return c.once(ctx, r, hear) },
		func(x *wire.Exchange) bool { return c.quirks.Learn(x, optional...) })
}

func (c *Client) once(ctx context.Context, r llm.Request, hear func(llm.Piece)) (*llm.Response, *wire.Exchange, *llm.Error) {
	watched, x := wire.Watch(ctx)
	contents, config := c.request(r)
	a := arriving{Answer: wire.NewAnswer(r, hear), model: c.Model()}
	next, stop := iter.Pull2(c.models.GenerateContentStream(watched, c.Model(), contents, config))
	defer stop()
	var err error
	for more := true; more && err == nil && ctx.Err() == nil; {
		var part *genai.GenerateContentResponse
		var fault error
		err = calm(func() { part, fault, more = next() })
		switch {
		case fault != nil:
			err = midway(x, fault)
		case more && err == nil:
			err = a.part(part)
		}
	}
	if err != nil || ctx.Err() != nil || a.stop == "" {
		return nil, x, c.Fault(ctx, x, err)
	}
	a.Thought(provider, a.signature)
	return a.Response(a.stop, a.usage), x, nil
}

// calm makes an error of a panic: the library asserts the types of what a
// server sends (seen in v1.77.0 on {"candidates":"none"}).
func calm(step func()) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("a field has a type of its own: %v", p)
		}
	}()
	step()
	return nil
}

// midway gives its kind to a fault that was reported after the answer had begun.
func midway(x *wire.Exchange, err error) error {
	var reported genai.APIError
	if !x.Streaming() || !errors.As(err, &reported) {
		return err
	}
	body, marshalled := json.Marshal(map[string]any{"error": reported})
	if marshalled != nil {
		return err
	}
	return wire.Told(body, reported.Code)
}

// mostModels bounds a list whose pages would never end.
const mostModels = 2000

// Models names Google's models that can chat.
func (c *Client) Models(ctx context.Context) ([]llm.ModelInfo, error) {
	watched, x := wire.Watch(ctx)
	var all []llm.ModelInfo
	var fault error
	seen := 0
	err := calm(func() {
		for m, err := range c.models.All(watched) {
			if seen++; err != nil || seen > mostModels {
				fault = err
				return
			}
			if m != nil && slices.Contains(m.SupportedActions, "generateContent") {
				all = append(all, info(m))
			}
		}
	})
	if err = errors.Join(err, fault); err != nil || x.Broken() != nil {
		return nil, c.Fault(ctx, x, err)
	}
	return wire.Sorted(all), nil
}

// Describe asks for the model's window. An unknown model is a ModelAbsent error.
func (c *Client) Describe(ctx context.Context) (llm.ModelInfo, error) {
	watched, x := wire.Watch(ctx)
	var m *genai.Model
	var fault error
	err := calm(func() { m, fault = c.models.Get(watched, c.Model(), nil) })
	if err = errors.Join(err, fault); err == nil && m == nil {
		err = errors.New("no description")
	}
	if err != nil || x.Broken() != nil {
		return llm.ModelInfo{}, c.Fault(ctx, x, err)
	}
	described := info(m)
	described.Name = c.Model()
	return described, nil
}

func info(m *genai.Model) llm.ModelInfo {
	return llm.ModelInfo{Name: strings.TrimPrefix(m.Name, "models/"), Window: int(m.InputTokenLimit)}
}
