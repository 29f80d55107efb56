// Package llamacpp is the model on this computer: llama.cpp in a worker of our
// own program. It writes the conversation in the model's own form,
// forces answers into a schema where asked to, and lives on when the worker
// dies.
package llamacpp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"aipack/backend/base/worker"
	"aipack/backend/model/llm"
	"aipack/backend/model/llm/llamacpp/protocol"
)

// Options say which model runs and with what.
type Options struct {
	Model         string   // path of the GGUF file
	Name          string   // as it is shown and recorded; the file's name where empty
	LibDir        string   // where llama.cpp's libraries are; FindLibraries where empty
	Threads       int      // 0: the processor's cores less one
	GPULayers     int      // 0: as many as the free device memory holds; NoGPU: none
	ContextTokens int      // at most what the model was trained with; 0: DefaultContext
	Self          []string // the command that is the worker; this program with "worker" where empty
	Env           []string // further variables of the worker, such as GGML_VK_VISIBLE_DEVICES=0

	// Idle, where not 0, is how long after its last request the worker is ended,
	// which gives its memory back; the next request starts it again.
	Idle time.Duration

	// Progress, where not nil, hears from 0 to 1 while the model is loaded.
	Progress func(done float64)

	vectors bool          // see NewEmbedder
	silence time.Duration // of the worker, where the tests have no time
}

const (
	// NoGPU as a number of layers computes on the processor alone.
	NoGPU = -1
	// DefaultContext is the window where none is asked for: what a 16K profile
	// of conversation needs.
	DefaultContext = 16384
	// defaultAnswer is how long an answer may be where the request does not say.
	defaultAnswer = 4096
	// Sampling beside the temperature, as llama.cpp's own programs do it.
	topK = 40
	topP = 0.95
)

// Client is one model. The worker starts with the first request; requests wait
// for each other.
type Client struct {
	options Options
	seat    *worker.Slot[protocol.Request, protocol.Answer]
	loaded  atomic.Pointer[protocol.Loaded]
	last    atomic.Pointer[protocol.Generated]
}

var (
	_ llm.Client    = (*Client)(nil)
	_ llm.Describer = (*Client)(nil)
)

// New makes a client. Nothing is opened before the first request.
func New(o Options) *Client {
	if o.Name == "" {
		o.Name = strings.TrimSuffix(filepath.Base(o.Model), ".gguf")
	}
	c := &Client{options: o}
	c.seat = worker.NewSlot[protocol.Request, protocol.Answer](o.Idle, func() { c.loaded.Store(nil) })
	return c
}

// Provider is "embedded".
func (c *Client) Provider() string { return "embedded" }

// Model is the model's name.
func (c *Client) Model() string { return c.options.Name }

// Chat answers a conversation.
func (c *Client) Chat(ctx context.Context, r llm.Request, hear func(llm.Piece)) (*llm.Response, error) {
	if !offered(r) {
		return nil, &llm.Error{
			Kind: llm.BadRequest, Provider: c.Provider(), Model: c.Model(),
			Message: fmt.Sprintf("the tool %q was to be called and is not among those offered", r.Choice),
		}
	}
	var reader *reader
	answer, err := c.ask(ctx, func(l protocol.Loaded) protocol.Request {
		order := orderOf(r, l.Spelling)
		reader = newReader(r, order.Form, l.Spelling, hear)
		return protocol.Request{Op: protocol.Generate, Generate: order}
	}, func(text string) { reader.add(text) })
	if err != nil {
		return nil, err
	}
	g := answer.Generated
	c.last.Store(g)
	response := reader.finish()
	response.Usage = llm.Usage{Prompt: g.Prompt, Completion: g.Tokens, Cached: g.Prompt - g.Evaluated, Reported: true}
	if g.Cut { // whatever could be read of it
		response.Stop = llm.StopLength
	}
	return response, nil
}

// offered says whether the tool that must be called is there.
func offered(r llm.Request) bool {
	switch r.Choice {
	case llm.Auto, llm.NoTool:
		return true
	case llm.SomeTool:
		return len(r.Tools) > 0
	}
	return slices.ContainsFunc(r.Tools, func(t llm.ToolDefinition) bool { return t.Name == string(r.Choice) })
}

// orderOf makes the worker's order of a request.
func orderOf(r llm.Request, spelling protocol.Spelling) *protocol.Order {
	order := &protocol.Order{
		MaxTokens: r.MaxTokens, Temperature: r.Temperature, TopK: topK, TopP: topP, Seed: rand.Int64(),
	}
	if order.MaxTokens == 0 {
		order.MaxTokens = defaultAnswer
	}
	if r.Seed != nil {
		order.Seed = *r.Seed
	}
	order.Form = formOf(r, spelling)
	order.Talk = talkOf(r)
	if order.Form != nil && order.Form.Given != "" {
		order.Talk.Given = []protocol.Part{{Text: order.Form.Given}}
	}
	return order
}

