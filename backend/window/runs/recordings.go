package runs

import (
	"encoding/json"

	"aipack/backend/base/event"
	"aipack/backend/store"
	"aipack/backend/window/session"
)

// recordingOf is what models were asked in a run, as a recording that answers.
func recordingOf(s *session.Store, runID string) session.Exchanges {
	return session.Exchanges{Store: s, RunID: runID, From: func() ([]store.Exchange, error) { return recorded(s, runID) }}
}

// mostRetries bounds how far back a retry of a retry of a retry looks.
const mostRetries = 64

// recorded gives what models were asked in a run, after what they were asked
// in the runs that it was a retry of: their answers stood in it.
func recorded(s *session.Store, runID string) ([]store.Exchange, error) {
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
func retriedOf(s *session.Store, runID string) (string, error) {
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
