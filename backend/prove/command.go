package prove

import (
	"cmp"
	"context"
	"io"
	"path"
	"time"

	gateway "github.com/moby/buildkit/frontend/gateway/client"
	"github.com/moby/buildkit/solver/pb"

	"aipack/backend/packaging/export"
	"aipack/backend/prove/cause"
	"aipack/backend/prove/check"
)

// Command is what the probe does, as the only program of a container.
type Command struct {
	Args     []string // the probe's
	User     string   // who it is; "" for the image's own
	Network  bool     // it reaches the network
	Out, Err io.WriteCloser
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
	container, err := s.container(ctx, gw, containing{network: s.network})
	if s.failed = err; err != nil {
		return nil, err
	}
	defer func() { _ = container.Release(context.WithoutCancel(ctx)) }() // the session's end releases it too
	process, err := container.Start(ctx, gateway.StartRequest{
		Args: append([]string{probeDir + "/probe"}, c.Args...), Env: config.Config.Env, Cwd: path.Join("/", config.Config.WorkingDir),
		User: cmp.Or(c.User, config.Config.User), Stdout: c.Out, Stderr: c.Err,
	})
	if err == nil {
		err = process.Wait()
	}
	s.failed = err
	return result, err
}
