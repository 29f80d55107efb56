package store

import (
	"database/sql"
	"errors"

	"aipack/backend/store/sqlite"
)

// ErrItself refuses a backup over the database itself.
var ErrItself = sqlite.ErrItself

// Backup writes a copy of the database, as it is now, to another file, in place of
// one that is there, beside whoever works with it.
func (s *DB) Backup(file string) error { return s.db.Copy(file) }

// Clear deletes every run for good, but those that are running, and gives their
// ids, apart from those that could still be brought back. Settings, variables and
// pins stay. Of earlier damage that the user knows of nothing is remembered: a run
// that is missing now was deleted, not lost.
func (s *DB) Clear() (cleared, dropped []string, err error) {
	err = s.db.Write(func(tx *sql.Tx) (err error) {
		if dropped, err = dropDeleted(tx); err != nil {
			return err
		}
		if cleared, err = sqlite.Query[string](tx, `DELETE FROM runs WHERE state <> 'running' RETURNING id`); err != nil {
			return err
		}
		_, err = tx.Exec(`DELETE FROM salvages WHERE told`)
		return err
	})
	return cleared, dropped, errors.Join(err, s.db.GiveBack())
}

// dropDeleted deletes for good what was deleted and could be brought back, and
// gives the ids.
func dropDeleted(tx *sql.Tx) ([]string, error) {
	return sqlite.Query[string](tx, `DELETE FROM runs WHERE deleted_at IS NOT NULL RETURNING id`)
}

// ForgetOver deletes the oldest runs for good until the database holds no more
// than so many bytes, and says how many runs that were, besides those that were
// deleted already. The newest stays.
func (s *DB) ForgetOver(bytes int64) (n int, err error) {
	err = s.db.Write(func(tx *sql.Tx) error {
		for n = 0; ; {
			var holds int64
			if err := tx.QueryRow(`SELECT (p.page_count - f.freelist_count) * s.page_size FROM pragma_page_count p, pragma_freelist_count f, pragma_page_size s`).Scan(&holds); err != nil || holds <= bytes {
				return err
			}
			dropped, err := dropDeleted(tx)
			if err != nil {
				return err
			}
			if len(dropped) > 0 {
				continue
			}
			gone, err := sqlite.Query[string](tx, `DELETE FROM runs WHERE id = (SELECT id FROM runs WHERE state <> 'running' AND deleted_at IS NULL ORDER BY started_at, id LIMIT 1)
				AND (SELECT COUNT(*) FROM runs WHERE deleted_at IS NULL) > 1 RETURNING id`)
			if err != nil || len(gone) == 0 {
				return err
			}
			n++
		}
	})
	if n > 0 {
		err = errors.Join(err, s.db.GiveBack())
	}
	return n, err
}

// Pin keeps a project's folder at the top of the list, or no longer.
func (s *DB) Pin(folder string, on bool) error {
	if !on {
		_, err := s.exec(`DELETE FROM pins WHERE path = ?`, folder)
		return err
	}
	_, err := s.exec(`INSERT OR IGNORE INTO pins (path, at) VALUES (?, ?)`, folder, s.now().UnixMilli())
	return err
}

// Recents gives the newest run of each folder that is pinned, and of as many others as
// wanted, the newest first.
func (s *DB) Recents(limit int) ([]Run, error) {
	pinned, err := s.runs(newestPinned)
	if err != nil {
		return nil, err
	}
	others, err := s.runs(newestPerPath, limit)
	return append(pinned, others...), err
}
