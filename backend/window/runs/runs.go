package runs

import (
	"path/filepath"
	"strings"
	"time"

	"aipack/backend/base/event"
	"aipack/backend/base/fault"
	"aipack/backend/base/settings"
	"aipack/backend/detect/pipeline"
	"aipack/backend/model/llm/gateway"
	"aipack/backend/model/llm/spending"
	"aipack/backend/window/openpath"
	"aipack/backend/window/page"
	"aipack/backend/window/session"
)

// Runs are the analyses: begun, stopped, looked at, and what their models were
// asked.
type Runs struct {
	Page        *page.Link
	Store       *session.Store
	Registry    *session.Registry
	Preferences *session.Preferences
	Gateway     *gateway.Models
	Books       *spending.Ledger
	Metrics     *event.Metrics
	Line        func(settings.Preferences) *pipeline.Orchestrator
	Now         func() time.Time
}

// Analyse begins to analyse a folder and gives the run's id. A folder that is
// being analysed gives the run that is under way.
func (rs *Runs) Analyse(name, hint string) (string, error) {
	return page.Guard(rs.Page, "Runs.Analyse", func() (string, error) {
		if strings.TrimSpace(name) == "" {
			return "", &fault.Fault{Code: fault.InvalidPath, Message: "No folder was given", Hint: "Give the path of a folder."}
		}
		full := openpath.Folder(name)
		if id, ok := rs.Registry.Analysing(full); ok {
			return id, nil
		}
		folder, err := openFolder(full, rs.Preferences.InForce())
		if err != nil {
			return "", session.Unreadable(full, err)
		}
		rs.Registry.Entering.Lock()
		defer rs.Registry.Entering.Unlock()
		if id, ok := rs.Registry.Analysing(full); ok {
			return id, folder.Close()
		}
		return rs.begin(folder, filepath.Base(full), strings.TrimSpace(hint), asked{}).ID(), nil
	})
}

// Stop ends an analysis; what was found stays.
func (rs *Runs) Stop(runID string) error {
	return page.Guarded(rs.Page, "Runs.Stop", func() error {
		r, err := rs.Registry.Run(runID)
		if err == nil {
			r.Stop(session.GiveUp)
		}
		return err
	})
}
