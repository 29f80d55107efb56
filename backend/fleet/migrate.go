package fleet

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"github.com/riverqueue/river/rivermigrate"

	"aipack/backend/base/filelock"
)

// tables are ours, beside River's. A step is never changed, only followed by another.
// Times are Unix milliseconds of the database. BYTES is the database's word for them.
var tables = []string{`
CREATE TABLE fleet_results (
	key TEXT PRIMARY KEY, repository TEXT NOT NULL, ref TEXT NOT NULL, commit_id TEXT NOT NULL, want TEXT NOT NULL, version TEXT NOT NULL,
	cause TEXT NOT NULL, said TEXT NOT NULL, services TEXT NOT NULL, digest TEXT NOT NULL, output BYTES, -- gzip
	seconds DOUBLE PRECISION NOT NULL, cpu DOUBLE PRECISION NOT NULL, tries INTEGER NOT NULL, losses INTEGER NOT NULL,
	worker TEXT NOT NULL, done_at BIGINT NOT NULL
);
CREATE TABLE fleet_sightings ( -- which job came to which result, one row a job
	job BIGINT PRIMARY KEY, repository TEXT NOT NULL, ref TEXT NOT NULL, want TEXT NOT NULL, result TEXT NOT NULL, seen_at BIGINT NOT NULL
);
CREATE INDEX fleet_sightings_of ON fleet_sightings (repository, ref, want, seen_at);
CREATE TABLE fleet_latest ( -- the newest sighting of each
	repository TEXT NOT NULL, ref TEXT NOT NULL, want TEXT NOT NULL, result TEXT NOT NULL, cause TEXT NOT NULL,
	seconds DOUBLE PRECISION NOT NULL, seen_at BIGINT NOT NULL, PRIMARY KEY (repository, ref, want)
);
CREATE TABLE fleet_workers ( -- who lives, until when that is certain
	id TEXT PRIMARY KEY, name TEXT NOT NULL, version TEXT NOT NULL, slots INTEGER NOT NULL, began_at BIGINT NOT NULL, until_at BIGINT NOT NULL
);`,
}

// migrationLock is PostgreSQL's number for the right to make tables; anything that nobody
// else in the database uses.
const migrationLock = 4703108412

// migrate brings the tables up to date. One program does it at a time.
func (q *Queue) migrate(ctx context.Context) error {
	have, err := q.version(ctx)
	if err != nil || have == len(tables) {
		return err
	}
	if q.postgres {
		held, err := q.db.Conn(ctx)
		if err != nil {
			return err
		}
		defer func() { _ = held.Close() }() // the lock ends with it
		if _, err := held.ExecContext(ctx, "SELECT pg_advisory_lock($1)", migrationLock); err != nil {
			return err
		}
		defer func() {
			_, _ = held.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", migrationLock)
		}()
	} else {
		held, err := filelock.Wait(ctx, q.file+".lock")
		if err != nil {
			return err
		}
		defer func() { _ = held.Release() }() // it ends with the process at the latest
	}
	if have, err = q.version(ctx); err != nil || have == len(tables) {
		return err
	}
	m, err := rivermigrate.New(q.driver, nil)
	if err != nil {
		return err
	}
	if _, err := m.Migrate(ctx, rivermigrate.DirectionUp, nil); err != nil {
		return err
	}
	return q.within(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if have == 0 {
			if _, err := tx.ExecContext(ctx, "CREATE TABLE fleet_version (version INTEGER NOT NULL)"); err != nil {
				return err
			}
			if _, err := tx.ExecContext(ctx, "INSERT INTO fleet_version (version) VALUES (0)"); err != nil {
				return err
			}
		}
		for _, step := range tables[have:] {
			bytes := "BLOB"
			if q.postgres {
				bytes = "BYTEA"
			}
			for statement := range strings.SplitSeq(strings.ReplaceAll(step, "BYTES", bytes), ";") {
				if strings.TrimSpace(statement) == "" {
					continue
				}
				if _, err := tx.ExecContext(ctx, statement); err != nil {
					return err
				}
			}
		}
		_, err := q.exec(ctx, tx, "UPDATE fleet_version SET version = ?", len(tables))
		return err
	})
}

// version is how far the tables are; 0 for none.
func (q *Queue) version(ctx context.Context) (have int, err error) {
	there := "SELECT count(*) FROM sqlite_schema WHERE name = 'fleet_version'"
	if q.postgres {
		there = "SELECT count(*) FROM pg_catalog.pg_class WHERE oid = to_regclass('fleet_version')"
	}
	var n int
	if err := q.db.QueryRowContext(ctx, there).Scan(&n); err != nil || n == 0 {
		return 0, err
	}
	if err := q.db.QueryRowContext(ctx, "SELECT version FROM fleet_version").Scan(&have); err != nil {
		return 0, err
	}
	if have > len(tables) {
		return have, fmt.Errorf("the queue was made by a newer aipack (version %d of its tables; this one knows %d)", have, len(tables))
	}
	return have, nil
}

// ErrLost says that a job is not this worker's any more: another one has it, or it was
// taken out of the queue.
var ErrLost = errors.New("the job is not this worker's any more")
