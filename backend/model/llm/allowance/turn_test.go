package allowance

import (
	"errors"
	"strings"
	"testing"

	"aipack/backend/model/llm"
	"aipack/backend/model/llm/script"
)

// TestATurnTakesWhatItMay: what is near is said once, no answer is longer than what is
// left, and then nothing is asked any more.
func TestATurnTakesWhatItMay(t *testing.T) {
	answer := func(n int) script.Step {
		return script.From(func(llm.Request) (*llm.Response, error) {
			return &llm.Response{Message: llm.Message{Text: "x"}, Usage: llm.Usage{Prompt: n, Completion: 100, Reported: true}}, nil
		})
	}
	model := script.New(answer(400), answer(300), answer(100))
	var near []string
	c := OfTurn(model, Turn{Most: 1500, Near: func(s string) { near = append(near, s) }})
	request := llm.Request{MaxTokens: 2000, Messages: []llm.Message{{Role: llm.User, Text: strings.Repeat("x", 368)}}} // 100 tokens
	for i, room := range []int{1400, 900, 500} {
		if _, err := c.Chat(t.Context(), request, nil); err != nil {
			t.Fatal(err)
		}
		if got := model.Requests()[i].MaxTokens; got != room {
			t.Errorf("request %d may write %d tokens, want %d", i, got, room)
		}
	}
	if len(near) != 0 {
		t.Errorf("said too early: %q", near)
	}
	model.Rest = answer(200)
	if _, err := c.Chat(t.Context(), request, nil); err != nil || len(near) != 1 || !strings.Contains(near[0], "1400 of the 1500") {
		t.Errorf("what is near: %q, %v", near, err)
	}
	_, err := c.Chat(t.Context(), request, nil)
	var e *llm.Error
	if !errors.As(err, &e) || e.Kind != llm.OverCap || e.Passing() || len(model.Requests()) != 4 || len(near) != 1 {
		t.Errorf("beyond the cap: %v, asked %d times", err, len(model.Requests()))
	}
	if free := OfTurn(model, Turn{}); free != llm.Client(model) {
		t.Error("a turn without a cap is held")
	}
}
