package codeindex

import "errors"

// ErrNotKept is that a followed folder has no shelf: another aipack has it, it
// cannot be opened, or the folder is followed no more.
var ErrNotKept = errors.New("the shelf of this folder's code index cannot be had; another aipack may have it")

// Vectors gives the vectors on the folder's shelf, by their keys.
func (l *Live) Vectors() (map[string][]float32, error) {
	l.shelving.RLock()
	defer l.shelving.RUnlock()
	if l.shelf == nil {
		return nil, ErrNotKept
	}
	return l.shelf.Vectors()
}

// SaveVectors keeps vectors beside those that are there.
func (l *Live) SaveVectors(vectors map[string][]float32) error {
	l.shelving.RLock()
	defer l.shelving.RUnlock()
	if l.shelf == nil {
		return ErrNotKept
	}
	return l.shelf.SaveVectors(vectors)
}

// DropVectors forgets the vectors of these keys.
func (l *Live) DropVectors(keys []string) error {
	l.shelving.RLock()
	defer l.shelving.RUnlock()
	if l.shelf == nil {
		return ErrNotKept
	}
	return l.shelf.DropVectors(keys)
}
