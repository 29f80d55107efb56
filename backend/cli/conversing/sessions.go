package conversing

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"aipack/backend/agent/checkpoint"
	"aipack/backend/agent/session"
	"aipack/backend/base/fault"
	"aipack/backend/cli"
	"aipack/backend/cli/visible"
	"aipack/backend/store/projectdb"
)

// wants is how many arguments a word takes after the path.
var wants = map[string]int{"list": 0, "show": 1, "rename": 2, "delete": 1, "export": 1, "restore": 1, "undo": 1, "redo": 1}

// desk is one call of the command about kept conversations.
type desk struct {
	p      *cli.Program
	dir    string
	format string
	search string
	over   bool
	files  bool
}

// Sessions is the command about the conversations that were kept.
func (parts Parts) Sessions(p *cli.Program) *cobra.Command {
	d := desk{p: p}
	c := &cobra.Command{
		Use:   "sessions PATH [list | show ID | rename ID TITLE | delete ID | export ID | restore ID | undo ID | redo ID]",
		Short: "Lists, shows, renames, deletes, exports and takes back the conversations about a project",
		Long: fmt.Sprintf("Sessions are the conversations of aipack ask about a project. They are kept below the data folder, without secrets: the newest %d of a project,\n"+
			"and at most %d MB. Export prints one as Markdown. Restore makes the files what they\n"+
			"were before a conversation changed the first of them; %d MB of what files were are kept. Undo takes the last question back\n"+
			"with its answer: the model is shown neither any more, and --files takes back what it changed, too. Redo brings them again.\n"+
			"The beginning of an id is enough, and last is the newest.", projectdb.MostSessions, projectdb.MostSessionBytes>>20, projectdb.MostCheckpointBytes>>20),
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cli.Misuse("a path is wanted")
			}
			if len(args) == 1 {
				return nil
			}
			n, known := wants[args[1]]
			if !known || len(args) != n+2 {
				return cli.Misuse("after the path stands list, show ID, rename ID TITLE, delete ID, export ID, restore ID, undo ID or redo ID")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if d.format != "text" && d.format != "json" {
				return cli.Misuse(fmt.Sprintf("--format is text or json, not %q", d.format))
			}
			d.dir = args[0]
			tree, err := cli.Open(d.dir)
			if err != nil {
				return err
			}
			if err := tree.Close(); err != nil {
				return err
			}
			return d.run(append(slices.Clone(args[1:]), "list")) // which is meant where nothing is said
		},
	}
	c.Flags().StringVar(&d.format, "format", "text", "text or json, of list and show")
	c.Flags().StringVar(&d.search, "search", "", "with list: only those with this text in their title, questions or answers")
	c.Flags().BoolVar(&d.files, "files", false, "with undo: take back the changes of files that came of the question, too, and those after them")
	c.Flags().BoolVar(&d.over, "over", false, "with restore and undo: also over what somebody else has changed since; what that was is kept, too")
	return c
}

func (d desk) run(args []string) (err error) {
	var db *projectdb.Database
	changes := slices.Contains([]string{"rename", "delete", "restore", "undo", "redo"}, args[0])
	if changes {
		db, err = open("aipack sessions", d.dir, d.p)
	} else {
		db, err = reading(d.dir, d.p)
	}
	if err != nil {
		return err
	}
	if db != nil {
		defer func() { err = errors.Join(err, db.Close()) }()
	}
	if args[0] == "list" {
		return d.list(db)
	}
	if db == nil {
		return unfound(args[1], projectdb.ErrAbsent)
	}
	s, err := db.Session(args[1])
	if err != nil {
		return unfound(args[1], err)
	}
	switch args[0] {
	case "rename":
		title, err := session.Title(args[2])
		if err != nil {
			return cli.Misuse(err.Error())
		}
		return db.Rename(s.ID, title)
	case "delete":
		return db.Delete(s.ID)
	case "restore":
		return d.restore(db, s.ID)
	case "undo":
		return d.undo(db, s.ID)
	case "redo":
		return d.redo(db, s.ID)
	}
	turns, err := session.TurnsWithChanges(db, s.ID)
	if err != nil {
		return err
	}
	if args[0] == "show" && d.format == "json" {
		return d.json(struct {
			row
			Turns []session.Turn `json:"turns"`
		}{rowOf(s), turns})
	}
	text := session.Markdown(s, turns)
	if args[0] == "show" {
		text = visible.Block(text)
	}
	_, err = fmt.Fprint(d.p.Out, text)
	return err
}

// restore makes files what they were before a conversation changed the first of them.
func (d desk) restore(db *projectdb.Database, id string) (err error) {
	rows, err := db.Checkpoints(0)
	if err != nil {
		return err
	}
	first := slices.IndexFunc(rows, func(c projectdb.Checkpoint) bool { return c.Session == id })
	if first < 0 {
		return &fault.Fault{Code: fault.FileNotFound, Message: "the conversation " + id + " has changed no file", Hint: "aipack sessions PATH lists the others"}
	}
	return d.restoreFrom(db, rows[first].ID, checkpoint.Where{Session: id})
}

