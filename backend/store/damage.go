package store

import (
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/mattn/go-sqlite3"
)

// ErrDamaged says that the database holds what SQLite cannot have written. Who
// opens it next sets it aside.
var ErrDamaged = errors.New("the history's database is damaged")

func check(db *sql.DB) error {
	var answer string
	if err := db.QueryRow("PRAGMA quick_check(1)").Scan(&answer); err != nil {
		return fmt.Errorf("checking the history: %w", err)
	}
	if answer != "ok" {
		return fmt.Errorf("%w: %s", ErrDamaged, answer)
	}
	return nil
}

func damaged(err error) bool {
	var e sqlite3.Error
	return errors.Is(err, ErrDamaged) || errors.As(err, &e) && (e.Code == sqlite3.ErrCorrupt || e.Code == sqlite3.ErrNotADB)
}

// setAside renames a database and what SQLite keeps beside it.
func setAside(path string, at time.Time) (string, error) {
	to := path + ".damaged-" + at.UTC().Format("20060102-150405")
	for n := 2; exists(to); n++ {
		to = fmt.Sprintf("%s.damaged-%s-%d", path, at.UTC().Format("20060102-150405"), n)
	}
	for _, suffix := range []string{"", "-wal", "-shm"} {
		if err := os.Rename(path+suffix, to+suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", fmt.Errorf("setting the damaged history aside: %w", err)
		}
	}
	return to, nil
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// anew moves a damaged database aside and begins a new one with its settings:
// they say whether anything may be sent to a model.
func (s *Store) anew() error {
	err := s.disconnect()
	if err != nil && !damaged(err) {
		return err
	}
	if s.SetAside, err = setAside(s.path, s.now()); err != nil {
		return err
	}
	s.suspect.Store(false)
	if err = s.begin(false); err != nil {
		return err
	}
	settings, err := SettingsIn(s.SetAside)
	if s.SettingsLost = err != nil; s.SettingsLost || settings == "" {
		return nil
	}
	return s.SaveSettings(settings)
}
