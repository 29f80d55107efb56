package runs

import (
	"aipack/backend/window/page"
	"aipack/backend/window/session"
)

// Cost adds up what a run asked of models.
func (rs *Runs) Cost(runID string) (session.Cost, error) {
	return page.Guard(rs.Page, "Runs.Cost", func() (session.Cost, error) {
		uses, err := rs.Store.Uses(runID, 0)
		return session.CostOf(session.Entries(uses)), err
	})
}
