package gemini

import (
	"encoding/base64"
	"encoding/json"
	"strings"

	"google.golang.org/genai"

	"aipack/backend/model/llm"
	"aipack/backend/model/llm/wire"
)

// optional are the parameters that are left out once the server has refused
// them: models before Gemini 3 know no schema of the answer beside tools.
var optional = []string{"response mime type", "responseJsonSchema", "response_json_schema"}

// opaque is what Gemini wants back with a call, or with the rest of an answer.
// A signature means nothing to another model.
type opaque struct {
	ID        string `json:"id,omitempty"` // as the server named the call, if it did
	Signature []byte `json:"signature,omitempty"`
	Model     string `json:"model,omitempty"`
}

// unsigned stands in for the signature of a call that another model made. It
// is documented under "Thought signatures"; the protocol reads the field as base64.
const unsigned = "skip_thought_signature_validator"

func (c *Client) request(r llm.Request) ([]*genai.Content, *genai.GenerateContentConfig) {
	temperature := float32(r.Temperature)
	config := &genai.GenerateContentConfig{
		Temperature:           &temperature,
		MaxOutputTokens:       c.bound(r.MaxTokens),
		AutomaticContinuation: genai.Ptr(false),
	}
	if r.Seed != nil {
		config.Seed = genai.Ptr(int32(*r.Seed & 0x7fffffff))
	}
	var system []string
	for _, m := range r.Messages {
		if m.Role == llm.System {
			system = append(system, m.Text)
		}
	}
	if len(system) > 0 {
		config.SystemInstruction = &genai.Content{Parts: []*genai.Part{{Text: strings.Join(system, "\n\n")}}}
	}
	tools(config, r)
	words := ""
	switch {
	case r.Schema == nil:
	case c.refusesSchema():
		words = wire.SchemaText(r.Schema)
	default:
		config.ResponseMIMEType = "application/json"
		config.ResponseJsonSchema = r.Schema
	}
	return c.contents(wire.Remind(r.Messages, words)), config
}

// bound is the most tokens of an answer. Models from Gemini 2.5 on think, and
// their thinking counts.
func (c *Client) bound(tokens int) int32 {
	if tokens > 0 && !before(c.Model(), "gemini-1", "gemini-2.0", "gemma") {
		tokens += wire.ThinkingRoom
	}
	return int32(min(max(tokens, 0), 1<<30))
}

func before(model string, families ...string) bool {
	for _, family := range families {
		if strings.HasPrefix(strings.TrimPrefix(model, "models/"), family) {
			return true
		}
	}
	return false
}

func (c *Client) refusesSchema() bool {
	for _, parameter := range optional {
		if c.quirks.Refuses(parameter) {
			return true
		}
	}
	return false
}

func tools(config *genai.GenerateContentConfig, r llm.Request) {
	if len(r.Tools) == 0 {
		return
	}
	set := &genai.Tool{}
	for _, t := range r.Tools {
		declared := &genai.FunctionDeclaration{Name: t.Name, Description: t.Description}
		if t.Schema != nil {
			declared.ParametersJsonSchema = t.Schema
		}
		set.FunctionDeclarations = append(set.FunctionDeclarations, declared)
	}
	config.Tools = []*genai.Tool{set}
	calling := &genai.FunctionCallingConfig{}
	switch r.Choice {
	case llm.Auto:
		return
	case llm.NoTool:
		calling.Mode = genai.FunctionCallingConfigModeNone
	case llm.SomeTool:
		calling.Mode = genai.FunctionCallingConfigModeAny
	default:
		calling.Mode = genai.FunctionCallingConfigModeAny
		calling.AllowedFunctionNames = []string{string(r.Choice)}
	}
	config.ToolConfig = &genai.ToolConfig{FunctionCallingConfig: calling}
}

// contents makes the protocol's turns: neighbours of one role share a turn.
func (c *Client) contents(all []llm.Message) []*genai.Content {
	var out []*genai.Content
	add := func(role string, parts ...*genai.Part) {
		if len(parts) == 0 {
			return
		}
		if n := len(out); n > 0 && out[n-1].Role == role {
			out[n-1].Parts = append(out[n-1].Parts, parts...)
			return
		}
		out = append(out, &genai.Content{Role: role, Parts: parts})
	}
	ids := map[string]string{} // our id of a call → the server's
	for _, m := range all {
		switch m.Role {
		case llm.System:
		case llm.Assistant:
			add(genai.RoleModel, c.answer(m, ids)...)
		case llm.Tool:
			field := "output"
			if m.Failed {
				field = "error"
			}
			add(genai.RoleUser, &genai.Part{FunctionResponse: &genai.FunctionResponse{
				ID: ids[m.CallID], Name: m.ToolName, Response: map[string]any{field: m.Text},
			}})
		default:
			if m.Text != "" {
				add(genai.RoleUser, &genai.Part{Text: m.Text})
			}
		}
	}
	return out
}

func (c *Client) answer(m llm.Message, ids map[string]string) []*genai.Part {
	var parts []*genai.Part
	text := &genai.Part{Text: m.Text}
	for _, t := range m.Thinking {
		var o opaque
		if t.Provider == provider && json.Unmarshal(t.Opaque, &o) == nil && o.Model == c.Model() {
			text.ThoughtSignature = o.Signature
		}
	}
	if text.Text != "" {
		parts = append(parts, text)
	}
	signed := false
	for i, call := range m.Calls {
		var o opaque
		part := &genai.Part{FunctionCall: &genai.FunctionCall{Name: call.Name}}
		// What is not ours to read stays empty.
		_ = json.Unmarshal([]byte(call.Opaque), &o)
		_ = json.Unmarshal(wire.Object(call.Arguments), &part.FunctionCall.Args)
		if o.Model == c.Model() {
			part.ThoughtSignature = o.Signature
		}
		part.FunctionCall.ID, ids[call.ID] = o.ID, o.ID
		signed = signed || part.ThoughtSignature != nil
		parts = append(parts, part)
		if i == 0 && !signed && c.wantsSignatures() {
			part.ThoughtSignature, _ = base64.URLEncoding.DecodeString(unsigned)
		}
	}
	return parts
}

// wantsSignatures: from Gemini 3 on, a step's first call without a signature is
// refused.
func (c *Client) wantsSignatures() bool {
	return !before(c.Model(), "gemini-1", "gemini-2", "gemma")
}
