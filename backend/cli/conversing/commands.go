package conversing

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"aipack/backend/agent"
	"aipack/backend/agent/command"
	"aipack/backend/agent/permission"
	"aipack/backend/cli"
	"aipack/backend/cli/visible"
	"aipack/backend/prove"
	"aipack/backend/prove/builder"
	"aipack/backend/prove/sandbox"
	"aipack/backend/universalbuild"
)

// Where finds where a model's commands run: in a container, where a builder answers and
// the project has a plan, and on this computer else.
type Where func(ctx context.Context, w Wanted) (command.Place, error)

// Wanted is what a place for commands is wanted for.
type Wanted struct {
	Builder string // that is named; "": what is found
	Plans   []universalbuild.UniversalBuild
	Dir     string
	Say     func(line string) // hears what is built before the first command runs
}

// Sandbox is Where with the builders that a proof would find.
func Sandbox(ctx context.Context, w Wanted) (command.Place, error) {
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

// mostPrinted is how many bytes of what a command printed a model is told at once.
const mostPrinted = 6000

// commands are what the model runs commands with; nil where there is no place for them.
func (parts Parts) commands(ctx context.Context, p *cli.Program, o options, plans []universalbuild.UniversalBuild, dir string, a *asker) (*agent.Commands, error) {
	if parts.Where == nil {
		return nil, nil
	}
	say := func(line string) {
		if o.format == "text" {
			visible.Fprintf(p.Err, "  %s\n", shortened(line))
		}
	}
	place, err := parts.Where(ctx, Wanted{o.builder, plans, dir, say})
	if err != nil {
		if o.builder != "" {
			return nil, err
		}
		visible.Fprintf(p.Err, "aipack: no commands can be run: %v\n", err)
		return nil, nil
	}
	c := &agent.Commands{Runner: command.New(place, mostPrinted), Tests: parts.tests(plans)}
	if a != nil {
		c.Approve = a.run
	}
	return c, nil
}

// tests are how the tests of the services usually run, by their build systems, seen from
// the folder that commands run in.
func (parts Parts) tests(plans []universalbuild.UniversalBuild) (out []string) {
	if parts.Languages == nil || len(plans) == 0 {
		return nil
	}
	from := widest(plans).Context()
	for _, d := range plans {
		l, known := parts.Languages().ByID(d.Metadata.Language)
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

// run shows a command and takes the user's word. Who types nothing has refused.
func (a *asker) run(ctx context.Context, w agent.Wish, d permission.Decision) agent.Approval {
	where := w.Where
	if w.Background {
		where += ", in the background"
	}
	rules := d.Saves(permission.Always)
	var patterns []string
	for _, r := range rules {
		patterns = append(patterns, r.Pattern)
	}
	lasting := ""
	if len(rules) > 0 {
		lasting = ", s or a for " + strings.Join(patterns, " and ") + " in this conversation or always"
	}
	for {
		fmt.Fprintf(a.p.Err, "\n%s\n", visible.Block("$ "+w.Line))
		if d.Why != "" {
			visible.Fprintf(a.p.Err, "(it is asked about because %s)\n", d.Why)
		}
		visible.Fprintf(a.p.Err, "Run this %s? y%s, or n and why: ", where, lasting)
		line, open := a.line(ctx)
		if approval, again := a.answer(ctx, line, open, rules); !again {
			return approval
		}
	}
}
