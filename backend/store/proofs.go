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
	Plan       string `json:",omitempty"` // digest of what was proved, as the service's Document has it; "" for one of before this was kept
	Loud       bool   `json:",omitempty"` // its report has a warning that belongs beside the verdict
}

// came reports whether a proof came to an end that says something of the service.
func (p Proof) came() bool {
	switch p.Verdict {
	case "proven", "ran", "incomplete", "failed":
		return true
	}
	return false
}

const upsertProof = `INSERT INTO proofs (id, run_id, service, verdict, builder, started_at, duration_ms, cause, plan, loud, report) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
	ON CONFLICT (id) DO UPDATE SET verdict = excluded.verdict, builder = excluded.builder, duration_ms = excluded.duration_ms, cause = excluded.cause,
		plan = excluded.plan, loud = excluded.loud, report = excluded.report`

// SaveProof records a proof's beginning or end; report is JSON, "" before the
// end.
func (s *DB) SaveProof(p Proof, report string) error {
	return s.db.Write(func(tx *sql.Tx) error { return saveProof(tx, p, report) })
}

func saveProof(tx *sql.Tx, p Proof, report string) error {
	_, err := tx.Exec(upsertProof, p.ID, p.RunID, p.Service, p.Verdict, p.Builder, p.StartedAt, p.DurationMS, p.Cause, p.Plan, p.Loud, report)
	return err
}

const proofColumns = `p.id, p.run_id, p.service, p.verdict, p.builder, p.started_at, p.duration_ms, p.cause, p.plan, p.loud`

func scanProof(rows *sql.Rows, more ...any) (Proof, error) {
	var p Proof
	err := rows.Scan(append([]any{&p.ID, &p.RunID, &p.Service, &p.Verdict, &p.Builder, &p.StartedAt, &p.DurationMS, &p.Cause, &p.Plan, &p.Loud}, more...)...)
	return p, err
}

// Proofs lists a run's proofs, newest first.
func (s *DB) Proofs(runID string) ([]Proof, error) {
	return sqlite.Collect(s.db, func(rows *sql.Rows) (Proof, error) { return scanProof(rows) },
		`SELECT `+proofColumns+` FROM proofs p WHERE p.run_id = ? ORDER BY p.started_at DESC, p.id DESC`, runID)
}

// Report gives a proof's report as JSON, "" while it runs.
func (s *DB) Report(id string) (string, error) {
	var report string
	err := s.db.One(`SELECT report FROM proofs WHERE id = ?`, []any{id}, &report)
	return report, err
}
