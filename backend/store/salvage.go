package store

import (
	"database/sql"
	"encoding/json"

	"aipack/backend/store/sqlite"
)

// Salvage is what was carried over from a damaged database.
type Salvage struct {
	At    int64  // Unix ms
	Aside string // where the damaged file lies
	Kinds []Carried
}

// Carried is how much of one kind was carried over, and how much more there is
// known to have been: at least so much is lost.
type Carried struct {
	Kind string `json:"kind"` // runs, documents, edits, events, proofs, exchanges, settings, variables or pins
	Rows int    `json:"rows"`
	Lost int    `json:"lost"`
}

// unheld are tables of which nobody misses anything.
var unheld = map[string]bool{"window": true, "place": true, "salvages": true}

// note keeps what was carried over until the user has seen it.
func (s *DB) note(tx *sql.Tx, salvage sqlite.Salvage) error {
	kinds := []Carried{}
	for _, t := range salvage.Tables {
		if t.Table == "settings" && t.Rows == 1 {
			var content string
			if err := tx.QueryRow(selectSettings).Scan(&content); err != nil {
				return err
			}
			if content == "" { // says that they are lost: see markLostSettings
				t.Rows, t.Lost = 0, 1
			}
		}
		if !unheld[t.Table] && t.Rows+t.Lost > 0 {
			kinds = append(kinds, Carried{t.Table, t.Rows, t.Lost})
		}
	}
	text, err := json.Marshal(kinds)
	if err != nil {
		return err
	}
	_, err = tx.Exec(`INSERT OR REPLACE INTO salvages (at, aside, carried, told) VALUES (?, ?, ?, FALSE)`, s.now().UnixMilli(), salvage.Aside, string(text))
	return err
}

// Salvages lists what was carried over and the user has not seen yet, the
// newest first.
func (s *DB) Salvages() ([]Salvage, error) {
	return sqlite.Collect(s.db, func(rows *sql.Rows) (Salvage, error) {
		var out Salvage
		var carried string
		if err := rows.Scan(&out.At, &out.Aside, &carried); err != nil {
			return out, err
		}
		return out, json.Unmarshal([]byte(carried), &out.Kinds)
	}, `SELECT at, aside, carried FROM salvages WHERE NOT told ORDER BY at DESC`)
}

// SalvagesSeen remembers that the user has seen what was carried over.
func (s *DB) SalvagesSeen() error {
	return s.db.Write(func(tx *sql.Tx) error {
		_, err := tx.Exec(`UPDATE salvages SET told = TRUE`)
		return err
	})
}
