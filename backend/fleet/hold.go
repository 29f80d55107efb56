package fleet

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"io"
	"sync"
	"time"

	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/rivertype"
)

// attemptedBy is how many of a job's takers the queue remembers; the last one has it.
const attemptedBy = 3

// take gives a worker up to so many jobs.
func (q *Queue) take(ctx context.Context, worker string, most int) ([]Job, error) {
	ctx, stop := context.WithTimeout(ctx, opPatience)
	defer stop()
	taken, err := q.driver.GetExecutor().JobGetAvailable(ctx, &riverdriver.JobGetAvailableParams{
		ClientID: worker, MaxAttemptedBy: attemptedBy, MaxToLock: most, Queue: room, Kind: []string{kind},
	})
	if err != nil {
		return nil, err
	}
	jobs := make([]Job, len(taken.Jobs))
	for i, row := range taken.Jobs {
		if jobs[i], err = jobOf(row); err != nil {
			return nil, err
		}
	}
	return jobs, nil
}

func jobOf(row *rivertype.JobRow) (Job, error) {
	var a args
	if err := json.Unmarshal(row.EncodedArgs, &a); err != nil {
		return Job{}, err
	}
	var m struct {
		Losses int `json:"river:rescue_count"`
	}
	if err := json.Unmarshal(row.Metadata, &m); err != nil {
		return Job{}, err
	}
	return Job{
		Repository: Repository{Address: a.Repository, Ref: a.Ref}, ID: row.ID, Want: a.Want, Again: a.Again, Losses: m.Losses, attempt: row.Attempt,
	}, nil
}

// mine takes a job out of the queue, or finds it as it is wanted there: ErrLost where this
// attempt at it is over.
const mine = " WHERE id = ? AND state = 'running' AND attempt = ?"

// finished reports whether there is a result of a job at a commit, and then takes the job
// out of the queue.
func (q *Queue) finished(ctx context.Context, j Job, commit, version string) (there bool, err error) {
	if j.Again || commit == "" {
		return false, nil
	}
	k := key(j.Repository, commit, version, j.Want, j.ID)
	err = q.within(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if there, err = q.known(ctx, tx, k); err != nil || !there {
			return err
		}
		return q.leave(ctx, tx, j, k)
	})
	return there, err
}

// record writes what came of a job, and takes it out of the queue.
func (q *Queue) record(ctx context.Context, j Job, r Result, output []byte) error {
	packed, err := pack(output)
	if err != nil {
		return err
	}
	services, err := json.Marshal(r.Services)
	if err != nil {
		return err
	}
	k := key(j.Repository, r.Commit, r.Version, j.Want, j.ID)
	return q.within(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if j.Again {
			if _, err := q.exec(ctx, tx, "DELETE FROM fleet_results WHERE key = ?", k); err != nil {
				return err
			}
		}
		_, err := q.exec(ctx, tx, `INSERT INTO fleet_results (key, repository, ref, commit_id, want, version, cause, said, services, digest, output,
			seconds, cpu, tries, losses, worker, done_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NOW_MS) ON CONFLICT (key) DO NOTHING`,
			k, j.Address, j.Ref, r.Commit, j.Want, r.Version, r.Cause, r.Said, string(services), r.Digest, packed, r.Seconds, r.CPU, r.Tries, r.Losses, r.Worker)
		if err != nil {
			return err
		}
		return q.leave(ctx, tx, j, k)
	})
}

// leave takes a job out of the queue and notes to which result it came. A transaction
// whose answer was lost may be tried again: it has taken place where the note is there.
func (q *Queue) leave(ctx context.Context, tx *sql.Tx, j Job, key string) error {
	n, err := q.exec(ctx, tx, "DELETE FROM river_job"+mine, j.ID, j.attempt)
	if err != nil {
		return err
	}
	if n == 0 {
		var noted string
		err := tx.QueryRowContext(ctx, q.text("SELECT result FROM fleet_sightings WHERE job = ?"), j.ID).Scan(&noted)
		if err == nil && noted == key {
			return errDone
		} else if err == nil || errors.Is(err, sql.ErrNoRows) {
			return ErrLost
		}
		return err
	}
	if _, err := q.exec(ctx, tx, "INSERT INTO fleet_sightings (job, repository, ref, want, result, seen_at) VALUES (?, ?, ?, ?, ?, NOW_MS)",
		j.ID, j.Address, j.Ref, j.Want, key); err != nil {
		return err
	}
	_, err = q.exec(ctx, tx, `INSERT INTO fleet_latest (repository, ref, want, result, cause, seconds, seen_at)
		SELECT ?, ?, ?, key, cause, seconds, NOW_MS FROM fleet_results WHERE key = ?
		ON CONFLICT (repository, ref, want) DO UPDATE SET result = excluded.result, cause = excluded.cause, seconds = excluded.seconds, seen_at = excluded.seen_at`,
		j.Address, j.Ref, j.Want, key)
	return err
}

// errDone says that a transaction had taken place before.
var errDone = errors.New("the job is done already")

// later puts a job back, to be taken after a while; why is kept with it.
func (q *Queue) later(ctx context.Context, j Job, after time.Duration, why string) error {
	told, err := json.Marshal(rivertype.AttemptError{At: time.Now().UTC(), Attempt: j.attempt, Error: why})
	if err != nil {
		return err
	}
	return q.within(ctx, func(ctx context.Context, tx *sql.Tx) error {
		held, err := q.exec(ctx, tx, "UPDATE river_job SET state = state"+mine, j.ID, j.attempt) // it stays ours until the end of the transaction
		if err != nil {
			return err
		}
		if held == 0 {
			return ErrLost
		}
		at := time.Now().Add(after)
		_, err = q.driver.UnwrapExecutor(tx).JobSetStateIfRunningMany(ctx, &riverdriver.JobSetStateIfRunningManyParams{
			ID: []int64{j.ID}, Attempt: []*int{nil}, ErrData: [][]byte{told}, FinalizedAt: []*time.Time{nil}, MetadataDoMerge: []bool{false},
			MetadataUpdates: [][]byte{nil}, ScheduledAt: []*time.Time{&at}, State: []rivertype.JobState{rivertype.JobStateAvailable},
		})
		return err
	})
}

// back gives a job back as if it had not been taken: its worker is to end.
func (q *Queue) back(ctx context.Context, j Job) error {
	return q.within(ctx, func(ctx context.Context, tx *sql.Tx) error {
		n, err := q.exec(ctx, tx, "UPDATE river_job SET state = 'available', attempt = attempt - 1"+mine, j.ID, j.attempt)
		if err == nil && n == 0 {
			err = ErrLost
		}
		return err
	})
}

// packers are used again: a new one takes most of a megabyte.
var packers = sync.Pool{New: func() any {
	w, _ := gzip.NewWriterLevel(nil, gzip.BestSpeed) // the level is one
	return w
}}

func pack(output []byte) ([]byte, error) {
	if len(output) == 0 {
		return nil, nil
	}
	var b bytes.Buffer
	w := packers.Get().(*gzip.Writer)
	defer packers.Put(w)
	w.Reset(&b)
	_, err := w.Write(output)
	err = cmp.Or(err, w.Close())
	return b.Bytes(), err
}

// mostUnpacked bounds what one result may unpack to, in bytes. Workers write less.
const mostUnpacked = 64 << 20

func unpack(packed []byte) ([]byte, error) {
	if len(packed) == 0 {
		return nil, nil
	}
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(io.LimitReader(r, mostUnpacked))
}
