// Package builder finds the BuildKit that builds, wherever it is (Docker's own,
// a buildkitd, podman's, one over TCP or SSH), says why it was chosen and what it
// is too old for, and connects to it. It does not know what is built.
package builder

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/moby/buildkit/client"
	_ "github.com/moby/buildkit/client/connhelper/dockercontainer" // docker-container:// addresses
	_ "github.com/moby/buildkit/client/connhelper/kubepod"         // kube-pod:// addresses
	_ "github.com/moby/buildkit/client/connhelper/podmancontainer" // podman-container:// addresses
	_ "github.com/moby/buildkit/client/connhelper/ssh"             // ssh:// addresses

	"aipack/backend/base/fault"
)

// Found is a BuildKit and how it was found.
type Found struct {
	Address string `json:"address"`
	Why     string `json:"why"`
	Version string `json:"version,omitempty"`
	TLS     TLS    `json:"-"`
}

// TLS are the files that a builder over tcp:// is spoken to with (mTLS).
type TLS struct {
	CA, Cert, Key string // PEM files; all empty for none
}

// Old reports whether the builder is older than BuildKit 0.11, as Docker's own
// is before version 23.
func (b Found) Old() bool { return b.Version == oldVersion }

// oldVersion stands for all that do not tell theirs.
const oldVersion = "old"

// Lacks says in plain words what a builder is too old for, and what is done
// instead; none for one that can do everything.
func (b Found) Lacks() []string {
	if !b.Old() {
		return nil
	}
	return []string{
		"The builder is older than BuildKit 0.11 (Docker before 23), so the Dockerfile is written without here-documents (aipack export --old-builder writes the same one)",
		"it does not name a Dockerfile's failing line, which is found by the step instead",
		"it does not tell the sizes of layers, and knows no limit on a build step's memory",
		"it does not pass signals on, so the program is killed and not asked to end",
	}
}

// Choose finds the builder, in the order: the one that is named, BUILDKIT_HOST,
// the Docker engine's own, a buildkitd that listens where it does by default,
// podman's. The answer says why.
func Choose(ctx context.Context, named string) (Found, error) {
	return choose(ctx, named, TLS{})
}

// ChooseAll asks each of the named builders, or finds one where none is named.
// All of them must answer: half a fleet is not what the user asked for.
func ChooseAll(ctx context.Context, named []string, tls TLS) ([]Found, error) {
	if len(named) == 0 {
		named = []string{""}
	}
	var list []Found
	for _, n := range named {
		b, err := choose(ctx, n, tls)
		if err != nil {
			return nil, err
		}
		list = append(list, b)
	}
	return list, nil
}

func choose(ctx context.Context, named string, tls TLS) (Found, error) {
	var tried []string
	for _, b := range candidates(named) {
		if strings.HasPrefix(b.Address, "tcp://") {
			b.TLS = tls
		}
		v, err := b.ping(ctx)
		if err == nil {
			b.Version = v
			return b, nil
		}
		tried = append(tried, fmt.Sprintf("%s (%s): %v", b.Address, b.Why, err))
		if named != "" {
			break // the user's word is not second-guessed
		}
	}
	return Found{}, &fault.Fault{
		Code: fault.EngineAbsent, Message: "no builder answers; looked at " + strings.Join(tried, "; "),
		Hint: "start Docker (https://docs.docker.com/engine/install), or podman with a builder in it (podman run -d --name buildkitd --privileged docker.io/moby/buildkit), or name one with --builder",
	}
}

// Candidate is a place where a builder may be, and what came of asking there.
type Candidate struct {
	Found
	Problem string `json:"problem,omitempty"` // "" where one answers
}

// Survey asks everywhere that Choose looks, all at once: where one is named, there alone.
func Survey(ctx context.Context, named string) []Candidate {
	var wg sync.WaitGroup
	list := candidates(named)
	found := make([]Candidate, len(list))
	for i, b := range list {
		wg.Go(func() {
			found[i].Found = b
			v, err := b.ping(ctx)
			if err != nil {
				found[i].Problem = err.Error()
			}
			found[i].Version = v
		})
	}
	wg.Wait()
	return found
}

