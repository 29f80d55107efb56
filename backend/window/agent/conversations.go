package agent

import (
	"errors"
	"fmt"
	"io/fs"

	"aipack/backend/agent"
	"aipack/backend/agent/checkpoint"
	"aipack/backend/agent/permission"
	keeping "aipack/backend/agent/session"
	"aipack/backend/base/fault"
	"aipack/backend/model/llm/gateway"
	"aipack/backend/store/projectdb"
	"aipack/backend/window/page"
	"aipack/backend/window/tools"
)

// holder is what others read who want the project meanwhile.
const holder = "aipack's window"

// Talk is a conversation that was kept.
type Talk struct {
	ID        string  `json:"id"`
	Title     string  `json:"title"`
	Model     string  `json:"model"`
	Questions int     `json:"questions"`
	Prompt    int     `json:"prompt"` // tokens
	Written   int     `json:"written"`
	USD       float64 `json:"usd"`
	Priced    bool    `json:"priced"` // of all answers
	UpdatedAt int64   `json:"updated_at"`
}

func talkOf(s projectdb.Session) Talk {
	return Talk{s.ID, s.Title, s.Model, s.Questions, s.Prompt, s.Completion, s.USD, s.Unpriced == 0, s.UpdatedAt}
}

// Opened is a conversation with what was said in it.
type Opened struct {
	Talk
	Turns      []keeping.Turn `json:"turns"`
	Unanswered bool           `json:"unanswered"` // the last question has no answer
	Undone     bool           `json:"undone"`     // something was taken back that can be brought again
}

// Conversations are those about a run's project, newest first: all, or those with a
// text in their title or messages.
func (a *Agent) Conversations(runID, search string) ([]Talk, error) {
	return page.Guard(a.parts.Page, "Agent.Conversations", func() ([]Talk, error) {
		list := []Talk{}
		return list, a.reading(runID, func(db *projectdb.Database) error {
			found, err := db.Sessions(search)
			for _, s := range found {
				list = append(list, talkOf(s))
			}
			return err
		})
	})
}

// Open gives a conversation.
func (a *Agent) Open(runID, id string) (Opened, error) {
	return page.Guard(a.parts.Page, "Agent.Open", func() (Opened, error) {
		o := Opened{Turns: []keeping.Turn{}}
		return o, a.reading(runID, func(db *projectdb.Database) error {
			s, err := db.Session(id)
			if err != nil {
				return err
			}
			turns, err := keeping.TurnsWithChanges(db, s.ID)
			o.Talk, o.Turns = talkOf(s), append(o.Turns, turns...)
			o.Unanswered = len(o.Turns) > 0 && o.Turns[len(o.Turns)-1].Answer == ""
			if err == nil {
				o.Undone, err = keeping.Redoable(db, s.ID)
			}
			return err
		})
	})
}

// Markdown is a conversation for a reader.
func (a *Agent) Markdown(runID, id string) (string, error) {
	return page.Guard(a.parts.Page, "Agent.Markdown", func() (text string, err error) {
		return text, a.reading(runID, func(db *projectdb.Database) error {
			s, err := db.Session(id)
			if err != nil {
				return err
			}
			turns, err := keeping.TurnsWithChanges(db, s.ID)
			text = keeping.Markdown(s, turns)
			return err
		})
	})
}

// Save writes a conversation as Markdown into a file that the user chooses, or into one that
// is named, and gives its name; "" where the user chose none.
func (a *Agent) Save(runID, id, file string) (string, error) {
	return page.Guard(a.parts.Page, "Agent.Save", func() (string, error) {
		text, err := a.Markdown(runID, id)
		if err != nil {
			return "", err
		}
		if file == "" {
			if file, err = a.parts.Page.Frame.SaveFile("Save the conversation", "conversation-"+id+".md"); err != nil || file == "" {
				return "", err
			}
		}
		return file, page.Save("The conversation", file, []byte(text))
	})
}

// Rename gives a conversation another title.
func (a *Agent) Rename(runID, id, title string) error {
	return page.Guarded(a.parts.Page, "Agent.Rename", func() error {
		title, err := keeping.Title(title)
		if err != nil {
			return &fault.Fault{Code: fault.WrongUse, Message: "the title is empty", Hint: "write one"}
		}
		return a.writing(runID, func(db *projectdb.Database) error { return db.Rename(id, title) })
	})
}

