package projectdb

import (
	"database/sql"
	"errors"

	"aipack/backend/store/sqlite"
)

// MostCheckpointBytes is how much is kept of what files were before they were changed.
// Where there is more, the oldest go first.
const MostCheckpointBytes = 500 << 20

// Checkpoint is what one file was before a change.
type Checkpoint struct {
	ID        int64  `as:"id"`
	Session   string `db:"session"` // the conversation in which it was changed
	Message   int    `db:"message"` // and the number of its message; 0 for a restoring, below 0 for one that can be found by that mark
	Path      string `db:"path"`    // in the project
	Was       string `db:"was"`     // SHA-256 of what it was, in hex; "" where it was not there
	Mode      uint32 `db:"mode"`    // its rights
	Became    string `db:"became"`  // SHA-256 of what it was to become; "" where it was deleted
	Folder    string `db:"folder"`  // the uppermost folder that was made for it; "" for none
	Beside    string `db:"beside"`  // the file in which it was written before it took its place; "" once that was done
	CreatedAt int64  `db:"created_at"`
}

// SaveCheckpoint keeps what a file was before it is changed, with its content packed; nil
// where there was no file. The oldest checkpoints go where there is too much.
func (d *Database) SaveCheckpoint(c Checkpoint, packed []byte) (id int64, err error) {
	c.CreatedAt = d.now().UnixMilli()
	err = d.db.Write(func(tx *sql.Tx) error {
		if c.Was != "" {
			if _, err := tx.Exec("INSERT INTO contents (sum, size, data) VALUES (?, ?, ?) ON CONFLICT (sum) DO NOTHING", c.Was, len(packed), packed); err != nil {
				return err
			}
		}
		if err := sqlite.Insert(tx, "checkpoints", c); err != nil {
			return err
		}
		if err := tx.QueryRow("SELECT last_insert_rowid()").Scan(&id); err != nil {
			return err
		}
		return trimCheckpoints(tx, d.most, id)
	})
	return id, err
}

// trimCheckpoints deletes the oldest but one until the rest keeps to the limit.
func trimCheckpoints(tx *sql.Tx, most, but int64) error {
	var held int64
	if err := tx.QueryRow("SELECT COALESCE(SUM(size), 0) FROM contents").Scan(&held); err != nil {
		return err
	}
	for held > most {
		var id int64
		var was string
		err := tx.QueryRow("SELECT id, was FROM checkpoints WHERE id <> ? ORDER BY id LIMIT 1", but).Scan(&id, &was)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		freed, err := dropCheckpoint(tx, id, was)
		if err != nil {
			return err
		}
		held -= freed
	}
	return nil
}

// dropCheckpoint deletes a checkpoint, and its content where no other has the same. It
// gives the bytes that came free.
func dropCheckpoint(tx *sql.Tx, id int64, was string) (freed int64, err error) {
	if _, err := tx.Exec("DELETE FROM checkpoints WHERE id = ?", id); err != nil || was == "" {
		return 0, err
	}
	err = tx.QueryRow("DELETE FROM contents WHERE sum = ? AND NOT EXISTS (SELECT 1 FROM checkpoints WHERE was = ?) RETURNING size", was, was).Scan(&freed)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return freed, err
}

// Settled notes that nothing lies beside changed files any more.
func (d *Database) Settled(ids ...int64) error {
	return d.db.Write(func(tx *sql.Tx) error {
		for _, id := range ids {
			if err := some(tx.Exec("UPDATE checkpoints SET beside = '' WHERE id = ?", id)); err != nil && !errors.Is(err, ErrAbsent) {
				return err // one that was let go is nobody's matter
			}
		}
		return nil
	})
}

// Unmark makes the restorings that a conversation has marked with a number such as any other.
func (d *Database) Unmark(session string, message int) error {
	return d.db.Write(func(tx *sql.Tx) error {
		_, err := tx.Exec("UPDATE checkpoints SET message = 0 WHERE session = ? AND message = ?", session, message)
		return err
	})
}

// Checkpoints are those from one on, the oldest first; 0 gives all.
func (d *Database) Checkpoints(from int64) ([]Checkpoint, error) {
	return sqlite.Rows[Checkpoint](d.db, "SELECT id, "+sqlite.Select[Checkpoint]("c")+" FROM checkpoints c WHERE id >= ? ORDER BY id", from)
}

// Unsettled are those beside whose files something may lie.
func (d *Database) Unsettled() ([]Checkpoint, error) {
	return sqlite.Rows[Checkpoint](d.db, "SELECT id, "+sqlite.Select[Checkpoint]("c")+" FROM checkpoints c WHERE beside <> '' ORDER BY id")
}

// Content is a packed content by its sum.
func (d *Database) Content(sum string) (data []byte, err error) {
	err = d.db.One("SELECT data FROM contents WHERE sum = ?", []any{sum}, &data)
	return data, err
}

// CheckpointBytes is how much is kept of what files were.
func (d *Database) CheckpointBytes() (n int64, err error) {
	err = d.db.One("SELECT COALESCE(SUM(size), 0) FROM contents", nil, &n)
	return n, err
}

// DropCheckpoints deletes all that is kept of what files were, and gives its room back.
func (d *Database) DropCheckpoints() error {
	err := d.db.Write(func(tx *sql.Tx) error {
		_, err := tx.Exec("DELETE FROM checkpoints; DELETE FROM contents")
		return err
	})
	if err != nil {
		return err
	}
	return d.db.GiveBack()
}
