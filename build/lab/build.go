package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/moby/buildkit/client"
	"github.com/tonistiigi/fsutil"

	"aipack/build/lab/images"
)

// standIn makes one image and pushes it to the registry.
func (m *maker) standIn(ctx context.Context, repository, own string, p images.Plan) error {
	l := m.lab
	if p.Dockerfile == "" {
		return l.debian(ctx, repository, own, p.Suite, m.env())
	}
	work, err := os.MkdirTemp(l.dir, "make-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	opt, err := l.options(ctx, repository, own, p, work)
	if err != nil {
		return err
	}
	c, err := client.New(ctx, l.address())
	if err != nil {
		return err
	}
	defer c.Close()
	status := make(chan *client.SolveStatus)
	said := make(chan []string, 1)
	go func() {
		var lines []string
		for s := range status {
			for _, log := range s.Logs {
				lines = append(lines, strings.TrimSpace(string(log.Data)))
			}
		}
		said <- lines
	}()
	_, err = c.Solve(ctx, nil, opt, status)
	lines := <-said
	if err != nil {
		return errors.Join(err, errors.New(tail(strings.Join(lines, "\n"), 15)))
	}
	return nil
}

// options are the build's: the Dockerfile, what it is told and the program
// that it takes from the context "tool".
func (l lab) options(ctx context.Context, repository, own string, p images.Plan, work string) (client.SolveOpt, error) {
	content, err := p.Recipe()
	if err != nil {
		return client.SolveOpt{}, err
	}
	recipe := filepath.Join(work, "recipe")
	if err := os.Mkdir(recipe, 0o755); err != nil {
		return client.SolveOpt{}, err
	}
	for name, b := range content {
		if err := os.WriteFile(filepath.Join(recipe, name), b, 0o644); err != nil {
			return client.SolveOpt{}, err
		}
	}
	dir, err := fsutil.NewFS(recipe)
	if err != nil {
		return client.SolveOpt{}, err
	}
	mounts := map[string]fsutil.FS{"context": dir, "dockerfile": dir}
	attrs := map[string]string{"label:" + label: made(p)}
	for name, value := range p.Args {
		attrs["build-arg:"+name] = value
	}
	if len(p.Tool.Packages) > 0 {
		tool := filepath.Join(work, "tool")
		if err := os.Mkdir(tool, 0o755); err != nil {
			return client.SolveOpt{}, err
		}
		if mounts["tool"], err = fetch(ctx, p.Tool, tool); err != nil {
			return client.SolveOpt{}, err
		}
		attrs["context:tool"] = "local:tool"
	}
	return client.SolveOpt{
		Frontend: "dockerfile.v0", FrontendAttrs: attrs, LocalMounts: mounts,
		Exports: []client.ExportEntry{{Type: client.ExporterImage, Attrs: map[string]string{
			"name": l.place.registry + "/" + repository + ":" + own, "push": "true", "registry.insecure": "true",
			"compression": "gzip", "compression-level": "1",
		}}},
	}, nil
}

// made says for the label of what an image was made.
func made(p images.Plan) string {
	if p.Tool.From == "" {
		return "made from Debian's packages (" + p.Suite + ")"
	}
	return "made from Debian's packages (" + p.Suite + ") and " + strings.Join(p.Tool.Packages, ", ") + " (" + string(p.Tool.From) + ")"
}
