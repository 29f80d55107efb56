package openai

import (
	"encoding/json"
	"strings"

	sdk "github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/packages/param"
	"github.com/openai/openai-go/v3/shared"

	"aipack/backend/model/llm"
	"aipack/backend/model/llm/wire"
)

// optional are the parameters that are left out once a server has refused
// them. json_schema comes before response_format: a server that knows only
// json_object names both.
var optional = []string{"stream_options", "temperature", "seed", "tool_choice", "json_schema", "response_format", "max_tokens"}

func (c *Client) params(r llm.Request) sdk.ChatCompletionNewParams {
	p := sdk.ChatCompletionNewParams{Model: c.Model()}
	if !c.quirks.Refuses("stream_options") {
		p.StreamOptions.IncludeUsage = sdk.Bool(true)
	}
	if !c.quirks.Refuses("temperature") && !(c.official && reasons(c.Model())) {
		p.Temperature = sdk.Float(r.Temperature)
	}
	if r.Seed != nil && !c.quirks.Refuses("seed") {
		p.Seed = sdk.Int(*r.Seed)
	}
	if r.MaxTokens > 0 {
		switch {
		case c.official && reasons(c.Model()), c.quirks.Refuses("max_tokens"):
			// Who refuses max_tokens serves models that think first, as Azure does.
			p.MaxCompletionTokens = sdk.Int(int64(r.MaxTokens + wire.ThinkingRoom))
		case c.official:
			p.MaxCompletionTokens = sdk.Int(int64(r.MaxTokens))
		default:
			p.MaxTokens = sdk.Int(int64(r.MaxTokens))
		}
	}
	p.Messages = messages(wire.Remind(r.Messages, c.format(&p, r), c.tools(&p, r)))
	return p
}

// reasons says that OpenAI's model thinks before it answers and accepts no
// temperature: all do that came after GPT-4.
func reasons(model string) bool {
	for _, prefix := range []string{"gpt-3", "gpt-4", "chatgpt-4", "ft:gpt-3", "ft:gpt-4"} {
		if strings.HasPrefix(model, prefix) {
			return false
		}
	}
	return true
}

// tools offers the tools and forces the choice; what it cannot force it gives
// back in words. LM Studio and llama-server know no choice by name.
func (c *Client) tools(p *sdk.ChatCompletionNewParams, r llm.Request) (words string) {
	for _, t := range r.Tools {
		p.Tools = append(p.Tools, tool(t))
	}
	if len(p.Tools) == 0 || r.Choice == llm.Auto {
		return ""
	}
	named := r.Choice != llm.NoTool && r.Choice != llm.SomeTool
	switch {
	case c.quirks.Refuses("tool_choice"):
		return wire.ChoiceText(r.Choice)
	case named && c.named:
		p.ToolChoice = sdk.ToolChoiceOptionFunctionToolChoice(sdk.ChatCompletionNamedToolChoiceFunctionParam{Name: string(r.Choice)})
	case named:
		p.ToolChoice.OfAuto = sdk.String(string(llm.SomeTool))
		return wire.ChoiceText(r.Choice)
	default:
		p.ToolChoice.OfAuto = sdk.String(string(r.Choice))
	}
	return ""
}

// tool hands the schema on as it is written: the order of its properties is
// the order in which a model writes them.
func tool(t llm.ToolDefinition) sdk.ChatCompletionToolUnionParam {
	return sdk.ChatCompletionFunctionTool(param.Override[shared.FunctionDefinitionParam](struct {
		Name        string          `json:"name"`
		Description string          `json:"description,omitempty"`
		Parameters  json.RawMessage `json:"parameters,omitempty"`
	}{t.Name, t.Description, t.Schema}))
}

// format binds the answer to the schema; what it cannot bind it gives back in words.
func (c *Client) format(p *sdk.ChatCompletionNewParams, r llm.Request) (words string) {
	if r.Schema == nil {
		return ""
	}
	if !c.quirks.Refuses("json_schema") && !c.quirks.Refuses("response_format") {
		p.ResponseFormat.OfJSONSchema = &shared.ResponseFormatJSONSchemaParam{JSONSchema: shared.ResponseFormatJSONSchemaJSONSchemaParam{
			Name: "answer", Schema: r.Schema, Strict: sdk.Bool(isStrict(r.Schema)),
		}}
		return ""
	}
	if !c.quirks.Refuses("response_format") {
		p.ResponseFormat.OfJSONObject = &shared.ResponseFormatJSONObjectParam{}
	}
	return wire.SchemaText(r.Schema)
}

// isStrict says whether OpenAI accepts a schema as strict: every object closed,
// every property required.
func isStrict(schema json.RawMessage) bool {
	var s struct {
		Type       json.RawMessage            `json:"type"`
		Properties map[string]json.RawMessage `json:"properties"`
		Required   []string                   `json:"required"`
		Additional *bool                      `json:"additionalProperties"`
		Items      json.RawMessage            `json:"items"`
		Any        []json.RawMessage          `json:"anyOf"`
		Defs       map[string]json.RawMessage `json:"$defs"`
	}
	if json.Unmarshal(schema, &s) != nil {
		return false
	}
	if strings.Contains(string(s.Type), `"object"`) || s.Properties != nil {
		if s.Additional == nil || *s.Additional || len(s.Required) != len(s.Properties) {
			return false
		}
	}
	parts := s.Any
	if s.Items != nil {
		parts = append(parts, s.Items)
	}
	for _, m := range []map[string]json.RawMessage{s.Properties, s.Defs} {
		for _, part := range m {
			parts = append(parts, part)
		}
	}
	for _, part := range parts {
		if !isStrict(part) {
			return false
		}
	}
	return true
}

func messages(all []llm.Message) []sdk.ChatCompletionMessageParamUnion {
	out := make([]sdk.ChatCompletionMessageParamUnion, 0, len(all))
	for _, m := range all {
		switch m.Role {
		case llm.System:
			out = append(out, sdk.SystemMessage(m.Text))
		case llm.Tool:
			out = append(out, sdk.ToolMessage(m.Text, m.CallID))
		case llm.Assistant:
			out = append(out, assistant(m))
		default:
			out = append(out, sdk.UserMessage(m.Text))
		}
	}
	return out
}

func assistant(m llm.Message) sdk.ChatCompletionMessageParamUnion {
	var p sdk.ChatCompletionAssistantMessageParam
	if m.Text != "" || len(m.Calls) == 0 {
		p.Content.OfString = sdk.String(m.Text)
	}
	for _, call := range m.Calls {
		p.ToolCalls = append(p.ToolCalls, sdk.ChatCompletionMessageToolCallUnionParam{OfFunction: &sdk.ChatCompletionMessageFunctionToolCallParam{
			ID: call.ID,
			Function: sdk.ChatCompletionMessageFunctionToolCallFunctionParam{
				Name: call.Name,
				// vLLM and llama-server read the arguments into their templates and
				// fail on what is no object.
				Arguments: string(wire.Object(call.Arguments)),
			},
		}})
	}
	return sdk.ChatCompletionMessageParamUnion{OfAssistant: &p}
}
