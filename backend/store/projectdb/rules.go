package projectdb

import (
	"database/sql"

	"aipack/backend/store/sqlite"
)

// Rule is what the user said about what may be done in the project.
type Rule struct {
	ID        int64  `as:"id"`
	Category  string `db:"category"`
	Level     string `db:"level"`
	Pattern   string `db:"pattern"`
	CreatedAt int64  `db:"created_at"`
}

// SaveRule keeps a rule. One that is kept already stays as it is.
func (d *Database) SaveRule(r Rule) error {
	r.CreatedAt = d.now().UnixMilli()
	return d.db.Write(func(tx *sql.Tx) error {
		_, err := tx.Exec("INSERT INTO rules (category, level, pattern, created_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING", r.Category, r.Level, r.Pattern, r.CreatedAt)
		return err
	})
}

// Rules are those that are kept, the oldest first.
func (d *Database) Rules() ([]Rule, error) {
	return sqlite.Rows[Rule](d.db, "SELECT id, "+sqlite.Select[Rule]("r")+" FROM rules r ORDER BY id")
}

// DropRule forgets a rule. ErrAbsent says that there is none of that number.
func (d *Database) DropRule(id int64) error {
	return d.db.Write(func(tx *sql.Tx) error { return some(tx.Exec("DELETE FROM rules WHERE id = ?", id)) })
}
