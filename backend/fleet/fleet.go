// Package fleet handles many repositories: a queue of jobs in a file or in PostgreSQL,
// workers that take them, anywhere and in any number, and what came of each. It knows
// nothing of git, of processes or of what is done with a repository: that is Fetch and
// Handle of a Worker.
//
// A job is a repository, and what is wanted of it. What came of it is kept by the
// repository's commit, the version of the program and what was wanted, and is done once
// for these three. A job leaves the queue in the transaction that writes its result, and
// only where this worker still has it: so nothing is lost and nothing written twice,
// whatever happens to workers and database.
package fleet

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
	"time"
)

// Want is what is to be done with a repository.
type Want string

// What can be wanted.
const (
	Detect Want = "detect"
	Prove  Want = "prove"
	Repair Want = "repair"
)

// Wants are all of them.
var Wants = []Want{Detect, Prove, Repair}

// Cause says in one word what came of a job.
type Cause string

// What can come of a job.
const (
	Detected    Cause = "detected"    // there is a plan for at least one service
	Nothing     Cause = "nothing"     // nothing deployable was found
	Proven      Cause = "proven"      // every service came up
	Mended      Cause = "mended"      // every service came up, with a repaired plan
	Partly      Cause = "incomplete"  // every service came up, but was not fully tried: a neighbour or a database was not there
	Failed      Cause = "failed"      // what was wanted did not succeed; Said tells why
	GaveUp      Cause = "gave_up"     // it was killed, or its workers died over it, again and again
	Unavailable Cause = "unavailable" // the repository could not be fetched
)

// Good reports whether the repository is in order.
func (c Cause) Good() bool { return c == Detected || c == Proven || c == Mended }

// Causes are all of them, as they are listed.
var Causes = []Cause{Detected, Proven, Mended, Partly, Nothing, Failed, GaveUp, Unavailable}

// Bad are those that are tried again where nobody says which.
var Bad = []Cause{Failed, GaveUp, Unavailable}

// Repository is where a project is: the absolute path of a folder, or an address that git
// fetches. Nothing secret is in it.
type Repository struct {
	Address string `json:"repository"`
	Ref     string `json:"ref,omitempty"` // a branch, a tag or a commit; "" for what is checked out, or the default branch
}

// String is ADDRESS or ADDRESS@REF, as lists have it.
func (r Repository) String() string {
	if r.Ref == "" {
		return r.Address
	}
	return r.Address + "@" + r.Ref
}

// Fixed reports whether the reference is a whole commit, which never means another one.
func (r Repository) Fixed() bool {
	_, err := hex.DecodeString(r.Ref)
	return err == nil && (len(r.Ref) == 40 || len(r.Ref) == 64)
}

// Job is one that a worker has taken.
type Job struct {
	Repository
	ID     int64
	Want   Want
	Again  bool // done again also where a result is there
	Losses int  // how often a worker that had it died

	attempt int // River's: each time that it is taken has another, which is what makes it ours
}

// Tries is how often the job was begun, this time included, without those that a worker's
// death ended.
func (j Job) Tries() int { return max(j.attempt-j.Losses, 1) }

// Service is one service of a repository in a result.
type Service struct {
	Name       string  `json:"name"`
	Language   string  `json:"language,omitempty"`
	Kind       string  `json:"kind,omitempty"`
	Confidence float64 `json:"confidence,omitempty"`
	Verdict    string  `json:"verdict,omitempty"` // of a proof
	Said       string  `json:"said,omitempty"`    // why it failed
}

// Outcome is what came of handling a repository.
type Outcome struct {
	Cause    Cause
	Said     string // the reason in a sentence; "" where the cause says it all
	Services []Service
	Output   []byte  // what the program printed: JSON
	CPU      float64 // seconds of a processor
	Passing  bool    // it may pass by itself, as a kill by somebody may: it is tried again before this counts
}

// Result is what is kept of a job.
type Result struct {
	Repository
	Commit   string    `json:"commit,omitempty"` // "tree:…" for a folder as it lies there; "" where it could not be fetched
	Want     Want      `json:"want"`
	Version  string    `json:"version"` // of the program whose rules said so
	Cause    Cause     `json:"cause"`
	Said     string    `json:"said,omitempty"`
	Services []Service `json:"services,omitempty"`
	Digest   string    `json:"digest,omitempty"` // of the output: tells whether two are the same
	Seconds  float64   `json:"seconds"`
	CPU      float64   `json:"cpu_seconds"`
	Tries    int       `json:"tries"`
	Losses   int       `json:"losses"`
	Worker   string    `json:"worker,omitempty"`
	Done     time.Time `json:"done"` // when it was found out
	Seen     time.Time `json:"seen"` // when a job came to it last: without work where it was known
}

// key is what a result is kept by. One without a commit is that of its job.
func key(r Repository, commit string, version string, want Want, job int64) string {
	parts := []string{r.Address, commit, version, string(want)}
	if commit == "" {
		parts = append(parts, strconv.FormatInt(job, 10))
	}
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:16])
}

// digest tells two outputs apart; "" for none.
func digest(output []byte) string {
	if len(output) == 0 {
		return ""
	}
	sum := sha256.Sum256(output)
	return hex.EncodeToString(sum[:8])
}
