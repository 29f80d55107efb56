package openai

import (
	"encoding/json"

	sdk "github.com/openai/openai-go/v3"

	"aipack/backend/model/llm"
	"aipack/backend/model/llm/wire"
)

// arriving is an answer whose chunks are coming in.
type arriving struct {
	*wire.Answer
	provider string
	stop     llm.Stop
	broke    string // a reason for the end that is a fault
	usage    llm.Usage
	calls    []open
}

// open is a call as the server counts it.
type open struct {
	index     int64 // -1 where the server sent none
	id        string
	named     bool
	arguments []byte
}

func (a *arriving) chunk(c sdk.ChatCompletionChunk) {
	if c.JSON.Usage.Valid() && c.Usage.PromptTokens+c.Usage.CompletionTokens > 0 {
		a.usage = llm.Usage{
			Prompt:     int(c.Usage.PromptTokens),
			Completion: int(c.Usage.CompletionTokens),
			Cached:     int(c.Usage.PromptTokensDetails.CachedTokens),
			Reported:   true,
		}
	}
	if len(c.Choices) == 0 {
		return
	}
	choice := c.Choices[0]
	// OpenRouter, Groq and newer vLLM say reasoning; DeepSeek, llama-server and
	// older vLLM say reasoning_content. Some send both with the same text.
	for _, field := range []string{"reasoning_content", "reasoning"} {
		var text string
		if extra, sent := choice.Delta.JSON.ExtraFields[field]; sent && json.Unmarshal([]byte(extra.Raw()), &text) == nil && text != "" {
			a.Think(text)
			break
		}
	}
	a.Text(choice.Delta.Content)
	if choice.Delta.Refusal != "" {
		a.Text(choice.Delta.Refusal)
		a.stop = llm.StopFilter
	}
	for _, call := range choice.Delta.ToolCalls {
		a.call(call)
	}
	switch reason := choice.FinishReason; {
	case reason == "error", reason == "network_error", reason == "insufficient_system_resource":
		a.broke = reason
	case reason != "" && a.stop != llm.StopFilter:
		// Some servers send a reason with every chunk: the last one counts.
		a.stop = stopOf(reason)
	}
}

// whole says that an answer whose end was not announced is there nonetheless:
// its tokens were counted, which is done last, or its calls are complete. There
// are gateways that announce no end (seen in 2026).
func (a *arriving) whole() bool {
	for _, c := range a.calls {
		if !json.Valid(c.arguments) {
			return false
		}
	}
	return a.usage.Reported || len(a.calls) > 0
}

func (a *arriving) call(d sdk.ChatCompletionChunkChoiceDeltaToolCall) {
	index := int64(-1)
	if d.JSON.Index.Valid() {
		index = d.Index
	}
	n := a.find(index, d.ID, d.Function.Name != "")
	if n < 0 {
		if d.ID == "" && d.Function.Name == "" && d.Function.Arguments == "" {
			return
		}
		n = a.Call(d.ID, d.Function.Name)
		a.calls = append(a.calls, open{index: index, id: d.ID, named: d.Function.Name != ""})
	}
	c := &a.calls[n]
	if !c.named && d.Function.Name != "" {
		c.named = true
		a.Name(n, d.Function.Name)
	}
	c.arguments = append(c.arguments, d.Function.Arguments...)
	a.Arguments(n, d.Function.Arguments)
}

// find gives the number of the call that a part belongs to, -1 for a new one.
// Servers number the parts (OpenAI), give every call the number 0 (Gemini's and
// Ollama's compatible ends), or number nothing; ids come once, always or never.
func (a *arriving) find(index int64, id string, named bool) int {
	for n := len(a.calls) - 1; n >= 0; n-- {
		c := a.calls[n]
		if c.index != index {
			continue
		}
		if id != "" && id == c.id {
			return n
		}
		// Another id with a name begins another call; so does a name after
		// arguments that are complete.
		if named && c.named && (id != "" || json.Valid(c.arguments)) {
			return -1
		}
		return n
	}
	return -1
}

func (a *arriving) response() *llm.Response {
	a.Thought(a.provider, nil)
	stop := a.stop
	if stop == "" {
		stop = llm.StopDone
	}
	return a.Response(stop, a.usage)
}

func stopOf(reason string) llm.Stop {
	switch reason {
	case "length":
		return llm.StopLength
	case "content_filter":
		return llm.StopFilter
	case "tool_calls", "function_call":
		return llm.StopCalls
	}
	return llm.StopDone
}
