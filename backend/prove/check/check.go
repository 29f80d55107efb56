// Package check holds what is looked at beside a proof: whether the image keeps
// secrets, runs as an ordinary user and ends when it is asked to, what its lock
// files pin, and what hadolint's rules say. None of it decides a proof.
package check

import (
	"context"
	"fmt"
	"io/fs"
	"strings"

	"aipack/backend/prove/lint"
	"aipack/backend/prove/sbom"
)

// The states of a check.
const (
	Passed     = "passed"
	Failed     = "failed"
	NotChecked = "not_checked"
)

// Result is what one check came to.
type Result struct {
	Name     string    `json:"name"`
	State    string    `json:"state"` // passed, failed, not_checked
	Reason   string    `json:"reason,omitempty"`
	Problems []Problem `json:"findings,omitempty"`
}

// Problem is one thing that a check found.
type Problem struct {
	Severity string `json:"severity"` // critical, high, medium, low
	Message  string `json:"message"`
	Path     string `json:"path,omitempty"`
	Line     int    `json:"line,omitempty"`
}

// mostProblems is how many of a check are kept.
const mostProblems = 50

// Add fails the check with a problem.
func (r *Result) Add(p Problem) {
	r.State = Failed
	if len(r.Problems) < mostProblems {
		r.Problems = append(r.Problems, p)
	}
}

// Not is a check that could not be made, and why.
func Not(name, reason string) Result {
	return Result{Name: name, State: NotChecked, Reason: reason}
}

// User says whether an image's program runs as an ordinary user; user is as the
// image has it: "node", "1000:1000".
func User(user string) Result {
	name, _, _ := strings.Cut(user, ":")
	if name == "" || name == "root" || name == "0" {
		return Result{Name: "non_root", State: Failed, Reason: "the image runs as root", Problems: []Problem{{Severity: "medium", Message: "set a user in the Dockerfile"}}}
	}
	return Result{Name: "non_root", State: Passed, Reason: "runs as " + user}
}

// Stop says whether a program that was asked to end did, after how many
// milliseconds. The first process of a container gets no signal that it has no
// handler for (pid_namespaces(7)).
func Stop(killed bool, ms int64) Result {
	if killed {
		return Result{
			Name: "stop", State: Failed, Reason: "it does not end soon after SIGTERM and was killed",
			Problems: []Problem{{Severity: "low", Message: "handle SIGTERM in the program, or run the container with --init"}},
		}
	}
	return Result{Name: "stop", State: Passed, Reason: fmt.Sprintf("ends %d ms after SIGTERM", ms)}
}

// Lint says what a checker of Dockerfiles finds in one; nil where there is none.
func Lint(ctx context.Context, checker lint.Checker, dockerfile string) Result {
	if checker == nil {
		return Not("lint", "there is nothing to check Dockerfiles with")
	}
	found, err := checker(ctx, []byte(dockerfile))
	if err != nil {
		return Not("lint", err.Error())
	}
	out := Result{Name: "lint", State: Passed}
	for _, f := range found.Findings {
		severity := "low"
		if f.Error {
			severity, out.State = "high", Failed
		}
		out.Problems = append(out.Problems, Problem{Severity: severity, Message: f.Message + " (" + f.Rule + ")", Path: "Dockerfile", Line: f.Line})
	}
	return out
}

// Packages says which packages the lock files of a build's context pin, and what
// that does not cover.
func Packages(context fs.FS) Result {
	found, err := sbom.Read(context)
	if err != nil {
		return Not("packages", err.Error())
	}
	uncovered := strings.Join(found.Uncovered, "; ")
	if len(found.Read) == 0 {
		return Not("packages", "there is no lock file; "+uncovered)
	}
	return Result{
		Name: "packages", State: Passed,
		Reason: fmt.Sprintf("%d packages in %s; not looked at: %s", len(found.Components), strings.Join(found.Read, ", "), uncovered),
	}
}
