package store

import (
	"database/sql"
	"slices"

	"aipack/backend/store/sqlite"
)

// Exchange is one request to a model and what came of it, as it was sent: after
// the secret filter. Counts are tokens.
type Exchange struct {
	Number     int // from 1 within the run
	Hash       string
	Provider   string
	Model      string
	At         int64 // Unix ms
	Prompt     int
	Cached     int // of Prompt
	Completion int
	Reported   bool   // the provider counted; else the counts are zero
	JSON       string // the whole exchange
}

const insertExchange = `INSERT INTO exchanges (run_id, number, hash, provider, model, at, prompt, cached, completion, reported, exchange)
	VALUES (?, COALESCE((SELECT MAX(number) FROM exchanges WHERE run_id = ?), 0) + 1, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

// AddExchange records an exchange of a run; its number is given here.
func (s *DB) AddExchange(runID string, e Exchange) error {
	return s.db.Write(func(tx *sql.Tx) error { return addExchange(tx, runID, e) })
}

func addExchange(tx *sql.Tx, runID string, e Exchange) error {
	_, err := tx.Exec(insertExchange, runID, runID, e.Hash, e.Provider, e.Model, e.At, e.Prompt, e.Cached, e.Completion, e.Reported, e.JSON)
	return err
}

func scanExchange(rows *sql.Rows) (Exchange, error) {
	var e Exchange
	err := rows.Scan(&e.Number, &e.Hash, &e.Provider, &e.Model, &e.At, &e.Prompt, &e.Cached, &e.Completion, &e.Reported, &e.JSON)
	return e, err
}

// Exchanges gives a run's exchanges in the order they were made.
func (s *DB) Exchanges(runID string) ([]Exchange, error) {
	return sqlite.Collect(s.db, scanExchange, `SELECT number, hash, provider, model, at, prompt, cached, completion, reported, exchange FROM exchanges WHERE run_id = ? ORDER BY number`, runID)
}

// ExchangesOf gives the newest exchanges of a folder's runs, at most so many,
// oldest first. Those of deleted runs are not among them.
func (s *DB) ExchangesOf(path string, most int) ([]Exchange, error) {
	out, err := sqlite.Collect(s.db, scanExchange, `SELECT e.number, e.hash, e.provider, e.model, e.at, e.prompt, e.cached, e.completion, e.reported, e.exchange
		FROM exchanges e JOIN runs r ON r.id = e.run_id WHERE r.path = ? AND r.deleted_at IS NULL
		ORDER BY r.started_at DESC, r.id DESC, e.number DESC LIMIT ?`, path, most)
	slices.Reverse(out)
	return out, err
}

// Use is what one model was asked in a stretch of time.
type Use struct {
	Provider, Model string
	Calls           int
	Unreported      int // of Calls
	Prompt          int
	Cached          int
	Completion      int
}

// Uses adds up the exchanges of a run ("" for all runs) since a time (Unix ms).
func (s *DB) Uses(runID string, since int64) ([]Use, error) {
	return sqlite.Collect(s.db, func(rows *sql.Rows) (Use, error) {
		var u Use
		err := rows.Scan(&u.Provider, &u.Model, &u.Calls, &u.Unreported, &u.Prompt, &u.Cached, &u.Completion)
		return u, err
	}, `SELECT provider, model, COUNT(*), SUM(reported = 0), SUM(prompt), SUM(cached), SUM(completion) FROM exchanges
		WHERE (? = '' OR run_id = ?) AND at >= ? GROUP BY provider, model ORDER BY provider, model`, runID, runID, since)
}
