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
		last, err := sqlite.Query[int](tx, "SELECT COALESCE(MAX(taken_back), 0) AS taken_back FROM messages WHERE session = ?", id)
		if err != nil {
			return err
		}
		if last[0] == 0 {
			return ErrAbsent
		}
		since, err := sqlite.Query[int](tx, `SELECT COUNT(*) AS since FROM messages WHERE session = ? AND taken_back = 0
			AND place > (SELECT MIN(place) FROM messages WHERE session = ? AND taken_back = ?)`, id, id, last[0])
		if err != nil {
			return err
		}
		if since[0] > 0 {
			return ErrSaidSince
		}
		if err := some(tx.Exec("UPDATE messages SET taken_back = 0 WHERE session = ? AND taken_back = ?", id, last[0])); err != nil {
			return err
		}
		return recount(tx, id)
	})
}

// recount counts the questions of a conversation anew.
func recount(tx *sql.Tx, id string) error {
	return some(tx.Exec(`UPDATE sessions SET questions = (SELECT COUNT(*) FROM messages WHERE session = sessions.id AND taken_back = 0 AND question <> '')
		WHERE id = ?`, id))
}