// Delete removes a conversation for good.
func (a *Agent) Delete(runID, id string) error {
	return page.Guarded(a.parts.Page, "Agent.Delete", func() error {
		tools.Forget(a.parts.Servers, id)
		return a.writing(runID, func(db *projectdb.Database) error { return db.Delete(id) })
	})
}

// TakeBack makes the files what they were before a checkpoint, and gives those that were
// put back. over says that what somebody else has changed since may go: it is kept, too.
func (a *Agent) TakeBack(runID, conversation string, checkpointID int64, over bool) ([]string, error) {
	return page.Guard(a.parts.Page, "Agent.TakeBack", func() ([]string, error) {
		run, err := a.parts.Runs.Run(runID)
		if err != nil {
			return nil, err
		}
		var files []string
		err = a.writing(runID, func(db *projectdb.Database) error {
			desk, err := checkpoint.Open(run.Path(), db)
			if err != nil {
				return err
			}
			files, err = desk.Restore(checkpointID, checkpoint.Where{Session: conversation}, over)
			return errors.Join(err, desk.Close())
		})
		return append([]string{}, files...), err
	})
}

// reading opens the database of a run's project beside whoever has it; there may be none.
func (a *Agent) reading(runID string, do func(*projectdb.Database) error) error {
	run, err := a.parts.Runs.Run(runID)
	if err != nil {
		return err
	}
	db, err := projectdb.Read(a.parts.Data, run.Path())
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil: // an older one is brought up to date, a damaged one mended
		return a.writing(runID, do)
	}
	return errors.Join(do(db), db.Close())
}

func (a *Agent) writing(runID string, do func(*projectdb.Database) error) error {
	run, err := a.parts.Runs.Run(runID)
	if err != nil {
		return err
	}
	db, err := a.open(run.Path())
	if err != nil {
		return err
	}
	return errors.Join(do(db), db.Close())
}

func (a *Agent) open(folder string) (*projectdb.Database, error) {
	return projectdb.Claim(holder, a.parts.Data, folder, a.parts.Now)
}

// kept is where a conversation is kept while it goes on; nowhere, where wrong says why.
type kept struct {
	db     *projectdb.Database
	keeper *keeping.Keeper
	said   []agent.Kept // before
	wrong  error
}

// kept opens the conversation of a turn. A new one can do without being kept; one that
// is to go on cannot.
func (t *turn) kept() (kept, error) {
	db, err := t.open(t.run.Path())
	if err != nil {
		if t.conversation != "" {
			return kept{}, err
		}
		return kept{wrong: err}, nil
	}
	if t.conversation == "" {
		return kept{db: db, keeper: keeping.New(db, gateway.Price)}, nil
	}
	k := kept{db: db}
	if k.keeper, k.said, err = keeping.Load(db, t.conversation, gateway.Price); err != nil {
		return kept{}, errors.Join(fmt.Errorf("the conversation cannot be read: %w", err), db.Close())
	}
	return k, nil
}

func (k kept) id() string {
	if k.keeper == nil {
		return ""
	}
	return k.keeper.ID()
}

// permissions are the rules that the user made about the project, with those of the
// conversation.
func (k kept) permissions(lasting []permission.Rule) (rules permission.Rules, err error) {
	if k.db != nil {
		if rules, err = keeping.Rules(k.db); err != nil {
			return rules, err
		}
	}
	return rules.With(lasting...)
}

// changes are those of files that the last turn made; nil where it made none, or they
// cannot be read: the conversation shows them when it is opened again.
func (k kept) changes() *keeping.Changes {
	if k.id() == "" {
		return nil
	}
	turns, err := keeping.TurnsWithChanges(k.db, k.id())
	if err != nil || len(turns) == 0 {
		return nil
	}
	return turns[len(turns)-1].Changes
}

// keep hears of the messages; nil where nothing is kept.
func (k kept) keep() func(agent.Kept) {
	if k.keeper == nil {
		return nil
	}
	return k.keeper.Keep
}

// close gives the project free, and says why the conversation is not kept.
func (k kept) close() string {
	err := k.wrong
	if k.keeper != nil {
		err = errors.Join(k.keeper.Err(), k.db.Close())
	}
	if err == nil {
		return ""
	}
	said := page.FaultOf(err)
	return said.Message
}
