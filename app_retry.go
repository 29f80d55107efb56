//go:build !headless || window

package main

import (
	"encoding/json"
	"strings"

	"aipack/backend/event"
	"aipack/backend/fault"
	"aipack/backend/llm/recording"
	"aipack/backend/pipeline"
	"aipack/backend/settings"
	"aipack/backend/store"
)

// Retry analyses a run's folder once more from one of its phases on: what a
// model said before that phase stands, the phase and those after it ask anew.
// A hint takes the place of the earlier one, "" keeps it. service is the path
// of the service whose phase it is, "" for a phase of the repository.
func (a *App) Retry(runID, phase, service, hint string) (string, error) {
	return guard(a, "Retry", func() (string, error) {
		r, err := a.run(runID)
		if err != nil {
			return "", err
		}
		if r.running.Load() {
			return "", errRunning()
		}
		a.mu.Lock()
		s := a.settings
		a.mu.Unlock()
		if !a.line(s).Has(phase, service != "") {
			return "", &fault.Fault{Code: fault.WrongUse, Message: "An analysis has no phase " + phase, Hint: "Choose one of its phases, or analyse the folder again."}
		}
		retry := &pipeline.Retry{Of: runID, Phase: phase, Service: service, Hint: r.row.Hint}
		return a.again(runID, asked{retry: retry, hint: strings.TrimSpace(hint)})
	})
}

// earlier is who knows what the run before a retry was answered; nil where it
// asked nobody. It never asks a model.
func (r *run) earlier(m ModelChoice, s settings.Settings) pipeline.Adviser {
	of := r.asked.retry.Of
	rows, err := recorded(r.app.store, of)
	if err != nil {
		r.app.notice("warning", "What a model answered before cannot be read: "+err.Error()+".", "Rules alone decide the phases before the chosen one.")
	}
	if len(rows) == 0 {
		return nil
	}
	m.Mode, m.Recording = recording.Replay, exchanges{r.app.store, of}
	return r.advising(m, s)
}

// mostRetries bounds how far back a retry of a retry of a retry looks.
const mostRetries = 64

// recorded gives what models were asked in a run, after what they were asked
// in the runs that it was a retry of: their answers stood in it.
func recorded(s *store.Store, runID string) ([]store.Exchange, error) {
	var all []store.Exchange
	for range mostRetries {
		rows, err := s.Exchanges(runID)
		if err != nil {
			return nil, err
		}
		all = append(rows, all...)
		if runID, err = retriedOf(s, runID); err != nil {
			return nil, err
		}
		if runID == "" {
			break
		}
	}
	return all, nil
}

// retriedOf gives the run that a run was a retry of, "" for none.
func retriedOf(s *store.Store, runID string) (string, error) {
	events, err := s.Events(runID)
	if err != nil || len(events) == 0 {
		return "", err
	}
	var first struct {
		Event event.RunStarted `json:"event"`
	}
	err = json.Unmarshal(events[0].JSON, &first)
	return first.Event.Of, err
}
