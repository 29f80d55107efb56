// Package scores keeps what models were found to be worth: what each changed,
// right and wrong, in a set of labelled projects that aipack carries within
// itself. It says beforehand what measuring one may cost. How projects are
// scored is evaluate's.
package scores

import (
	"io/fs"

	"aipack/backend/model/evaluate"
)

// Set are the projects in which models are measured.
type Set struct {
	ID       string // of all that is in it: results of two sets are not compared
	Fixtures []evaluate.Fixture
}

// Carried is the set of a program: archives and their labels, in folders of a
// file system within it.
func Carried(fsys fs.FS, folders ...string) (Set, error) {
	all, err := evaluate.Archived(fsys, folders...)
	return Set{ID: evaluate.SetOf(all), Fixtures: all}, err
}

// Result is what one model was found to be worth.
type Result struct {
	Provider string `json:"provider"`
	Model    string `json:"model"`
	Set      string `json:"set"`
	Version  string `json:"version"` // of aipack
	At       int64  `json:"at"`      // Unix ms

	Forgotten bool `json:"forgotten,omitempty"` // says that what was kept before is of another model

	Projects   int    `json:"projects"`
	Fields     int    `json:"fields"` // projects by fields
	Rules      int    `json:"rules"`  // right by the rules alone
	Right      int    `json:"right"`  // right with the model
	Gained     int    `json:"gained"` // wrong to right
	Lost       int    `json:"lost"`   // right to wrong
	Changed    int    `json:"changed"`
	Unfinished int    `json:"unfinished"` // projects in which it could not be asked to the end
	Problem    string `json:"problem"`    // why, in the first of them

	Questions  int     `json:"questions"`
	Taken      int     `json:"taken"`
	Prompt     int     `json:"prompt_tokens"`
	Completion int     `json:"completion_tokens"`
	Estimated  bool    `json:"estimated"` // the provider did not count all tokens
	USD        float64 `json:"usd"`
	Priced     bool    `json:"priced"`
	DurationMS int64   `json:"duration_ms"`
	MedianMS   int64   `json:"median_ms"` // of a project
	SlowestMS  int64   `json:"slowest_ms"`
}

// With fills in what a measurement came to.
func (r Result) With(w evaluate.Worth) Result {
	s := w.Sums()
	r.Projects, r.Fields, r.Rules, r.Right, r.Gained, r.Lost, r.Changed = len(w.Projects), s.Fields, s.Rules, s.Right, s.Gained, s.Lost, s.Changed
	r.Questions, r.Taken, r.Prompt, r.Completion, r.Estimated = w.Questions, w.Taken, w.Prompt, w.Completion, w.Estimated
	r.USD, r.Priced, r.DurationMS, r.MedianMS, r.SlowestMS = w.USD, w.Priced, w.DurationMS, w.MedianMS, w.SlowestMS
	left := w.Unfinished()
	if r.Unfinished = len(left); r.Unfinished > 0 {
		r.Problem = left[0].Problem
	}
	return r
}

// Answered says whether the model answered at all. Of one that did not, nothing
// is known.
func (r Result) Answered() bool {
	return r.Unfinished < r.Projects || r.Prompt+r.Completion+r.Taken > 0
}
