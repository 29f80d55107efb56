// Package anthropic speaks with Claude through Anthropic's Messages API.
package anthropic

import (
	"context"
	"errors"
	"slices"

	sdk "github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"

	"aipack/backend/model/llm"
	"aipack/backend/model/llm/wire"
)

const (
	provider    = "anthropic"
	standardURL = "https://api.anthropic.com"
)

// Options say which model to speak with.
type Options = wire.Options

// Client is one of Anthropic's models.
type Client struct {
	wire.Peer
	messages sdk.MessageService
	models   sdk.ModelService
	quirks   wire.Quirks
}

var (
	_ llm.Client    = (*Client)(nil)
	_ llm.Lister    = (*Client)(nil)
	_ llm.Describer = (*Client)(nil)
)

// New gives a client; it opens no connection.
func New(o Options) (*Client, error) {
	o, base, err := o.Checked(provider, standardURL, "/v1")
	if err != nil {
		return nil, err
	}
	if o.Key == "" && base.String() == standardURL {
		return nil, wire.NoKey(provider, o.Model, "ANTHROPIC_API_KEY")
	}
	settings := []option.RequestOption{
		option.WithoutEnvironmentDefaults(),
		option.WithBaseURL(base.String()),
		option.WithHTTPClient(wire.Guarded(o.HTTPClient)),
		option.WithMaxRetries(0),
	}
	if o.Key != "" {
		settings = append(settings, option.WithAPIKey(o.Key))
	}
	return &Client{
		Peer:     o.Peer(),
		messages: sdk.NewMessageService(settings...),
		models:   sdk.NewModelService(settings...),
	}, nil
}

// maxAdaptions is how often one request is put again without what the server
// refused.
const maxAdaptions = 4

// Chat sends a conversation and returns the whole answer.
func (c *Client) Chat(ctx context.Context, r llm.Request, hear func(llm.Piece)) (*llm.Response, error) {
	return wire.Adapt(maxAdaptions, func() (*llm.Response, *wire.Exchange, *llm.Error) { return c.once(ctx, r, hear) },
		func(x *wire.Exchange) bool {
			if c.quirks.Learn(x, optional...) {
				return true
			}
			if !x.Told("thinking") || !hasThinking(r) {
				return false
			}
			// Blocks are bound to the conversation too, which may have been
			// shortened since. Without them the model thinks anew.
			r = withoutThinking(r)
			return true
		})
}

func hasThinking(r llm.Request) bool {
	return slices.ContainsFunc(r.Messages, func(m llm.Message) bool { return len(m.Thinking) > 0 })
}

func withoutThinking(r llm.Request) llm.Request {
	r.Messages = slices.Clone(r.Messages)
	for i := range r.Messages {
		r.Messages[i].Thinking = nil
	}
	return r
}

func (c *Client) once(ctx context.Context, r llm.Request, hear func(llm.Piece)) (*llm.Response, *wire.Exchange, *llm.Error) {
	watched, x := wire.Watch(ctx)
	params, wrapped := c.params(r)
	stream := c.messages.NewStreaming(watched, params)
	a := arriving{Answer: wire.NewAnswer(r, hear), model: c.Model(), wrapped: wrapped, blocks: map[int64]*block{}}
	for !a.ended && ctx.Err() == nil && stream.Next() {
		a.event(stream.Current())
	}
	err := stream.Err()
	// What a failed close could tell, the exchange knows already.
	_ = stream.Close()
	if reported := (*sdk.Error)(nil); errors.As(err, &reported) && x.Streaming() {
		err = wire.Told([]byte(reported.RawJSON()), 0)
	}
	if err != nil || ctx.Err() != nil || !a.ended {
		return nil, x, c.Fault(ctx, x, err)
	}
	return a.Response(a.stop, a.usage), x, nil
}

// Models names Anthropic's models.
func (c *Client) Models(ctx context.Context) ([]llm.ModelInfo, error) {
	watched, x := wire.Watch(ctx)
	page, err := c.models.List(watched, sdk.ModelListParams{Limit: sdk.Int(1000)})
	if err == nil && page == nil {
		err = errors.New("no list of models")
	}
	if err != nil || x.Broken() != nil {
		return nil, c.Fault(ctx, x, err)
	}
	var all []llm.ModelInfo
	for _, m := range page.Data {
		if m.ID != "" {
			all = append(all, llm.ModelInfo{Name: m.ID, Window: int(m.MaxInputTokens)})
		}
	}
	return wire.Sorted(all), nil
}

// Describe asks for the model's window. An unknown model is a ModelAbsent error.
func (c *Client) Describe(ctx context.Context) (llm.ModelInfo, error) {
	watched, x := wire.Watch(ctx)
	m, err := c.models.Get(watched, c.Model(), sdk.ModelGetParams{})
	if err == nil && m == nil {
		err = errors.New("no description")
	}
	if err != nil || x.Broken() != nil {
		return llm.ModelInfo{}, c.Fault(ctx, x, err)
	}
	return llm.ModelInfo{Name: c.Model(), Window: int(m.MaxInputTokens)}, nil
}
