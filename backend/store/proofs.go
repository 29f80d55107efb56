package store

import (
	"database/sql"

	"aipack/backend/store/sqlite"
)

// Proof is one attempt to prove a service. Times are Unix milliseconds.
type Proof struct {
	ID         string
	RunID      string
	Service    string
	Verdict    string // running, or one of prove.Verdict: proven, ran, incomplete, failed, stopped, not_built
	Builder    string
	StartedAt  int64
	DurationMS int64
	Cause      string
}

const upsertProof = `INSERT INTO proofs (id, run_id, service, verdict, builder, started_at, duration_ms, cause, report) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
	ON CONFLICT (id) DO UPDATE SET verdict = excluded.verdict, builder = excluded.builder, duration_ms = excluded.duration_ms, cause = excluded.cause, report = excluded.report`

// SaveProof records a proof's beginning or end; report is JSON, "" before the
// end.
func (s *DB) SaveProof(p Proof, report string) error {
	return s.db.Write(func(tx *sql.Tx) error {
		_, err := tx.Exec(upsertProof, p.ID, p.RunID, p.Service, p.Verdict, p.Builder, p.StartedAt, p.DurationMS, p.Cause, report)
		return err
	})
}

// Proofs lists a run's proofs, newest first.
func (s *DB) Proofs(runID string) ([]Proof, error) {
	return sqlite.Collect(s.db, func(rows *sql.Rows) (Proof, error) {
		var p Proof
		err := rows.Scan(&p.ID, &p.RunID, &p.Service, &p.Verdict, &p.Builder, &p.StartedAt, &p.DurationMS, &p.Cause)
		return p, err
	}, `SELECT id, run_id, service, verdict, builder, started_at, duration_ms, cause FROM proofs WHERE run_id = ? ORDER BY started_at DESC, id DESC`, runID)
}

// Report gives a proof's report as JSON, "" while it runs.
func (s *DB) Report(id string) (string, error) {
	var report string
	err := s.db.One(`SELECT report FROM proofs WHERE id = ?`, []any{id}, &report)
	return report, err
}
