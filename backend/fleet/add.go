package fleet

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/riverqueue/river"
)

// Order is what is wanted of repositories.
type Order struct {
	Want    Want
	Version string // of this program: what it has found of a fixed commit is not looked for again
	Again   bool   // do it again also where it was done
}

// Added says what became of a list.
type Added struct {
	New     int `json:"new"`
	Waiting int `json:"waiting"` // that were in the queue already
	Done    int `json:"done"`    // of a fixed commit, and done by this version
}

// insertAtOnce bounds a transaction of Add.
const insertAtOnce = 500

// Add puts repositories into the queue. One that waits there already is not put in twice,
// and one of a commit that this version has handled is not put in again.
func (q *Queue) Add(ctx context.Context, list []Repository, o Order) (Added, error) {
	var sum Added
	seen := map[Repository]bool{}
	var batch []Repository
	for i, r := range list {
		if !seen[r] {
			seen[r] = true
			batch = append(batch, r)
		}
		if len(batch) == insertAtOnce || i == len(list)-1 && len(batch) > 0 {
			added, err := q.add(ctx, batch, o)
			if err != nil {
				return sum, fmt.Errorf("adding to the queue: %w", err)
			}
			sum.New, sum.Waiting, sum.Done = sum.New+added.New, sum.Waiting+added.Waiting, sum.Done+added.Done
			batch = batch[:0]
		}
	}
	return sum, nil
}

func (q *Queue) add(ctx context.Context, list []Repository, o Order) (sum Added, err error) {
	err = q.within(ctx, func(ctx context.Context, tx *sql.Tx) error {
		sum = Added{}
		var params []river.InsertManyParams
		for _, r := range list {
			if r.Fixed() && !o.Again {
				known, err := q.known(ctx, tx, key(r, r.Ref, o.Version, o.Want, 0))
				if err != nil {
					return err
				}
				if known {
					sum.Done++
					continue
				}
			}
			priority, err := q.priority(ctx, tx, r, o.Want)
			if err != nil {
				return err
			}
			params = append(params, river.InsertManyParams{
				Args:       args{Repository: r.Address, Ref: r.Ref, Want: o.Want, Again: o.Again},
				InsertOpts: &river.InsertOpts{Priority: priority},
			})
		}
		if len(params) == 0 {
			return nil
		}
		inserted, err := q.client.InsertManyTx(ctx, tx, params)
		for _, one := range inserted {
			if one.UniqueSkippedAsDuplicate {
				sum.Waiting++
			} else {
				sum.New++
			}
		}
		return err
	})
	return sum, err
}

// known reports whether there is a result by a key.
func (q *Queue) known(ctx context.Context, tx *sql.Tx, key string) (bool, error) {
	var n int
	err := tx.QueryRowContext(ctx, q.text("SELECT count(*) FROM fleet_results WHERE key = ?"), key).Scan(&n)
	return n > 0, err
}

// River's priorities, the first one first. What took long last time goes first, so that no
// long job is left alone at the end.
const (
	long = iota + 1
	middle
	unknown
)

func (q *Queue) priority(ctx context.Context, tx *sql.Tx, r Repository, want Want) (int, error) {
	var seconds float64
	err := tx.QueryRowContext(ctx, q.text("SELECT seconds FROM fleet_latest WHERE repository = ? AND ref = ? AND want = ?"), r.Address, r.Ref, want).Scan(&seconds)
	switch {
	case err == sql.ErrNoRows:
		return unknown, nil
	case err != nil:
		return 0, err
	case seconds >= 60:
		return long, nil
	case seconds >= 5:
		return middle, nil
	}
	return unknown, nil
}
