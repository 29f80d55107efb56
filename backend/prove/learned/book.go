package learned

import (
	"cmp"
	"crypto/sha256"
	"database/sql"
	"embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"aipack/backend/base/fault"
	"aipack/backend/store/sqlite"
)

//go:embed steps/*.sql
var embedded embed.FS

const holds = "list of lessons"

// ErrAbsent says that there is no lesson of that id.
var ErrAbsent error = sqlite.Absent(holds)

// A lesson that has helped nowhere is forgotten after mostFailed failures; one that was
// tried long ago, and seldom helped, is put aside (C124).
const (
	mostFailed  = 2
	oldAfter    = 180 * 24 * time.Hour
	seldom      = 3
	leastLike   = 0.75 // of two signatures, to be the same failure
	mostLessons = 10_000
)

// Book is the lessons on this computer. It is opened for each question: several programs
// share it.
type Book struct {
	data string
	now  func() time.Time
}

// In gives the book of a data folder.
func In(data string, now func() time.Time) Book { return Book{data, now} }

func (b Book) path() string { return filepath.Join(b.data, "lessons.db") }

// use does something with the open database. Another program that has it at the moment is
// waited for, a little.
func (b Book) use(do func(*sqlite.Database) error) error {
	steps, err := fs.Sub(embedded, "steps")
	if err == nil {
		err = os.MkdirAll(b.data, 0o700)
	}
	if err != nil {
		return err
	}
	var db *sqlite.Database
	for wait := 5 * time.Millisecond; ; wait *= 2 {
		db, err = sqlite.Open(b.path(), b.path()+".lock", sqlite.Schema{Holds: holds, Steps: steps, Tidy: b.tidy, Holder: "lessons"}, b.now())
		if !errors.Is(err, sqlite.InUse(holds)) || wait > time.Second {
			break
		}
		time.Sleep(wait)
	}
	if err != nil {
		return fault.OfFile("the "+holds+" cannot be opened", err, "AIPACK_DATA names another folder for it")
	}
	return errors.Join(do(db), db.Close())
}

// tidy puts aside what is old and seldom helped.
func (b Book) tidy(tx *sql.Tx) error {
	_, err := tx.Exec("UPDATE lessons SET archived = 1 WHERE helped < ? AND last_at < ?", seldom, b.now().Add(-oldAfter).UnixMilli())
	return err
}

// row is a lesson as it is kept.
type row struct {
	ID        string `db:"id"`
	Signature string `db:"signature"`
	Language  string `db:"language"`
	Category  string `db:"category"`
	Versions  string `db:"versions"`
	Why       string `db:"why"`
	Source    string `db:"source"`
	Edits     []byte `db:"edits"`
	Helped    int    `db:"helped"`
	Failed    int    `db:"failed"`
	CreatedAt int64  `db:"created_at"`
	LastAt    int64  `db:"last_at"`
	Archived  bool   `db:"archived"`
	Projects  int    `as:"projects"`
}

const all = "SELECT l.*, (SELECT count(*) FROM tried t WHERE t.lesson = l.id AND t.helped > 0) AS projects FROM lessons l "

func (r row) lesson() (Lesson, error) {
	l := Lesson{
		ID: r.ID, Signature: r.Signature, Language: r.Language, Category: r.Category, Versions: r.Versions, Why: r.Why, Source: r.Source,
		Helped: r.Helped, Failed: r.Failed, Projects: r.Projects, CreatedAt: r.CreatedAt, LastAt: r.LastAt, Archived: r.Archived,
	}
	return l, json.Unmarshal(r.Edits, &l.Edits)
}

func rowOf(l Lesson) (row, error) {
	edits, err := json.Marshal(l.Edits)
	return row{
		ID: l.ID, Signature: l.Signature, Language: l.Language, Category: l.Category, Versions: l.Versions, Why: l.Why, Source: l.Source,
		Edits: edits, Helped: l.Helped, Failed: l.Failed, CreatedAt: l.CreatedAt, LastAt: l.LastAt, Archived: l.Archived,
	}, err
}

func lessons(db *sqlite.Database, where string, args ...any) ([]Lesson, error) {
	rows, err := sqlite.Rows[row](db, all+where, args...)
	out := make([]Lesson, 0, len(rows))
	for _, r := range rows {
		l, wrong := r.lesson()
		if wrong != nil {
			return out, wrong
		}
		out = append(out, l)
	}
	return out, err
}

// List is every lesson, those that helped most before.
func (b Book) List() (out []Lesson, err error) {
	err = b.use(func(db *sqlite.Database) error {
		out, err = lessons(db, "ORDER BY l.archived, l.helped DESC, l.last_at DESC, l.id")
		return err
	})
	return out, err
}

// Recall finds what helped with a failure, at most three: by its very signature first,
// then by one that is like it, of the same stage and rule. What is switched off, put aside
// or of another language is left out.
func (b Book) Recall(signature, language string) (out []Lesson, err error) {
	words := strings.Fields(signature)
	if len(words) < 2 {
		return nil, nil
	}
	head := words[0] + " " + words[1] + " " // stage and rule
	err = b.use(func(db *sqlite.Database) error {
		found, err := lessons(db, "WHERE l.language = ? AND l.archived = 0 AND substr(l.signature, 1, ?) = ? AND NOT EXISTS (SELECT 1 FROM switched_off s WHERE s.category IN ('', l.category))", language, utf8.RuneCountInString(head), head)
		if err != nil {
			return err
		}
		like := map[string]float64{}
		found = slices.DeleteFunc(found, func(l Lesson) bool {
			like[l.ID] = likeness(words, strings.Fields(l.Signature))
			return like[l.ID] < leastLike
		})
		slices.SortFunc(found, func(a, b Lesson) int {
			return cmp.Or(cmp.Compare(like[b.ID], like[a.ID]), cmp.Compare(b.Helped-b.Failed, a.Helped-a.Failed), cmp.Compare(b.LastAt, a.LastAt), cmp.Compare(a.ID, b.ID))
		})
		out = found[:min(len(found), 3)]
		return nil
	})
	return out, err
}

