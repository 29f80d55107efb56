// Package place finds where a model's commands run, and how the tests of a project do.
package place

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"aipack/backend/agent/command"
	"aipack/backend/language"
	"aipack/backend/prove"
	"aipack/backend/prove/builder"
	"aipack/backend/prove/sandbox"
	"aipack/backend/universalbuild"
)

// MostPrinted is how many bytes of what a command printed a model is told at once.
const MostPrinted = 6000

// Finder finds where a model's commands run: in a container, where a builder answers and
// the project has a plan, and on this computer else.
type Finder func(ctx context.Context, w Wanted) (command.Place, error)

// Wanted is what a place for commands is wanted for.
type Wanted struct {
	Builder string // that is named; "": what is found
	Plans   []universalbuild.UniversalBuild
	Dir     string
	Say     func(line string) // hears what is built before the first command runs
}

// Find is Finder with the builders that a proof would find.
func Find(ctx context.Context, w Wanted) (command.Place, error) {
	named, plans, dir := w.Builder, w.Plans, w.Dir
	if len(plans) == 0 {
		return command.OnHost(ctx, dir)
	}
	found, err := builder.Choose(ctx, named)
	switch {
	case err != nil && named != "":
		return nil, err // who names one does not want another
	case err != nil:
		return command.OnHost(ctx, dir)
	}
	return sandbox.In(prove.Prover{Builder: found, Limits: prove.Usual(), Now: time.Now, Sink: steps(w.Say)}, widest(plans), dir)
}

// steps says which steps of a container's build begin, of those that may take their time,
// each once: every command has its container built, mostly out of the builder's cache.
func steps(say func(string)) func(prove.Progress) {
	var said sync.Map
	return func(p prove.Progress) {
		s := p.Step
		if s == nil || s.State != "running" || !strings.Contains(s.Name, "] RUN ") && !strings.Contains(s.Name, "] FROM ") {
			return
		}
		if _, before := said.LoadOrStore(s.Name, true); !before {
			say("the container for commands is being built: " + s.Name)
		}
	}
}

// widest is the plan that is sent the most of a project: its commands see most of it.
func widest(plans []universalbuild.UniversalBuild) universalbuild.UniversalBuild {
	return slices.MinFunc(plans, func(a, b universalbuild.UniversalBuild) int { return depth(a) - depth(b) })
}

// depth is how far below the project's folder a plan's context lies.
func depth(d universalbuild.UniversalBuild) int {
	if d.Context() == "." {
		return 0
	}
	return 1 + strings.Count(d.Context(), "/")
}

// Tests are how the tests of services usually run, by their build systems, seen from the
// folder that commands run in.
func Tests(languages *language.Registry, plans []universalbuild.UniversalBuild) (out []string) {
	if len(plans) == 0 {
		return nil
	}
	from := widest(plans).Context()
	for _, d := range plans {
		l, known := languages.ByID(d.Metadata.Language)
		if !known {
			continue
		}
		s, known := l.System(d.Metadata.BuildSystem)
		if !known || len(s.Practices.Test) == 0 {
			continue
		}
		said := "`" + strings.Join(s.Practices.Test, "`, `") + "`"
		if in, err := filepath.Rel(filepath.FromSlash(from), filepath.FromSlash(d.Metadata.Path)); err == nil && in != "." && !strings.HasPrefix(in, "..") {
			said += " in " + filepath.ToSlash(in)
		}
		if !slices.Contains(out, said) && len(out) < mostTests {
			out = append(out, said)
		}
	}
	return out
}

// mostTests is of how many services it is said how their tests run.
const mostTests = 4
