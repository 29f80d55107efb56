package store

import (
	"database/sql"
	"encoding/json"
	"errors"

	"aipack/backend/store/sqlite"
)

type salvageRow struct {
	At      int64  `db:"at"`
	Aside   string `db:"aside"`
	Carried string `db:"carried,json"`
}

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
	return sqlite.Put(tx, "salvages", "at", salvageRow{s.now().UnixMilli(), salvage.Aside, string(text)}, sql.Named("told", false))
}

// Salvages lists what was carried over and the user has not seen yet, the
// newest first.
func (s *DB) Salvages() ([]Salvage, error) {
	rows, err := sqlite.Rows[salvageRow](s.db, `SELECT at, aside, carried FROM salvages WHERE NOT told ORDER BY at DESC`)
	out := make([]Salvage, len(rows))
	for i, row := range rows {
		out[i] = Salvage{At: row.At, Aside: row.Aside}
		err = errors.Join(err, json.Unmarshal([]byte(row.Carried), &out[i].Kinds))
	}
	return out, err
}

// SalvagesSeen remembers that the user has seen what was carried over.
func (s *DB) SalvagesSeen() error {
	_, err := s.exec(`UPDATE salvages SET told = TRUE`)
	return err
}
