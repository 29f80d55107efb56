package checkpoint

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"aipack/backend/base/fault"
	"aipack/backend/store/projectdb"
)

// back is a file that is to be what it was.
type back struct {
	projectdb.Checkpoint        // the first since then: it knows what the file was
	became               string // by the last change since then
	now                  []byte
	mode                 fs.FileMode
}

// Restore makes all files what they were before a checkpoint and those after it. A file
// that somebody else has changed since is in the way: then nothing is done, unless over
// says that it may go. What goes is kept as well, so that restoring can be undone. It
// gives the files that were put back.
func (d *Desk) Restore(from int64, where Where, over bool) (files []string, err error) {
	d.turn.Lock()
	defer d.turn.Unlock()
	rows, err := d.db.Checkpoints(from)
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 || rows[0].ID != from {
		return nil, &fault.Fault{Code: fault.FileNotFound, Message: fmt.Sprintf("there is no checkpoint %d", from), Hint: "the oldest are let go where there are too many"}
	}
	return d.restore(rows, where, over)
}

// Again makes the files that were put back under a mark what they were before that, and no
// others. Where one of them has changed since, nothing is done. Afterwards the mark is gone.
// It gives the files; none where nothing was put back under it.
func (d *Desk) Again(mark Where) (files []string, err error) {
	d.turn.Lock()
	defer d.turn.Unlock()
	rows, err := d.db.Checkpoints(0)
	if err != nil {
		return nil, err
	}
	rows = slices.DeleteFunc(rows, func(r projectdb.Checkpoint) bool { return r.Session != mark.Session || r.Message != mark.Message })
	if len(rows) == 0 {
		return nil, nil
	}
	if files, err = d.restore(rows, Where{Session: mark.Session}, false); err != nil {
		return files, err
	}
	return files, d.db.Unmark(mark.Session, mark.Message)
}

// restore makes files what they were before some checkpoints.
func (d *Desk) restore(rows []projectdb.Checkpoint, where Where, over bool) (files []string, err error) {
	todo, err := d.backs(rows)
	if err != nil {
		return nil, err
	}
	if !over {
		if err := inTheWay(todo); err != nil {
			return nil, err
		}
	}
	var done []int64
	defer func() { err = errors.Join(err, d.db.Settled(done...)) }()
	for _, b := range todo {
		if sum(b.now) == b.Was {
			continue
		}
		was, err := d.content(b.Was)
		if err != nil {
			return files, fmt.Errorf("putting back %s: %w", b.Path, err)
		}
		if b.now == nil {
			b.mode = fs.FileMode(b.Mode)
		}
		id, err := d.put(b.Path, b.now, was, b.mode, where)
		if err != nil {
			return files, err
		}
		done = append(done, id)
		if was == nil {
			d.unmake(b.Checkpoint)
		}
		files = append(files, b.Path)
	}
	return files, nil
}

// backs are the files of checkpoints, each once, as they are now.
func (d *Desk) backs(rows []projectdb.Checkpoint) ([]back, error) {
	var out []back
	for _, r := range rows {
		if i := slices.IndexFunc(out, func(b back) bool { return b.Path == r.Path }); i >= 0 {
			out[i].became = r.Became
			continue
		}
		now, mode, err := d.look(r.Path)
		if err != nil {
			return nil, err
		}
		out = append(out, back{r, r.Became, now, mode})
	}
	return out, nil
}

// inTheWay refuses to put back files that are neither what the last change made of them
// nor what they are to be.
func inTheWay(todo []back) error {
	var changed []string
	for _, b := range todo {
		if now := sum(b.now); now != b.became && now != b.Was {
			changed = append(changed, b.Path)
		}
	}
	if len(changed) == 0 {
		return nil
	}
	return &fault.Fault{
		Code: fault.EditConflict, Message: "changed by somebody else since: " + strings.Join(changed, ", ") + "; nothing was put back",
		Hint: "keep what you need of them, or put back over them: what they are now is kept, too",
	}
}

// unmake removes the folders that were made for a file, where nothing lies in them.
func (d *Desk) unmake(c projectdb.Checkpoint) {
	if c.Folder == "" {
		return
	}
	for dir := path.Dir(c.Path); ; dir = path.Dir(dir) {
		if err := d.root.Remove(filepath.FromSlash(dir)); err != nil && !errors.Is(err, fs.ErrNotExist) || dir == c.Folder || dir == "." {
			return // something lies in it: it is somebody's
		}
	}
}
