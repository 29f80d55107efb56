package projectdb

import (
	"database/sql"

	"aipack/backend/store/sqlite"
)

// Audit is what the newest audit of the project found. AuditedAt is in Unix milliseconds.
type Audit struct {
	ID        int64  `db:"id"`
	Report    []byte `db:"report"` // an audit.Report as JSON
	AuditedAt int64  `db:"audited_at"`
}

// SaveAudit keeps an audit in place of the one before.
func (d *Database) SaveAudit(report []byte) error {
	row := Audit{ID: 1, Report: report, AuditedAt: d.now().UnixMilli()}
	return d.db.Write(func(tx *sql.Tx) error { return sqlite.Put(tx, "audits", "id", row) })
}

// LastAudit is the newest one. ErrAbsent says that there was none.
func (d *Database) LastAudit() (Audit, error) {
	rows, err := sqlite.Rows[Audit](d.db, "SELECT "+sqlite.Select[Audit]("a")+" FROM audits a")
	switch {
	case err != nil:
		return Audit{}, err
	case len(rows) == 0:
		return Audit{}, ErrAbsent
	}
	return rows[0], nil
}

// Ignored is a finding that somebody lets stand. Times are Unix milliseconds.
type Ignored struct {
	Finding   string `db:"finding"` // its id
	Reason    string `db:"reason"`
	Until     int64  `db:"until"` // from then on it counts again
	CreatedAt int64  `db:"created_at"`
}

// Ignore keeps that a finding stands, in place of what was said of it before.
func (d *Database) Ignore(i Ignored) error {
	i.CreatedAt = d.now().UnixMilli()
	return d.db.Write(func(tx *sql.Tx) error { return sqlite.Put(tx, "ignored", "finding", i) })
}

// Heed forgets that a finding was ignored. ErrAbsent says that it was not.
func (d *Database) Heed(finding string) error {
	return d.db.Write(func(tx *sql.Tx) error { return some(tx.Exec("DELETE FROM ignored WHERE finding = ?", finding)) })
}

// Ignored are the findings that are let stand, by id.
func (d *Database) Ignored() ([]Ignored, error) {
	return sqlite.Rows[Ignored](d.db, "SELECT "+sqlite.Select[Ignored]("i")+" FROM ignored i ORDER BY finding")
}
