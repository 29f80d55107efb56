package fleet

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // PostgreSQL
	_ "github.com/mattn/go-sqlite3"    // files
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riverdatabasesql"
	"github.com/riverqueue/river/riverdriver/riversqlite"
)

// Queue is an open queue with its results. It is safe for use by several goroutines.
type Queue struct {
	db       *sql.DB
	driver   riverdriver.Driver[*sql.Tx]
	client   *river.Client[*sql.Tx]
	postgres bool
	file     string // "" for PostgreSQL
}

// args are a job as the queue has it. No two jobs in it are of the same repository and
// wish.
type args struct {
	Repository string `json:"repository" river:"unique"`
	Ref        string `json:"ref"        river:"unique"`
	Want       Want   `json:"want"       river:"unique"`
	Again      bool   `json:"again,omitempty"`
}

const kind = "repository"

// room is River's queue with our jobs: others may have theirs in the same database.
const room = "aipack"

// Kind names the sort of job for River.
func (args) Kind() string { return kind }

// InsertOpts bounds nothing: how often a job is tried is decided by workers.
func (args) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: room, MaxAttempts: 1 << 14, UniqueOpts: river.UniqueOpts{ByArgs: true}}
}

// opPatience is how long one call of the database may take. A network that is cut would
// otherwise hold it for ever.
const opPatience = time.Minute

// Variable is the variable of the environment that says where the queue is, where nothing
// else does, and File its name in aipack's data folder where that is not set either.
const (
	Variable = "AIPACK_QUEUE"
	File     = "fleet.db"
)

// ErrAbsent says that nobody has begun a queue there.
var ErrAbsent = errors.New("there is no queue yet")

// Open opens a queue: a file, which is made where it is absent, or postgres://….
func Open(ctx context.Context, address string) (*Queue, error) { return open(ctx, address, false) }

// OpenBegun opens a queue that somebody has begun; ErrAbsent for none. It makes neither
// a file nor tables.
func OpenBegun(ctx context.Context, address string) (*Queue, error) { return open(ctx, address, true) }

func open(ctx context.Context, address string, begun bool) (*Queue, error) {
	q := &Queue{}
	var err error
	if isPostgres(address) {
		q.postgres = true
		if q.db, err = sql.Open("pgx", address); err != nil {
			return nil, fmt.Errorf("opening the queue: %w", without(address, err))
		}
		q.db.SetMaxOpenConns(8)
		q.db.SetConnMaxIdleTime(time.Minute)
		q.driver = riverdatabasesql.New(q.db)
	} else {
		if q.file, err = filepath.Abs(address); err != nil {
			return nil, err
		}
		from := source(q.file)
		if begun {
			if _, err := os.Stat(q.file); errors.Is(err, fs.ErrNotExist) {
				return nil, ErrAbsent
			}
			from += "&mode=rw" // it may go away meanwhile
		} else if err := os.MkdirAll(filepath.Dir(q.file), 0o700); err != nil {
			return nil, fmt.Errorf("making the queue's folder: %w", err)
		}
		if q.db, err = sql.Open("sqlite3", from); err != nil {
			return nil, fmt.Errorf("opening the queue %s: %w", q.file, err)
		}
		q.db.SetMaxOpenConns(1) // SQLite has one writer; the others would only wait inside of it
		q.driver = riversqlite.New(q.db)
	}
	q.client, err = river.NewClient(q.driver, &river.Config{Logger: slog.New(slog.NewTextHandler(io.Discard, nil))})
	if err == nil && begun {
		var have int
		if have, err = q.version(ctx); err == nil && have == 0 {
			return nil, errors.Join(ErrAbsent, q.db.Close())
		}
	}
	if err == nil {
		err = q.migrate(ctx)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("opening the queue: %w", without(address, err)), q.db.Close())
	}
	return q, nil
}

// Close gives the queue free.
func (q *Queue) Close() error { return q.db.Close() }

func isPostgres(address string) bool {
	return strings.HasPrefix(address, "postgres://") || strings.HasPrefix(address, "postgresql://")
}

// source is how SQLite opens a file: several processes may have it, and who writes waits
// for the others.
func source(file string) string {
	u := url.URL{Path: filepath.ToSlash(file)}
	return "file:" + u.EscapedPath() + "?_journal_mode=WAL&_synchronous=NORMAL&_busy_timeout=" + strconv.Itoa(int(opPatience.Milliseconds())) + "&_txlock=immediate"
}

// Shown is a queue's address without its password.
func Shown(address string) string {
	if !isPostgres(address) {
		return address
	}
	u, err := url.Parse(address)
	if err != nil {
		return "postgres://…"
	}
	if u.RawQuery != "" { // a password may be there, too
		u.RawQuery = "…"
	}
	return u.Redacted()
}

// without is an error that does not repeat the password of the address.
func without(address string, err error) error {
	u, wrong := url.Parse(address)
	said := err.Error()
	if wrong != nil {
		said = strings.ReplaceAll(said, address, "postgres://…")
	} else if password, there := u.User.Password(); there && password != "" {
		said = strings.ReplaceAll(said, password, "xxxxx")
	} else {
		return err
	}
	if said == err.Error() {
		return err
	}
	return errors.New(said)
}

var mark = regexp.MustCompile(`\?`)

// text is a statement in the words of the database: PostgreSQL numbers its arguments.
func (q *Queue) text(statement string) string {
	statement = strings.ReplaceAll(statement, "NOW_MS", q.now())
	if !q.postgres {
		return statement
	}
	n := 0
	return mark.ReplaceAllStringFunc(statement, func(string) string { n++; return "$" + strconv.Itoa(n) })
}

// now is the time of the database in Unix milliseconds: the clocks of workers differ.
func (q *Queue) now() string {
	if q.postgres {
		return "(extract(epoch from clock_timestamp()) * 1000)::bigint"
	}
	return "CAST(unixepoch('subsec') * 1000 AS INTEGER)"
}

// within runs a transaction.
func (q *Queue) within(ctx context.Context, do func(context.Context, *sql.Tx) error) error {
	ctx, stop := context.WithTimeout(ctx, opPatience)
	defer stop()
	tx, err := q.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := do(ctx, tx); err != nil {
		_ = tx.Rollback() // err says what happened; what is not committed is not there
		return err
	}
	return tx.Commit()
}

// exec runs one statement in a transaction, and says how many rows it changed.
func (q *Queue) exec(ctx context.Context, tx *sql.Tx, statement string, values ...any) (int64, error) {
	done, err := tx.ExecContext(ctx, q.text(statement), values...)
	if err != nil {
		return 0, err
	}
	return done.RowsAffected()
}
