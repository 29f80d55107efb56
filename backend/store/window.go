package store

import (
	"database/sql"
	"errors"
)

// Window is where the window was, in pixels.
type Window struct {
	Width, Height int
	X, Y          int
	Maximised     bool
}

// Window gives the window's last place; false where there is none.
func (s *DB) Window() (Window, bool, error) {
	var w Window
	err := s.db.One(`SELECT width, height, x, y, maximised FROM window WHERE id = 1`, nil, &w.Width, &w.Height, &w.X, &w.Y, &w.Maximised)
	if errors.Is(err, ErrAbsent) {
		return w, false, nil
	}
	return w, err == nil, err
}

const upsertWindow = `INSERT INTO window (id, width, height, x, y, maximised) VALUES (1, ?, ?, ?, ?, ?)
	ON CONFLICT (id) DO UPDATE SET width = excluded.width, height = excluded.height, x = excluded.x, y = excluded.y, maximised = excluded.maximised`

// SaveWindow remembers the window's place.
func (s *DB) SaveWindow(w Window) error {
	return s.db.Write(func(tx *sql.Tx) error {
		_, err := tx.Exec(upsertWindow, w.Width, w.Height, w.X, w.Y, w.Maximised)
		return err
	})
}

// Place is what the window showed last.
type Place struct {
	Screen string
	RunID  string // "" for none
}

// Place gives what was shown last; empty where nothing was.
func (s *DB) Place() (Place, error) {
	var p Place
	err := s.db.One(`SELECT screen, run_id FROM place WHERE id = 1`, nil, &p.Screen, &p.RunID)
	if errors.Is(err, ErrAbsent) {
		return Place{}, nil
	}
	return p, err
}

// SavePlace remembers what is shown.
func (s *DB) SavePlace(p Place) error {
	return s.db.Write(func(tx *sql.Tx) error {
		_, err := tx.Exec(`INSERT INTO place (id, screen, run_id) VALUES (1, ?, ?)
			ON CONFLICT (id) DO UPDATE SET screen = excluded.screen, run_id = excluded.run_id`, p.Screen, p.RunID)
		return err
	})
}
