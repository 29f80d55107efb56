package gemini

import (
	"bytes"
	"encoding/json"

	"google.golang.org/genai"

	"aipack/backend/model/llm"
	"aipack/backend/model/llm/wire"
)

// arriving is an answer whose parts are coming in.
type arriving struct {
	*wire.Answer
	model     string
	signature json.RawMessage // of the answer's text
	stop      llm.Stop
	usage     llm.Usage
}

// part takes one event of the stream.
func (a *arriving) part(r *genai.GenerateContentResponse) error {
	if r == nil {
		return nil
	}
	if u := r.UsageMetadata; u != nil && u.PromptTokenCount+u.CandidatesTokenCount > 0 {
		// Counts are cumulative; thinking is billed as output.
		a.usage = llm.Usage{
			Prompt:     int(u.PromptTokenCount + u.ToolUsePromptTokenCount),
			Completion: int(u.CandidatesTokenCount + u.ThoughtsTokenCount),
			Cached:     int(u.CachedContentTokenCount),
			Reported:   true,
		}
	}
	if f := r.PromptFeedback; f != nil && f.BlockReason != "" {
		a.stop = llm.StopFilter
	}
	if len(r.Candidates) == 0 || r.Candidates[0] == nil {
		return nil
	}
	first := r.Candidates[0]
	if first.Content != nil {
		for _, p := range first.Content.Parts {
			if p != nil {
				a.content(p)
			}
		}
	}
	return a.finish(first.FinishReason)
}

func (a *arriving) content(p *genai.Part) {
	switch {
	case p.FunctionCall != nil:
		n := a.Call(p.FunctionCall.ID, p.FunctionCall.Name)
		a.Arguments(n, arguments(p.FunctionCall.Args))
		if p.FunctionCall.ID != "" || p.ThoughtSignature != nil {
			a.Opaque(n, string(marshal(opaque{ID: p.FunctionCall.ID, Signature: p.ThoughtSignature, Model: a.model})))
		}
	case p.Thought:
		a.Think(p.Text)
	default:
		a.Text(p.Text)
		if p.ThoughtSignature != nil {
			a.signature = marshal(opaque{Signature: p.ThoughtSignature, Model: a.model})
		}
	}
}

func (a *arriving) finish(reason genai.FinishReason) error {
	switch reason {
	case "", genai.FinishReasonUnspecified:
	case genai.FinishReasonStop:
		a.stop = llm.StopDone
	case genai.FinishReasonMaxTokens, genai.FinishReasonContinuation:
		a.stop = llm.StopLength
	case genai.FinishReasonMalformedFunctionCall, genai.FinishReasonUnexpectedToolCall, genai.FinishReasonTooManyToolCalls:
		return &llm.Error{Kind: llm.BadAnswer, Message: "the model wrote a function call that is broken"}
	default: // SAFETY, RECITATION, LANGUAGE, BLOCKLIST, PROHIBITED_CONTENT, SPII, OTHER and what may come
		a.stop = llm.StopFilter
	}
	return nil
}

func arguments(given map[string]any) string {
	if given == nil {
		return "{}"
	}
	return string(marshal(given))
}

// marshal writes JSON without escaping <, > and &. What it is given came out of
// JSON or is made of strings and bytes: it always can be written.
func marshal(v any) json.RawMessage {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(v)
	return bytes.TrimRight(b.Bytes(), "\n")
}
