package prove

import (
	"aipack/backend/prove/patch"
	"aipack/backend/universalbuild"
)

// Repair says what was tried beyond the first proof of a service: the same
// once more after what passes by itself, and edits that a failure offered.
type Repair struct {
	Tries    []Try                          `json:"tries"`
	Ended    string                         `json:"ended"`              // why nothing more was tried, in words
	Document *universalbuild.UniversalBuild `json:"document,omitempty"` // with what was kept; absent where nothing was
	Files    []patch.Change                 `json:"files,omitempty"`    // of the project, as they have to be with it; they are not written
}

// Question is what a person can do where a proof failed: give a value that nobody
// can make up, say which of several answers is meant, or look at a file.
type Question struct {
	Name    string   `json:"name"` // to answer by: a variable, a secret of the build, or a field of the plan as a JSON pointer; "" for a file
	Text    string   `json:"text"`
	Why     string   `json:"why"`
	Secret  bool     `json:"secret,omitempty"`  // its answer must not be written down
	Choices []string `json:"choices,omitempty"` // what the sources say, surest first; absent: any value
	Path    string   `json:"path,omitempty"`    // of the file to look at, in the repository
	Line    int      `json:"line,omitempty"`
}

// Confidence is how sure a plan is, 0 to 1, and what that is made of.
type Confidence struct {
	Overall float64  `json:"overall"`
	Level   string   `json:"level"` // high from 0.8, medium from 0.5, low
	Factors []Factor `json:"factors"`
}

// Factor is a part of a confidence.
type Factor struct {
	Name   string  `json:"name"` // plan, checks, known, complexity, impact
	Weight float64 `json:"weight"`
	Value  float64 `json:"value"` // 0 to 1
	Why    string  `json:"why"`
}

// What became of a Try.
const (
	Offered   = "offered"    // nobody has asked for it yet
	Trying    = "trying"     // its proof is under way
	Kept      = "kept"       // the failure is gone, or the proof came further
	TakenBack = "taken_back" // it did not help
	Undecided = "undecided"  // what came says nothing of it: the builder went away, it was stopped
	Again     = "again"      // nothing was changed: the failure was one that passes
)

// Try is one proof more, and what for.
type Try struct {
	State  string                    `json:"state"`
	Stage  string                    `json:"stage"` // the failure that it answers
	Rule   string                    `json:"rule"`
	Cause  string                    `json:"cause"`
	Edits  []universalbuild.Change   `json:"edits"`            // each field with its old and its new value
	Given  []string                  `json:"given,omitempty"`  // variables that were given made-up values for the proof alone; the values are nowhere
	N      int                       `json:"n,omitempty"`      // which fix it is, from 1; 0 for the same once more
	Of     int                       `json:"of,omitempty"`     // how many are tried at most
	Why    string                    `json:"why"`              // what the edits are for, in words
	Model  string                    `json:"model,omitempty"`  // that suggested the edits; "" where a rule did
	Lesson string                    `json:"lesson,omitempty"` // the id of the lesson that the edits are; "" for none
	Shows  []universalbuild.Evidence `json:"shows,omitempty"`  // of a model's edits: the lines that show the need; one without a path is of the log
	Came   string                    `json:"came,omitempty"`   // what it came to, in words
	Diff   string                    `json:"diff,omitempty"`   // of the Dockerfile, unified; "" where the edits do not change it
	Files  []patch.Change            `json:"files,omitempty"`  // of the project that the try changes, for the proof alone

	Confidence *Confidence `json:"confidence,omitempty"` // in the plan before a fix; nil where nothing was changed

	Dockerfile string `json:"-"` // with the edits, where it was written by hand; "" where the plan gives it
}

// Kept are the edits that helped, one list for each.
func (m Repair) Kept() (kept []Try) {
	for _, t := range m.Tries {
		if t.State == Kept {
			kept = append(kept, t)
		}
	}
	return kept
}

// Words is what became of a try, for a reader.
func (t Try) Words() string {
	switch t.State {
	case TakenBack, Undecided:
		return "taken back"
	case Again:
		return "tried again"
	}
	return t.State
}