// undo takes the last question of a conversation back, its files first: where those cannot
// be put back nothing is.
func (d desk) undo(db *projectdb.Database, id string) error {
	last, err := session.Last(db, id)
	if err != nil {
		return err
	}
	if d.files && last.Changes != nil {
		if err := d.restoreFrom(db, last.Changes.Checkpoint, checkpoint.Where{Session: id, Message: last.Mark}); err != nil {
			return err
		}
	}
	if _, err := session.Undo(db, id); err != nil {
		return err
	}
	if last.Question == "" {
		fmt.Fprintln(d.p.Err, "aipack: the summary was taken back: the model is shown what was said")
		return nil
	}
	visible.Fprintf(d.p.Err, "aipack: taken back: %s\n", shortened(last.Question))
	if !d.files && last.Changes != nil {
		fmt.Fprintf(d.p.Err, "aipack: its changes of %d files stand; aipack sessions PATH restore %s takes back all of this conversation's\n", len(last.Changes.Files), id)
	}
	return nil
}

// redo brings again what was taken back last, with its files where those went with it.
func (d desk) redo(db *projectdb.Database, id string) error {
	back, err := session.Redo(db, id, func(mark int) (err error) {
		changes, err := checkpoint.Open(d.dir, db)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, changes.Close()) }()
		files, err := changes.Again(checkpoint.Where{Session: id, Message: mark})
		for _, f := range files {
			visible.Fprintf(d.p.Err, "aipack: made again: %s\n", f)
		}
		return err
	})
	if err != nil {
		return err
	}
	if back.Left != "" {
		visible.Fprintf(d.p.Err, "aipack: its changes of files stay taken back: %s\n", back.Left)
	}
	visible.Fprintf(d.p.Out, "%s\n", shortened(cmp.Or(back.Question, "the summary")))
	return nil
}

// restoreFrom makes files what they were before a checkpoint.
func (d desk) restoreFrom(db *projectdb.Database, from int64, where checkpoint.Where) (err error) {
	changes, err := checkpoint.Open(d.dir, db)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, changes.Close()) }()
	files, err := changes.Restore(from, where, d.over)
	for _, f := range files {
		visible.Fprintf(d.p.Out, "%s\n", f)
	}
	if err == nil && len(files) == 0 {
		fmt.Fprintln(d.p.Err, "aipack: all files are what they were")
	}
	return err
}

// row is a conversation in a list.
type row struct {
	ID        string   `json:"id"`
	Title     string   `json:"title"`
	Questions int      `json:"questions"`
	Provider  string   `json:"provider"`
	Model     string   `json:"model"`
	Prompt    int      `json:"prompt_tokens"`
	Cached    int      `json:"cached_tokens"`
	Answers   int      `json:"completion_tokens"`
	Cost      *float64 `json:"cost"` // US dollars; null where the price of an answer is not known
	Bytes     int64    `json:"bytes"`
	CreatedAt string   `json:"created_at"`
	UpdatedAt string   `json:"updated_at"`
}

func rowOf(s projectdb.Session) row {
	at := func(ms int64) string { return time.UnixMilli(ms).UTC().Format(time.RFC3339) }
	r := row{s.ID, s.Title, s.Questions, s.Provider, s.Model, s.Prompt, s.Cached, s.Completion, nil, s.Bytes, at(s.CreatedAt), at(s.UpdatedAt)}
	if s.Unpriced == 0 {
		r.Cost = &s.USD
	}
	return r
}

func (d desk) list(db *projectdb.Database) error {
	sessions := []projectdb.Session{}
	if db != nil {
		var err error
		if sessions, err = db.Sessions(d.search); err != nil {
			return err
		}
	}
	if d.format == "json" {
		rows := make([]row, len(sessions))
		for i, s := range sessions {
			rows[i] = rowOf(s)
		}
		return d.json(rows)
	}
	w := tabwriter.NewWriter(d.p.Out, 0, 0, 2, ' ', 0)
	var held int64
	for _, s := range sessions {
		held += s.Bytes
		cost := ""
		if s.Unpriced == 0 && s.USD > 0 {
			cost = fmt.Sprintf("$%.4f", s.USD)
		}
		visible.Fprintf(w, "%s\t%s\t%d asked\t%s\t%s\t%s\n", s.ID, time.UnixMilli(s.UpdatedAt).Format("2006-01-02 15:04"), s.Questions, s.Model, cost, s.Title)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if d.search == "" {
		fmt.Fprintf(d.p.Err, "aipack: %d of at most %d conversations, %.1f of %d MB\n",
			len(sessions), projectdb.MostSessions, float64(held)/(1<<20), projectdb.MostSessionBytes>>20)
	}
	return nil
}

func (d desk) json(v any) error {
	enc := json.NewEncoder(d.p.Out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}
