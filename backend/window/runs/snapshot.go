package runs

import (
	"aipack/backend/window/page"
	"aipack/backend/window/session"
)

// Snapshot gives a run as it stands, from which the page can rebuild itself.
func (rs *Runs) Snapshot(runID string) (session.Snapshot, error) {
	return page.Guard(rs.Page, "Runs.Snapshot", func() (session.Snapshot, error) {
		r, err := rs.Registry.Run(runID)
		if err != nil {
			return session.Snapshot{}, err
		}
		return r.Snapshot(), nil
	})
}
