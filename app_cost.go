//go:build !headless || window

package main

import (
	"errors"
	"time"

	"aipack/backend/llm/ledger"
	"aipack/backend/store"
)

// RunCost adds up what a run asked of models.
func (a *App) RunCost(runID string) (Cost, error) {
	return guard(a, "RunCost", func() (Cost, error) {
		uses, err := a.store.Uses(runID, 0)
		return costOf(entries(uses)), err
	})
}

// MonthCost adds up what models were asked this month: in the window, whatever
// became of the runs since, and on the command line.
func (a *App) MonthCost() (Cost, error) {
	return guard(a, "MonthCost", func() (Cost, error) {
		sums, err := a.books.Month()
		return costOf(sums), err
	})
}

// entries are a run's requests as the books have them.
func entries(uses []store.Use) []ledger.Entry {
	var out []ledger.Entry
	for _, u := range uses {
		out = append(out, ledger.Entry{
			Provider: u.Provider, Model: u.Model, Calls: u.Calls, Estimated: u.Unreported, Prompt: u.Prompt, Cached: u.Cached, Completion: u.Completion,
		})
	}
	return out
}

func costOf(sums []ledger.Entry) Cost {
	out := Cost{Priced: true}
	for _, e := range sums {
		out.Calls += e.Calls
		out.PromptTokens += e.Prompt
		out.CachedTokens += e.Cached
		out.CompletionTokens += e.Completion
		out.Estimated = out.Estimated || e.Estimated > 0
		usd, known := priceOf(e.Provider, e.Model, usageOf(e))
		out.USD += usd
		out.Priced = out.Priced && known
	}
	return out
}

// openBooks begins the books of a month with what the history has of it, as
// they were kept there once, and takes the cap from them: it outlives a history
// that was damaged.
func (a *App) openBooks() error {
	if !a.books.Begun() {
		now := a.now()
		uses, err := a.store.Uses("", time.Date(now.Year(), now.Month(), 1, 0, 0, 0, 0, now.Location()).UnixMilli())
		for _, e := range entries(uses) {
			err = errors.Join(err, a.books.Add(e))
		}
		if err != nil {
			return err
		}
	}
	usd, set, err := a.books.Cap()
	if set {
		a.settings.MonthlyCapUSD = usd
		return nil
	}
	if err == nil && a.settings.MonthlyCapUSD == 0 {
		return nil
	}
	return errors.Join(err, a.books.SetCap(a.settings.MonthlyCapUSD))
}
