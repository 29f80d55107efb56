package session

import (
	"fmt"
	"time"

	"aipack/backend/model/llm/recording"
	"aipack/backend/store"
)

// Exchanges keeps in the history what models were asked in a run.
type Exchanges struct {
	Store *Store
	RunID string
	From  func() ([]store.Exchange, error) // what answers in this run; nil: nothing does
}

// Save adds an exchange.
func (x Exchanges) Save(e recording.Exchange) error {
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
	return x.Store.AddExchange(x.RunID, row)
}

// Load gives what answers.
func (x Exchanges) Load() ([]recording.Exchange, error) {
	if x.From == nil {
		return nil, nil
	}
	rows, err := x.From()
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
