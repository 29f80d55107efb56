package projectdb

import (
	"database/sql"
	"errors"

	"aipack/backend/store/sqlite"
)

// ErrSaidSince says that something was said after the messages that are to be brought
// again: they would stand in the middle of another conversation.
var ErrSaidSince = errors.New("something was said since")

// TakeBack marks the messages of a conversation from one place to another as taken back.
// They stay, but count no more. ErrAbsent says that none of them counted.
func (d *Database) TakeBack(id string, from, to int) error {
	return d.db.Write(func(tx *sql.Tx) error {
		if err := some(tx.Exec(`UPDATE messages SET taken_back = (SELECT MAX(taken_back) + 1 FROM messages WHERE session = ?)
			WHERE session = ? AND taken_back = 0 AND place BETWEEN ? AND ?`, id, id, from, to)); err != nil {
			return err
		}
		return recount(tx, id)
	})
}

// BringBack brings again what was taken back last. ErrAbsent says that there is nothing,
// ErrSaidSince that it has no place any more.
func (d *Database) BringBack(id string) error {
	return d.db.Write(func(tx *sql.Tx) error {
		rows, err := sqlite.Query[taken](tx, lastTaken, id, id, id)
		if err != nil {
			return err
		}
		if err := rows[0].err(); err != nil {
			return err
		}
		if err := some(tx.Exec("UPDATE messages SET taken_back = 0 WHERE session = ? AND taken_back = ?", id, rows[0].Last)); err != nil {
			return err
		}
		return recount(tx, id)
	})
}

// TakenBack is the place of the first message that BringBack would bring again; its errors
// are BringBack's.
func (d *Database) TakenBack(id string) (first int, err error) {
	rows, err := sqlite.Rows[taken](d.db, lastTaken, id, id, id)
	if err != nil {
		return 0, err
	}
	return rows[0].First, rows[0].err()
}

// taken is what was taken back last of a conversation.
type taken struct {
	Last  int `as:"last"`  // its number; 0 for nothing
	First int `as:"first"` // the place of its first message
	Since int `as:"since"` // so many messages that count stand behind that
}

const lastTaken = `WITH l AS (SELECT COALESCE(MAX(taken_back), 0) AS n FROM messages WHERE session = ?),
	f AS (SELECT COALESCE(MIN(place), 0) AS n FROM messages, l WHERE session = ? AND taken_back = l.n AND l.n > 0)
	SELECT l.n AS last, f.n AS first, (SELECT COUNT(*) FROM messages WHERE session = ? AND taken_back = 0 AND place > f.n) AS since FROM l, f`

func (t taken) err() error {
	switch {
	case t.Last == 0:
		return ErrAbsent
	case t.Since > 0:
		return ErrSaidSince
	}
	return nil
}

// recount counts the questions of a conversation anew.
func recount(tx *sql.Tx, id string) error {
	return some(tx.Exec(`UPDATE sessions SET questions = (SELECT COUNT(*) FROM messages WHERE session = sessions.id AND taken_back = 0 AND question <> '')
		WHERE id = ?`, id))
}
