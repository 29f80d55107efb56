package runs

import (
	"cmp"
	"path/filepath"
	"strings"

	"aipack/backend/base/fault"
	"aipack/backend/detect/pipeline"
	"aipack/backend/model/llm/selector"
	"aipack/backend/window/page"
	"aipack/backend/window/session"
)

// Retry analyses a run's folder once more from one of its phases on: what a
// model said before that phase stands, the phase and those after it ask anew.
// A hint takes the place of the earlier one, "" keeps it. service is the path
// of the service whose phase it is, "" for a phase of the repository.
func (rs *Runs) Retry(runID, phase, service, hint string) (string, error) {
	return page.Guard(rs.Page, "Runs.Retry", func() (string, error) {
		r, err := rs.Registry.Run(runID)
		if err != nil {
			return "", err
		}
		if r.UnderWay() {
			return "", session.ErrRunning()
		}
		if !rs.Line(rs.Preferences.InForce()).Has(phase, service != "") {
			return "", &fault.Fault{Code: fault.WrongUse, Message: "An analysis has no phase " + phase, Hint: "Choose one of its phases, or analyse the folder again."}
		}
		retry := &pipeline.Retry{Of: runID, Phase: phase, Service: service, Hint: r.Hint()}
		return rs.again(runID, asked{retry: retry, hint: strings.TrimSpace(hint), again: r.EventCount("exploration.resumed")})
	})
}

// SecondOpinion analyses a run's folder once more and asks another provider
// every question. Compare shows the differences.
func (rs *Runs) SecondOpinion(runID, providerID, model string) (string, error) {
	return page.Guard(rs.Page, "Runs.SecondOpinion", func() (string, error) {
		if !selector.Known(providerID) {
			return "", &fault.Fault{
				Code: fault.WrongUse, Message: "There is no provider " + providerID,
				Hint: "Choose one of " + strings.Join(selector.Providers(), ", ") + ".",
			}
		}
		return rs.again(runID, asked{provider: providerID, model: model, mode: pipeline.LLM})
	})
}

// Replay analyses a run's folder once more; what the model answered then
// answers again, without network.
func (rs *Runs) Replay(runID string) (string, error) {
	return page.Guard(rs.Page, "Runs.Replay", func() (string, error) {
		r, err := rs.Registry.Run(runID)
		if err != nil {
			return "", err
		}
		kept, err := recorded(rs.Store, runID)
		if err != nil {
			return "", err
		}
		if len(kept) == 0 {
			return "", &fault.Fault{
				Code: fault.NothingFound, Message: "No model was asked in this run, so there is nothing to replay",
				Hint: "Analyse the folder again: the rules give the same answers.",
			}
		}
		return rs.again(runID, asked{replay: runID, mode: r.Mode(), again: r.EventCount("exploration.resumed")})
	})
}

// GoOn analyses a run's folder once more where a model looked through it and
// submitted nothing. What was answered then answers again, and the model goes on
// in the same conversation, with as many tool calls again.
func (rs *Runs) GoOn(runID string) (string, error) {
	return page.Guard(rs.Page, "Runs.GoOn", func() (string, error) {
		r, err := rs.Registry.Run(runID)
		if err != nil {
			return "", err
		}
		if r.UnderWay() {
			return "", session.ErrRunning()
		}
		kept, err := recorded(rs.Store, runID)
		if err != nil {
			return "", err
		}
		if len(kept) == 0 || r.EventCount("exploration.ended") == 0 {
			return "", &fault.Fault{Code: fault.WrongUse, Message: "No model was stopped in this run, so none can go on", Hint: "Analyse the folder again."}
		}
		last := kept[len(kept)-1]
		return rs.again(runID, asked{goOn: runID, provider: last.Provider, model: last.Model, mode: r.Mode(), again: r.EventCount("exploration.resumed") + 1})
	})
}

// again analyses the folder of a run once more.
func (rs *Runs) again(runID string, how asked) (string, error) {
	row, err := rs.Store.Run(runID)
	if err != nil {
		return "", err
	}
	folder, err := openFolder(row.Path, rs.Preferences.InForce())
	if err != nil {
		return "", session.Unreadable(row.Path, err)
	}
	return rs.begin(folder, filepath.Base(row.Path), cmp.Or(how.hint, row.Hint), how).ID(), nil
}
