package anthropic

import (
	"encoding/json"

	sdk "github.com/anthropics/anthropic-sdk-go"

	"aipack/backend/model/llm"
	"aipack/backend/model/llm/wire"
)

// opaque is what a block of thinking needs to be sent back, and only to the
// model that made it.
type opaque struct {
	Model     string `json:"model"`
	Signature string `json:"signature,omitempty"`
	Redacted  string `json:"redacted,omitempty"`
}

// arriving is an answer whose events are coming in.
type arriving struct {
	*wire.Answer
	model   string
	wrapped bool // the answer comes as a call of answerTool
	blocks  map[int64]*block
	stop    llm.Stop
	usage   llm.Usage
	ended   bool
}

// block is a content block that has begun.
type block struct {
	kind      string
	call      int  // number of the tool call
	text      bool // a call whose arguments are the answer's text
	signature string
	redacted  string
}

func (a *arriving) event(e sdk.MessageStreamEventUnion) {
	switch e.Type {
	case "message_start":
		u := e.Message.Usage
		a.count(u.InputTokens, u.CacheCreationInputTokens, u.CacheReadInputTokens, u.OutputTokens)
	case "content_block_start":
		a.start(e.Index, e.ContentBlock)
	case "content_block_delta":
		a.delta(e.Index, e.Delta)
	case "content_block_stop":
		a.close(a.blocks[e.Index])
	case "message_delta":
		u := e.Usage
		a.count(u.InputTokens, u.CacheCreationInputTokens, u.CacheReadInputTokens, u.OutputTokens)
		if e.Delta.StopReason != "" {
			a.stop = stopOf(e.Delta.StopReason)
		}
	case "message_stop":
		a.ended = true
	}
}

// count takes the larger of what the first and the last event say: they are
// cumulative, and servers leave out one or the other. The prompt is what was
// read from the cache, written to it, and neither.
func (a *arriving) count(fresh, written, cached, out int64) {
	a.usage.Prompt = max(a.usage.Prompt, int(fresh+written+cached))
	a.usage.Cached = max(a.usage.Cached, int(cached))
	a.usage.Completion = max(a.usage.Completion, int(out))
	a.usage.Reported = a.usage.Prompt+a.usage.Completion > 0
}

func (a *arriving) start(index int64, c sdk.ContentBlockStartEventContentBlockUnion) {
	b := &block{kind: c.Type}
	a.blocks[index] = b
	switch c.Type {
	case "text":
		a.Text(c.Text)
	case "thinking":
		a.Think(c.Thinking)
		b.signature = c.Signature
	case "redacted_thinking":
		b.redacted = c.Data
	case "tool_use":
		if a.wrapped && c.Name == answerTool {
			b.text = true
			return
		}
		b.call = a.Call(c.ID, c.Name)
		// Arguments come in deltas; what stands here already is an empty object,
		// or all of them from servers that do not stream them.
		if given, err := json.Marshal(c.Input); err == nil && len(given) > 2 && given[0] == '{' {
			a.Arguments(b.call, string(given))
		}
	}
}

func (a *arriving) delta(index int64, d sdk.MessageStreamEventUnionDelta) {
	b := a.blocks[index]
	if b == nil {
		return
	}
	switch {
	case b.text:
		a.Text(d.PartialJSON)
	case b.kind == "tool_use":
		a.Arguments(b.call, d.PartialJSON)
	case b.kind == "text":
		a.Text(d.Text)
	case b.kind == "thinking":
		a.Think(d.Thinking)
		b.signature += d.Signature
	}
}

func (a *arriving) close(b *block) {
	if b == nil || b.kind != "thinking" && b.kind != "redacted_thinking" {
		return
	}
	// Strings always make JSON.
	kept, _ := json.Marshal(opaque{Model: a.model, Signature: b.signature, Redacted: b.redacted})
	a.Thought(provider, kept)
}

func stopOf(reason sdk.StopReason) llm.Stop {
	switch reason {
	case sdk.StopReasonMaxTokens, sdk.StopReasonModelContextWindowExceeded:
		return llm.StopLength
	case sdk.StopReasonRefusal:
		return llm.StopFilter
	case sdk.StopReasonToolUse:
		return llm.StopCalls
	}
	return llm.StopDone
}
