// Package ollama speaks with the user's own Ollama server.
package ollama

import (
	"context"
	"net/http"
	"strings"
	"sync"

	"github.com/ollama/ollama/api"

	"aipack/backend/model/llm"
	"aipack/backend/model/llm/wire"
)

const (
	provider    = "ollama"
	standardURL = "http://localhost:11434"
)

// Options say which model to speak with. BaseURL is "http://localhost:11434"
// where empty; a key is for servers behind a gateway that asks for one.
type Options = wire.Options

// Client is one model of one Ollama server.
type Client struct {
	wire.Peer
	server *api.Client

	mu     sync.Mutex
	window int // num_ctx of the last request: it grows and never shrinks
}

var (
	_ llm.Client    = (*Client)(nil)
	_ llm.Lister    = (*Client)(nil)
	_ llm.Describer = (*Client)(nil)
)

// New gives a client; it opens no connection.
func New(o Options) (*Client, error) {
	o, base, err := o.Checked(provider, standardURL, "/v1", "/api")
	if err != nil {
		return nil, err
	}
	h := wire.Guarded(o.HTTPClient)
	if o.Key != "" {
		h.Transport = bearer{key: o.Key, host: base.Host, next: h.Transport}
	}
	return &Client{
		Peer:   o.Peer(),
		server: api.NewClient(base, h),
	}, nil
}

// bearer adds a key to the requests to one host. The library knows only keys
// of its own making.
type bearer struct {
	key, host string
	next      http.RoundTripper
}

// RoundTrip sends the request with the key.
func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Host == b.host {
		r = r.Clone(r.Context())
		r.Header.Set("Authorization", "Bearer "+b.key)
	}
	return b.next.RoundTrip(r)
}

// Chat sends a conversation and returns the whole answer.
func (c *Client) Chat(ctx context.Context, r llm.Request, hear func(llm.Piece)) (*llm.Response, error) {
	watched, x := wire.Watch(ctx)
	request, err := c.request(r)
	if err != nil {
		return nil, c.Fault(ctx, x, err)
	}
	answer := wire.NewAnswer(r, hear)
	var last api.ChatResponse
	err = c.server.Chat(watched, request, func(part api.ChatResponse) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		answer.Think(part.Message.Thinking)
		answer.Text(part.Message.Content)
		for _, call := range part.Message.ToolCalls {
			n := answer.Call(call.ID, call.Function.Name)
			answer.Arguments(n, call.Function.Arguments.String())
		}
		if part.Done {
			last = part
		}
		return nil
	})
	if err = midway(x, err); err != nil || ctx.Err() != nil || !last.Done {
		return nil, c.Fault(ctx, x, err)
	}
	answer.Thought(provider, nil)
	return answer.Response(stopOf(last.DoneReason), usage(last)), nil
}

// midway gives its kind to a fault that was reported after the answer had
// begun: the library hands on the server's words alone. Its other errors speak
// of lines that it could not read.
func midway(x *wire.Exchange, err error) error {
	if err == nil || !x.Streaming() || !x.EndsWith(`"error"`) {
		return err
	}
	return wire.Told([]byte(err.Error()), 0)
}

func stopOf(reason string) llm.Stop {
	if reason == "length" {
		return llm.StopLength
	}
	return llm.StopDone
}

func usage(last api.ChatResponse) llm.Usage {
	if last.PromptEvalCount+last.EvalCount <= 0 {
		return llm.Usage{}
	}
	return llm.Usage{Prompt: last.PromptEvalCount, Completion: last.EvalCount, Reported: true}
}

// Models names the models on the server's disk.
func (c *Client) Models(ctx context.Context) ([]llm.ModelInfo, error) {
	watched, x := wire.Watch(ctx)
	list, err := c.server.List(watched)
	if err != nil || x.Broken() != nil {
		return nil, c.Fault(ctx, x, err)
	}
	var all []llm.ModelInfo
	for _, m := range list.Models {
		if name := m.Name; name != "" {
			all = append(all, llm.ModelInfo{Name: name, Bytes: m.Size, Remote: m.RemoteHost})
		}
	}
	return wire.Sorted(all), nil
}

// Describe asks the server for the model's window. An unknown model is a
// ModelAbsent error.
func (c *Client) Describe(ctx context.Context) (llm.ModelInfo, error) {
	watched, x := wire.Watch(ctx)
	shown, err := c.server.Show(watched, &api.ShowRequest{Model: c.Model()})
	if err != nil || x.Broken() != nil {
		return llm.ModelInfo{}, c.Fault(ctx, x, err)
	}
	info := llm.ModelInfo{Name: c.Model(), Remote: shown.RemoteHost}
	for key, value := range shown.ModelInfo {
		// "qwen2.context_length": the first word is the model's architecture.
		if n, ok := value.(float64); ok && strings.HasSuffix(key, ".context_length") && n > 0 && n < 1<<31 {
			info.Window = max(info.Window, int(n))
		}
	}
	return info, nil
}
