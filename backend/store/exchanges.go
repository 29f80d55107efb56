package store

import (
	"database/sql"
	"slices"

	"aipack/backend/store/sqlite"
)

// Exchange is one request to a model and what came of it, as it was sent: after
// the secret filter. Counts are tokens.
type Exchange struct {
	Number     int    `db:"number"` // from 1 within the run
	Hash       string `db:"hash"`
	Provider   string `db:"provider"`
	Model      string `db:"model"`
	At         int64  `db:"at"` // Unix ms
	Prompt     int    `db:"prompt"`
	Cached     int    `db:"cached"` // of Prompt
	Completion int    `db:"completion"`
	Reported   bool   `db:"reported"`      // the provider counted; else the counts are zero
	JSON       string `db:"exchange,json"` // the whole exchange
}

// AddExchange records an exchange of a run; its number is given here.
func (s *DB) AddExchange(runID string, e Exchange) error {
	return s.db.Write(func(tx *sql.Tx) error { return addExchange(tx, runID, e) })
}

func addExchange(tx *sql.Tx, runID string, e Exchange) error {
	if err := tx.QueryRow(`SELECT COALESCE(MAX(number), 0) + 1 FROM exchanges WHERE run_id = ?`, runID).Scan(&e.Number); err != nil {
		return err
	}
	return sqlite.Insert(tx, "exchanges", e, sql.Named("run_id", runID))
}

// Exchanges gives a run's exchanges in the order they were made.
func (s *DB) Exchanges(runID string) ([]Exchange, error) {
	return sqlite.Rows[Exchange](s.db, `SELECT `+sqlite.Select[Exchange]("e")+` FROM exchanges e WHERE e.run_id = ? ORDER BY e.number`, runID)
}

// ExchangesOf gives the newest exchanges of a folder's runs, at most so many,
// oldest first. Those of deleted runs are not among them.
func (s *DB) ExchangesOf(path string, most int) ([]Exchange, error) {
	out, err := sqlite.Rows[Exchange](s.db, `SELECT `+sqlite.Select[Exchange]("e")+` FROM exchanges e JOIN runs r ON r.id = e.run_id WHERE r.path = ? AND r.deleted_at IS NULL
		ORDER BY r.started_at DESC, r.id DESC, e.number DESC LIMIT ?`, path, most)
	slices.Reverse(out)
	return out, err
}

// Use is what one model was asked in a stretch of time.
type Use struct {
	Provider   string `as:"provider"`
	Model      string `as:"model"`
	Calls      int    `as:"calls"`
	Unreported int    `as:"unreported"` // of Calls
	Prompt     int    `as:"prompt"`
	Cached     int    `as:"cached"`
	Completion int    `as:"completion"`
}

// Uses adds up the exchanges of a run ("" for all runs) since a time (Unix ms).
func (s *DB) Uses(runID string, since int64) ([]Use, error) {
	return sqlite.Rows[Use](s.db, `SELECT provider, model, COUNT(*) AS calls, SUM(reported = 0) AS unreported, SUM(prompt) AS prompt, SUM(cached) AS cached,
		SUM(completion) AS completion FROM exchanges WHERE (? = '' OR run_id = ?) AND at >= ? GROUP BY provider, model ORDER BY provider, model`, runID, runID, since)
}