// likeness is the part of the words that two signatures share (Dice); 0 where their stage
// or rule differ, which stand first.
func likeness(a, b []string) float64 {
	if len(a) < 2 || len(b) < 2 || a[0] != b[0] || a[1] != b[1] {
		return 0
	}
	left, shared := slices.Clone(b), 0
	for _, w := range a {
		if i := slices.Index(left, w); i >= 0 {
			left, shared = slices.Delete(left, i, i+1), shared+1
		}
	}
	return 2 * float64(shared) / float64(len(a)+len(b))
}

// Learn keeps what helped in a project. One that is known already has helped once more.
func (b Book) Learn(l Lesson, project string) error {
	return b.use(func(db *sqlite.Database) error {
		return db.Write(func(tx *sql.Tx) error {
			var off, n int
			if err := tx.QueryRow("SELECT count(*) FROM switched_off WHERE category IN ('', ?)", l.Category).Scan(&off); err != nil || off > 0 {
				return err
			}
			if err := tx.QueryRow("SELECT count(*) FROM lessons WHERE id <> ?", l.ID).Scan(&n); err != nil {
				return err
			}
			if n >= mostLessons {
				_, err := tx.Exec("DELETE FROM lessons WHERE id IN (SELECT id FROM lessons WHERE id <> ? ORDER BY archived DESC, helped - failed, last_at LIMIT ?)", l.ID, n-mostLessons+1)
				if err != nil {
					return err
				}
			}
			if err := add(tx, l); err != nil {
				return err
			}
			return b.count(tx, l.ID, project, true)
		})
	})
}

// add keeps a lesson unless it is there.
func add(tx *sql.Tx, l Lesson) error {
	r, err := rowOf(l)
	if err != nil {
		return err
	}
	_, err = tx.Exec(`INSERT INTO lessons (id, signature, language, category, versions, why, source, edits, helped, failed, created_at, last_at, archived)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, 0, ?, ?, 0) ON CONFLICT (id) DO UPDATE SET versions = excluded.versions`,
		r.ID, r.Signature, r.Language, r.Category, r.Versions, r.Why, r.Source, r.Edits, r.CreatedAt, r.LastAt)
	return err
}

// Settle says what a lesson came to in a project. One that has helped nowhere and failed
// twice is forgotten.
func (b Book) Settle(id, project string, helped bool) error {
	return b.use(func(db *sqlite.Database) error {
		return db.Write(func(tx *sql.Tx) error { return b.count(tx, id, project, helped) })
	})
}

func (b Book) count(tx *sql.Tx, id, project string, helped bool) error {
	column := "failed"
	if helped {
		column = "helped"
	}
	now := b.now().UnixMilli()
	changed, err := tx.Exec("UPDATE lessons SET "+column+" = "+column+" + 1, last_at = ?, archived = 0 WHERE id = ?", now, id)
	if err != nil {
		return err
	}
	if n, err := changed.RowsAffected(); err != nil || n == 0 {
		return err // forgotten meanwhile
	}
	sum := sha256.Sum256([]byte(project))
	_, err = tx.Exec("INSERT INTO tried VALUES (?, ?, ?, ?) ON CONFLICT (lesson, project) DO UPDATE SET helped = max(helped, excluded.helped), at = excluded.at",
		id, hex.EncodeToString(sum[:8]), helped, now)
	if err == nil {
		_, err = tx.Exec("DELETE FROM lessons WHERE id = ? AND helped = 0 AND failed >= ?", id, mostFailed)
	}
	return err
}

// Forget drops a lesson. ErrAbsent says that there is none.
func (b Book) Forget(id string) error {
	return b.use(func(db *sqlite.Database) error {
		return db.Write(func(tx *sql.Tx) error {
			done, err := tx.Exec("DELETE FROM lessons WHERE id = ?", id)
			if err != nil {
				return err
			}
			if n, err := done.RowsAffected(); err != nil || n == 0 {
				return cmp.Or(err, ErrAbsent)
			}
			return nil
		})
	})
}

// Clear drops all of them, and says how many.
func (b Book) Clear() (n int64, err error) {
	err = b.use(func(db *sqlite.Database) error {
		return db.Write(func(tx *sql.Tx) error {
			done, err := tx.Exec("DELETE FROM lessons")
			if err == nil {
				n, err = done.RowsAffected()
			}
			return err
		})
	})
	return n, err
}

// Switch switches a category on or off; "" is learning as a whole.
func (b Book) Switch(category string, on bool) error {
	if category != "" && !slices.Contains(Categories, category) {
		return &fault.Fault{Code: fault.NothingFound, Message: fmt.Sprintf("there is no category %q", category), Hint: "It is one of: " + strings.Join(Categories, ", ") + "."}
	}
	return b.use(func(db *sqlite.Database) error {
		return db.Write(func(tx *sql.Tx) error {
			statement := "INSERT OR IGNORE INTO switched_off VALUES (?)"
			if on {
				statement = "DELETE FROM switched_off WHERE category = ?"
			}
			_, err := tx.Exec(statement, category)
			return err
		})
	})
}

// Off are the categories that are switched off; "" is among them where all of learning is.
func (b Book) Off() (out []string, err error) {
	err = b.use(func(db *sqlite.Database) error {
		out, err = sqlite.Collect(db, func(rows *sql.Rows) (s string, err error) { return s, rows.Scan(&s) }, "SELECT category FROM switched_off ORDER BY category")
		return err
	})
	return out, err
}
