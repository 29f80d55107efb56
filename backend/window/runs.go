package window

import (
	"errors"
	"path/filepath"
	"strings"
	"time"

	"aipack/backend/base/event"
	"aipack/backend/base/fault"
	"aipack/backend/base/settings"
	"aipack/backend/detect/pipeline"
	"aipack/backend/model/llm/gateway"
	"aipack/backend/model/llm/ledger"
	"aipack/backend/repo"
	"aipack/backend/window/openpath"
	"aipack/backend/window/page"
	"aipack/backend/window/session"
)

// Runs are the analyses: begun, stopped, looked at, and what their models were
// asked.
type Runs struct {
	page        *page.Link
	archive     *session.Store
	memory      *memory
	preferences *session.Preferences
	models      *gateway.Models
	books       *ledger.Books
	metrics     *event.Metrics
	line        func(settings.Preferences) *pipeline.Orchestrator
	now         func() time.Time
}

// Analyse begins to analyse a folder and gives the run's id. A folder that is
// being analysed gives the run that is under way.
func (rs *Runs) Analyse(name, hint string) (string, error) {
	return page.Guard(rs.page, "Runs.Analyse", func() (string, error) {
		if strings.TrimSpace(name) == "" {
			return "", &fault.Fault{Code: fault.InvalidPath, Message: "No folder was given", Hint: "Give the path of a folder."}
		}
		full := openpath.Folder(name)
		if id, ok := rs.memory.underWay(full); ok {
			return id, nil
		}
		folder, err := openFolder(full, rs.preferences.InForce())
		if err != nil {
			return "", unreadable(full, err)
		}
		rs.memory.entering.Lock()
		defer rs.memory.entering.Unlock()
		if id, ok := rs.memory.underWay(full); ok {
			return id, folder.Close()
		}
		return rs.begin(folder, filepath.Base(full), strings.TrimSpace(hint), asked{}).row.ID, nil
	})
}

func unreadable(full string, err error) error {
	f := fault.OfFile("The folder "+full+" cannot be read", err, "Check the path.")
	switch {
	case f.Code == fault.FileNotFound:
		f.Hint = "It was moved or deleted; choose it again."
	case errors.Is(err, repo.ErrNotFolder):
		f.Code, f.Hint = fault.NotAFolder, "Choose the folder that holds the project, not a file in it."
	case f.Code == fault.Internal:
		f.Code = fault.InvalidPath
	}
	return f
}

// Stop ends an analysis; what was found stays.
func (rs *Runs) Stop(runID string) error {
	return page.Guarded(rs.page, "Runs.Stop", func() error {
		r, err := rs.memory.run(runID)
		if err == nil {
			r.stop(giveUp)
		}
		return err
	})
}

// errRunning refuses what needs a finished analysis.
func errRunning() error {
	return &fault.Fault{Code: fault.WrongUse, Message: "The analysis is still running", Hint: "Wait for it to end, or stop it."}
}
