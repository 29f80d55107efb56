package store

import (
	"database/sql"
	"errors"
	"slices"
	"strings"

	"aipack/backend/store/sqlite"
)

// Run is one analysis. Times are Unix milliseconds.
type Run struct {
	ID         string
	Path, Name string
	Hint       string
	State      string // running, completed, failed, cancelled
	StartedAt  int64
	DurationMS int64
	Missing    string // why there is no service
	RulesAlone string // why a model that was wanted could not be asked to the end
	Code       string // of the fault
	Message    string
	Advice     string
	Services   int
	Language   string
	Framework  string
	Confidence float64

	Imported int64 `json:"-"` // when it was read from a file, Unix ms; 0 for a run of this computer
	Pinned   bool  `json:"-"` // derived: its folder stays at the top

	Model  string `json:"-"` // derived: the model that was asked first, "" for none
	Edited bool   // derived: an edit is in force
	Proof  string // derived: how the plan stands, as Verdict.State has it
	Loud   bool   `json:"-"` // derived: Verdict.Loud
}

// Outcome is a run's state, and "interrupted" for one that aipack itself cut off:
// it did not fail.
func (r Run) Outcome() string {
	if r.State == "failed" && r.Code == interrupted {
		return "interrupted"
	}
	return r.State
}

// interrupted is the code of the fault of a run during which aipack ended, as the
// package fault names it.
const interrupted = "INTERRUPTED"

const runColumns = `r.id, r.path, r.name, r.hint, r.state, r.started_at, r.duration_ms, r.missing, r.rules_alone, r.code, r.message, r.advice,
	r.services, r.language, r.framework, r.confidence, COALESCE(r.imported_at, 0), EXISTS (SELECT 1 FROM pins WHERE pins.path = r.path),
	COALESCE((SELECT e.model FROM exchanges e WHERE e.run_id = r.id ORDER BY e.number LIMIT 1), ''),
	EXISTS (SELECT 1 FROM documents d WHERE d.run_id = r.id AND d.edit > 0)`

func scanRun(rows *sql.Rows) (Run, error) {
	var r Run
	err := rows.Scan(&r.ID, &r.Path, &r.Name, &r.Hint, &r.State, &r.StartedAt, &r.DurationMS, &r.Missing, &r.RulesAlone, &r.Code, &r.Message, &r.Advice,
		&r.Services, &r.Language, &r.Framework, &r.Confidence, &r.Imported, &r.Pinned, &r.Model, &r.Edited)
	return r, err
}

const insertRun = `INSERT INTO runs (id, path, name, hint, state, started_at) VALUES (?, ?, ?, ?, ?, ?)`

// Begin records that a run has begun.
func (s *DB) Begin(r Run) error {
	return s.db.Write(func(tx *sql.Tx) error {
		_, err := tx.Exec(insertRun, r.ID, r.Path, r.Name, r.Hint, r.State, r.StartedAt)
		return err
	})
}

const endRun = `UPDATE runs SET state = ?, duration_ms = ?, missing = ?, rules_alone = ?, code = ?, message = ?, advice = ?, services = ?, language = ?, framework = ?, confidence = ? WHERE id = ?`

// End records how a run ended, with its documents, all or nothing.
func (s *DB) End(r Run, documents []Document) error {
	return s.db.Write(func(tx *sql.Tx) error { return end(tx, r, documents) })
}

// Put records a run that has ended with all that is known of it, whatever of it
// is there already: on a full disk a part may be missing. What models were
// asked and what was proved stays as it is.
func (s *DB) Put(r Run, events []Event, documents []Document) error {
	return s.db.Write(func(tx *sql.Tx) error {
		if _, err := tx.Exec(insertRun+` ON CONFLICT (id) DO NOTHING`,
			r.ID, r.Path, r.Name, r.Hint, r.State, r.StartedAt); err != nil {
			return err
		}
		for _, table := range []string{"events", "documents"} { // edits go with their documents
			if _, err := tx.Exec(`DELETE FROM `+table+` WHERE run_id = ?`, r.ID); err != nil {
				return err
			}
		}
		if len(events) > 0 {
			if err := record(tx, r.ID, events); err != nil {
				return err
			}
		}
		return end(tx, r, documents)
	})
}

