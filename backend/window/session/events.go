package session

import (
	"encoding/json"
	"errors"

	"aipack/backend/detect/pipeline"
)

// EventCount counts the run's events of a name.
func (r *Run) EventCount(name string) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := 0
	for _, e := range r.events {
		if e.Type == name {
			n++
		}
	}
	return n
}

// Mode is the mode that the run began with.
func (r *Run) Mode() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, e := range r.events {
		if e.Type != "run.started" {
			continue
		}
		text, err := json.Marshal(e.Event)
		var started struct {
			Mode string `json:"mode"`
		}
		if errors.Join(err, json.Unmarshal(text, &started)) == nil && started.Mode != "" {
			return started.Mode
		}
	}
	return pipeline.Full
}
