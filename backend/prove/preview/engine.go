// Package preview keeps a service's image running for its user to look at, in
// the Docker or podman engine of the machine, with its ports on 127.0.0.1. All
// that it makes carries a label, by which it is found again and removed.
package preview

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/moby/moby/client"

	"aipack/backend/base/fault"
	"aipack/backend/prove/builder"
)

// Engine is one that runs containers, and how it was found.
type Engine struct {
	Address string `json:"address"` // unix:///var/run/docker.sock
	Why     string `json:"why"`
	Name    string `json:"name"` // Docker, podman
	Version string `json:"version"`
}

// Silent is an engine that did not answer.
type Silent struct {
	Engine
	Err error
}

// Look asks each engine that there may be, and gives the first that answers; without one,
// all that were asked, each with what was wrong. named is an address, "" for the usual ones.
func Look(ctx context.Context, named string) (Engine, []Silent, bool) {
	var asked []Silent
	for _, e := range candidates(named) {
		err := e.ask(ctx)
		if err == nil {
			return e, asked, true
		}
		asked = append(asked, Silent{e, err})
	}
	return Engine{}, asked, false
}

// Choose finds the engine: the one that is named, Docker's, podman's.
func Choose(ctx context.Context, named string) (Engine, error) {
	e, asked, ok := Look(ctx, named)
	if ok {
		return e, nil
	}
	var tried []string
	for _, s := range asked {
		tried = append(tried, fmt.Sprintf("%s (%s): %v", s.Address, s.Why, s.Err))
	}
	return Engine{}, &fault.Fault{
		Code: fault.EngineAbsent, Message: "no engine that runs containers answers; looked at " + strings.Join(tried, "; "),
		Hint: "start Docker, or `podman system service`, or name its socket with --engine; proving needs a builder only",
	}
}

func candidates(named string) []Engine {
	if named != "" {
		return []Engine{{Address: named, Why: "it was named"}}
	}
	var list []Engine
	if a := os.Getenv("DOCKER_HOST"); a != "" {
		list = append(list, Engine{Address: a, Why: "DOCKER_HOST names it"})
	} else {
		list = append(list, Engine{Address: client.DefaultDockerHost, Why: "the Docker engine"})
	}
	if a := os.Getenv("CONTAINER_HOST"); a != "" {
		list = append(list, Engine{Address: a, Why: "CONTAINER_HOST names podman"})
	}
	if dir := os.Getenv("XDG_RUNTIME_DIR"); dir != "" {
		list = append(list, Engine{Address: "unix://" + dir + "/podman/podman.sock", Why: "podman's service"})
	}
	return append(list, Engine{Address: "unix:///run/podman/podman.sock", Why: "podman's service"})
}

// open connects; nothing is asked yet.
func (e Engine) open() (*client.Client, error) {
	c, err := client.New(client.WithHost(e.Address), client.WithUserAgent("aipack"))
	if err != nil {
		return nil, fmt.Errorf("the engine's address: %w", err)
	}
	return c, nil
}

// asking is how long an engine may take to say who it is: podman starts other
// programs for it.
const asking = 20 * time.Second

// ask learns who is there.
func (e *Engine) ask(ctx context.Context) error {
	if file, ok := strings.CutPrefix(e.Address, "unix://"); ok {
		if _, err := os.Stat(file); err != nil {
			return errors.New("not there")
		}
	}
	c, err := e.open()
	if err != nil {
		return err
	}
	defer func() { _ = c.Close() }()
	ctx, cancel := context.WithTimeout(ctx, asking)
	defer cancel()
	v, err := c.ServerVersion(ctx, client.ServerVersionOptions{})
	if err != nil {
		return err
	}
	e.Name, e.Version = "Docker", v.Version
	for _, part := range v.Components {
		if strings.HasPrefix(strings.ToLower(part.Name), "podman") {
			e.Name = "podman"
		}
	}
	return nil
}

// Builder finds the builder for an engine: the one that is named, the engine's
// own BuildKit (no image has to travel then), else as for any proof.
func Builder(ctx context.Context, e Engine, named string) (builder.Found, error) {
	if named == "" && e.Name == "Docker" {
		if b, err := builder.Choose(ctx, "docker+"+e.Address); err == nil {
			b.Why = "it is the engine's own"
			return b, nil
		}
	}
	return builder.Choose(ctx, named)
}