func candidates(named string) []Found {
	if named != "" {
		return []Found{{Address: named, Why: "it was named"}}
	}
	var list []Found
	if a := os.Getenv("BUILDKIT_HOST"); a != "" {
		list = append(list, Found{Address: a, Why: "BUILDKIT_HOST names it"})
	}
	if a := os.Getenv("DOCKER_HOST"); a != "" {
		list = append(list, Found{Address: "docker+" + a, Why: "DOCKER_HOST names the engine"})
	} else {
		list = append(list, Found{Address: "docker+unix:///var/run/docker.sock", Why: "the Docker engine"})
	}
	list = append(list, Found{Address: "unix:///run/buildkit/buildkitd.sock", Why: "a buildkitd"})
	if dir := os.Getenv("XDG_RUNTIME_DIR"); dir != "" {
		list = append(list, Found{Address: "unix://" + dir + "/buildkit/buildkitd.sock", Why: "a rootless buildkitd"})
	}
	return append(list, Found{Address: "podman-container://buildkitd", Why: "a container of podman, called buildkitd"})
}

// Dial connects; it does not say whether anybody answers.
func (b Found) Dial(ctx context.Context) (*client.Client, error) {
	network, address, docker := dockerAddress(b.Address)
	if !docker {
		return client.New(ctx, b.Address, b.TLS.options(b.Address)...)
	}
	return client.New(ctx, "",
		client.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) {
			return upgrade(ctx, network, address, "/grpc", "h2c", nil)
		}),
		client.WithSessionDialer(func(ctx context.Context, proto string, meta map[string][]string) (net.Conn, error) {
			return upgrade(ctx, network, address, "/session", proto, meta)
		}))
}

func (t TLS) options(address string) []client.ClientOpt {
	var list []client.ClientOpt
	if t.CA != "" {
		host := ""
		if u, err := url.Parse(address); err == nil {
			host = u.Hostname()
		}
		list = append(list, client.WithServerConfig(host, t.CA))
	}
	if t.Cert != "" || t.Key != "" {
		list = append(list, client.WithCredentials(t.Cert, t.Key))
	}
	return list
}

// dockerAddress splits docker+unix:///path and docker+tcp://host:port.
func dockerAddress(a string) (network, address string, ok bool) {
	rest, ok := strings.CutPrefix(a, "docker+")
	if !ok {
		return "", "", false
	}
	network, address, _ = strings.Cut(rest, "://")
	return network, address, true
}

// inWords shortens what the helper programs of container and ssh addresses say.
func inWords(err error) error {
	for said, means := range map[string]string{
		"no such container": "there is no such container", "No such container": "there is no such container",
		"executable file not found": "the program that reaches it is not installed",
	} {
		if strings.Contains(err.Error(), said) {
			return errors.New(means)
		}
	}
	return err
}

// answers is how long a builder may take to say who it is: one that unpacks an
// image at that moment is slow to.
const answers = 10 * time.Second

// ping asks who is there. A socket that does not exist is told at once.
func (b Found) ping(ctx context.Context) (string, error) {
	if file, ok := strings.CutPrefix(strings.TrimPrefix(b.Address, "docker+"), "unix://"); ok {
		if _, err := os.Stat(file); err != nil {
			return "", errors.New("not there")
		}
	}
	ctx, cancel := context.WithTimeout(ctx, answers)
	defer cancel()
	c, err := b.Dial(ctx)
	if err != nil {
		return "", err
	}
	defer c.Close()
	info, err := c.Info(ctx)
	if err != nil {
		// Engines before BuildKit 0.11 do not know the question.
		if _, err := c.ListWorkers(ctx); err != nil {
			return "", inWords(err)
		}
		return oldVersion, nil
	}
	return info.BuildkitVersion.Version, nil
}
