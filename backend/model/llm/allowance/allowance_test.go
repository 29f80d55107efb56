package allowance

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"aipack/backend/model/llm"
	"aipack/backend/model/llm/script"
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

// TestFourFifthsAreSaidOnce: before the request that may be the last, and not again.
func TestFourFifthsAreSaidOnce(t *testing.T) {
	spent := 3.9
	var said []string
	client := New(script.New(script.Say("one"), script.Say("two"), script.Say("three")), Options{
		Most: 5, Spent: func() (float64, error) { return spent, nil }, Near: func(text string) { said = append(said, text) },
		Price: func(llm.Usage) (float64, bool) { return 0.001, true },
	})
	for i, want := range []int{0, 1, 1} {
		if _, err := client.Chat(t.Context(), llm.Request{}, nil); err != nil {
			t.Fatal(err)
		}
		if len(said) != want {
			t.Fatalf("after request %d: %q", i+1, said)
		}
		spent += 0.2
	}
	if want := "This month has cost $4.10 of the $5.00 that you allow; models of the cloud stop there."; said[0] != want {
		t.Errorf("said %q", said[0])
	}
}

// TestWhatWasAskedIsBooked: as the provider counted, else as a guess, also of
// an answer that broke off; a request that reached nobody costs nothing.
func TestWhatWasAskedIsBooked(t *testing.T) {
	request := llm.Request{Messages: []llm.Message{{Role: llm.User, Text: strings.Repeat("x", 368)}}} // 400 bytes with what is around it
	for name, c := range map[string]struct {
		step script.Step
		want []llm.Usage
	}{
		"counted":     {script.Give(llm.Response{Usage: llm.Usage{Prompt: 9, Completion: 2, Cached: 4, Reported: true}}), []llm.Usage{{Prompt: 9, Completion: 2, Cached: 4, Reported: true}}},
		"not counted": {script.Give(llm.Response{Message: llm.Message{Text: "twelve bytes"}}), []llm.Usage{{Prompt: 100, Completion: 3}}},
		"refused":     {script.FailAs(llm.ServerFault), nil},
	} {
		var booked []llm.Usage
		client := New(script.New(c.step), Options{Book: func(u llm.Usage) { booked = append(booked, u) }})
		_, _ = client.Chat(t.Context(), request, func(llm.Piece) {}) // what is booked is the subject
		if !reflect.DeepEqual(booked, c.want) {
			t.Errorf("%s: %+v", name, booked)
		}
	}
}
