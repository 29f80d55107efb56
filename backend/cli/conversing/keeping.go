package conversing

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"aipack/backend/agent"
	"aipack/backend/agent/notes"
	"aipack/backend/agent/session"
	"aipack/backend/base/appdir"
	"aipack/backend/base/fault"
	"aipack/backend/cli"
	"aipack/backend/cli/visible"
	"aipack/backend/repo"
	"aipack/backend/store/projectdb"
)

// keeping is where a conversation is kept while it goes on; nowhere, in the zero value.
type keeping struct {
	db     *projectdb.Database
	keeper *session.Keeper
	said   []agent.Kept // before
}

// holder is what others read who want the project meanwhile.
const holder = "aipack ask"

// keeping opens the project's database. A new conversation can do without one, and the
// user is told; one that is to go on cannot.
func (parts Parts) keeping(p *cli.Program, o options, dir string) (keeping, error) {
	db, err := open(holder, dir, p)
	if err != nil {
		if o.goOn != "" || o.changes { // what files were has to be kept
			return keeping{}, err
		}
		visible.Fprintf(p.Err, "aipack: this conversation is not kept: %v\n", err)
		return keeping{}, nil
	}
	if o.goOn == "" {
		return keeping{db: db, keeper: session.New(db, parts.Price)}, nil
	}
	kept := keeping{db: db}
	if kept.keeper, kept.said, err = session.Load(db, o.goOn, parts.Price); err != nil {
		return keeping{}, errors.Join(unfound(o.goOn, err), db.Close())
	}
	return kept, nil
}

// open opens the database of a project's folder.
func open(holder, dir string, p *cli.Program) (*projectdb.Database, error) {
	data, err := appdir.Data()
	if err != nil {
		return nil, err
	}
	return projectdb.Claim(holder, data, dir, p.Now)
}

// unfound says that a text means no conversation.
func unfound(text string, err error) error {
	switch {
	case errors.Is(err, projectdb.ErrAbsent):
		return &fault.Fault{
			Code: fault.FileNotFound, Message: fmt.Sprintf("there is no conversation %s about this project", text),
			Hint: "aipack sessions PATH lists them; the beginning of an id is enough, and last is the newest",
		}
	case errors.Is(err, projectdb.ErrSeveral):
		return &fault.Fault{Code: fault.Ambiguous, Message: err.Error(), Hint: "give more of the id"}
	}
	return err
}

// reading opens the database beside whoever has it; nil where there is none.
func reading(dir string, p *cli.Program) (*projectdb.Database, error) {
	data, err := appdir.Data()
	if err != nil {
		return nil, err
	}
	db, err := projectdb.Read(data, dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil: // an older one is brought up to date, a damaged one mended
		return open("aipack sessions", dir, p)
	}
	return db, nil
}

func (k keeping) keep() func(agent.Kept) {
	if k.keeper == nil {
		return nil
	}
	return k.keeper.Keep
}

// notes are those about the project that the user has agreed to show, and says on which they
// have not decided.
func (k keeping) notes(p *cli.Program, tree *repo.Tree) ([]notes.Note, error) {
	found, err := session.Notes(k.db, tree)
	shown, open := session.Agreed(found)
	if len(open) > 0 {
		visible.Fprintf(p.Err, "aipack: not shown to the model: %s; aipack notes PATH allow FILE shows it\n", strings.Join(open, ", "))
	}
	return shown, err
}

func (k keeping) id() string {
	if k.keeper == nil {
		return ""
	}
	return k.keeper.ID()
}

// close gives the project free, and says whether the conversation goes on.
func (k keeping) close(p *cli.Program) {
	if k.keeper == nil {
		return
	}
	err := errors.Join(k.keeper.Err(), k.db.Close())
	switch id := k.keeper.ID(); {
	case err != nil:
		visible.Fprintf(p.Err, "aipack: the end of this conversation is not kept: %v\n", err)
	case id != "":
		visible.Fprintf(p.Err, "aipack: kept as %s; aipack ask PATH \"…\" --continue goes on\n", id)
	}
}