func end(tx *sql.Tx, r Run, documents []Document) error {
	if _, err := tx.Exec(endRun, r.State, r.DurationMS, r.Missing, r.RulesAlone, r.Code, r.Message, r.Advice, r.Services, r.Language, r.Framework, r.Confidence, r.ID); err != nil {
		return err
	}
	for i, d := range documents {
		if err := insertDocument(tx, r.ID, i, d); err != nil {
			return err
		}
	}
	return nil
}

// Run gives one run, ErrAbsent where it is not there or deleted.
func (s *DB) Run(id string) (Run, error) {
	runs, err := s.runs(`SELECT `+runColumns+` FROM runs r WHERE r.id = ? AND r.deleted_at IS NULL`, id)
	if err != nil {
		return Run{}, err
	}
	if len(runs) == 0 {
		return Run{}, ErrAbsent
	}
	return runs[0], nil
}

// Filter chooses runs; its zero value chooses all.
type Filter struct {
	// Every word has to be in the name, path, language, framework, model, outcome or
	// proof; "edited" means runs with edits, "imported" those that were read from a
	// file.
	Words  string
	Result string // a run's Outcome or Proof; "unproven" for one that completed and of which no service was proved yet
	Model  string // that was asked; "none" for the rules alone
	Since  int64  // Unix ms
	Folder string // of the project
}

// Results are what Filter.Result can be.
var Results = []string{"proven", "ran", "incomplete", Part, Stale, "failed", "unproven", "completed", "cancelled", "interrupted", "running"}

// Runs lists runs, newest first, with how many there are in all.
func (s *DB) Runs(f Filter, offset, limit int) ([]Run, int, error) {
	if strings.TrimSpace(f.Words) == "" && f.Result == "" && f.Model == "" && f.Since == 0 && f.Folder == "" {
		return s.page(max(offset, 0), max(limit, 0))
	}
	all, err := s.runs(`SELECT `+runColumns+` FROM runs r WHERE r.deleted_at IS NULL AND r.started_at >= ? AND (? = '' OR r.path = ?) ORDER BY r.started_at DESC, r.id DESC`, f.Since, f.Folder, f.Folder)
	if err != nil {
		return nil, 0, err
	}
	words := strings.Fields(strings.ToLower(f.Words))
	fit := []Run{}
	for _, r := range all {
		if r.matches(words) && r.came(f.Result) && r.asked(f.Model) {
			fit = append(fit, r)
		}
	}
	total := len(fit)
	offset = min(max(offset, 0), total)
	return fit[offset:min(offset+max(limit, 0), total)], total, nil
}

// Like lists the runs whose ids begin with a text, newest first.
func (s *DB) Like(prefix string) ([]Run, error) {
	return s.runs(`SELECT `+runColumns+` FROM runs r WHERE r.deleted_at IS NULL AND substr(r.id, 1, length(?)) = ? ORDER BY r.started_at DESC, r.id DESC`, prefix, prefix)
}

// came reports whether a run came to a result.
func (r Run) came(to string) bool {
	if to == "unproven" {
		return r.State == "completed" && slices.Contains([]string{"", "stopped", "not_built"}, r.Proof)
	}
	return to == "" || r.Proof == to || r.Proof == "" && r.Outcome() == to
}

func (r Run) asked(model string) bool {
	return model == "" || r.Model == model || model == "none" && r.Model == ""
}

// Models lists the models that the runs of the history asked first, by name.
func (s *DB) Models() ([]string, error) {
	return sqlite.Collect(s.db, func(rows *sql.Rows) (model string, err error) { return model, rows.Scan(&model) },
		`SELECT DISTINCT e.model FROM exchanges e JOIN runs r ON r.id = e.run_id WHERE e.number = 1 AND e.model <> '' AND r.deleted_at IS NULL ORDER BY e.model`)
}

const selectPage = `SELECT ` + runColumns + ` FROM runs r WHERE r.deleted_at IS NULL ORDER BY r.started_at DESC, r.id DESC LIMIT ? OFFSET ?`

