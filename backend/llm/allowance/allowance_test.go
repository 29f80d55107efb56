package allowance

import (
	"errors"
	"strings"
	"testing"

	"aipack/backend/llm"
	"aipack/backend/llm/script"
)

// cents is a model whose every token costs a cent.
func cents(u llm.Usage) (float64, bool) { return float64(u.Prompt+u.Completion) / 100, true }

func TestNothingIsAskedThatTheAllowanceMightNotCover(t *testing.T) {
	request := llm.Request{MaxTokens: 10, Messages: []llm.Message{{Role: llm.User, Text: strings.Repeat("x", 148)}}} // at most 90 + 10 tokens: $1
	for name, c := range map[string]struct {
		spent float64
		err   error
		price func(llm.Usage) (float64, bool)
		ok    bool
	}{
		"enough is left":             {4, nil, cents, true},
		"a request would go over":    {4.01, nil, cents, false},
		"all is spent":               {5, nil, cents, false},
		"nobody knows what is":       {0, errors.New("disk"), cents, false},
		"nobody knows what it costs": {0, nil, func(llm.Usage) (float64, bool) { return 0, false }, false},
	} {
		model := script.New(script.Say("yes"))
		client := New(model, Options{Most: 5, Spent: func() (float64, error) { return c.spent, c.err }, Price: c.price})
		_, err := client.Chat(t.Context(), request, nil)
		var e *llm.Error
		if (err == nil) != c.ok || len(model.Requests()) == 1 != c.ok || err != nil && (!errors.As(err, &e) || e.Kind != llm.OverCap || e.Passing()) {
			t.Errorf("%s: %v, asked %d times", name, err, len(model.Requests()))
		}
	}
}
