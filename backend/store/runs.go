package store

import (
	"database/sql"
	"slices"
	"strings"

	"aipack/backend/store/sqlite"
)

// Run is one analysis. Times are Unix milliseconds.
type Run struct {
	ID         string          `db:"id"`
	Path       string          `db:"path"`
	Name       string          `db:"name"`
	Hint       string          `db:"hint"`
	State      string          `db:"state"` // running, completed, failed, cancelled
	StartedAt  int64           `db:"started_at"`
	DurationMS int64           `db:"duration_ms"`
	Missing    string          `db:"missing"`     // why there is no service
	RulesAlone string          `db:"rules_alone"` // why a model that was wanted could not be asked to the end
	Code       string          `db:"code"`        // of the fault
	Message    string          `db:"message"`
	Advice     string          `db:"advice"`
	Services   int             `db:"services"`
	Language   string          `db:"language"`
	Framework  string          `db:"framework"`
	Confidence float64         `db:"confidence"`
	Imported   sql.Null[int64] `db:"imported_at" json:"-"` // when it was read from a file, Unix ms; null for a run of this computer

	Pinned bool   `as:"pinned" json:"-"` // its folder stays at the top
	Model  string `as:"model" json:"-"`  // the model that was asked first, "" for none
	Edited bool   `as:"edited"`          // an edit is in force
	Proof  string // how the plan stands, as Verdict.State has it
	Loud   bool   `json:"-"` // Verdict.Loud
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

var runColumns = sqlite.Select[Run]("r") + `, EXISTS (SELECT 1 FROM pins WHERE pins.path = r.path) AS pinned,
	COALESCE((SELECT e.model FROM exchanges e WHERE e.run_id = r.id ORDER BY e.number LIMIT 1), '') AS model,
	EXISTS (SELECT 1 FROM documents d WHERE d.run_id = r.id AND d.edit > 0) AS edited`

// Begin records that a run has begun.
func (s *DB) Begin(r Run) error {
	return s.db.Write(func(tx *sql.Tx) error { return sqlite.Insert(tx, "runs", r) })
}

// End records how a run ended, with its documents, all or nothing.
func (s *DB) End(r Run, documents []Document) error {
	return s.db.Write(func(tx *sql.Tx) error {
		if err := sqlite.Update(tx, "runs", "id", r); err != nil {
			return err
		}
		return insertDocuments(tx, r.ID, documents)
	})
}

// Put records a run that has ended with all that is known of it, whatever of it
// is there already: on a full disk a part may be missing. What models were
// asked and what was proved stays as it is.
func (s *DB) Put(r Run, events []Event, documents []Document) error {
	return s.db.Write(func(tx *sql.Tx) error {
		if err := sqlite.Put(tx, "runs", "id", r); err != nil {
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
		return insertDocuments(tx, r.ID, documents)
	})
}

// Run gives one run, ErrAbsent where it is not there or deleted.
func (s *DB) Run(id string) (Run, error) {
	return first(s.runs(`SELECT `+runColumns+` FROM runs r WHERE r.id = ? AND r.deleted_at IS NULL`, id))
}

// first gives the first of what was read, ErrAbsent where there is none.
func first[T any](rows []T, err error) (one T, _ error) {
	switch {
	case err != nil:
		return one, err
	case len(rows) == 0:
		return one, ErrAbsent
	}
	return rows[0], nil
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
	all, err := s.runs(
		`SELECT `+runColumns+` FROM runs r WHERE r.deleted_at IS NULL AND r.started_at >= ? AND (? = '' OR r.path = ?) ORDER BY r.started_at DESC, r.id DESC`,
		f.Since, f.Folder, f.Folder)
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
	return s.runs(`SELECT `+runColumns+` FROM runs r WHERE r.deleted_at IS NULL AND substr(r.id, 1, length(?)) = ? ORDER BY r.started_at DESC, r.id DESC`, prefix,
		prefix)
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
	return sqlite.Rows[string](s.db,
		`SELECT DISTINCT e.model FROM exchanges e JOIN runs r ON r.id = e.run_id WHERE e.number = 1 AND e.model <> '' AND r.deleted_at IS NULL ORDER BY e.model`)
}

var selectPage = `SELECT ` + runColumns + ` FROM runs r WHERE r.deleted_at IS NULL ORDER BY r.started_at DESC, r.id DESC LIMIT ? OFFSET ?`

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
	if r.Imported.Valid {
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

var (
	newestPinned  = `SELECT ` + runColumns + newest + ` AND r.path IN (SELECT path FROM pins) ORDER BY r.started_at DESC, r.id DESC`
	newestPerPath = `SELECT ` + runColumns + newest + ` AND r.path NOT IN (SELECT path FROM pins) ORDER BY r.started_at DESC, r.id DESC LIMIT ?`
)

// Before gives the newest completed run of a folder other than one, ErrAbsent
// where there is none.
func (s *DB) Before(path, than string) (Run, error) {
	return first(s.runs(`SELECT `+runColumns+` FROM runs r WHERE r.path = ? AND r.id <> ? AND r.state = 'completed' AND r.deleted_at IS NULL
		ORDER BY r.started_at DESC, r.id DESC LIMIT 1`, path, than))
}

// Delete takes a run out of the history; Restore brings it back within a day.
func (s *DB) Delete(id string) error {
	return s.change(`UPDATE runs SET deleted_at = ? WHERE id = ?`, s.now().UnixMilli(), id)
}

// Erase deletes a run for good and gives its room back to the disk.
func (s *DB) Erase(id string) error {
	if err := s.change(`DELETE FROM runs WHERE id = ?`, id); err != nil {
		return err
	}
	return s.db.GiveBack()
}

// DeleteFolder deletes every run of a folder and gives their ids.
func (s *DB) DeleteFolder(path string) ([]string, error) {
	var ids []string
	err := s.db.Write(func(tx *sql.Tx) (err error) {
		ids, err = sqlite.Query[string](tx, `UPDATE runs SET deleted_at = ? WHERE path = ? AND deleted_at IS NULL RETURNING id`, s.now().UnixMilli(), path)
		return err
	})
	slices.Sort(ids)
	return ids, err
}

// Restore undoes Delete.
func (s *DB) Restore(id string) error {
	return s.change(`UPDATE runs SET deleted_at = NULL WHERE id = ?`, id)
}

// change changes a row; ErrAbsent where there is none.
func (s *DB) change(query string, args ...any) error {
	n, err := s.exec(query, args...)
	if err == nil && n == 0 {
		return ErrAbsent
	}
	return err
}

// Forget deletes for good what began before a time (Unix ms), and says how
// many runs that were.
func (s *DB) Forget(before int64) (n int64, err error) {
	return s.exec(`DELETE FROM runs WHERE started_at < ? AND state <> 'running'`, before)
}
