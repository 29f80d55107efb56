package models

import (
	"aipack/backend/window/page"
	"aipack/backend/window/session"
)

// MonthCost adds up what models were asked this month: in the window, whatever
// became of the runs since, and on the command line.
func (ms *Models) MonthCost() (session.Cost, error) {
	return page.Guard(ms.Page, "Models.MonthCost", func() (session.Cost, error) {
		sums, err := ms.Books.Month()
		return session.CostOf(sums), err
	})
}
