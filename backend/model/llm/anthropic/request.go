package anthropic

import (
	"encoding/json"
	"fmt"
	"strings"

	sdk "github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/packages/param"

	"aipack/backend/model/llm"
	"aipack/backend/model/llm/wire"
)

// optional are the parameters that are left out once the server has refused
// them: models from Claude 5 on take no temperature, those from 5.5 on no forced
// tool, those before 4.1 no output_config.
var optional = []string{"temperature", "output_config", "tool_choice"}

const (
	// defaultTokens bounds an answer where the request does not: the protocol
	// demands a bound, and every model since Claude 3.5 allows this one.
	defaultTokens = 8192

	// answerTool is the tool whose arguments are the answer where a schema is
	// asked for and the model knows no output format.
	answerTool = "give_answer"
)

// params makes the request. wrapped says that the answer will come as a call of
// answerTool.
func (c *Client) params(r llm.Request) (p sdk.MessageNewParams, wrapped bool) {
	p = sdk.MessageNewParams{Model: c.Model(), MaxTokens: defaultTokens}
	if r.MaxTokens > 0 {
		p.MaxTokens = int64(r.MaxTokens)
		if thinks(c.Model()) {
			p.MaxTokens += wire.ThinkingRoom
		}
	}
	if takesTemperature(c.Model()) && !c.quirks.Refuses("temperature") {
		p.Temperature = sdk.Float(r.Temperature)
	}
	for _, t := range r.Tools {
		p.Tools = append(p.Tools, tool(t))
	}
	wrapped = c.format(&p, r)
	for _, m := range r.Messages {
		if m.Role == llm.System && len(p.Messages) == 0 && m.Text != "" {
			p.System = append(p.System, sdk.TextBlockParam{Text: m.Text})
		}
	}
	p.ToolChoice = choice(r, wrapped)
	words := ""
	if c.quirks.Refuses("tool_choice") {
		words = inWords(&p.ToolChoice)
	}
	p.Messages = c.turns(wire.Remind(r.Messages, words))
	mark(&p)
	return p, wrapped
}

// tool hands the schema on as it is written: the order of its properties is
// the order in which a model writes them.
func tool(t llm.ToolDefinition) sdk.ToolUnionParam {
	made := &sdk.ToolParam{Name: t.Name}
	if t.Description != "" {
		made.Description = sdk.String(t.Description)
	}
	schema := t.Schema
	if schema == nil {
		schema = json.RawMessage(`{"type":"object"}`)
	}
	made.InputSchema = param.Override[sdk.ToolInputSchemaParam](schema)
	return sdk.ToolUnionParam{OfTool: made}
}

// format asks for an answer that fits the schema.
func (c *Client) format(p *sdk.MessageNewParams, r llm.Request) (wrapped bool) {
	if r.Schema == nil {
		return false
	}
	var schema map[string]any
	if json.Unmarshal(r.Schema, &schema) == nil && !isOld(c.Model()) && !c.quirks.Refuses("output_config") {
		p.OutputConfig.Format = sdk.JSONOutputFormatParam{Schema: schema}
		return false
	}
	p.Tools = append(p.Tools, tool(llm.ToolDefinition{Name: answerTool, Description: "Gives the final answer.", Schema: r.Schema}))
	return true
}

// thinks says that a model thinks unasked: all do from Claude 5 on.
func thinks(model string) bool {
	for _, word := range []string{"claude-2", "claude-3", "-4-", "-4@"} {
		if strings.Contains(model, word) {
			return false
		}
	}
	return true
}

// takesTemperature spares the try with models that are known to refuse it:
// Opus 4.7 and 4.8, and all from Claude 5 on.
func takesTemperature(model string) bool {
	return !thinks(model) && !strings.Contains(model, "opus-4-7") && !strings.Contains(model, "opus-4-8")
}

// isOld says that a model came before output formats, which spares the try.
func isOld(model string) bool {
	for _, prefix := range []string{"claude-2", "claude-3", "claude-sonnet-4-2025", "claude-sonnet-4-0", "claude-opus-4-2025", "claude-opus-4-0"} {
		if strings.HasPrefix(model, prefix) {
			return true
		}
	}
	return false
}

func choice(r llm.Request, wrapped bool) sdk.ToolChoiceUnionParam {
	switch {
	case wrapped && (len(r.Tools) == 0 || r.Choice == llm.NoTool):
		return sdk.ToolChoiceParamOfTool(answerTool)
	case len(r.Tools) == 0:
		return sdk.ToolChoiceUnionParam{}
	case r.Choice == llm.NoTool:
		return sdk.ToolChoiceUnionParam{OfNone: &sdk.ToolChoiceNoneParam{}}
	case r.Choice == llm.SomeTool, r.Choice == llm.Auto && wrapped:
		return sdk.ToolChoiceUnionParam{OfAny: &sdk.ToolChoiceAnyParam{}}
	case r.Choice == llm.Auto:
		return sdk.ToolChoiceUnionParam{}
	}
	return sdk.ToolChoiceParamOfTool(string(r.Choice))
}

