package preview

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/moby/moby/api/pkg/stdcopy"
	"github.com/moby/moby/api/types/container"
	"github.com/moby/moby/api/types/network"
	"github.com/moby/moby/client"

	"aipack/backend/base/fault"
	"aipack/backend/prove"
)

// The labels of all that is made here.
const (
	labelID      = "org.aipack.preview"         // the preview's id
	labelOwner   = "org.aipack.preview.owner"   // the process that made it, see owner
	labelService = "org.aipack.preview.service" // the service's folder
)

// Options say how the program is kept running.
type Options struct {
	Memory int64 // bytes; 0 for no limit of ours
}

// Published is a port of the service and where it is reached.
type Published struct {
	Port    int    `json:"port"`    // in the container
	Address string `json:"address"` // 127.0.0.1:49153
}

// Running is a service that is kept running.
type Running struct {
	ID      string      `json:"id"`
	Service string      `json:"service"`
	Engine  Engine      `json:"engine"`
	Ports   []Published `json:"ports"`

	client    *client.Client
	container string
	image     string
}

// mostProcesses ends a program that multiplies.
const mostProcesses = 512

// Start builds the image, hands it to the engine and starts it. The ports are
// free ones of 127.0.0.1 that the engine picks. When it fails, what was made
// so far is removed.
func Start(ctx context.Context, e Engine, p prove.Prover, r prove.Request, o Options) (*Running, error) {
	c, err := e.open()
	if err != nil {
		return nil, err
	}
	raw := make([]byte, 6)
	_, _ = rand.Read(raw) // never fails (crypto/rand)
	v := &Running{ID: hex.EncodeToString(raw), Service: r.Document.Metadata.Path, Engine: e, Ports: []Published{}, client: c}
	v.image = "aipack-preview:" + v.ID
	if err := v.start(ctx, p, r, o); err != nil {
		return nil, errors.Join(err, v.Stop(context.WithoutCancel(ctx)))
	}
	return v, nil
}

func (v *Running) start(ctx context.Context, p prove.Prover, r prove.Request, o Options) error {
	labels := map[string]string{labelID: v.ID, labelOwner: owner(), labelService: v.Service}
	to := prove.Destination{Name: v.image, Labels: labels}
	if p.Builder.Address == "docker+"+v.Engine.Address {
		if err := p.Image(ctx, r, to); err != nil {
			return fmt.Errorf("building the image: %w", err)
		}
	} else if err := v.load(ctx, p, r, to); err != nil {
		return err
	}
	ports := network.PortMap{}
	exposed := network.PortSet{}
	for _, one := range r.Document.Runtime.Ports {
		if port, err := network.ParsePort(strconv.Itoa(one.Port) + "/" + protocol(one.Protocol)); err == nil {
			exposed[port] = struct{}{}
			ports[port] = []network.PortBinding{{HostIP: netip.AddrFrom4([4]byte{127, 0, 0, 1})}}
		}
	}
	config := &container.Config{Image: v.image, Env: environment(r.Env), Labels: labels, ExposedPorts: exposed}
	limit := int64(mostProcesses)
	host := &container.HostConfig{
		PortBindings: ports, SecurityOpt: []string{"no-new-privileges"},
		Resources: container.Resources{Memory: o.Memory, PidsLimit: &limit},
	}
	err := v.run(ctx, config, host)
	// podman asks for limits above those of a machine that may not raise them.
	if err != nil && strings.Contains(err.Error(), "setting rlimit") {
		host.Ulimits = []*container.Ulimit{{Name: "nofile", Soft: 1024, Hard: 4096}, {Name: "nproc", Soft: 1024, Hard: 4096}}
		err = v.run(ctx, config, host)
	}
	if err != nil {
		return err
	}
	return v.findPorts(ctx)
}

// run makes the container anew and starts it.
func (v *Running) run(ctx context.Context, config *container.Config, host *container.HostConfig) error {
	if v.container != "" {
		if err := remove(ctx, v.client, v.container); err != nil {
			return err
		}
		v.container = ""
	}
	made, err := v.client.ContainerCreate(ctx, client.ContainerCreateOptions{Name: "aipack-preview-" + v.ID, Config: config, HostConfig: host})
	if err != nil {
		return fmt.Errorf("making the container: %w", err)
	}
	v.container = made.ID
	if _, err := v.client.ContainerStart(ctx, v.container, client.ContainerStartOptions{}); err != nil {
		return fmt.Errorf("starting the container: %w", err)
	}
	return nil
}

