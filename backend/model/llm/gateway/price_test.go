package gateway

import (
	"testing"

	"aipack/backend/model/llm"
	"aipack/backend/model/llm/spending"
)

func TestASumSaysWhatIsSure(t *testing.T) {
	mini := spending.Entry{Provider: "openai", Model: "gpt-4o-mini", Calls: 1, Prompt: 10_000_000}
	own := spending.Entry{Provider: "ollama", Model: "phi3", Calls: 2, Prompt: 100, Cached: 40, Completion: 7}
	guessed := spending.Entry{Provider: "openai", Model: "gpt-4o-mini", Calls: 1, Estimated: 1, Prompt: 10_000_000}
	unknown := spending.Entry{Provider: "openai", Model: "nobody-knows", Calls: 1, Prompt: 5}
	for name, c := range map[string]struct {
		entries []spending.Entry
		want    Cost
	}{
		"nothing":               {nil, Cost{Priced: true}},
		"this machine is free":  {[]spending.Entry{own}, Cost{Calls: 2, PromptTokens: 100, CachedTokens: 40, CompletionTokens: 7, Priced: true}},
		"the cloud is not":      {[]spending.Entry{mini, own}, Cost{Calls: 3, PromptTokens: 10_000_100, CachedTokens: 40, CompletionTokens: 7, USD: 1.5, Priced: true}},
		"a guess has its price": {[]spending.Entry{guessed}, Cost{Calls: 1, PromptTokens: 10_000_000, USD: 1.5, Priced: true, Estimated: true}},
		"a price nobody knows":  {[]spending.Entry{unknown}, Cost{Calls: 1, PromptTokens: 5}},
	} {
		if got := Sum(c.entries); got != c.want {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestPrice(t *testing.T) {
	used := llm.Usage{Prompt: 1_000_000, Completion: 1_000_000, Reported: true}
	for _, c := range []struct {
		provider, model string
		known, free     bool
	}{
		{"embedded", "anything", true, true},
		{"ollama", "qwen2.5-coder:7b", true, true},
		{"ollama", "gpt-oss:120b-cloud", false, false},
		{"openai", "gpt-4o-mini", true, false},
		{"openai", "nobody-knows-it", false, false},
	} {
		usd, known := Price(c.provider, c.model, used)
		if known != c.known || known && (usd == 0) != c.free {
			t.Errorf("%s %s: %v, %v", c.provider, c.model, usd, known)
		}
	}
}
