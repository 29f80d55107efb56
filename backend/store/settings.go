package store

import (
	"database/sql"
	"errors"
	"os"

	"aipack/backend/store/sqlite"
)

type settings struct {
	Content string `db:"content,json"`
}

const selectSettings = `SELECT content FROM settings WHERE id = 1`

// ErrSettingsLost says that the settings were lost when the history was damaged,
// and none were saved since.
var ErrSettingsLost = errors.New("the settings were lost when the history was damaged")

// SettingsIn reads the settings of a database that cannot be opened: a damaged
// one, or one of a newer aipack, and changes nothing in it. A file that is not
// there has none.
func SettingsIn(file string) (content string, err error) {
	if _, err := os.Lstat(file); err != nil {
		return "", nil
	}
	db, err := sqlite.Look(file)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	return settingsOf(&content, db.QueryRow(selectSettings).Scan(&content))
}

// Settings gives the saved settings as JSON, "" where none were saved;
// ErrSettingsLost where they were and are no more.
func (s *DB) Settings() (string, error) {
	var content string
	return settingsOf(&content, s.db.One(selectSettings, nil, &content))
}

func settingsOf(content *string, err error) (string, error) {
	switch {
	case errors.Is(err, sql.ErrNoRows) || errors.Is(err, ErrAbsent):
		return "", nil
	case err != nil:
		return "", err
	case *content == "":
		return "", ErrSettingsLost
	}
	return *content, nil
}

// SaveSettings replaces the settings.
func (s *DB) SaveSettings(content string) error {
	return s.db.Write(func(tx *sql.Tx) error { return sqlite.Put(tx, "settings", "id", settings{content}, sql.Named("id", 1)) })
}