// environment are the variables as the engine takes them, beside the image's.
func environment(given map[string]string) []string {
	list := make([]string, 0, len(given))
	for _, name := range slices.Sorted(maps.Keys(given)) {
		list = append(list, name+"="+given[name])
	}
	return list
}

func protocol(p string) string {
	if p == "udp" {
		return p
	}
	return "tcp"
}

// load builds the image elsewhere and sends it to the engine.
func (v *Running) load(ctx context.Context, p prove.Prover, r prove.Request, to prove.Destination) error {
	image, in := io.Pipe()
	to.Out = func(map[string]string) (io.WriteCloser, error) { return in, nil }
	built := make(chan error, 1)
	go func() {
		err := p.Image(ctx, r, to)
		_ = in.CloseWithError(err) // the reader learns why it ends
		built <- err
	}()
	loaded, err := v.client.ImageLoad(ctx, image)
	var said string
	if err == nil {
		var b []byte
		b, err = io.ReadAll(io.LimitReader(loaded, 1<<20))
		said = string(b)
		loaded.Close()
	}
	_ = image.CloseWithError(errors.New("the engine takes no more"))
	if buildErr := <-built; buildErr != nil {
		return fmt.Errorf("building the image: %w", buildErr)
	}
	if err != nil {
		return fmt.Errorf("handing the image to %s: %w", v.Engine.Name, err)
	}
	if strings.Contains(said, `"errorDetail"`) {
		return fmt.Errorf("handing the image to %s: %s", v.Engine.Name, said)
	}
	return nil
}

// findPorts asks the engine which ports it picked.
func (v *Running) findPorts(ctx context.Context) error {
	found, err := v.client.ContainerInspect(ctx, v.container, client.ContainerInspectOptions{})
	if err != nil {
		return fmt.Errorf("asking for the ports: %w", err)
	}
	if found.Container.NetworkSettings == nil {
		return nil
	}
	for port, bound := range found.Container.NetworkSettings.Ports {
		for _, b := range bound {
			v.Ports = append(v.Ports, Published{int(port.Num()), b.HostIP.String() + ":" + b.HostPort})
		}
	}
	slices.SortFunc(v.Ports, func(a, b Published) int { return a.Port - b.Port })
	return nil
}

// Follow writes what the program says until it ends or ctx does.
func (v *Running) Follow(ctx context.Context, to io.Writer) error {
	logs, err := v.client.ContainerLogs(ctx, v.container, client.ContainerLogsOptions{ShowStdout: true, ShowStderr: true, Follow: true})
	if err != nil {
		return fmt.Errorf("reading the log: %w", err)
	}
	defer logs.Close()
	if _, err := stdcopy.StdCopy(to, to, logs); err != nil && ctx.Err() == nil {
		return fmt.Errorf("reading the log: %w", err)
	}
	return nil
}

// Running gives the exit code once the program has ended by itself.
func (v *Running) Running(ctx context.Context) (running bool, code int, err error) {
	found, err := v.client.ContainerInspect(ctx, v.container, client.ContainerInspectOptions{})
	if err != nil {
		return false, 0, err
	}
	if found.Container.State == nil {
		return false, 0, errors.New("the engine does not say how the container is")
	}
	return found.Container.State.Running, found.Container.State.ExitCode, nil
}

// stopping is how long the program may take to end, in seconds.
const stopping = 5

// Stop ends the program and removes container, volumes and image.
func (v *Running) Stop(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	defer func() { _ = v.client.Close() }()
	var errs []error
	if v.container != "" {
		seconds := stopping
		_, _ = v.client.ContainerStop(ctx, v.container, client.ContainerStopOptions{Timeout: &seconds}) // removing it by force ends it, too
		errs = append(errs, gone(remove(ctx, v.client, v.container)))
	}
	_, err := v.client.ImageRemove(ctx, v.image, client.ImageRemoveOptions{Force: true, PruneChildren: true})
	if err := errors.Join(append(errs, gone(err))...); err != nil {
		return &fault.Fault{Code: fault.CommandFailed, Message: "the preview could not be removed", Hint: "it carries the label " + labelID + "=" + v.ID, Err: err}
	}
	return nil
}

func remove(ctx context.Context, c *client.Client, id string) error {
	_, err := c.ContainerRemove(ctx, id, client.ContainerRemoveOptions{Force: true, RemoveVolumes: true})
	return err
}