// talkOf is a request's conversation as the worker takes it.
func talkOf(r llm.Request) protocol.Talk {
	var talk protocol.Talk
	for _, m := range r.Messages {
		one := protocol.Message{Role: string(m.Role), Text: m.Text, CallID: m.CallID, ToolName: m.ToolName}
		for _, call := range m.Calls {
			one.Calls = append(one.Calls, protocol.Call{ID: call.ID, Name: call.Name, Arguments: call.Arguments})
		}
		talk.Messages = append(talk.Messages, one)
	}
	for _, t := range r.Tools {
		talk.Tools = append(talk.Tools, protocol.Tool{Name: t.Name, Description: t.Description, Schema: t.Schema})
	}
	return talk
}

// formOf says what the answer must look like; nil for nothing.
func formOf(r llm.Request, spelling protocol.Spelling) *protocol.Form {
	var tools []protocol.Tool
	for _, t := range r.Tools {
		switch r.Choice {
		case llm.Auto, llm.SomeTool, llm.Choice(t.Name):
			tools = append(tools, protocol.Tool{Name: t.Name, Schema: t.Schema})
		}
	}
	switch {
	case len(r.Schema) > 0 && (r.Choice == llm.Auto || r.Choice == llm.NoTool):
		return &protocol.Form{Schema: r.Schema}
	case len(tools) == 0:
		return nil
	case r.Choice == llm.Auto && spelling == protocol.InTags:
		return &protocol.Form{Tools: tools, Trigger: "<tool_call>", Close: "\n</tool_call>"}
	case r.Choice == llm.Auto:
		return nil
	}
	// A call that is forced has one form in all models: JSON.
	form := &protocol.Form{Tools: tools}
	if spelling == protocol.InTags || spelling == protocol.Tagged {
		form.Open = "<tool_call>\n"
	}
	form.Given = form.Open + `{"name":`
	if len(tools) == 1 {
		// Without the space: models write it as one token with what follows.
		form.Given = form.Open + `{"name": ` + quoted(tools[0].Name) + `, "arguments":`
	}
	return form
}

// quoted writes a string as JSON, with < and > as they are.
func quoted(s string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		return `""`
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// CountTokens counts a request's prompt exactly as the model will read it.
func (c *Client) CountTokens(ctx context.Context, r llm.Request) (int, error) {
	answer, err := c.ask(ctx, func(l protocol.Loaded) protocol.Request {
		talk := orderOf(r, l.Spelling).Talk
		return protocol.Request{Op: protocol.Count, Count: &talk}
	}, nil)
	if err != nil {
		return 0, err
	}
	return answer.Tokens, nil
}

// CountText counts a text's tokens.
func (c *Client) CountText(ctx context.Context, text string) (int, error) {
	answer, err := c.ask(ctx, func(protocol.Loaded) protocol.Request {
		return protocol.Request{Op: protocol.Count, Text: text}
	}, nil)
	if err != nil {
		return 0, err
	}
	return answer.Tokens, nil
}

// Describe tells the model's window and size; it loads the model first.
func (c *Client) Describe(ctx context.Context) (llm.ModelInfo, error) {
	if err := c.hold(ctx, func(p *process) error { return p.Ping(ctx) }); err != nil {
		return llm.ModelInfo{}, err
	}
	info := llm.ModelInfo{Name: c.Model()}
	if l := c.Loaded(); l != nil {
		info.Window, info.Bytes = l.ContextTokens, int64(min(l.Bytes, 1<<62))
		if !l.Tools {
			info.Warning = "its chat template shows it no tools, so it is told of them in words, and may not call any unless it has to"
		}
	}
	return info, nil
}

// Loaded tells about the model in the worker, nil before the first request.
func (c *Client) Loaded() *protocol.Loaded { return c.loaded.Load() }

// Last tells how the last answer came about, nil before the first.
func (c *Client) Last() *protocol.Generated { return c.last.Load() }

// WorkerPID is the worker's process, 0 where none runs.
func (c *Client) WorkerPID() int {
	if p := c.seat.Process(); p != nil && !p.Gone() {
		return p.PID()
	}
	return 0
}

// Health asks the worker for a sign of life, which it gives while it computes,
// too. Without a worker there is nothing to be ill.
func (c *Client) Health(ctx context.Context) error {
	p := c.seat.Process()
	if p == nil {
		return nil
	}
	if err := p.Ping(ctx); err != nil {
		return c.problem(err)
	}
	return nil
}

// Close ends the worker, which gives all its memory back. A later request
// starts it anew.
func (c *Client) Close() error { return c.seat.Close() }

// Rest ends the worker unless a request is under way, and says whether it did.
// A later request starts it anew.
func (c *Client) Rest() bool { return c.seat.Rest() }
