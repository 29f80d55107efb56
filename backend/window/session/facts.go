package session

import (
	"slices"

	"aipack/backend/repo"
	"aipack/backend/store"
	"aipack/backend/universalbuild"
)

// What does not change while a run is held.
func (r *Run) ID() string   { return r.row.ID }
func (r *Run) Path() string { return r.row.Path } // of its folder
func (r *Run) Name() string { return r.row.Name } // of its project
func (r *Run) Hint() string { return r.row.Hint }

// UnderWay reports whether it is being analysed.
func (r *Run) UnderWay() bool { return r.running.Load() }

// Documents are its services' documents with their edits.
func (r *Run) Documents() []store.Document {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.docs)
}

// CurrentDocuments are those as they stand.
func (r *Run) CurrentDocuments() []universalbuild.UniversalBuild {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.current()
}

// Index is what its folder holds, once that is known; nil where it cannot be read.
func (r *Run) Index() *repo.Index {
	if r.walked != nil {
		<-r.walked
	}
	return r.KnownIndex()
}

// KnownIndex is index without waiting for a walk that is under way.
func (r *Run) KnownIndex() *repo.Index {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.known().index
}
