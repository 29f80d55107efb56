package store

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"aipack/backend/store/sqlite"
)

// recordingVersion is the format of an exported run. A change that an older
// program would misread raises it. 2: reports say "healthy" where those of 1
// say "well".
const recordingVersion = 2

// ErrNoRecording says that a file is something else.
var ErrNoRecording = errors.New("the file is no recording of aipack")

// recording is a run as one file.
type recording struct {
	Format    string            `json:"format"` // "aipack recording"
	Version   int               `json:"version"`
	Run       Run               `json:"run"`
	Events    []json.RawMessage `json:"events"`
	Documents []Document        `json:"documents"`
	Proofs    []reportedProof   `json:"proofs"`
	Exchanges []Exchange        `json:"exchanges,omitempty"` // with a model
}

const recordingFormat = "aipack recording"

// wellToHealthy does what migration 9 does. A quote within a text of a report is
// written \", so that these words are keys and states alone.
var wellToHealthy = strings.NewReplacer(`"state":"well"`, `"state":"healthy"`, `"well":`, `"healthy":`)

// Export gives a run with all that belongs to it as one JSON file.
func (s *DB) Export(id string) ([]byte, error) {
	r := recording{Format: recordingFormat, Version: recordingVersion, Events: []json.RawMessage{}, Proofs: []reportedProof{}}
	var err error
	if r.Run, err = s.Run(id); err != nil {
		return nil, err
	}
	events, err := s.Events(id)
	if err != nil {
		return nil, err
	}
	for _, e := range events {
		r.Events = append(r.Events, e.JSON)
	}
	if r.Documents, err = s.Documents(id); err != nil {
		return nil, err
	}
	if r.Exchanges, err = s.Exchanges(id); err != nil {
		return nil, err
	}
	proofs, err := s.Proofs(id)
	if err != nil {
		return nil, err
	}
	for _, p := range proofs {
		report, err := s.Report(p.ID)
		if err != nil {
			return nil, err
		}
		r.Proofs = append(r.Proofs, reportedProof{p, report})
	}
	return json.MarshalIndent(r, "", " ")
}

// Import adds an exported run under ids of its own, which newID makes, so
// that a file can be imported beside the run it came from; it is marked as
// imported. ErrNoRecording and
// Newer are the refusals.
func (s *DB) Import(content []byte, newID func() string) (string, error) {
	var head struct {
		Format  string `json:"format"`
		Version int    `json:"version"`
	}
	if err := json.Unmarshal(content, &head); err != nil || head.Format != recordingFormat || head.Version < 1 {
		return "", ErrNoRecording
	}
	if head.Version > recordingVersion {
		return "", Newer{What: "the recording", Found: head.Version, Know: recordingVersion}
	}
	var r recording
	if err := json.Unmarshal(content, &r); err != nil {
		return "", fmt.Errorf("%w: %w", ErrNoRecording, err)
	}
	if head.Version < 2 {
		for i := range r.Proofs {
			r.Proofs[i].Report = wellToHealthy.Replace(r.Proofs[i].Report)
		}
	}
	r.Run.ID = newID()
	events, err := renamed(r.Events, r.Run.ID)
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrNoRecording, err)
	}
	if err := sound(r.Documents); err != nil {
		return "", err
	}
	if err := settled(&r.Run); err != nil {
		return "", err
	}
	r.Run.Imported = sql.Null[int64]{V: s.now().UnixMilli(), Valid: true}
	return r.Run.ID, s.db.Write(func(tx *sql.Tx) error { return insertRecording(tx, r, events, newID) })
}

func insertRecording(tx *sql.Tx, r recording, events []Event, newID func() string) error {
	if err := sqlite.Insert(tx, "runs", r.Run); err != nil {
		return err
	}
	if len(events) > 0 {
		if err := record(tx, r.Run.ID, events); err != nil {
			return err
		}
	}
	if err := insertDocuments(tx, r.Run.ID, r.Documents); err != nil {
		return err
	}
	for _, e := range r.Exchanges {
		if err := addExchange(tx, r.Run.ID, e); err != nil {
			return err
		}
	}
	for _, p := range r.Proofs {
		p.ID, p.RunID = newID(), r.Run.ID
		if p.Verdict == "running" { // one that was exported while it ran never ends here
			p.Verdict, p.Cause = "stopped", "it was exported before it had ended"
		}
		if err := saveProof(tx, p); err != nil {
			return err
		}
	}
	return nil
}

// renamed gives events another run's id.
func renamed(rows []json.RawMessage, runID string) ([]Event, error) {
	events := make([]Event, 0, len(rows))
	for _, row := range rows {
		var e struct {
			Seq   int64           `json:"seq"`
			RunID string          `json:"run_id"`
			TS    int64           `json:"ts"`
			Type  string          `json:"type"`
			Event json.RawMessage `json:"event"`
		}
		if err := json.Unmarshal(row, &e); err != nil {
			return nil, err
		}
		e.RunID = runID
		text, err := json.Marshal(e)
		if err != nil {
			return nil, err
		}
		events = append(events, Event{e.Seq, text})
	}
	return events, nil
}

// settled checks a run's state. One that was exported while it ran never ends
// here: it counts as stopped.
func settled(r *Run) error {
	switch r.State {
	case "completed", "failed", "cancelled":
		return nil
	case "running":
		r.State, r.Message, r.Advice = "cancelled", "it was exported before it had ended", "Analyse the folder again."
		return nil
	}
	return fmt.Errorf("%w: a run is never %q", ErrNoRecording, r.State)
}

// sound checks that services are there once, and that their edits are numbered
// as this package numbers them.
func sound(documents []Document) error {
	seen := map[string]bool{}
	for _, d := range documents {
		if seen[d.Service] {
			return fmt.Errorf("%w: it has the service %q twice", ErrNoRecording, d.Service)
		}
		seen[d.Service] = true
		for i, e := range d.Edits {
			if e.Number != i+1 || e.Parent < 0 || e.Parent >= e.Number {
				return fmt.Errorf("%w: its edits are out of order", ErrNoRecording)
			}
		}
		if d.Edit < 0 || d.Edit > len(d.Edits) {
			return fmt.Errorf("%w: an edit is missing", ErrNoRecording)
		}
	}
	return nil
}
