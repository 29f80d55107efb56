package projectdb

import (
	"database/sql"

	"aipack/backend/store/sqlite"
)

// Proof is what the newest proof of a service on the command line came to. Times are Unix
// milliseconds.
type Proof struct {
	Service  string `db:"service"`
	Plan     string `db:"plan"`    // digest of what was proved
	Verdict  string `db:"verdict"` // one of prove.Verdict
	Said     string `db:"said"`    // what came of it, in a line
	ProvedAt int64  `db:"proved_at"`
}

// SaveProofs keeps proofs in place of those before of the same services.
func (d *Database) SaveProofs(proofs []Proof) error {
	return d.db.Write(func(tx *sql.Tx) error {
		for _, p := range proofs {
			if err := sqlite.Put(tx, "proofs", "service", p); err != nil {
				return err
			}
		}
		return nil
	})
}

// Proofs are those that are kept, by service.
func (d *Database) Proofs() ([]Proof, error) {
	return sqlite.Rows[Proof](d.db, "SELECT "+sqlite.Select[Proof]("p")+" FROM proofs p ORDER BY service")
}

// Tests is what a service's own tests came to. Times are Unix milliseconds.
type Tests struct {
	Service string `db:"service"`
	State   string `db:"state"` // one of owntests.State
	Passed  int    `db:"passed"`
	Failed  int    `db:"failed"`
	Skipped int    `db:"skipped"`
	Said    string `db:"said"` // in a line
	RanAt   int64  `db:"ran_at"`
}

// SaveTests keeps what tests came to in place of what they did before.
func (d *Database) SaveTests(all []Tests) error {
	return d.db.Write(func(tx *sql.Tx) error {
		for _, one := range all {
			if err := sqlite.Put(tx, "tests", "service", one); err != nil {
				return err
			}
		}
		return nil
	})
}

// Tests are what the services' tests came to, by service.
func (d *Database) Tests() ([]Tests, error) {
	return sqlite.Rows[Tests](d.db, "SELECT "+sqlite.Select[Tests]("t")+" FROM tests t ORDER BY service")
}

// Commit is one that aipack made.
type Commit struct {
	ID        string `db:"id"`
	Made      []byte `db:"made"`   // a keep.Commit as JSON
	Reason    string `db:"reason"` // why it was made although a check stood against it; "" for none
	CreatedAt int64  `db:"created_at"`
	UndoneAt  int64  `db:"undone_at"` // 0 while it stands
}

// SaveCommit keeps a commit, or that it was taken back.
func (d *Database) SaveCommit(c Commit) error {
	if c.CreatedAt == 0 {
		c.CreatedAt = d.now().UnixMilli()
	}
	return d.db.Write(func(tx *sql.Tx) error { return sqlite.Put(tx, "commits", "id", c) })
}

// LastCommit is the newest that stands. ErrAbsent says that there is none.
func (d *Database) LastCommit() (Commit, error) {
	rows, err := sqlite.Rows[Commit](d.db, "SELECT "+sqlite.Select[Commit]("c")+" FROM commits c WHERE undone_at = 0 ORDER BY created_at DESC, rowid DESC LIMIT 1")
	switch {
	case err != nil:
		return Commit{}, err
	case len(rows) == 0:
		return Commit{}, ErrAbsent
	}
	return rows[0], nil
}
