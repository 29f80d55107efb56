package runs

import (
	"encoding/json"
	"fmt"
	"time"

	"aipack/backend/base/event"
	"aipack/backend/model/llm/recording"
	"aipack/backend/store"
	"aipack/backend/window/session"
)

// exchanges keeps a run's recording in the history.
type exchanges struct {
	store *session.Store
	runID string
	from  func() ([]store.Exchange, error) // what answers in this run; nil: its own
}

// Save adds an exchange.
func (x exchanges) Save(e recording.Exchange) error {
	text, err := e.Text()
	if err != nil {
		return err
	}
	at, err := time.Parse(time.RFC3339, e.RecordedAt)
	if err != nil {
		return err
	}
	row := store.Exchange{Hash: e.RequestHash, Provider: e.Provider, Model: e.Model, At: at.UnixMilli(), JSON: string(text)}
	if e.Copied {
		row.Reported = true // it cost nothing
	} else if e.Response != nil {
		u := e.Response.Usage
		row.Prompt, row.Cached, row.Completion, row.Reported = u.Prompt, u.Cached, u.Completion, u.Reported
	}
	return x.store.AddExchange(x.runID, row)
}

// Load gives what answers: all of them, and those of the run that it was a
// retry of, or what it takes from elsewhere.
func (x exchanges) Load() ([]recording.Exchange, error) {
	from := x.from
	if from == nil {
		from = func() ([]store.Exchange, error) { return recorded(x.store, x.runID) }
	}
	rows, err := from()
	if err != nil {
		return nil, err
	}
	out := make([]recording.Exchange, 0, len(rows))
	for _, row := range rows {
		e, err := recording.Parse([]byte(row.JSON))
		if err != nil {
			return nil, fmt.Errorf("reading exchange %d of the recording: %w", row.Number, err)
		}
		out = append(out, e)
	}
	return out, nil
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