// page lists runs without a filter: of a long history, only what is shown is
// read.
func (s *DB) page(offset, limit int) ([]Run, int, error) {
	var total int
	if err := s.db.One(`SELECT COUNT(*) FROM runs WHERE deleted_at IS NULL`, nil, &total); err != nil {
		return nil, 0, err
	}
	runs, err := s.runs(selectPage, limit, offset)
	return runs, total, err
}

func (r Run) matches(words []string) bool {
	text := strings.ToLower(strings.Join([]string{r.Name, r.Path, r.Language, r.Framework, r.Model, r.Outcome(), r.Proof}, "\n"))
	if r.Edited {
		text += "\nedited"
	}
	if r.Imported > 0 {
		text += "\nimported"
	}
	for _, w := range words {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}

const newest = ` FROM runs r WHERE r.deleted_at IS NULL AND NOT EXISTS (
	SELECT 1 FROM runs n WHERE n.path = r.path AND n.deleted_at IS NULL AND (n.started_at > r.started_at OR n.started_at = r.started_at AND n.id > r.id))`

const (
	newestPinned  = `SELECT ` + runColumns + newest + ` AND r.path IN (SELECT path FROM pins) ORDER BY r.started_at DESC, r.id DESC`
	newestPerPath = `SELECT ` + runColumns + newest + ` AND r.path NOT IN (SELECT path FROM pins) ORDER BY r.started_at DESC, r.id DESC LIMIT ?`
)

// Before gives the newest completed run of a folder other than one, ErrAbsent
// where there is none.
func (s *DB) Before(path, than string) (Run, error) {
	runs, err := s.runs(`SELECT `+runColumns+` FROM runs r WHERE r.path = ? AND r.id <> ? AND r.state = 'completed' AND r.deleted_at IS NULL
		ORDER BY r.started_at DESC, r.id DESC LIMIT 1`, path, than)
	if err != nil {
		return Run{}, err
	}
	if len(runs) == 0 {
		return Run{}, ErrAbsent
	}
	return runs[0], nil
}

// Delete takes a run out of the history; Restore brings it back within a day.
func (s *DB) Delete(id string) error {
	return s.mark(id, sql.NullInt64{Int64: s.now().UnixMilli(), Valid: true})
}

// Erase deletes a run for good and gives its room back to the disk.
func (s *DB) Erase(id string) error {
	err := s.db.Write(func(tx *sql.Tx) error {
		done, err := tx.Exec(`DELETE FROM runs WHERE id = ?`, id)
		if err != nil {
			return err
		}
		if n, err := done.RowsAffected(); err != nil || n == 0 {
			return errors.Join(err, ErrAbsent)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return s.db.GiveBack()
}

// DeleteFolder deletes every run of a folder and gives their ids.
func (s *DB) DeleteFolder(path string) ([]string, error) {
	ids := []string{}
	err := s.db.Write(func(tx *sql.Tx) (err error) {
		ids = ids[:0]
		rows, err := tx.Query(`UPDATE runs SET deleted_at = ? WHERE path = ? AND deleted_at IS NULL RETURNING id`, s.now().UnixMilli(), path)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, rows.Close()) }()
		for rows.Next() {
			var id string
			if err := rows.Scan(&id); err != nil {
				return err
			}
			ids = append(ids, id)
		}
		return rows.Err()
	})
	slices.Sort(ids)
	return ids, err
}

// Restore undoes Delete.
func (s *DB) Restore(id string) error { return s.mark(id, sql.NullInt64{}) }

func (s *DB) mark(id string, deleted sql.NullInt64) error {
	return s.db.Write(func(tx *sql.Tx) error {
		done, err := tx.Exec(`UPDATE runs SET deleted_at = ? WHERE id = ?`, deleted, id)
		if err != nil {
			return err
		}
		if n, err := done.RowsAffected(); err != nil || n == 0 {
			return ErrAbsent
		}
		return nil
	})
}

// Forget deletes for good what began before a time (Unix ms), and says how
// many runs that were.
func (s *DB) Forget(before int64) (n int64, err error) {
	err = s.db.Write(func(tx *sql.Tx) error {
		done, err := tx.Exec(`DELETE FROM runs WHERE started_at < ? AND state <> 'running'`, before)
		if err != nil {
			return err
		}
		n, err = done.RowsAffected()
		return err
	})
	return n, err
}
