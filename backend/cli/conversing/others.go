package conversing

import (
	"context"
	"fmt"

	"aipack/backend/agent"
	"aipack/backend/agent/outside"
	"aipack/backend/agent/permission"
	"aipack/backend/base/appdir"
	"aipack/backend/cli"
	"aipack/backend/cli/visible"
)

// beginning are the MCP servers that the user has set up, while they begin.
type beginning struct {
	ready chan struct{}
	set   *outside.Set
	stop  func()
}

// begin starts the servers beside everything else. What goes wrong with them is said, and
// keeps nobody from asking.
func (parts Parts) begin(ctx context.Context, p *cli.Program) *beginning {
	ctx, cancel := context.WithCancel(ctx)
	b := &beginning{ready: make(chan struct{}), stop: cancel}
	go func() {
		defer close(b.ready)
		say := func(line string) { visible.Fprintf(p.Err, "aipack: %s\n", line) }
		servers, err := setUp()
		if err != nil {
			say(err.Error())
		}
		b.set = outside.Begin(ctx, outside.Options{Servers: servers, Environment: parts.Environment, Secrets: parts.Secrets, Version: p.Version, Say: say})
	}()
	return b
}

// wait waits until each has begun or failed.
func (b *beginning) wait() *agent.Others {
	<-b.ready
	return &agent.Others{Set: b.set}
}

// close ends the servers.
func (b *beginning) close() {
	b.stop()
	<-b.ready
	b.set.Close()
}

// setUp are the servers that the user has set up.
func setUp() ([]outside.Server, error) {
	data, err := appdir.Data()
	if err != nil {
		return nil, err
	}
	return outside.Load(data)
}

// use shows a call of another program's tool and takes the user's word. Who types nothing
// has refused.
func (a *asker) use(ctx context.Context, u agent.Use, d permission.Decision) agent.Approval {
	rules := d.Saves(permission.Always)
	lasting := ""
	for _, r := range rules {
		lasting = ", s or a for any call of " + r.Pattern + " in this conversation or always"
	}
	for {
		fmt.Fprintf(a.p.Err, "\n%s\n", visible.Block(u.Server+"/"+u.Tool+" "+u.Arguments))
		visible.Fprintf(a.p.Err, "Call %s of the MCP server %s with this? y%s, or n and why: ", u.Tool, u.Server, lasting)
		line, open := a.line(ctx)
		if approval, again := a.answer(ctx, line, open, rules); !again {
			return approval
		}
	}
}
