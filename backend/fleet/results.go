package fleet

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

const columns = `r.repository, s.ref, r.commit_id, r.want, r.version, r.cause, r.said, r.services, r.digest, r.seconds, r.cpu, r.tries, r.losses, r.worker, r.done_at, s.seen_at`

// Results gives the newest result of every repository and wish, by their names.
func (q *Queue) Results(ctx context.Context) ([]Result, error) {
	return q.results(ctx, "SELECT "+columns+" FROM fleet_latest s JOIN fleet_results r ON r.key = s.result ORDER BY r.repository, s.ref, r.want")
}

// ResultsAt gives what Results gave at a time.
func (q *Queue) ResultsAt(ctx context.Context, at time.Time) ([]Result, error) {
	return q.results(ctx, `SELECT `+columns+` FROM (
			SELECT repository, ref, result, seen_at, row_number() OVER (PARTITION BY repository, ref, want ORDER BY seen_at DESC, job DESC) AS place
			FROM fleet_sightings WHERE seen_at <= ?
		) s JOIN fleet_results r ON r.key = s.result WHERE s.place = 1 ORDER BY r.repository, s.ref, r.want`, at.UnixMilli())
}

func (q *Queue) results(ctx context.Context, query string, values ...any) (out []Result, err error) {
	rows, err := q.db.QueryContext(ctx, q.text(query), values...)
	if err != nil {
		return nil, fmt.Errorf("reading results: %w", err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var r Result
		var services string
		var done, seen int64
		if err := rows.Scan(&r.Address, &r.Ref, &r.Commit, &r.Want, &r.Version, &r.Cause, &r.Said, &services, &r.Digest, &r.Seconds, &r.CPU,
			&r.Tries, &r.Losses, &r.Worker, &done, &seen); err != nil {
			return nil, fmt.Errorf("reading results: %w", err)
		}
		if err := json.Unmarshal([]byte(services), &r.Services); err != nil {
			return nil, fmt.Errorf("reading the services of %s: %w", r.Repository, err)
		}
		r.Done, r.Seen = time.UnixMilli(done), time.UnixMilli(seen)
		out = append(out, r)
	}
	return out, rows.Err()
}

// Output gives what the program printed of a repository, nil where it printed nothing:
// plans of a detection, reports of a proof.
func (q *Queue) Output(ctx context.Context, r Repository, want Want) ([]byte, error) {
	var packed []byte
	err := q.db.QueryRowContext(ctx, q.text("SELECT r.output FROM fleet_latest s JOIN fleet_results r ON r.key = s.result WHERE s.repository = ? AND s.ref = ? AND s.want = ?"),
		r.Address, r.Ref, want).Scan(&packed)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	} else if err != nil {
		return nil, fmt.Errorf("reading a result: %w", err)
	}
	return unpack(packed)
}

// Status is how a fleet stands.
type Status struct {
	Waiting int           `json:"waiting"` // jobs that a worker may take
	Later   int           `json:"later"`   // that are tried again in a while
	Running int           `json:"running"`
	Causes  map[Cause]int `json:"causes"` // of the newest results
	Workers []Member      `json:"workers"`
}

// Left is how many jobs the queue holds.
func (s Status) Left() int { return s.Waiting + s.Later + s.Running }

// Member is a worker that lives.
type Member struct {
	Name    string    `json:"name"`
	Version string    `json:"version"`
	Slots   int       `json:"slots"` // jobs at once
	Began   time.Time `json:"began"`
}

// Status counts what is in the queue and what came of the rest.
func (q *Queue) Status(ctx context.Context) (Status, error) {
	s := Status{Causes: map[Cause]int{}}
	moment := "scheduled_at <= datetime('now', 'subsec')"
	if q.postgres {
		moment = "scheduled_at <= now()"
	}
	err := q.db.QueryRowContext(ctx, `SELECT count(CASE WHEN state = 'available' AND `+moment+` THEN 1 END), count(CASE WHEN state = 'running' THEN 1 END), count(*)
		FROM river_job WHERE queue = '`+room+`'`).Scan(&s.Waiting, &s.Running, &s.Later)
	if err != nil {
		return s, fmt.Errorf("counting jobs: %w", err)
	}
	s.Later -= s.Waiting + s.Running
	err = q.each(ctx, "SELECT cause, count(*) FROM fleet_latest GROUP BY cause", func(rows *sql.Rows) error {
		var c Cause
		var n int
		err := rows.Scan(&c, &n)
		s.Causes[c] = n
		return err
	})
	if err != nil {
		return s, fmt.Errorf("counting results: %w", err)
	}
	err = q.each(ctx, "SELECT name, version, slots, began_at FROM fleet_workers WHERE until_at >= NOW_MS ORDER BY name, began_at, id", func(rows *sql.Rows) error {
		var m Member
		var began int64
		err := rows.Scan(&m.Name, &m.Version, &m.Slots, &began)
		m.Began = time.UnixMilli(began)
		s.Workers = append(s.Workers, m)
		return err
	})
	if err != nil {
		return s, fmt.Errorf("listing workers: %w", err)
	}
	return s, nil
}

func (q *Queue) each(ctx context.Context, query string, row func(*sql.Rows) error) error {
	rows, err := q.db.QueryContext(ctx, q.text(query))
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		if err := row(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// left is how many jobs the queue holds.
func (q *Queue) left(ctx context.Context) (n int, err error) {
	err = q.db.QueryRowContext(ctx, "SELECT count(*) FROM river_job WHERE queue = '"+room+"'").Scan(&n)
	return n, err
}

// Stop takes everything out of the queue, also what workers have: they notice, and end it.
// Results stay.
func (q *Queue) Stop(ctx context.Context) (n int64, err error) {
	err = q.within(ctx, func(ctx context.Context, tx *sql.Tx) error {
		n, err = q.exec(ctx, tx, "DELETE FROM river_job WHERE queue = ?", room)
		return err
	})
	if err != nil {
		err = fmt.Errorf("emptying the queue: %w", err)
	}
	return n, err
}

// Retry puts those whose newest result has one of the causes into the queue again.
func (q *Queue) Retry(ctx context.Context, version string, causes ...Cause) (Added, error) {
	var sum Added
	for _, want := range Wants {
		var list []Repository
		for _, c := range causes {
			rows, err := q.results(ctx, "SELECT "+columns+" FROM fleet_latest s JOIN fleet_results r ON r.key = s.result WHERE s.cause = ? AND s.want = ? ORDER BY r.repository, s.ref", c, want)
			if err != nil {
				return sum, err
			}
			for _, r := range rows {
				list = append(list, r.Repository)
			}
		}
		added, err := q.Add(ctx, list, Order{Want: want, Version: version, Again: true})
		sum.New, sum.Waiting = sum.New+added.New, sum.Waiting+added.Waiting
		if err != nil {
			return sum, err
		}
	}
	return sum, nil
}
