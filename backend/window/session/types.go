package session

import "aipack/backend/window/page"

// EventRow is one event of a run.
type EventRow struct {
	Seq   int64  `json:"seq"`
	RunID string `json:"run_id"`
	TS    int64  `json:"ts"`
	Type  string `json:"type"`
	Event any    `json:"event"`
}

// RunBatch is the payload of the "run" event.
type RunBatch struct {
	RunID  string     `json:"run_id"`
	Events []EventRow `json:"events"`
	End    *RunEnd    `json:"end"` // with the last event
}

// RunEnd is what the page shows when a run is over, so that it need not ask.
type RunEnd struct {
	Snapshot Snapshot      `json:"snapshot"` // its events are those that were told
	First    *ServiceState `json:"first"`    // of its services; null for none
}

// Snapshot is a run as it stands.
type Snapshot struct {
	RunID      string      `json:"run_id"`
	Path       string      `json:"path"`
	Name       string      `json:"name"`
	Hint       string      `json:"hint"`
	State      string      `json:"state"`
	Seq        int64       `json:"seq"`
	StartedAt  int64       `json:"started_at"`
	DurationMS int64       `json:"duration_ms"`
	Missing    string      `json:"missing"`
	Error      *page.Fault `json:"error"`
	Events     []EventRow  `json:"events"`
	Services   []string    `json:"services"`
	Documents  []string    `json:"documents"`
	Original   []string    `json:"original"`
	Problems   []Problem   `json:"problems"`
}
