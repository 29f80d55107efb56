package store

import (
	"database/sql"
	"errors"

	"aipack/backend/store/sqlite"
)

// Window is where the window was, in pixels.
type Window struct {
	Width     int  `db:"width"`
	Height    int  `db:"height"`
	X         int  `db:"x"`
	Y         int  `db:"y"`
	Maximised bool `db:"maximised"`
}

// Window gives the window's last place; false where there is none.
func (s *DB) Window() (Window, bool, error) {
	w, err := first(sqlite.Rows[Window](s.db, `SELECT `+sqlite.Select[Window]("w")+` FROM window w`))
	if errors.Is(err, ErrAbsent) {
		return w, false, nil
	}
	return w, err == nil, err
}

// SaveWindow remembers the window's place.
func (s *DB) SaveWindow(w Window) error {
	return s.db.Write(func(tx *sql.Tx) error { return sqlite.Put(tx, "window", "id", w, sql.Named("id", 1)) })
}

// Place is what the window showed last.
type Place struct {
	Screen string `db:"screen"`
	RunID  string `db:"run_id"` // "" for none
}

// Place gives what was shown last; empty where nothing was.
func (s *DB) Place() (Place, error) {
	p, err := first(sqlite.Rows[Place](s.db, `SELECT `+sqlite.Select[Place]("p")+` FROM place p`))
	if errors.Is(err, ErrAbsent) {
		return Place{}, nil
	}
	return p, err
}

// SavePlace remembers what is shown.
func (s *DB) SavePlace(p Place) error {
	return s.db.Write(func(tx *sql.Tx) error { return sqlite.Put(tx, "place", "id", p, sql.Named("id", 1)) })
}
