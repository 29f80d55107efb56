package ollama

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/ollama/ollama/api"

	"aipack/backend/model/llm"
	"aipack/backend/model/llm/wire"
)

const (
	// keepAlive keeps the model in memory between the calls of a run; Ollama's
	// own five minutes are less than a large model's pace on a CPU.
	keepAlive = 15 * time.Minute

	// leastWindow fits the specification's profile of 16,000 tokens. Ollama's
	// default is a quarter of it and cuts what exceeds it without a word.
	leastWindow = 16384

	answerRoom = 2048 // tokens for an answer whose length the request leaves open
)

func (c *Client) request(r llm.Request) (*api.ChatRequest, error) {
	tools, err := tools(r)
	if err != nil {
		return nil, err
	}
	remind := []string{"", wire.ChoiceText(r.Choice)}
	if len(tools) == 0 {
		remind[1] = ""
	}
	if r.Schema != nil && len(tools) > 0 {
		// A format would bind the tool calls as well.
		remind[0] = wire.SchemaText(r.Schema)
	}
	no := false
	p := &api.ChatRequest{
		Model:     c.Model(),
		Messages:  messages(wire.Remind(r.Messages, remind...)),
		Tools:     tools,
		KeepAlive: &api.Duration{Duration: keepAlive},
		// Better a clear fault than a conversation with its beginning cut off.
		Truncate: &no,
		Shift:    &no,
		Options:  map[string]any{"temperature": r.Temperature, "num_ctx": c.grow(needed(r))},
	}
	if r.Seed != nil {
		p.Options["seed"] = *r.Seed
	}
	if r.MaxTokens > 0 {
		p.Options["num_predict"] = r.MaxTokens
	}
	if len(tools) == 0 {
		p.Format = r.Schema
	}
	return p, nil
}

// tools are all of them whatever the choice, so that the beginning of the
// prompt stays and need not be read anew; none where none may be called.
func tools(r llm.Request) (api.Tools, error) {
	if r.Choice == llm.NoTool {
		return nil, nil
	}
	var out api.Tools
	for _, t := range r.Tools {
		made := api.Tool{Type: "function", Function: api.ToolFunction{Name: t.Name, Description: t.Description}}
		made.Function.Parameters.Properties = api.NewToolPropertiesMap()
		if t.Schema != nil {
			if err := json.Unmarshal(t.Schema, &made.Function.Parameters); err != nil {
				return nil, &llm.Error{Kind: llm.BadRequest, Message: fmt.Sprintf("the schema of the tool %s: %v", t.Name, err), Err: err}
			}
		}
		if made.Function.Parameters.Type == "" {
			made.Function.Parameters.Type = "object"
		}
		out = append(out, made)
	}
	return out, nil
}

func messages(all []llm.Message) []api.Message {
	out := make([]api.Message, 0, len(all))
	for _, m := range all {
		made := api.Message{Role: string(m.Role), Content: m.Text}
		switch m.Role {
		case llm.Tool:
			made.ToolName, made.ToolCallID = m.ToolName, m.CallID
		case llm.Assistant:
			for _, t := range m.Thinking {
				if t.Provider == provider {
					made.Thinking += t.Text
				}
			}
			for i, call := range m.Calls {
				f := api.ToolCallFunction{Index: i, Name: call.Name, Arguments: api.NewToolCallFunctionArguments()}
				// Object gives an object, which always fits.
				_ = json.Unmarshal(wire.Object(call.Arguments), &f.Arguments)
				made.ToolCalls = append(made.ToolCalls, api.ToolCall{ID: call.ID, Function: f})
			}
		}
		out = append(out, made)
	}
	return out
}

// needed is how many tokens a request and its answer take, estimated on the
// high side: three bytes a token.
func needed(r llm.Request) int {
	bytes := len(r.Schema)
	for _, m := range r.Messages {
		bytes += len(m.Text) + 24
		for _, call := range m.Calls {
			bytes += len(call.Name) + len(call.Arguments) + 24
		}
	}
	for _, t := range r.Tools {
		bytes += len(t.Name) + len(t.Description) + len(t.Schema) + 48
	}
	answer := r.MaxTokens
	if answer == 0 {
		answer = answerRoom
	}
	return bytes/3 + answer
}

// grow gives the window to ask for: at least what is needed, in doublings, and
// never less than before, since every change makes Ollama load the model anew.
// Ollama itself bounds it by what the model was trained for.
func (c *Client) grow(tokens int) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.window = max(c.window, leastWindow)
	for c.window < tokens && c.window < 1<<24 {
		c.window *= 2
	}
	return c.window
}
