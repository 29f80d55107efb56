// Package projectdb is the database of one project, below the data folder: what acts
// on the project keeps there how it stands, so that a process that is killed loses
// nothing, and a conversation about it can go on. One process has it at a time, whichever
// project others work on; the history's limits do not count it.
package projectdb

import (
	"crypto/sha256"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"aipack/backend/store/sqlite"
)

//go:embed steps/*.sql
var embedded embed.FS

const holds = "project's record"

// keptRepairs is how many repairs that have ended are kept.
const keptRepairs = 20

// ErrInUse says that another process works on the project.
var ErrInUse error = sqlite.InUse(holds)

// ErrAbsent says that there is no such repair or conversation.
var ErrAbsent error = sqlite.Absent(holds)

// Database is an open one. It is safe for use by several goroutines.
type Database struct {
	db   *sqlite.Database
	now  func() time.Time
	most int64 // bytes of checkpoints
}

// Repair is a repair as it stands. Times are Unix milliseconds.
type Repair struct {
	ID         string  `db:"id"`
	Key        string  `db:"key"`  // of the project's content and of what was asked
	Task       string  `db:"task"` // what is repaired, for a reader
	Phase      string  `db:"phase"`
	Attempts   int     `db:"attempts"`
	Confidence float64 `db:"confidence"` // 0 to 1
	Errors     string  `db:"errors"`     // the failures, a line each
	State      []byte  `db:"state"`
	CreatedAt  int64   `db:"created_at"`
	UpdatedAt  int64   `db:"updated_at"`
}

// Path is where the database of a project's folder lies in a data folder.
func Path(data, folder string) (string, error) {
	whole, err := filepath.Abs(folder)
	if err != nil {
		return "", err
	}
	if real, err := filepath.EvalSymlinks(whole); err == nil {
		whole = real
	}
	return filepath.Join(data, "projects", fmt.Sprintf("%x", sha256.Sum256([]byte(whole)))[:32], "project.db"), nil
}

// Open opens the database of a project's folder, making it where it is absent, and keeps
// it as somebody who repairs the project. A damaged file is moved aside. ErrInUse and
// sqlite.Newer are the refusals.
func Open(data, folder string, now func() time.Time) (*Database, error) {
	return OpenAs("a repair", data, folder, now)
}

// OpenAs is Open for another holder, of whom others learn: a word or two of up to 15
// bytes.
func OpenAs(holder, data, folder string, now func() time.Time) (*Database, error) {
	path, err := Path(data, folder)
	if err != nil {
		return nil, err
	}
	how, err := schema(holder)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(path), 0o700)
	}
	if err != nil {
		return nil, fmt.Errorf("opening the %s: %w", holds, err)
	}
	d := &Database{now: now, most: MostCheckpointBytes}
	d.db, err = sqlite.Open(path, lockOf(path), how, now())
	return d, err
}

// Read opens the database for reading alone, beside whoever has it. An error that is
// fs.ErrNotExist says that there is none, sqlite.Older that it has to be opened once to
// be brought up to date.
func Read(data, folder string) (*Database, error) {
	path, err := Path(data, folder)
	if err != nil {
		return nil, err
	}
	how, err := schema("")
	if err != nil {
		return nil, fmt.Errorf("opening the %s: %w", holds, err)
	}
	d := &Database{now: time.Now}
	d.db, err = sqlite.Read(path, how)
	return d, err
}

// Holder says who has the database of a project's folder, where somebody has; "" where
// that is not known.
func Holder(data, folder string) string {
	path, err := Path(data, folder)
	if err != nil {
		return ""
	}
	return sqlite.HeldBy(lockOf(path))
}

func lockOf(path string) string { return path + ".lock" }

func schema(holder string) (sqlite.Schema, error) {
	steps, err := fs.Sub(embedded, "steps")
	return sqlite.Schema{Holds: holds, Steps: steps, Tidy: tidy, Holder: holder}, err
}

// tidy forgets the oldest repairs.
func tidy(tx *sql.Tx) error {
	_, err := tx.Exec("DELETE FROM repairs WHERE id NOT IN (SELECT id FROM repairs ORDER BY updated_at DESC, id LIMIT ?)", keptRepairs)
	return err
}

// Close writes everything out and lets others have the project.
func (d *Database) Close() error { return d.db.Close() }

// Save adds a repair, or writes over how it stood.
func (d *Database) Save(r Repair) error {
	r.UpdatedAt = d.now().UnixMilli()
	if r.CreatedAt == 0 {
		r.CreatedAt = r.UpdatedAt
	}
	if r.State == nil {
		r.State = []byte{}
	}
	return d.db.Write(func(tx *sql.Tx) error { return sqlite.Put(tx, "repairs", "id", r) })
}

// Latest is the repair that stood there last with a key and in none of the phases that
// end one. ErrAbsent says that there is none.
func (d *Database) Latest(key string, ends ...string) (Repair, error) {
	rows, err := sqlite.Rows[Repair](d.db, "SELECT "+sqlite.Select[Repair]("r")+" FROM repairs r WHERE key = ? ORDER BY updated_at DESC, id LIMIT 1", key)
	switch {
	case err != nil:
		return Repair{}, err
	case len(rows) == 0:
		return Repair{}, ErrAbsent
	}
	for _, end := range ends {
		if rows[0].Phase == end {
			return Repair{}, ErrAbsent
		}
	}
	return rows[0], nil
}
