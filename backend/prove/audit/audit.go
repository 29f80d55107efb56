// Package audit looks at a project for what should not go out: credentials in its files
// and in its history, packages with known vulnerabilities, sources that others could misuse. It gives one list of findings, each with its severity and what to do
// about it. What was not looked at is said to be so, and never passes for clean.
package audit

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"

	"aipack/backend/repo"
)

// Severity is how much a finding matters.
type Severity string

// The severities.
const (
	Critical Severity = "critical" // whoever reads it can act on it: it holds a commit
	High     Severity = "high"
	Medium   Severity = "medium"
	Low      Severity = "low"
)

// Severities are all of them, the worst first.
var Severities = []Severity{Critical, High, Medium, Low}

// Kind is what a finding is about.
type Kind string

// The kinds.
const (
	Secret  Kind = "secret"
	Package Kind = "package" // with a known vulnerability
	Code    Kind = "code"    // a place of a source that others could misuse
)

// Finding is one thing that was found. It repeats no credential.
type Finding struct {
	ID       string   `json:"id"` // the same for the same thing after its lines have moved
	Kind     Kind     `json:"kind"`
	Severity Severity `json:"severity"`
	Rule     string   `json:"rule"` // "aws-access-token"
	Message  string   `json:"message"`
	Path     string   `json:"path,omitempty"` // from the folder, with slashes
	Line     int      `json:"line,omitempty"` // from 1; 0 where it is about all of the file
	Commit   string   `json:"commit,omitempty"`
	Evidence string   `json:"evidence,omitempty"` // the line, secrets hidden
	Fix      string   `json:"fix"`
	Ignored  *Ignored `json:"ignored,omitempty"`
}

// Ignored says that somebody has looked at a finding and lets it stand.
type Ignored struct {
	Reason string    `json:"reason"`
	Until  time.Time `json:"until"` // from then on it counts again
}

// Look is one of the things that were looked at, or were not.
type Look struct {
	Name   string `json:"name"`   // "secrets in the files"
	Looked bool   `json:"looked"` // false: nobody has
	Said   string `json:"said"`   // how much was read, or why nothing was
	MS     int64  `json:"ms"`
}

// Report is what an audit came to.
type Report struct {
	At       time.Time `json:"at"`
	Looks    []Look    `json:"looks"`
	Findings []Finding `json:"findings"` // the worst first, then by path and line
}

// Request is what is looked at.
type Request struct {
	Folder  string     // its path on this computer
	Data    string     // where the list of known vulnerabilities lies
	Project *repo.Tree // the same folder
	Ignored map[string]Ignored
	Now     func() time.Time
}

// Run looks at a project. The error is ctx's: what fails by itself is a look that was not
// made, with the reason.
func Run(ctx context.Context, r Request) (Report, error) {
	out := Report{At: r.Now(), Looks: []Look{}, Findings: []Finding{}}
	look := func(name string, search func() (string, []Finding, error)) {
		began := r.Now()
		said, found, err := search()
		l := Look{Name: name, Looked: err == nil, Said: said}
		if err != nil {
			l.Said = err.Error()
		}
		l.MS = r.Now().Sub(began).Milliseconds()
		out.Looks, out.Findings = append(out.Looks, l), append(out.Findings, found...)
	}
	known := map[string]bool{}
	look("secrets in the files", func() (string, []Finding, error) { return files(ctx, r, known) })
	look("secrets in the history", func() (string, []Finding, error) { return history(ctx, r, known) })
	look("known vulnerabilities of packages", func() (string, []Finding, error) { return packages(ctx, r) })
	look("code", func() (string, []Finding, error) { return code(ctx, r) })
	if err := ctx.Err(); err != nil {
		return out, err
	}
	out.Findings = ordered(out.Findings)
	out.settle(r.Ignored, out.At)
	return out, nil
}

// settle says of each finding whether it may stand now.
func (r *Report) settle(standing map[string]Ignored, now time.Time) {
	for i, f := range r.Findings {
		r.Findings[i].Ignored = nil
		if ignored, there := standing[f.ID]; there && now.Before(ignored.Until) {
			r.Findings[i].Ignored = &ignored
		}
	}
}

// Open are the findings that nobody ignores.
func (r Report) Open() []Finding {
	return slices.DeleteFunc(slices.Clone(r.Findings), func(f Finding) bool { return f.Ignored != nil })
}

// Counts says how many findings are open, the worst first: "1 critical, 3 low"; "" for none.
func (r Report) Counts() string {
	n := map[Severity]int{}
	for _, f := range r.Open() {
		n[f.Severity]++
	}
	var parts []string
	for _, s := range Severities {
		if n[s] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n[s], s))
		}
	}
	return strings.Join(parts, ", ")
}

// Unlooked are the things that nobody has looked at.
func (r Report) Unlooked() (out []Look) {
	for _, l := range r.Looks {
		if !l.Looked {
			out = append(out, l)
		}
	}
	return out
}

// ordered puts the worst first and drops what was found twice.
func ordered(all []Finding) []Finding {
	slices.SortStableFunc(all, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(slices.Index(Severities, a.Severity), slices.Index(Severities, b.Severity)),
			cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.ID, b.ID))
	})
	seen := map[string]bool{}
	return slices.DeleteFunc(all, func(f Finding) bool {
		again := seen[f.ID]
		seen[f.ID] = true
		return again
	})
}

// identity names a finding by what does not move.
func identity(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:6])
}
