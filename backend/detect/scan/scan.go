package scan

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"sync"
	"time"

	"aipack/backend/language"
	"aipack/backend/repo"
)

// Run takes stock of a repository. It never fails without saying so in the
// Inventory's outcome; a context that ends is a failure.
func Run(ctx context.Context, r *repo.Tree, languages *language.Registry, l Limits) *Inventory {
	began := time.Now()
	steps := stepper{last: began}
	o := l.options()
	own := exports{tree: r, own: map[string]language.Partial{}}
	o.Omit = own.omit
	x, err := r.IndexWith(ctx, o)
	if err != nil {
		v := Unscanned(r.Dir(), err)
		v.Took = time.Since(began)
		return v
	}
	steps.done(StepWalk)
	v := &Inventory{
		Outcome: Complete, Index: x, Reader: language.NewReader(r, x).With(own.own), limits: l,
		Summary: Summary{Files: len(x.Files), Dirs: len(x.Dirs), KeyDirs: keyDirs(x)},
	}
	steps.done(StepKeyDirs)
	for _, s := range x.Skipped {
		if s.Reason != repo.SkippedByGit {
			v.Summary.Skipped = append(v.Summary.Skipped, s.Path)
		}
	}
	var group sync.WaitGroup
	group.Go(x.GroupByName) // whoever comes next asks for names
	v.count(languages)
	group.Wait()
	v.Summary.RootFiles = rootFiles(x, v.Manifests)
	v.Summary.Workspaces = workspaceFiles(x)
	steps.done(StepNames)
	s := scanner{Inventory: v, ctx: ctx, languages: languages, deadline: began.Add(l.Timeout), limit: l.Timeout > 0}
	if l.Contents {
		s.readManifests()
		steps.done(StepManifests)
	}
	if l.Suggest {
		s.suggest()
		steps.done(StepSuggestion)
	}
	s.judge()
	v.Steps = steps.list
	v.Took = time.Since(began)
	return v
}

// The steps of a scan, in their order (the specification's 7.1; what a model would be
// shown is written when one is asked).
const (
	StepWalk       = "walk"       // folders and files
	StepKeyDirs    = "key_dirs"   // folders whose names say what they are for
	StepNames      = "names"      // manifests by name, languages by extension
	StepManifests  = "manifests"  // reading them
	StepSuggestion = "suggestion" // the first guess
)

// Step is one part of a scan and how long it took.
type Step struct {
	Name string
	Took time.Duration
}

// stepper measures the steps one after the other.
type stepper struct {
	last time.Time
	list []Step
}

func (s *stepper) done(name string) {
	now := time.Now()
	s.list, s.last = append(s.list, Step{name, now.Sub(s.last)}), now
}

// scanner is one scan after its walk.
type scanner struct {
	*Inventory
	ctx       context.Context
	languages *language.Registry
	deadline  time.Time
	limit     bool
	late      bool
	unread    []string
}

func (s *scanner) expired() bool {
	s.late = s.late || s.ctx.Err() != nil || s.limit && time.Now().After(s.deadline)
	return s.late
}

// judge sets the outcome. Out of time with nothing to suggest is a failure:
// what is known would mislead more than it helps.
func (s *scanner) judge() {
	walk := s.Index.Partial
	switch {
	case walk != nil && walk.Reason == repo.TooManyFiles:
		s.Outcome = Incomplete
		s.Partial = &Partial{Reason: MaxFilesReached, Scanned: walk.Scanned, Limit: walk.Limit}
	case (walk != nil || s.late) && s.limits.Suggest && s.Suggestion == nil:
		s.Outcome = Failed
		s.Failure = outOfTime(s.limits.Timeout, s.Index)
		s.Partial = &Partial{Reason: Timeout, TimeMS: s.limits.Timeout.Milliseconds()}
	case walk != nil || s.late:
		s.Outcome = Incomplete
		s.Partial = &Partial{Reason: Timeout, TimeMS: s.limits.Timeout.Milliseconds()}
	case len(s.Index.Unread) > 0:
		s.Outcome = Incomplete
		s.Partial = unreadable(s.Index.Unread)
	case s.Index.Deeper > 0:
		s.Outcome = Incomplete
		s.Partial = &Partial{Reason: MaxDepthReached, Count: s.Index.Deeper, Limit: s.limits.Depth}
	case len(s.unread) > 0:
		s.Outcome = Incomplete
		s.Partial = &Partial{Reason: ManifestReadErrors, Paths: s.unread}
	}
}

func outOfTime(limit time.Duration, x *repo.Index) *Failure {
	f := &Failure{
		Code: OutOfTime, Message: fmt.Sprintf("Scan timeout after %dms", limit.Milliseconds()),
		Reason: "Repository too large to scan within timeout", Scanned: len(x.Files), About: len(x.Files),
	}
	if x.Partial != nil {
		f.About = max(x.Partial.About, f.About)
	}
	return f
}

// Unscanned is the Inventory of a folder that could not be opened or walked.
func Unscanned(dir string, err error) *Inventory {
	f := &Failure{Code: Filesystem, Message: "Filesystem error: " + err.Error(), Reason: "The folder could not be read", Err: err}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		f.Code, f.Message, f.Reason = PathNotFound, "Repository path not found: "+dir, "Nothing is there"
	case errors.Is(err, repo.ErrNotFolder):
		f.Code, f.Message, f.Reason = NotADirectory, "Repository path is not a directory: "+dir, "A file is there"
	case errors.Is(err, fs.ErrPermission):
		f.Reason = "The folder may not be read with this user's permissions"
	}
	return &Inventory{Outcome: Failed, Failure: f}
}
