package advise

import (
	"context"
	"testing"

	"aipack/backend/model/llm"
	"aipack/backend/model/llm/script"
)

// TestAnAnswerIsAsLongAsTheWindowLeaves: 8,192 tokens where a model is recorded
// or measured (ruling K-11), 1,500 in a usual run; prompt, answer and margin
// never exceed the window.
func TestAnAnswerIsAsLongAsTheWindowLeaves(t *testing.T) {
	for _, c := range []struct {
		window         int
		looks, asks    int // measured
		longest        int
		usual, usually int // of a usual run
	}{
		{0, 1500, 750, 1500, 1500, 750}, // nobody knows the window
		{4000, 500, 500, 500, 500, 500},
		{8192, 942, 942, 942, 750, 750},
		{16_000, 1500, 8192, 1500, 1500, 750},
		{16_384, 1884, 8192, 1884, 1500, 750},
		{32_768, 8192, 8192, 8192, 1500, 750},
		{200_000, 8192, 8192, 8192, 1500, 750},
	} {
		requested := func(o Options) (looks, asks llm.Request) {
			client := &script.Client{Rest: script.Say(right)}
			o.Registry, o.Window, o.Open = registry(), c.window, func(context.Context) (llm.Client, error) { return client, nil }
			a := New(o)
			a.Explore(t.Context(), sit(t, shop).Desk, "why")
			a.Answer(t.Context(), sit(t, shop).Desk, portQuestion())
			all := client.Requests()
			return all[0], all[len(all)-1]
		}
		looks, asks := requested(Options{}.Measured())
		if looks.MaxTokens != c.looks || asks.MaxTokens != c.asks || looks.Temperature != 0 || asks.Temperature != 0 {
			t.Errorf("window %d, measured: %d tokens at %v, %d at %v", c.window, looks.MaxTokens, looks.Temperature, asks.MaxTokens, asks.Temperature)
		}
		looks, asks = requested(Options{})
		if looks.MaxTokens != c.usual || asks.MaxTokens != c.usually || looks.Temperature != 0.1 || asks.Temperature != 0.1 {
			t.Errorf("window %d, usual: %d tokens at %v, %d at %v", c.window, looks.MaxTokens, looks.Temperature, asks.MaxTokens, asks.Temperature)
		}
		if got := LongestOf(c.window); got != c.longest {
			t.Errorf("window %d: %d tokens", c.window, got)
		}
	}
}
