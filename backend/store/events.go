package store

import (
	"database/sql"
	"encoding/json"
	"fmt"

	"aipack/backend/store/sqlite"
)

// Event is one stamped event: its number and its JSON.
type Event struct {
	Seq  int64
	JSON json.RawMessage
}

// batch is a row of events: a run has thousands of them and few batches.
type batch struct {
	FirstSeq int64  `db:"first_seq"`
	LastSeq  int64  `db:"last_seq"`
	Batch    string `db:"batch,json"`
}

// Record adds a batch of events, in their order.
func (s *DB) Record(runID string, events []Event) error {
	if len(events) == 0 {
		return nil
	}
	return s.db.Write(func(tx *sql.Tx) error { return record(tx, runID, events) })
}

func record(tx *sql.Tx, runID string, events []Event) error {
	rows := make([]json.RawMessage, len(events))
	for i, e := range events {
		rows[i] = e.JSON
	}
	text, err := json.Marshal(rows)
	if err != nil {
		return err
	}
	return sqlite.Insert(tx, "events", batch{events[0].Seq, events[len(events)-1].Seq, string(text)}, sql.Named("run_id", runID))
}

// Events gives a run's events, in their order.
func (s *DB) Events(runID string) ([]Event, error) {
	batches, err := sqlite.Rows[batch](s.db, `SELECT batch FROM events WHERE run_id = ? ORDER BY first_seq`, runID)
	if err != nil {
		return nil, err
	}
	events := []Event{}
	for _, b := range batches {
		var rows []json.RawMessage
		if err := json.Unmarshal([]byte(b.Batch), &rows); err != nil {
			return nil, fmt.Errorf("reading the events of the run: %w", err)
		}
		for _, row := range rows {
			var stamp struct {
				Seq int64 `json:"seq"`
			}
			if err := json.Unmarshal(row, &stamp); err != nil {
				return nil, fmt.Errorf("reading the events of the run: %w", err)
			}
			events = append(events, Event{stamp.Seq, row})
		}
	}
	return events, nil
}
