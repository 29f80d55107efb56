package codeindex

import (
	"errors"
	"maps"
	"sync"
)

// ErrNotKept is that a followed folder has no shelf: another aipack has it, it
// cannot be opened, or the folder is followed no more.
var ErrNotKept = errors.New("the shelf of this folder's code index cannot be had; another aipack may have it")

// Vectors gives the vectors on the folder's shelf, by their keys. Where there is no
// shelf, those that were saved since the folder is followed come with ErrNotKept.
func (l *Live) Vectors() (map[string][]float32, error) {
	l.shelving.RLock()
	defer l.shelving.RUnlock()
	if l.shelf != nil {
		return l.shelf.Vectors()
	}
	return l.loose.all(), ErrNotKept
}

// SaveVectors keeps vectors beside those that are there; without a shelf until the
// folder is followed no more.
func (l *Live) SaveVectors(added map[string][]float32) error {
	l.shelving.RLock()
	defer l.shelving.RUnlock()
	switch {
	case l.shelf != nil:
		return l.shelf.SaveVectors(added)
	case l.loose == nil:
		return ErrNotKept
	}
	l.loose.save(added)
	return nil
}

// DropVectors forgets the vectors of these keys.
func (l *Live) DropVectors(keys []string) error {
	l.shelving.RLock()
	defer l.shelving.RUnlock()
	switch {
	case l.shelf != nil:
		return l.shelf.DropVectors(keys)
	case l.loose == nil:
		return ErrNotKept
	}
	l.loose.drop(keys)
	return nil
}

// vectors are kept in memory.
type vectors struct {
	mu   sync.Mutex
	made map[string][]float32
}

func (v *vectors) all() map[string][]float32 {
	if v == nil {
		return nil
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	return maps.Clone(v.made)
}

func (v *vectors) save(added map[string][]float32) {
	v.mu.Lock()
	defer v.mu.Unlock()
	maps.Copy(v.made, added)
}

func (v *vectors) drop(keys []string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, key := range keys {
		delete(v.made, key)
	}
}
