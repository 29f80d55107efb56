package session

import (
	"context"
	"sync"
	"time"

	"aipack/backend/base/fault"
	"aipack/backend/detect/validate"
	"aipack/backend/packaging/export"
	"aipack/backend/repo"
)

// knownFiles is what is known about the folder of a run.
type knownFiles struct {
	index    *repo.Index // nil where the folder cannot be read
	paths    []string
	validate func() validate.Validator // made once it is needed: it knows every path
}

func newFiles(index *repo.Index) *knownFiles {
	f := &knownFiles{index: index}
	if index != nil {
		f.paths = index.Paths()
	}
	f.validate = sync.OnceValue(func() validate.Validator { return validate.New(f.paths) })
	return f
}

// all is what an export wants to know.
func (f *knownFiles) all() export.Known {
	if f.index == nil {
		return export.Known{}
	}
	return export.Known{Files: f.paths, Filled: f.index.Filled()}
}

// OpenFolder opens the run's folder for reading.
func (r *Run) OpenFolder() (*repo.Tree, error) {
	folder, err := repo.OpenWith(r.row.Path, r.folders())
	if err != nil {
		return nil, &fault.Fault{
			Code: fault.FileNotFound, Message: "The folder " + r.row.Path + " cannot be read",
			Hint: "It was moved, deleted or taken off line. What was found is still here.", Err: err,
		}
	}
	return folder, nil
}

// known gives what is known about the folder's files: the line's own walk, or,
// for a run from the history, one of ours. Without the folder there is nothing
// to know, which is no error. It is called with the lock held.
func (r *Run) known() *knownFiles {
	if r.files != nil {
		return r.files
	}
	folder, err := r.OpenFolder()
	if err != nil {
		return newFiles(nil)
	}
	defer folder.Close()
	index, err := folder.IndexWith(context.Background(), repo.IndexOptions{Timeout: 10 * time.Second})
	if err != nil {
		return newFiles(nil)
	}
	r.files = newFiles(index)
	return r.files
}

// forgetFiles gives the memory of a folder's files back; they are walked again
// when they are asked for. A run that is at work keeps them.
func (r *Run) forgetFiles() {
	if !r.running.Load() && r.mu.TryLock() {
		r.files = nil
		r.mu.Unlock()
	}
}