// inWords puts a choice that forces a tool into words, for models that think
// and must not be forced.
func inWords(c *sdk.ToolChoiceUnionParam) string {
	words := ""
	switch {
	case c.OfAny != nil:
		words = wire.ChoiceText(llm.SomeTool)
	case c.OfTool != nil:
		words = wire.ChoiceText(llm.Choice(c.OfTool.Name))
	default:
		return ""
	}
	*c = sdk.ToolChoiceUnionParam{}
	return words
}

// turns makes the protocol's turns: a user's and the assistant's by turns, the
// results of tools at the head of the user's.
func (c *Client) turns(all []llm.Message) []sdk.MessageParam {
	var out []sdk.MessageParam
	add := func(role sdk.MessageParamRole, blocks ...sdk.ContentBlockParamUnion) {
		if len(blocks) == 0 {
			return
		}
		if n := len(out); n > 0 && out[n-1].Role == role {
			out[n-1].Content = append(out[n-1].Content, blocks...)
			return
		}
		out = append(out, sdk.MessageParam{Role: role, Content: blocks})
	}
	ids := idents{}
	for i, m := range all {
		switch m.Role {
		case llm.Assistant:
			add(sdk.MessageParamRoleAssistant, c.assistant(m, ids)...)
		case llm.Tool:
			add(sdk.MessageParamRoleUser, result(m, ids))
		case llm.System:
			// Those at the head are the request's own system text.
			if i > 0 && all[i-1].Role != llm.System && m.Text != "" {
				add(sdk.MessageParamRoleUser, sdk.NewTextBlock(m.Text))
			}
		default:
			if m.Text != "" {
				add(sdk.MessageParamRoleUser, sdk.NewTextBlock(m.Text))
			}
		}
	}
	return out
}

func (c *Client) assistant(m llm.Message, ids idents) []sdk.ContentBlockParamUnion {
	var blocks []sdk.ContentBlockParamUnion
	for _, t := range m.Thinking {
		if t.Provider != provider {
			continue
		}
		var o opaque
		if json.Unmarshal(t.Opaque, &o) != nil || o.Model != c.Model() {
			continue
		}
		switch {
		case o.Redacted != "":
			blocks = append(blocks, sdk.NewRedactedThinkingBlock(o.Redacted))
		case o.Signature != "":
			blocks = append(blocks, sdk.NewThinkingBlock(o.Signature, t.Text))
		}
	}
	if strings.TrimSpace(m.Text) != "" {
		blocks = append(blocks, sdk.NewTextBlock(m.Text))
	}
	for _, call := range m.Calls {
		blocks = append(blocks, sdk.NewToolUseBlock(ids.of(call.ID), wire.Object(call.Arguments), call.Name))
	}
	return blocks
}

func result(m llm.Message, ids idents) sdk.ContentBlockParamUnion {
	block := &sdk.ToolResultBlockParam{ToolUseID: ids.of(m.CallID)}
	if m.Text != "" {
		block.Content = []sdk.ToolResultBlockParamContentUnion{{OfText: &sdk.TextBlockParam{Text: m.Text}}}
	}
	if m.Failed {
		block.IsError = sdk.Bool(true)
	}
	return sdk.ContentBlockParamUnion{OfToolResult: block}
}

// idents gives ids the form that the protocol demands, ^[a-zA-Z0-9_-]+$, where
// another provider made them.
type idents map[string]string

func (ids idents) of(id string) string {
	made, known := ids[id]
	if known {
		return made
	}
	made = strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '-' {
			return r
		}
		return '_'
	}, id)
	if made != id || made == "" {
		made = fmt.Sprintf("%s_%d", made, len(ids)+1)
	}
	ids[id] = made
	return made
}

// mark puts the cache's marks: after the tools and the system text, which every
// call of a run shares, and after the last message, where the next call goes on.
func mark(p *sdk.MessageNewParams) {
	cached := sdk.NewCacheControlEphemeralParam()
	if n := len(p.System); n > 0 {
		p.System[n-1].CacheControl = cached
	}
	if n := len(p.Tools); n > 0 {
		p.Tools[n-1].OfTool.CacheControl = cached
	}
	if len(p.Messages) == 0 {
		return
	}
	content := p.Messages[len(p.Messages)-1].Content
	if len(content) == 0 {
		return
	}
	if to := content[len(content)-1].GetCacheControl(); to != nil {
		*to = cached
	}
}
