// Package openai speaks OpenAI's chat completions with OpenAI and with every
// server that is compatible: vLLM, llama-server, LM Studio, Groq, xAI,
// OpenRouter. It forgives what those leave out: ids and indices of tool calls,
// usage, the reason for the end.
package openai

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"strings"

	sdk "github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/packages/ssestream"

	"aipack/backend/model/llm"
	"aipack/backend/model/llm/server"
	"aipack/backend/model/llm/wire"
)

const standardURL = "https://api.openai.com/v1"

// Options say which model to speak with. BaseURL holds the version:
// "http://localhost:8000/v1".
type Options = wire.Options

// Client is one model of one server.
type Client struct {
	wire.Peer
	official bool // OpenAI's own server, stricter and newer than its likes
	named    bool // the server lets a call be forced by its name
	unlisted string
	chats    sdk.ChatCompletionService
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
	known, sure := server.At(o.BaseURL)
	o, base, err := o.Checked("openai", standardURL, "/chat/completions")
	if err != nil {
		return nil, misplaced(err, known)
	}
	base, whole := known.Whole(base)
	if !whole {
		return nil, misplaced(&llm.Error{Kind: llm.BadRequest, Provider: o.Provider, Model: o.Model, Message: "the server's address is not complete"}, known)
	}
	if base.Path == "" {
		base.Path = "/v1"
	}
	official := isOfficial(base)
	if official && o.Key == "" {
		return nil, wire.NoKey(o.Provider, o.Model, "OPENAI_API_KEY")
	}
	settings := []option.RequestOption{
		option.WithBaseURL(base.String()),
		option.WithHTTPClient(wire.Guarded(o.HTTPClient)),
		option.WithMaxRetries(0),
	}
	switch {
	case o.Key == "":
	case known.KeyHeader == "" || isToken(o.Key):
		settings = append(settings, option.WithAPIKey(o.Key))
	default:
		settings = append(settings, option.WithHeader(known.KeyHeader, o.Key))
	}
	// The services are made one by one because the library's client would take
	// keys and addresses from the environment and send them to any server.
	c := &Client{
		Peer:     o.Peer(),
		official: official,
		named:    official || sure && known.Forces,
		unlisted: known.Unlisted,
		chats:    sdk.NewChatCompletionService(settings...),
		models:   sdk.NewModelService(settings...),
	}
	c.Looks = known.Looks()
	c.quirks.Expect(known.Lacks...)
	return c, nil
}

// misplaced is a fault of an address, with what it should look like.
func misplaced(err error, known server.Kind) error {
	var e *llm.Error
	if looks := known.Looks(); looks != "" && errors.As(err, &e) {
		e.Hint = looks
	}
	return err
}

// isToken says that a key is an access token, a JSON Web Token, which is sent as
// one even where keys have a header of their own.
func isToken(key string) bool { return strings.HasPrefix(key, "eyJ") }

func isOfficial(base *url.URL) bool {
	host := strings.ToLower(base.Hostname())
	return host == "api.openai.com" || strings.HasSuffix(host, ".api.openai.com")
}

// maxAdaptions is how often one request is put again without a parameter that
// the server refused.
const maxAdaptions = 5

// Chat sends a conversation and returns the whole answer.
func (c *Client) Chat(ctx context.Context, r llm.Request, hear func(llm.Piece)) (*llm.Response, error) {
	return wire.Adapt(maxAdaptions, func() (*llm.Response, *wire.Exchange, *llm.Error) { return c.once(ctx, r, hear) },
		func(x *wire.Exchange) bool { return c.quirks.Learn(x, optional...) })
}

func (c *Client) once(ctx context.Context, r llm.Request, hear func(llm.Piece)) (*llm.Response, *wire.Exchange, *llm.Error) {
	watched, x := wire.Watch(ctx)
	stream := c.chats.NewStreaming(watched, c.params(r))
	a := arriving{Answer: wire.NewAnswer(r, hear), provider: c.Provider()}
	for ctx.Err() == nil && stream.Next() {
		a.chunk(stream.Current())
	}
	// What a failed close could tell, the exchange knows already.
	_ = stream.Close()
	err := stream.Err()
	if reported := (*ssestream.StreamError)(nil); errors.As(err, &reported) {
		err = wire.Told(reported.Event.Data, 0)
	}
	if a.broke != "" && err == nil {
		err = &llm.Error{Kind: llm.ServerFault, Message: "the provider broke the answer off: " + a.broke}
	}
	ended := a.stop != "" || x.EndsWith("[DONE]") || x.Ended() && a.whole()
	if err != nil || ctx.Err() != nil || !ended {
		return nil, x, c.Fault(ctx, x, err)
	}
	return a.response(), x, nil
}

// Models names the server's models that can chat.
func (c *Client) Models(ctx context.Context) ([]llm.ModelInfo, error) {
	if c.unlisted != "" {
		return nil, &llm.Error{
			Kind: llm.BadRequest, Provider: c.Provider(), Model: c.Model(),
			Message: "the server's models cannot be listed: " + c.unlisted, Hint: "name the model yourself",
		}
	}
	watched, x := wire.Watch(ctx)
	page, err := c.models.List(watched)
	if err != nil {
		return nil, c.Fault(ctx, x, err)
	}
	if page == nil || x.Broken() != nil {
		return nil, c.Fault(ctx, x, errors.New("no list of models"))
	}
	var all []llm.ModelInfo
	for _, m := range page.Data {
		if m.ID != "" && !(c.official && isOther(m.ID)) {
			all = append(all, llm.ModelInfo{Name: m.ID, Window: window(m.RawJSON())})
		}
	}
	return wire.Sorted(all), nil
}

// Describe finds the client's model in the server's list: not every server can
// be asked for one model.
func (c *Client) Describe(ctx context.Context) (llm.ModelInfo, error) {
	all, err := c.Models(ctx)
	if err != nil {
		return llm.ModelInfo{}, err
	}
	for _, m := range all {
		if m.Name == c.Model() {
			return m, nil
		}
	}
	return llm.ModelInfo{Name: c.Model()}, nil
}

// isOther says that OpenAI lists a model which is not for chat.
func isOther(name string) bool {
	for _, prefix := range []string{"text-embedding", "whisper", "tts", "dall-e", "omni-moderation", "text-moderation", "babbage", "davinci", "sora", "gpt-image", "chatgpt-image"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	for _, part := range []string{"-realtime", "-audio", "-transcribe", "-tts", "-instruct"} {
		if strings.Contains(name, part) {
			return true
		}
	}
	return false
}

// window reads what several servers add to OpenAI's list: vLLM max_model_len,
// OpenRouter context_length, Groq context_window, LM Studio the loaded or the
// longest context, llama-server meta.n_ctx (n_ctx_train is the model's own).
func window(raw string) int {
	var m struct {
		MaxModelLen   int `json:"max_model_len"`
		ContextLength int `json:"context_length"`
		ContextWindow int `json:"context_window"`
		Loaded        int `json:"loaded_context_length"`
		Longest       int `json:"max_context_length"`
		Meta          struct {
			Context int `json:"n_ctx"`
			Trained int `json:"n_ctx_train"`
		} `json:"meta"`
	}
	// A field of another type than these is as good as absent.
	_ = json.Unmarshal([]byte(raw), &m)
	for _, n := range []int{m.MaxModelLen, m.Loaded, m.ContextLength, m.ContextWindow, m.Longest, m.Meta.Context, m.Meta.Trained} {
		if n > 0 {
			return n
		}
	}
	return 0
}
