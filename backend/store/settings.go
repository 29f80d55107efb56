package store

import (
	"database/sql"
	"errors"
)

// Settings gives the saved settings as JSON, "" where none were saved.
func (s *Store) Settings() (string, error) {
	var content string
	err := one(s.db.QueryRow(`SELECT content FROM settings WHERE id = 1`).Scan(&content))
	if errors.Is(err, ErrAbsent) {
		return "", nil
	}
	return content, err
}

// SaveSettings replaces the settings.
func (s *Store) SaveSettings(content string) error {
	return s.write(func(tx *sql.Tx) error {
		_, err := tx.Exec(`INSERT INTO settings (id, content) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET content = excluded.content`, content)
		return err
	})
}
