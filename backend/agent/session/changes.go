package session

import (
	"slices"

	"aipack/backend/agent"
	"aipack/backend/agent/edit"
	"aipack/backend/store/projectdb"
)

// Changes are the files that a turn changed.
type Changes struct {
	Checkpoint int64        `json:"checkpoint"` // restoring it takes them back, and all that was changed after them
	Files      []agent.File `json:"files"`      // in the order of their first change
	TakenBack  bool         `json:"taken_back"` // all are what they were before
	Later      int          `json:"later"`      // so many other files were changed after them
}

// TurnsWithChanges are the turns of a conversation, with the files that each changed.
func TurnsWithChanges(db *projectdb.Database, id string) ([]Turn, error) {
	kept, err := Messages(db, id)
	if err != nil {
		return nil, err
	}
	turns := Turns(kept)
	rows, err := db.Checkpoints(0)
	if err != nil {
		return nil, err
	}
	for i := range turns {
		turns[i].Changes = changes(rows, id, turns[i].first-1, turns[i].last)
	}
	return turns, nil
}

// changes are those that the messages of a conversation made that come after one and go
// to another; nil where they made none.
func changes(rows []projectdb.Checkpoint, id string, after, last int) *Changes {
	mine := func(r projectdb.Checkpoint) bool { return r.Session == id && r.Message > after && r.Message <= last }
	begin := slices.IndexFunc(rows, mine)
	if begin < 0 {
		return nil
	}
	c := &Changes{Checkpoint: rows[begin].ID}
	first, now := map[string]projectdb.Checkpoint{}, map[string]string{}
	others := map[string]bool{}
	for _, r := range rows[begin:] {
		now[r.Path] = r.Became
		switch _, known := first[r.Path]; {
		case mine(r) && !known:
			first[r.Path] = r
			c.Files = append(c.Files, agent.File{Path: r.Path})
		case r.Message > 0 && !mine(r):
			others[r.Path] = true // what has no message, or a mark of Undo, was a restoring
		}
	}
	c.TakenBack = true
	for i, f := range c.Files {
		was := first[f.Path].Was
		c.Files[i].Status = agent.Status(kindOf(was, lastOf(rows[begin:], f.Path, mine)))
		c.TakenBack = c.TakenBack && now[f.Path] == was
		delete(others, f.Path)
	}
	c.Later = len(others)
	return c
}

// lastOf is what the last of some changes made of a file.
func lastOf(rows []projectdb.Checkpoint, path string, mine func(projectdb.Checkpoint) bool) (became string) {
	for _, r := range rows {
		if r.Path == path && mine(r) {
			became = r.Became
		}
	}
	return became
}

func kindOf(was, became string) edit.Kind {
	switch {
	case was == "":
		return edit.Created
	case became == "":
		return edit.Deleted
	}
	return edit.Changed
}
