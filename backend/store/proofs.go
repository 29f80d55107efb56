package store

import (
	"database/sql"

	"aipack/backend/store/sqlite"
)

// Proof is one attempt to prove a service. Times are Unix milliseconds.
type Proof struct {
	ID         string `db:"id"`
	RunID      string `db:"run_id"`
	Service    string `db:"service"`
	Verdict    string `db:"verdict"` // running, or one of prove.Verdict: proven, ran, incomplete, failed, stopped, not_built
	Builder    string `db:"builder"`
	StartedAt  int64  `db:"started_at"`
	DurationMS int64  `db:"duration_ms"`
	Cause      string `db:"cause"`
	Plan       string `db:"plan" json:",omitempty"` // digest of what was proved, as the service's Document has it; "" for one of before this was kept
	Loud       bool   `db:"loud" json:",omitempty"` // its report has a warning that belongs beside the verdict
}

// reportedProof is a proof with its report, which is long.
type reportedProof struct {
	Proof
	Report string `db:"report,json"` // "" before the end
}

// came reports whether a proof came to an end that says something of the service.
func (p Proof) came() bool {
	switch p.Verdict {
	case "proven", "ran", "incomplete", "failed":
		return true
	}
	return false
}

// SaveProof records a proof's beginning or end; report is JSON, "" before the
// end.
func (s *DB) SaveProof(p Proof, report string) error {
	return s.db.Write(func(tx *sql.Tx) error { return saveProof(tx, reportedProof{p, report}) })
}

func saveProof(tx *sql.Tx, p reportedProof) error { return sqlite.Put(tx, "proofs", "id", p) }

// Proofs lists a run's proofs, newest first.
func (s *DB) Proofs(runID string) ([]Proof, error) {
	return sqlite.Rows[Proof](s.db, `SELECT `+sqlite.Select[Proof]("p")+` FROM proofs p WHERE p.run_id = ? ORDER BY p.started_at DESC, p.id DESC`, runID)
}

// ProofsOf lists the proofs of a folder that came to an end, of all runs of it, newest
// first. Runs that were deleted, and runs of others that were imported, are left out.
func (s *DB) ProofsOf(path string) ([]Proof, error) {
	return sqlite.Rows[Proof](s.db, `SELECT `+sqlite.Select[Proof]("p")+` FROM proofs p JOIN runs r ON r.id = p.run_id
		WHERE r.path = ? AND r.deleted_at IS NULL AND r.imported_at IS NULL AND p.verdict IN ('proven', 'ran', 'incomplete', 'failed') ORDER BY p.started_at DESC, p.id DESC`, path)
}

// Reports gives those of all proofs that ended, as JSON, oldest first. Runs that
// were deleted, and runs of others that were imported, are left out.
func (s *DB) Reports() ([]string, error) {
	type row struct {
		Report string `db:"report,json"`
	}
	rows, err := sqlite.Rows[row](s.db, `SELECT p.report FROM proofs p JOIN runs r ON r.id = p.run_id
		WHERE p.report != '' AND r.deleted_at IS NULL AND r.imported_at IS NULL ORDER BY p.started_at, p.id`)
	reports := make([]string, len(rows))
	for i := range rows {
		reports[i] = rows[i].Report
	}
	return reports, err
}

// Report gives a proof's report as JSON, "" while it runs.
func (s *DB) Report(id string) (string, error) {
	var report string
	err := s.db.One(`SELECT report FROM proofs WHERE id = ?`, []any{id}, &report)
	return report, err
}

// Verdicts counts the proofs of the history that have ended, by what they came to.
func (s *DB) Verdicts() (map[string]int, error) {
	type count struct {
		Verdict string `as:"verdict"`
		N       int    `as:"n"`
	}
	rows, err := sqlite.Rows[count](s.db, "SELECT verdict, count(*) AS n FROM proofs WHERE verdict <> 'running' GROUP BY verdict")
	out := make(map[string]int, len(rows))
	for _, r := range rows {
		out[r.Verdict] = r.N
	}
	return out, err
}
