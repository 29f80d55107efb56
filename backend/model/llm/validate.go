package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Capabilities are what a model was seen to do (A097).
type Capabilities struct {
	Tools           bool    `json:"supports_tools"`
	JSON            bool    `json:"supports_json_mode"`
	Window          int     `json:"context_window"`    // tokens; 0 where nobody knows
	TokensPerSecond float64 `json:"tokens_per_second"` // of an answer; 0 where it was too short to tell
	Estimated       bool    `json:"estimated"`         // the server counted no tokens: four bytes count as one
	Warning         string  `json:"warning,omitempty"`
}

// recommendedWindow is the specification's least window (A084, A099).
const recommendedWindow = 16000

// Validate asks the model to call a tool and to answer in JSON, and measures its
// pace. window is what is known of the model beforehand, 0 for nothing; the
// provider's own word comes first. A model that calls no tool is an
// UnsupportedModel error; what was found until then comes with it.
func Validate(ctx context.Context, c Client, window int) (Capabilities, error) {
	found := Capabilities{Window: window}
	var told ModelInfo
	if d, able := c.(Describer); able {
		var err error
		told, err = d.Describe(ctx)
		switch {
		case err == nil && told.Window > 0:
			found.Window = told.Window
		case err != nil && decides(err):
			return found, err
		}
	}
	var warnings []string
	if told.Warning != "" {
		warnings = append(warnings, told.Warning)
	}
	if found.Window > 0 && found.Window < recommendedWindow {
		warnings = append(warnings, fmt.Sprintf("the context window of %d tokens is below recommended 16K", found.Window))
	}
	found.Warning = strings.Join(warnings, "; ")
	if err := callsTool(ctx, c); err != nil {
		return found, err
	}
	found.Tools = true
	return found, answersJSON(ctx, c, &found)
}

// decides says that a description's failure is the model's: not every server
// that can chat can describe.
func decides(err error) bool {
	var e *Error
	if !errors.As(err, &e) {
		return true
	}
	return e.Kind == ModelAbsent || e.Kind == Cancelled || e.Kind == TimedOut || e.Kind == Unreachable
}

// trialTokens leaves room for a model that thinks first.
const trialTokens = 1024

func callsTool(ctx context.Context, c Client) error {
	const name = "report_ready"
	answer, err := c.Chat(ctx, Request{
		Messages: []Message{
			{Role: System, Text: "You are being tested. Do exactly what is asked."},
			{Role: User, Text: `Call the tool report_ready with the word "ready".`},
		},
		Tools: []ToolDefinition{{
			Name:        name,
			Description: "Reports that you are ready.",
			Schema:      json.RawMessage(`{"type":"object","properties":{"word":{"type":"string","description":"the word ready"}},"required":["word"]}`),
		}},
		Choice:    name,
		MaxTokens: trialTokens,
	}, nil)
	if err != nil {
		return err
	}
	for _, call := range answer.Message.Calls {
		var arguments map[string]any
		if call.Name == name && json.Unmarshal([]byte(call.Arguments), &arguments) == nil {
			return nil
		}
	}
	return &Error{Kind: UnsupportedModel, Provider: c.Provider(), Model: c.Model(), Message: NoFunctionCalling,
		Hint: "choose a model that can call functions, for example qwen2.5-coder:7b"}
}

func answersJSON(ctx context.Context, c Client, found *Capabilities) error {
	var p pace
	p.begin = time.Now()
	answer, err := c.Chat(ctx, Request{
		Messages:  []Message{{Role: User, Text: "Give the whole numbers from 1 to 40, in order."}},
		Schema:    json.RawMessage(`{"type":"object","properties":{"numbers":{"type":"array","items":{"type":"integer"}}},"required":["numbers"],"additionalProperties":false}`),
		MaxTokens: trialTokens,
	}, p.hear)
	var e *Error
	if errors.As(err, &e) && e.Kind == BadRequest {
		return nil // it has no such mode, which is an answer
	}
	if err != nil {
		return err
	}
	var given struct {
		Numbers []int `json:"numbers"`
	}
	found.JSON = json.Unmarshal([]byte(answer.Message.Text), &given) == nil && len(given.Numbers) > 0
	found.TokensPerSecond, found.Estimated = p.rate(answer.Usage, time.Now())
	return nil
}

// pace measures how fast an answer arrives.
type pace struct {
	begin, first, last time.Time
	pieces, bytes      int
}

func (p *pace) hear(piece Piece) {
	p.last = time.Now()
	if p.pieces == 0 {
		p.first = p.last
	}
	p.pieces++
	p.bytes += len(piece.Text) + len(piece.Thinking)
}

// rate is in tokens per second. It leaves out the wait for the first piece,
// unless most of the answer went by unheard: hidden thinking, or one piece.
func (p *pace) rate(u Usage, end time.Time) (perSecond float64, estimated bool) {
	tokens := u.Completion
	if !u.Reported || tokens == 0 {
		tokens, estimated = (p.bytes+3)/4, true
	}
	span := p.last.Sub(p.first)
	if p.pieces < 4 || p.bytes < tokens {
		span = end.Sub(p.begin)
	}
	if tokens == 0 || span <= 0 {
		return 0, estimated
	}
	return float64(tokens) / span.Seconds(), estimated
}
