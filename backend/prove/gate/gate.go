// Package gate says what speaks for and against keeping the files of an export: the proof
// of each service, the linter, credentials in the files. What was not looked at is said to
// be open, never passed. It decides nothing: who keeps the files in spite of a failed check
// gives a reason.
package gate

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"aipack/backend/packaging/export"
	"aipack/backend/packaging/keep"
	"aipack/backend/prove"
	"aipack/backend/prove/audit"
	"aipack/backend/prove/lint"
	"aipack/backend/prove/owntests"
	"aipack/backend/secret/conceal"
)

// State is what a check came to.
type State string

// The states.
const (
	Passed State = "passed"
	Noted  State = "noted"  // something was found that does not stand in the way
	Failed State = "failed" // it stands in the way
	Open   State = "open"   // nobody has looked
)

// Check is one thing that was looked at, or was not.
type Check struct {
	Name  string `json:"name"` // proof, lint, credentials, tests, findings, unlooked
	State State  `json:"state"`
	Said  string `json:"said"` // in words
}

// Proof is what is known of a service's proof.
type Proof struct {
	Service string        // its name
	Verdict prove.Verdict // of the newest that came to an end; "" for none
	Stale   bool          // the plan has changed since
	Said    string        // what came of it, in a line; "" for nothing
	At      time.Time
}

// Tests is what is known of a service's own tests.
type Tests struct {
	Service string // its name
	State   owntests.State
	Said    string // what came of them, in a line
	At      time.Time
}

// Subject is what would be kept, and what is known of it.
type Subject struct {
	Proofs []Proof
	Tests  []Tests      // of those services whose tests were run
	Audit  audit.Report // the newest of the project; the zero one where there was none
	Files  []export.File
	// Sources are the project's files but for those of the export: see Sources. What was
	// proved or tested before one of them was written says nothing of it.
	Sources []Source
}

// Checks are all of them, in the order in which they are shown.
func Checks(ctx context.Context, s Subject, linter lint.Checker) ([]Check, error) {
	proofs, files := s.Proofs, s.Files
	out := make([]Check, 0, len(proofs)+len(s.Tests)+4)
	for _, p := range proofs {
		out = append(out, s.outdated(p.check(), p.At))
	}
	linted, err := linted(ctx, files, linter)
	if err != nil {
		return nil, err
	}
	out = append(out, linted, credentials(files))
	for _, one := range s.Tests {
		out = append(out, s.outdated(one.check(len(proofs) > 1), one.At))
	}
	if len(s.Tests) == 0 {
		out = append(out, Check{"tests", Open, "the project's own tests were not run"})
	}
	return append(out, found(s.Audit)...), nil
}

// Against are the checks that stand in the way.
func Against(checks []Check) (out []Check) {
	for _, c := range checks {
		if c.State == Failed {
			out = append(out, c)
		}
	}
	return out
}

func (p Proof) check() Check {
	c := Check{Name: "proof"}
	said := ""
	if p.Said != "" {
		said = ": " + p.Said
	}
	on := p.At.Format("2006-01-02 15:04")
	switch {
	case p.Verdict == "":
		c.State, c.Said = Open, p.Service+" is not proven"
	case p.Stale:
		c.State, c.Said = Open, p.Service+" has changed since its proof of "+on
	case p.Verdict.Good():
		c.State, c.Said = Passed, p.Service+" "+p.Verdict.Words()+" on "+on+said
	case p.Verdict == prove.Failed:
		c.State, c.Said = Failed, p.Service+" failed its proof of "+on+said
	default:
		c.State, c.Said = Noted, p.Verdict.Of(p.Service)+" ("+on+")"
	}
	return c
}

// check says how a service's own tests stand; its name is told where there are several.
func (t Tests) check(several bool) Check {
	c := Check{Name: "tests", State: Open, Said: t.Said}
	switch t.State {
	case owntests.Passed:
		c.State = Passed
	case owntests.Failed:
		c.State = Failed
	case owntests.NotFound:
		c.State = Noted
	}
	if several {
		c.Said = t.Service + ": " + c.Said
	}
	if t.State != owntests.NotFound {
		c.Said += " (" + t.At.Format("2006-01-02 15:04") + ")"
	}
	return c
}

// About is what a message tells of the services.
func (s Subject) About(files []keep.File) keep.About {
	a := keep.About{Files: files}
	for _, p := range s.Proofs {
		s := keep.Service{Name: p.Service, Proven: p.Verdict.Good() && !p.Stale && len(s.newer(p.At)) == 0}
		if s.Proven {
			s.Said = p.Verdict.Words() + " on " + p.At.Format(time.DateOnly)
			if p.Said != "" {
				s.Said += ": " + p.Said
			}
		}
		a.Services = append(a.Services, s)
	}
	return a
}

// linted checks every Dockerfile by BuildKit's rules.
func linted(ctx context.Context, files []export.File, check lint.Checker) (Check, error) {
	c := Check{Name: "lint", State: Passed, Said: "no remarks on the Dockerfiles"}
	if check == nil {
		return Check{"lint", Open, "the Dockerfiles were not checked"}, nil
	}
	var remarks []string
	for _, f := range files {
		if f.Service == "" {
			continue
		}
		report, err := check(ctx, []byte(f.Content))
		if err != nil {
			return c, err
		}
		for _, one := range report.Findings {
			if one.Error {
				c.State = Failed
			}
			remarks = append(remarks, fmt.Sprintf("%s:%d: %s", f.Path, one.Line, one.Message))
		}
	}
	if len(remarks) > 0 {
		if c.State != Failed {
			c.State = Noted
		}
		c.Said = listed(remarks)
	}
	return c, nil
}

// credentials looks for them in what would be committed.
func credentials(files []export.File) Check {
	var at []string
	for _, f := range files {
		for _, span := range conceal.Find(f.Content) {
			at = append(at, fmt.Sprintf("%s:%d", f.Path, 1+strings.Count(f.Content[:span.Start], "\n")))
		}
	}
	if at = slices.Compact(at); len(at) > 0 {
		return Check{"credentials", Failed, "what looks like a credential stands in " + listed(at)}
	}
	return Check{"credentials", Passed, "no credentials in the files"}
}

// found says how the project's audit came out. What it did not look at is open, whatever
// the rest came to.
func found(r audit.Report) []Check {
	missed := r.Unlooked()
	if r.At.IsZero() || len(missed) > 0 && len(missed) == len(r.Looks) {
		return []Check{{"findings", Open, "the project was not searched for credentials and known vulnerabilities"}}
	}
	c := Check{Name: "findings", State: Passed, Said: "nothing found in the project"}
	if open := r.Open(); len(open) > 0 {
		c.State = Noted
		if open[0].Severity == audit.Critical {
			c.State = Failed
		}
		at := open[0].Path
		if open[0].Line > 0 {
			at = fmt.Sprintf("%s:%d", at, open[0].Line)
		}
		c.Said = fmt.Sprintf("findings: %s; the first: %s (%s)", r.Counts(), open[0].Message, at)
	}
	c.Said += " (" + r.At.Format("2006-01-02 15:04") + ")"
	if len(missed) == 0 {
		return []Check{c}
	}
	var names []string
	for _, l := range missed {
		names = append(names, l.Name)
	}
	return []Check{c, {"unlooked", Open, "not looked at: " + strings.Join(names, ", ")}}
}

// listed is the first of several, and how many more there are.
func listed(all []string) string {
	const most = 3
	if len(all) <= most {
		return strings.Join(all, "; ")
	}
	return fmt.Sprintf("%s; and %d more", strings.Join(all[:most], "; "), len(all)-most)
}
