package conversing

import (
	"context"
	"fmt"
	"strings"

	"aipack/backend/agent"
	"aipack/backend/agent/command"
	"aipack/backend/agent/permission"
	"aipack/backend/agent/place"
	"aipack/backend/cli"
	"aipack/backend/cli/visible"
	"aipack/backend/universalbuild"
)

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
	at, err := parts.Where(ctx, place.Wanted{Builder: o.builder, Plans: plans, Dir: dir, Say: say})
	if err != nil {
		if o.builder != "" {
			return nil, err
		}
		visible.Fprintf(p.Err, "aipack: no commands can be run: %v\n", err)
		return nil, nil
	}
	c := &agent.Commands{Runner: command.New(at, place.MostPrinted), Tests: parts.tests(plans)}
	if a != nil {
		c.Approve = a.run
	}
	return c, nil
}

// tests are how the tests of the services usually run.
func (parts Parts) tests(plans []universalbuild.UniversalBuild) []string {
	if parts.Languages == nil {
		return nil
	}
	return place.Tests(parts.Languages(), plans)
}

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
			visible.Fprintf(a.p.Err, "(you are asked because %s)\n", d.Why)
		}
		visible.Fprintf(a.p.Err, "Run this %s? y%s, or n and why: ", where, lasting)
		line, open := a.line(ctx)
		if approval, again := a.answer(ctx, line, open, rules); !again {
			return approval
		}
	}
}
