package session

import (
	"github.com/google/uuid"

	"aipack/backend/store"
)

// Store is the history. It is opened after everything that reads it was made:
// until then nothing is called.
type Store struct{ *store.DB }

// NewID makes an id that sorts by time.
func NewID() string { return uuid.Must(uuid.NewV7()).String() }
