package osv

import (
	"archive/zip"
	"database/sql"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"aipack/backend/store/sqlite"
)

//go:embed steps/*.sql
var embedded embed.FS

const holds = "list of known vulnerabilities"

// Limits on what an ecosystem's archive may hold; npm's has some 200,000 advisories.
const (
	mostAdvisories = 2_000_000
	mostOfOne      = 4 << 20 // bytes
	mostOfAll      = 8 << 30
)

// Database is the list on this computer.
type Database struct{ db *sqlite.Database }

// Ecosystem is what is kept of one.
type Ecosystem struct {
	Name       string `db:"name"` // as OSV has it: "PyPI"
	Advisories int    `db:"advisories"`
	AsOf       int64  `db:"as_of"` // Unix milliseconds
}

// At is as of when the list is.
func (e Ecosystem) At() time.Time { return time.UnixMilli(e.AsOf) }

func schema() (sqlite.Schema, error) {
	steps, err := fs.Sub(embedded, "steps")
	return sqlite.Schema{Holds: holds, Steps: steps, Disposable: true, Holder: "osv"}, err
}

func place(data string) string { return filepath.Join(data, "advisories.db") }

// Open opens the list in a data folder to write it, making it where there is none.
func Open(data string, now time.Time) (*Database, error) {
	how, err := schema()
	if err == nil {
		err = os.MkdirAll(data, 0o700)
	}
	if err != nil {
		return nil, err
	}
	db, err := sqlite.Open(place(data), place(data)+".lock", how, now)
	return &Database{db}, err
}

// Read opens the list to look things up, beside whoever writes it. An error that is
// fs.ErrNotExist says that nothing was ever fetched.
func Read(data string) (*Database, error) {
	how, err := schema()
	if err != nil {
		return nil, err
	}
	db, err := sqlite.Read(place(data), how)
	return &Database{db}, err
}

// Close closes it.
func (d *Database) Close() error { return d.db.Close() }

// Ecosystems are those that are kept, by name.
func (d *Database) Ecosystems() ([]Ecosystem, error) {
	return sqlite.Rows[Ecosystem](d.db, "SELECT "+sqlite.Select[Ecosystem]("e")+" FROM ecosystems e ORDER BY name")
}

// Of are the known vulnerabilities of a version of a package, by id.
func (d *Database) Of(ecosystem, name, version string) ([]Match, error) {
	all, err := sqlite.Collect(d.db, func(rows *sql.Rows) (a Advisory, err error) {
		var body []byte
		if err := rows.Scan(&body); err != nil {
			return a, err
		}
		return a, json.Unmarshal(body, &a)
	}, "SELECT body FROM advisories WHERE ecosystem = ? AND package = ? ORDER BY id", ecosystem, Key(ecosystem, name))
	return matching(all, ecosystem, name, version), err
}

// Import puts an archive of OSV's (all.zip: one JSON file an advisory) in the place of
// what was kept of an ecosystem. What in it is no advisory of the ecosystem is passed
// over; an archive with none at all is refused, and what was kept stays.
func (d *Database) Import(ecosystem string, archive io.ReaderAt, size int64, asOf time.Time) (int, error) {
	z, err := zip.NewReader(archive, size)
	if err != nil {
		return 0, fmt.Errorf("the archive of %s: %w", ecosystem, err)
	}
	if len(z.File) > mostAdvisories {
		return 0, fmt.Errorf("the archive of %s has %d files, and no more than %d are read", ecosystem, len(z.File), mostAdvisories)
	}
	n, left := 0, int64(mostOfAll)
	err = d.db.Write(func(tx *sql.Tx) error {
		if _, err := tx.Exec("DELETE FROM advisories WHERE ecosystem = ?", ecosystem); err != nil {
			return err
		}
		put, err := tx.Prepare("INSERT OR REPLACE INTO advisories (ecosystem, package, id, body) VALUES (?, ?, ?, ?)")
		if err != nil {
			return err
		}
		defer func() { _ = put.Close() }() // the transaction ends it, too
		for _, f := range z.File {
			a, read, err := one(f, min(mostOfOne, left))
			if left -= read; err != nil {
				return fmt.Errorf("%s in the archive of %s: %w", f.Name, ecosystem, err)
			}
			stored, err := store(put, ecosystem, a)
			if err != nil {
				return err
			}
			n += stored
		}
		if n == 0 {
			return errors.New("the archive holds no advisory of " + ecosystem)
		}
		return sqlite.Put(tx, "ecosystems", "name", Ecosystem{Name: ecosystem, Advisories: n, AsOf: asOf.UnixMilli()})
	})
	return n, err
}

// one reads a file of an archive; the zero Advisory for what is none.
func one(f *zip.File, most int64) (a Advisory, read int64, err error) {
	if !strings.HasSuffix(f.Name, ".json") || f.FileInfo().IsDir() {
		return a, 0, nil
	}
	in, err := f.Open()
	if err != nil {
		return a, 0, err
	}
	defer in.Close()
	text, err := io.ReadAll(io.LimitReader(in, most+1))
	if err == nil && int64(len(text)) > most {
		err = fmt.Errorf("it has more than %d bytes", most)
	}
	if err != nil {
		return a, int64(len(text)), err
	}
	if json.Unmarshal(text, &a) != nil {
		a = Advisory{}
	}
	return a, int64(len(text)), nil
}

// store keeps an advisory once for each package of the ecosystem that it is about.
func store(put *sql.Stmt, ecosystem string, a Advisory) (int, error) {
	if a.ID == "" || a.Withdrawn != "" {
		return 0, nil
	}
	about := map[string][]Affected{}
	for _, at := range a.Affected {
		if base, _, _ := strings.Cut(at.Package.Ecosystem, ":"); base == ecosystem && at.Package.Name != "" {
			k := Key(ecosystem, at.Package.Name)
			about[k] = append(about[k], at)
		}
	}
	for name, affected := range about {
		kept := a
		kept.Affected = affected
		body, err := json.Marshal(kept)
		if err != nil {
			return 0, err
		}
		if _, err := put.Exec(ecosystem, name, a.ID, body); err != nil {
			return 0, err
		}
	}
	return min(len(about), 1), nil
}
