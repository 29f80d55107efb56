package prove

import (
	"context"
	"io"
	"strings"

	"github.com/moby/buildkit/client"
	"golang.org/x/sync/errgroup"

	"aipack/backend/packaging/export"
)

// Destination says where a built image goes.
type Destination struct {
	Name   string                                          // "aipack-preview:4f1c"
	Labels map[string]string                               // that it carries beside its own
	Out    func(map[string]string) (io.WriteCloser, error) // takes it as `docker save` writes it; nil: it stays in the Docker engine that builds it
}

// Image builds a service's image and hands it over. What the proof has built
// comes out of the builder's cache.
func (p Prover) Image(ctx context.Context, r Request, to Destination) error {
	text, err := textOf(r, export.Options{NoHeredoc: p.Builder.Old()})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, p.Limits.Build, errTooLong)
	defer cancel()
	c, err := p.Builder.Dial(ctx)
	if err != nil {
		return err
	}
	defer c.Close()
	mounts, err := localMounts(ctx, r, text)
	if err != nil {
		return err
	}
	defer mounts.Close()
	secrets, err := r.signIn()
	if err == nil {
		err = secrets.lacks()
	}
	if err != nil {
		return err
	}
	options := client.SolveOpt{
		Frontend: "dockerfile.v0", FrontendAttrs: p.Limits.frontend(), LocalMounts: mounts.local, Exports: []client.ExportEntry{to.entry("moby")},
		Session: secrets.attachments(),
	}
	for name, value := range to.Labels {
		options.FrontendAttrs["label:"+name] = value
	}
	err = p.solve(ctx, c, options, r.maskOf(secrets))
	// Engines that keep their images in containerd call the same thing "image".
	if err != nil && to.Out == nil && strings.Contains(err.Error(), "could not be found") {
		options.Exports = []client.ExportEntry{to.entry("image")}
		err = p.solve(ctx, c, options, r.maskOf(secrets))
	}
	return err
}

func (d Destination) entry(stays string) client.ExportEntry {
	e := client.ExportEntry{Type: stays, Attrs: map[string]string{"name": d.Name}}
	if d.Out != nil {
		e.Type, e.Output = client.ExporterDocker, d.Out
	}
	return e
}

// solve runs one build; its steps go to the Sink.
func (p Prover) solve(ctx context.Context, c *client.Client, options client.SolveOpt, mask *strings.Replacer) error {
	status := make(chan *client.SolveStatus)
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		newFollower(&Report{}, export.Text{}, mask, p.Sink).follow(status)
		return nil
	})
	group.Go(func() error {
		_, err := c.Solve(ctx, nil, options, status)
		return err
	})
	return group.Wait()
}
