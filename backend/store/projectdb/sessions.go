package projectdb

import (
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"aipack/backend/store/sqlite"
)

// What is kept of conversations of one project. Where there are more, those go first
// that nobody has gone on with for longest.
const (
	MostSessions     = 200
	MostSessionBytes = 64 << 20
)

// Session is a conversation about the project. Times are Unix milliseconds.
type Session struct {
	ID         string  `db:"id"`
	Title      string  `db:"title"`
	Provider   string  `db:"provider"` // who answered last
	Model      string  `db:"model"`
	Questions  int     `db:"questions"`
	Prompt     int     `db:"prompt"` // tokens
	Cached     int     `db:"cached"` // of prompt
	Completion int     `db:"completion"`
	USD        float64 `db:"usd"`
	Unpriced   int     `db:"unpriced"` // answers of which nobody knows the price
	Bytes      int64   `db:"bytes"`    // of its messages
	CreatedAt  int64   `db:"created_at"`
	UpdatedAt  int64   `db:"updated_at"`
}

// Message is one message of a conversation.
type Message struct {
	Session   string `db:"session"`
	Place     int    `db:"place"` // from 1, in the order in which they were said
	Role      string `db:"role"`
	Question  string `db:"question"` // what the user asked, "" where the message is no question
	Text      string `db:"text"`
	More      []byte `db:"more"` // what a message has besides its text
	CreatedAt int64  `db:"created_at"`
	TakenBack int    `db:"taken_back"` // 0: it counts
}

// Took is what an answer took.
type Took struct {
	Provider, Model            string
	Prompt, Cached, Completion int
	USD                        float64
	Priced                     bool
}

// ErrSeveral says that several sessions begin with a text.
var ErrSeveral = errors.New("several sessions begin with that")

// Begin adds a conversation, and lets old ones go where there are too many.
func (d *Database) Begin(s Session) error {
	s.CreatedAt = d.now().UnixMilli()
	s.UpdatedAt = s.CreatedAt
	return d.db.Write(func(tx *sql.Tx) error {
		if err := sqlite.Insert(tx, "sessions", s); err != nil {
			return err
		}
		return trim(tx, s.ID)
	})
}

// trim deletes the oldest conversations but one until the rest keeps to the limits. Each
// is deleted by itself, after its messages: as one statement with what hangs on it SQLite
// writes all of that to a journal first.
func trim(tx *sql.Tx, but string) error {
	old, err := sqlite.Query[string](tx, `SELECT id FROM (SELECT id, SUM(bytes) OVER newest AS held, ROW_NUMBER() OVER newest AS place FROM sessions
		WINDOW newest AS (ORDER BY id = ? DESC, updated_at DESC, id ROWS UNBOUNDED PRECEDING)) WHERE id <> ? AND (held > ? OR place > ?)`,
		but, but, MostSessionBytes, MostSessions)
	for _, id := range old {
		if err == nil {
			err = remove(tx, id)
		}
	}
	return err
}

func remove(tx *sql.Tx, id string) error {
	if _, err := tx.Exec("DELETE FROM messages WHERE session = ?", id); err != nil {
		return err
	}
	return some(tx.Exec("DELETE FROM sessions WHERE id = ?", id))
}

// Append adds a message to its conversation, at its end, and what it took.
func (d *Database) Append(m Message, took Took) error {
	m.CreatedAt = d.now().UnixMilli()
	if m.More == nil {
		m.More = []byte{}
	}
	asked, unpriced := 0, 0
	if m.Question != "" {
		asked = 1
	}
	if took.Provider != "" && !took.Priced {
		unpriced = 1
	}
	return d.db.Write(func(tx *sql.Tx) error {
		last, err := sqlite.Query[int](tx, "SELECT COALESCE(MAX(place), 0) AS place FROM messages WHERE session = ?", m.Session)
		if err != nil {
			return err
		}
		m.Place = last[0] + 1
		if err := sqlite.Insert(tx, "messages", m); err != nil {
			return err
		}
		done, err := tx.Exec(`UPDATE sessions SET questions = questions + ?, prompt = prompt + ?, cached = cached + ?, completion = completion + ?,
			usd = usd + ?, unpriced = unpriced + ?, bytes = bytes + ?, updated_at = ?,
			provider = CASE WHEN ? = '' THEN provider ELSE ? END, model = CASE WHEN ? = '' THEN model ELSE ? END WHERE id = ?`,
			asked, took.Prompt, took.Cached, took.Completion, took.USD, unpriced, len(m.Text)+len(m.Question)+len(m.More), m.CreatedAt,
			took.Provider, took.Provider, took.Model, took.Model, m.Session)
		return some(done, err)
	})
}

// some is ErrAbsent where a statement found nothing to change.
func some(done sql.Result, err error) error {
	if err != nil {
		return err
	}
	n, err := done.RowsAffected()
	if err == nil && n == 0 {
		err = ErrAbsent
	}
	return err
}

// Sessions lists the conversations, the newest first, with a text in their titles,
// questions or answers; "" lists all.
func (d *Database) Sessions(search string) ([]Session, error) {
	like := "%" + strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`).Replace(search) + "%"
	return sqlite.Rows[Session](d.db, "SELECT "+sqlite.Select[Session]("s")+` FROM sessions s WHERE ? = '' OR title LIKE ? ESCAPE '\'
		OR EXISTS (SELECT 1 FROM messages WHERE session = s.id AND taken_back = 0 AND (question LIKE ? ESCAPE '\' OR role = 'assistant' AND text LIKE ? ESCAPE '\'))
		ORDER BY updated_at DESC, id`, search, like, like, like)
}

// Session is the conversation whose id begins with a text, or the newest for "last".
// ErrAbsent and ErrSeveral are the refusals.
func (d *Database) Session(text string) (Session, error) {
	query, args := " WHERE substr(id, 1, ?) = ?", []any{len(text), text}
	if text == "last" {
		query, args = "", nil
	}
	rows, err := sqlite.Rows[Session](d.db, "SELECT "+sqlite.Select[Session]("s")+" FROM sessions s"+query+" ORDER BY updated_at DESC, id LIMIT 2", args...)
	switch {
	case err != nil:
		return Session{}, err
	case len(rows) == 0 || text == "":
		return Session{}, ErrAbsent
	case len(rows) > 1 && text != "last":
		return Session{}, fmt.Errorf("%w: %s and %s", ErrSeveral, rows[0].ID, rows[1].ID)
	}
	return rows[0], nil
}

// Messages are those of a conversation, in order, with those that were taken back.
func (d *Database) Messages(id string) ([]Message, error) {
	return sqlite.Rows[Message](d.db, "SELECT "+sqlite.Select[Message]("m")+" FROM messages m WHERE session = ? ORDER BY place", id)
}

// Rename gives a conversation another title.
func (d *Database) Rename(id, title string) error {
	return d.db.Write(func(tx *sql.Tx) error { return some(tx.Exec("UPDATE sessions SET title = ? WHERE id = ?", title, id)) })
}

// Delete deletes a conversation with its messages, and gives their room back.
func (d *Database) Delete(id string) error {
	if err := d.db.Write(func(tx *sql.Tx) error { return remove(tx, id) }); err != nil {
		return err
	}
	return d.db.GiveBack()
}
