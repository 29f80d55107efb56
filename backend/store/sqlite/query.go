package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// Absent says that there is no such row; it is what the database holds.
type Absent string

// Error says of what.
func (a Absent) Error() string { return "there is no such entry in the " + string(a) }

// Write runs a transaction; once more where the disk was full and the reserve made
// room.
func (d *Database) Write(do func(tx *sql.Tx) error) error {
	err := d.write(do)
	if IsFull(err) && d.spendReserve() {
		err = d.write(do)
	}
	return err
}

func (d *Database) write(do func(tx *sql.Tx) error) error {
	tx, err := d.BeginTx(context.Background(), nil)
	if err != nil {
		return d.told("writing", err)
	}
	if err := do(tx); err != nil {
		_ = tx.Rollback() // SQLite has done it already where the disk is full
		return d.told("writing", err)
	}
	return d.told("writing", tx.Commit())
}

// Rows reads all rows of a query; see Column.
func Rows[T any](d *Database, query string, args ...any) ([]T, error) {
	return Collect(d, scanner[T](), query, args...)
}

// Query is Rows for a transaction, whose errors Write tells.
func Query[T any](tx querier, query string, args ...any) ([]T, error) {
	return collect(tx, scanner[T](), query, args...)
}

// Collect reads all rows of a query one by one.
func Collect[T any](d *Database, scan func(*sql.Rows) (T, error), query string, args ...any) ([]T, error) {
	out, err := collect(d, scan, query, args...)
	return out, d.told("reading", err)
}

// querier is a database or a transaction.
type querier interface {
	Query(query string, args ...any) (*sql.Rows, error)
}

func collect[T any](of querier, scan func(*sql.Rows) (T, error), query string, args ...any) (out []T, err error) {
	rows, err := of.Query(query, args...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	out = []T{}
	for rows.Next() {
		v, err := scan(rows)
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, rows.Err()
}

// One reads the row of a query; Absent says that there is none.
func (d *Database) One(query string, args []any, into ...any) error {
	return d.told("reading", d.QueryRow(query, args...).Scan(into...))
}

// told says what was being done, remembers damage, and says that a row is not
// there in this package's own words.
func (d *Database) told(doing string, err error) error {
	lost := Damaged(d.schema.Holds)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, sql.ErrNoRows):
		return Absent(d.schema.Holds)
	case damaged(err) && !errors.Is(err, lost):
		d.suspect.Store(true)
		return fmt.Errorf("%s the %s: %w: %w", doing, d.schema.Holds, lost, err)
	}
	return fmt.Errorf("%s the %s: %w", doing, d.schema.Holds, err)
}
