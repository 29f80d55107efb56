package gateway

import (
	"aipack/backend/model/llm"
	"aipack/backend/model/llm/catalogue"
	"aipack/backend/model/llm/selector"
	"aipack/backend/model/llm/spending"
)

// Price is what tokens of a model cost in US dollars; one on this machine
// costs nothing.
func Price(provider, model string, u llm.Usage) (float64, bool) {
	if provider == "embedded" || provider == "ollama" && !selector.OllamaCloud(model) {
		return 0, true
	}
	m, known := catalogue.Lookup(provider, model)
	if !known {
		return 0, false
	}
	return m.Cost(u)
}

// Cost is what was asked of models, and what it cost.
type Cost struct {
	Calls            int
	PromptTokens     int
	CachedTokens     int
	CompletionTokens int
	USD              float64
	Priced           bool // every model's price is known
	Estimated        bool // a provider did not count
}

// Sum adds up requests.
func Sum(entries []spending.Entry) Cost {
	out := Cost{Priced: true}
	for _, e := range entries {
		out.Calls += e.Calls
		out.PromptTokens += e.Prompt
		out.CachedTokens += e.Cached
		out.CompletionTokens += e.Completion
		out.Estimated = out.Estimated || e.Estimated > 0
		// That the tokens were counted is taken as read, so that a guess has its price, too.
		usd, known := Price(e.Provider, e.Model, llm.Usage{Prompt: e.Prompt, Cached: e.Cached, Completion: e.Completion, Reported: true})
		out.USD += usd
		out.Priced = out.Priced && known
	}
	return out
}

// Spent is what this month has cost in US dollars.
func Spent(books *spending.Ledger) (float64, error) {
	entries, err := books.Month()
	return Sum(entries).USD, err
}
