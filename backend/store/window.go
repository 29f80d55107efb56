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
func (s *Store) Window() (Window, bool, error) {
	var w Window
	err := one(s.db.QueryRow(`SELECT width, height, x, y, maximised FROM window WHERE id = 1`).Scan(&w.Width, &w.Height, &w.X, &w.Y, &w.Maximised))
	if errors.Is(err, ErrAbsent) {
		return w, false, nil
	}
	return w, err == nil, err
}

const upsertWindow = `INSERT INTO window (id, width, height, x, y, maximised) VALUES (1, ?, ?, ?, ?, ?)
	ON CONFLICT (id) DO UPDATE SET width = excluded.width, height = excluded.height, x = excluded.x, y = excluded.y, maximised = excluded.maximised`

// SaveWindow remembers the window's place.
func (s *Store) SaveWindow(w Window) error {
	return s.write(func(tx *sql.Tx) error {
		_, err := tx.Exec(upsertWindow, w.Width, w.Height, w.X, w.Y, w.Maximised)
		return err
	})
}
