package window

import (
	"aipack/backend/model/llm/gateway"
	"aipack/backend/model/llm/ledger"
	"aipack/backend/store"
	"aipack/backend/window/page"
)

// Cost adds up what a run asked of models.
func (rs *Runs) Cost(runID string) (Cost, error) {
	return page.Guard(rs.page, "Runs.Cost", func() (Cost, error) {
		uses, err := rs.archive.Uses(runID, 0)
		return costOf(entries(uses)), err
	})
}

// MonthCost adds up what models were asked this month: in the window, whatever
// became of the runs since, and on the command line.
func (ms *Models) MonthCost() (Cost, error) {
	return page.Guard(ms.page, "Models.MonthCost", func() (Cost, error) {
		sums, err := ms.books.Month()
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
	return Cost(gateway.Sum(sums))
}
