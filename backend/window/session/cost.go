package session

import (
	"aipack/backend/model/llm/gateway"
	"aipack/backend/model/llm/spending"
	"aipack/backend/store"
)

// Cost is what was asked of models, and what it cost.
type Cost struct {
	Calls            int     `json:"calls"`
	PromptTokens     int     `json:"prompt_tokens"`
	CachedTokens     int     `json:"cached_tokens"`
	CompletionTokens int     `json:"completion_tokens"`
	USD              float64 `json:"usd"`
	Priced           bool    `json:"priced"`    // every model's price is known
	Estimated        bool    `json:"estimated"` // a provider did not count
}

// Entries are a run's requests as the ledger has them.
func Entries(uses []store.Use) []spending.Entry {
	var out []spending.Entry
	for _, u := range uses {
		out = append(out, spending.Entry{
			Provider: u.Provider, Model: u.Model, Calls: u.Calls, Estimated: u.Unreported, Prompt: u.Prompt, Cached: u.Cached, Completion: u.Completion,
		})
	}
	return out
}

func CostOf(sums []spending.Entry) Cost {
	return Cost(gateway.Sum(sums))
}
