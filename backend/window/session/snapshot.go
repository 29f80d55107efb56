package session

import (
	"slices"

	"aipack/backend/universalbuild"
	"aipack/backend/window/page"
)

// Snapshot is the run as it stands, with all its events.
func (r *Run) Snapshot() Snapshot {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.snapshot(slices.Clone(r.events))
}

// snapshot is the run as it stands, with some of its events. It is called with
// the lock held.
func (r *Run) snapshot(events []EventRow) Snapshot {
	s := Snapshot{
		RunID: r.row.ID, Path: r.row.Path, Name: r.row.Name, Hint: r.row.Hint, State: r.row.Outcome(),
		StartedAt: r.row.StartedAt, DurationMS: r.row.DurationMS, Missing: r.row.Missing,
		Events: events, Services: []string{}, Documents: []string{}, Original: []string{}, Problems: []Problem{},
	}
	if r.row.State == "running" {
		s.DurationMS = r.now().UnixMilli() - s.StartedAt
	}
	if r.row.Code != "" {
		s.Error = &page.Fault{Code: r.row.Code, Message: r.row.Message, Hint: r.row.Advice}
	}
	if n := len(s.Events); n > 0 {
		s.Seq = s.Events[n-1].Seq
	}
	for _, d := range r.docs {
		s.Services = append(s.Services, d.Service)
		s.Documents = append(s.Documents, d.Current())
		s.Original = append(s.Original, d.Original)
		s.Problems = append(s.Problems, r.problems(d.Service, Parsed(d.Current()))...)
	}
	return s
}

// Parsed reads a document that this program has written.
func Parsed(text string) universalbuild.UniversalBuild {
	reading, err := universalbuild.Read([]byte(text))
	if err != nil || len(reading.Documents) == 0 {
		return universalbuild.UniversalBuild{}
	}
	return reading.Documents[0]
}
