package prove

import (
	"cmp"
	"context"
	"io"
	"path"
	"slices"
	"sync"
	"time"

	gateway "github.com/moby/buildkit/frontend/gateway/client"
	"github.com/moby/buildkit/solver/pb"

	"aipack/backend/packaging/export"
	"aipack/backend/packaging/stack"
	"aipack/backend/prove/cause"
	"aipack/backend/prove/check"
)

// Command is what the probe does, as the only program of a container.
type Command struct {
	Args     []string // the probe's
	User     string   // who it is; "" for the image's own
	Network  bool     // it reaches the network
	Out, Err io.WriteCloser

	Lasts time.Duration // how long it may take; what is beside it stays for that long

	// Beside hears which of the plan's data services were there, once they are healthy or
	// have failed, and the command runs beside them. nil: it runs alone.
	Beside func([]DataService)
}

// Command builds a request's Dockerfile and lets the probe do something in a container of
// it, in the image's working folder. What the build made is kept by the builder alone;
// the container is gone with the call, and with this program. Where the build fails, it
// says how.
func (p Prover) Command(ctx context.Context, r Request, c Command) (*cause.Failure, error) {
	r.all = true
	report := &Report{Builder: p.Builder, Steps: []Step{}, Checks: []check.Result{}, Warnings: []Warning{}, memory: p.Limits.Memory, called: r.Name()}
	text, err := textOf(r, export.Options{NoHeredoc: p.Builder.Old()})
	if err != nil {
		return nil, err
	}
	s := &session{request: r, dockerfile: text.Content, limits: p.Limits, report: report, network: pb.NetMode_NONE, cache: p.Cache, lasts: unending}
	if s.signIn, err = r.signIn(); err != nil {
		return nil, err
	}
	if c.Network {
		s.network = pb.NetMode_UNSET
	}
	if c.Beside != nil {
		p.Limits.Release = max(p.Limits.Release, c.Lasts) // what is beside it lasts for the build and for this
		end, err := p.beside(ctx, s)
		if err != nil {
			return nil, err
		}
		defer end()
	}
	if err = s.signIn.lacks(); err == nil {
		err = p.within(ctx, s, text, func(ctx context.Context, gw gateway.Client) (*gateway.Result, error) { return s.command(ctx, gw, c) })
	}
	if err == nil || ctx.Err() != nil || s.image != nil {
		return nil, cmp.Or(ctx.Err(), err)
	}
	return explain(err, text, r.Document, report), nil
}

// unending is longer than any session: whoever has a command run says when it ends.
const unending = 365 * 24 * time.Hour

// command builds the image and waits for the end of the command in it.
func (s *session) command(ctx context.Context, gw gateway.Client, c Command) (*gateway.Result, error) {
	result, err := s.solve(ctx, gw)
	if err != nil {
		return nil, err
	}
	config, err := s.take(ctx, gw, result)
	if err != nil {
		return nil, err
	}
	if s.nameless = !givesNames(gw); s.neighbourhood != nil {
		if s.failed = s.neighbourhood.await(ctx, s.service.Needs, func(string) {}); s.failed != nil {
			return nil, s.failed
		}
		c.Beside(s.neighbourhood.told(s.service.Name, s.request.Document))
	}
	t := &run{session: s, kill: func(error) {}, gone: make(chan struct{})}
	s.report.Start = &Started{}
	defer t.finish(ctx)
	if t.container, err = s.container(ctx, gw, s.containing(nil)); err == nil {
		t.base = gateway.StartRequest{
			Env: s.request.environment(config.Config.Env), Cwd: path.Join("/", config.Config.WorkingDir), User: cmp.Or(c.User, config.Config.User),
		}
		request := t.base
		request.Args, request.Stdout, request.Stderr = append([]string{probeDir + "/probe"}, c.Args...), c.Out, c.Err
		err = t.start(ctx, request)
	}
	if err == nil {
		<-t.gone
		err = t.end
	}
	s.failed = err
	return result, err
}

// beside starts the data services that a session's request needs by its plan, and gives the
// request the variables that lead to them, or that have to be made up: all else that the plan
// sets is for production. end ends them.
func (p Prover) beside(ctx context.Context, s *session) (end func(), err error) {
	n := newNeighbourhood(wholeOf([]Request{s.request}))
	n.project, n.instead = s.request.project, s.request.Files
	if err := n.readWritten(); err != nil {
		return nil, err
	}
	service := n.whole.Services[0]
	service.Environment = slices.DeleteFunc(slices.Clone(service.Environment), func(e stack.Setting) bool {
		return !e.Wired && len(stack.References(e.Value)) == 0
	})
	s.request = n.equip(s.request, service)
	s.service, s.neighbourhood, s.self, s.lasts = service, n, n.neighbour(service.Name), max(s.lasts, p.longest(n))
	beside, cancel := context.WithCancel(ctx)
	var stores sync.WaitGroup
	for _, one := range n.whole.Stores {
		stores.Go(func() { p.keep(beside, n, one) })
	}
	return func() { cancel(); stores.Wait() }, nil
}
