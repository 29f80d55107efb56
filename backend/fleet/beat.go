package fleet

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/rivertype"
)

// member is a worker as the queue knows it.
type member struct {
	id, name, version string
	slots             int
	lease             time.Duration
	pause             time.Duration // see Worker.Pause
	mostLosses        int
}

// sweepLock is PostgreSQL's number for the right to sweep, as migrationLock is another.
const sweepLock = migrationLock + 1

// beat says that a worker lives, and takes the jobs of those that do not from them. It
// gives the attempts of the jobs that this worker has: what it believes to have beside
// them was taken from it.
func (q *Queue) beat(ctx context.Context, m member) (held map[int64]int, err error) {
	err = q.within(ctx, func(ctx context.Context, tx *sql.Tx) error {
		lease := m.lease.Milliseconds()
		if _, err := q.exec(ctx, tx, `INSERT INTO fleet_workers (id, name, version, slots, began_at, until_at) VALUES (?, ?, ?, ?, NOW_MS, NOW_MS + ?)
			ON CONFLICT (id) DO UPDATE SET until_at = excluded.until_at`, m.id, m.name, m.version, m.slots, lease); err != nil {
			return err
		}
		if q.postgres { // SQLite has one writer anyway
			if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock($1)", sweepLock); err != nil {
				return err
			}
		}
		held, err = q.sweep(ctx, tx, m)
		return err
	})
	return held, err
}

// sweep looks at all jobs that are being worked on. Who took one of them was there before
// it did; so those who live are looked up after the jobs are.
func (q *Queue) sweep(ctx context.Context, tx *sql.Tx, m member) (map[int64]int, error) {
	rows, err := q.running(ctx, tx)
	if err != nil {
		return nil, err
	}
	living, err := q.living(ctx, tx)
	if err != nil {
		return nil, err
	}
	held := map[int64]int{}
	for _, row := range rows {
		owner := ""
		if n := len(row.AttemptedBy); n > 0 {
			owner = row.AttemptedBy[n-1]
		}
		switch {
		case owner == m.id:
			held[row.ID] = row.Attempt
		case !living[owner]:
			if err := q.lost(ctx, tx, row, m); err != nil {
				return nil, err
			}
		}
	}
	_, err = q.exec(ctx, tx, "DELETE FROM fleet_workers WHERE until_at < NOW_MS")
	return held, err
}

// mostRunning bounds one list of River's, which gives no more.
const mostRunning = 10_000

func (q *Queue) running(ctx context.Context, tx *sql.Tx) ([]*rivertype.JobRow, error) {
	list, err := q.client.JobListTx(ctx, tx, river.NewJobListParams().Queues(room).States(rivertype.JobStateRunning).First(mostRunning))
	if err != nil {
		return nil, err
	}
	return list.Jobs, nil
}

func (q *Queue) living(ctx context.Context, tx *sql.Tx) (map[string]bool, error) {
	rows, err := tx.QueryContext(ctx, q.text("SELECT id FROM fleet_workers WHERE until_at >= NOW_MS"))
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	living := map[string]bool{}
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		living[id] = true
	}
	return living, rows.Err()
}

// lost lets another worker have a job whose worker died; one over which too many have died
// is given up.
func (q *Queue) lost(ctx context.Context, tx *sql.Tx, row *rivertype.JobRow, m member) error {
	j, err := jobOf(row)
	if err != nil {
		return err
	}
	if j.Losses++; j.Losses >= m.mostLosses {
		k := key(j.Repository, "", m.version, j.Want, j.ID)
		said := fmt.Sprintf("%d workers that had it died or were cut off", j.Losses)
		_, err := q.exec(ctx, tx, `INSERT INTO fleet_results (key, repository, ref, commit_id, want, version, cause, said, services, digest,
			seconds, cpu, tries, losses, worker, done_at) VALUES (?, ?, ?, '', ?, ?, ?, ?, 'null', '', 0, 0, ?, ?, '', NOW_MS) ON CONFLICT (key) DO NOTHING`,
			k, j.Address, j.Ref, j.Want, m.version, GaveUp, said, j.Tries(), j.Losses)
		if err != nil {
			return err
		}
		return q.leave(ctx, tx, j, k)
	}
	told, err := json.Marshal(rivertype.AttemptError{At: time.Now().UTC(), Attempt: row.Attempt, Error: "its worker died or was cut off"})
	if err != nil {
		return err
	}
	_, err = q.driver.UnwrapExecutor(tx).JobRescueMany(ctx, &riverdriver.JobRescueManyParams{
		ID: []int64{row.ID}, Error: [][]byte{told}, FinalizedAt: []*time.Time{nil}, ScheduledAt: []time.Time{time.Now().Add(m.apart(j))},
		State: []string{string(rivertype.JobStateAvailable)}, StuckHorizon: row.AttemptedAt.Add(time.Millisecond * 2),
	})
	return err
}

// apart is how long a job that was lost waits: the first time not at all. Then those that
// were lost together are parted, or the one that kills its workers would take the same
// others with it until they are given up, too.
func (m member) apart(j Job) time.Duration {
	if j.Losses < 2 {
		return -time.Minute // the clocks of workers differ
	}
	return m.pause * time.Duration(j.Losses) * time.Duration(1+j.ID%8)
}

// farewell takes a worker off the list of those who live.
func (q *Queue) farewell(ctx context.Context, id string) error {
	return q.within(ctx, func(ctx context.Context, tx *sql.Tx) error {
		_, err := q.exec(ctx, tx, "DELETE FROM fleet_workers WHERE id = ?", id)
		return err
	})
}
