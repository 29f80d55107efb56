package prove

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sort"
	"sync"
	"time"

	"github.com/moby/buildkit/client/llb"
	"github.com/moby/buildkit/exporter/containerimage/exptypes"
	gateway "github.com/moby/buildkit/frontend/gateway/client"
	"github.com/moby/buildkit/solver/pb"
	imagespec "github.com/moby/docker-image-spec/specs-go/v1"

	"aipack/backend/packaging/stack"
	"aipack/backend/prove/unplanned"
)

// session is one build and one start inside BuildKit.
type session struct {
	request    Request
	limits     Limits
	report     *Report
	prober     []byte
	tell       func(phase, waiting string)
	lacks      func(names []string) // hears which neighbours are not there; nil for a start that nobody hears of
	image      gateway.Reference
	probe      gateway.Reference
	failed     error // what went wrong after the build; BuildKit's client hands on the text alone
	network    pb.NetMode
	cache      string
	dockerfile string           // what is built
	browser    string           // the browser that looks at the service's page; "" for none
	odd        []Warning        // what the last look from outside was warned of
	strangers  []string         // what is listened on in the program's network without it
	others     []unplanned.Port // ports that it listens on beside what its plan says
	endedWell  bool             // a program without a port has ended with 0
	reached    []reached        // data services that it connected to when it was asked further

	signIn        signIn            // what the build is given
	given         map[string]string // what the user gave for this proof alone
	lasts         time.Duration     // what is started beside the program ends after this long by itself
	nameless      bool              // the builder is too old to give neighbours names
	service       stack.Service     // as the plan has it
	neighbourhood *neighbourhood    // that it is proved in
	self          *neighbour        // where the others find it; nil for a start that is nobody's neighbour
	built         func()            // lets the next one build
}

// probeDir is where the probe is mounted; no project has such a folder.
const probeDir = "/.aipack-probe"

// run builds the Dockerfile and then proves the image. It is called by
// BuildKit's client with a gateway of its own.
func (s *session) run(ctx context.Context, gw gateway.Client) (*gateway.Result, error) {
	result, err := s.solve(ctx, gw)
	if err != nil {
		return nil, err
	}
	config, err := s.take(ctx, gw, result)
	if err != nil {
		return nil, err
	}
	s.report.Image = describe(config)
	s.report.Image.inherits = s.request.Dockerfile == "" && len(declaredPorts(nil, s.request.Document)) == 0
	s.nameless = !givesNames(gw)
	s.built()
	if s.failed = s.neighbourhood.await(ctx, s.service.Needs, func(waiting string) { s.tell("neighbours", waiting) }); s.failed != nil {
		return nil, s.failed
	}
	if lacking := s.neighbourhood.lacking(s.service.Needs); len(lacking) > 0 {
		s.lacks(lacking)
	}
	if s.failed = s.release(ctx, gw, config); s.failed != nil {
		return nil, s.failed
	}
	s.tell("start", "")
	if s.reachesOut() {
		if s.strangers, s.failed = s.listenAlready(ctx, gw); s.failed != nil {
			return nil, s.failed
		}
	}
	if s.failed = s.attempt(ctx, gw, config); s.failed != nil {
		return nil, s.failed
	}
	return result, nil
}

// take makes what was built ready to be started, with the probe beside it.
func (s *session) take(ctx context.Context, gw gateway.Client, result *gateway.Result) (config imagespec.DockerOCIImage, err error) {
	if err := json.Unmarshal(result.Metadata[exptypes.ExporterImageConfigKey], &config); err != nil {
		return config, fmt.Errorf("reading the image's configuration: %w", err)
	}
	if s.image, err = result.SingleRef(); err != nil {
		return config, err
	}
	s.probe, err = s.handOver(ctx, gw)
	return config, err
}

// attempt starts the image and looks at it twice. The image itself is looked
// through meanwhile.
func (s *session) attempt(ctx context.Context, gw gateway.Client, config imagespec.DockerOCIImage) error {
	t, err := s.begin(ctx, gw, config, nil)
	further := func() error { return nil }
	beside, stop := context.WithCancel(ctx)
	defer stop()
	if err == nil {
		s.isStarted(t)
		further = s.processes(beside, gw, config)
		err = t.first(ctx)
	}
	healthy := err == nil
	if healthy {
		s.self.isHealthy()
	}
	var around, ended sync.WaitGroup
	around.Go(func() { s.inspect(ctx, gw, config, healthy) })
	if healthy {
		t.browse(ctx)
		err = t.second(ctx)
	}
	if err != nil {
		t.remember()
		stop()
	}
	if gone := further(); err == nil {
		err = gone
	}
	if err == nil {
		err = t.reach(ctx)
	}
	s.self.isDone(s.shortcoming(err))
	if err == nil {
		if len(s.neighbourhood.whole.Services) > 1 {
			s.tell("stay", "until its neighbours were looked at")
		}
		err = t.stayFor(ctx, s.neighbourhood.all)
	}
	// Whoever ignores SIGTERM takes its time.
	ended.Go(func() { t.finish(ctx) })
	s.tell("checks", "for the checks of the image")
	around.Wait()
	ended.Wait()
	if lost := codeLost(err); lost != nil {
		s.learnCode(ctx, gw, config, lost)
	}
	return s.ran(ctx, gw, config, err)
}

// apart is a session for a start beside the one that decides: it tells nobody,
// and what it sees stays its own.
func (s *session) apart() *session {
	return &session{
		request: s.request, limits: s.limits, report: &Report{Image: s.report.Image}, tell: func(string, string) {},
		image: s.image, probe: s.probe, network: s.network, dockerfile: s.dockerfile,
		service: s.service, neighbourhood: s.neighbourhood, lasts: s.lasts, nameless: s.nameless, strangers: s.strangers,
	}
}

// solve builds the Dockerfile within the build's time limit.
func (s *session) solve(ctx context.Context, gw gateway.Client) (*gateway.Result, error) {
	limited, cancel := context.WithTimeoutCause(ctx, s.limits.Build, errTooLong)
	defer cancel()
	result, err := gw.Solve(limited, gateway.SolveRequest{
		Frontend: "dockerfile.v0", FrontendOpt: s.limits.frontend(), Evaluate: true,
		CacheImports: cacheImports(s.cache),
	})
	switch {
	case err != nil && errors.Is(context.Cause(limited), errTooLong):
		s.failed = errTooLong
		return nil, errTooLong
	case err != nil:
		return nil, &stageError{"build", err}
	}
	return result, nil
}

// stageError says in which stage of the proof an error happened.
type stageError struct {
	stage string
	err   error
}

func (e *stageError) Error() string { return e.stage + ": " + e.err.Error() }
func (e *stageError) Unwrap() error { return e.err }

func describe(c imagespec.DockerOCIImage) *Image {
	image := &Image{
		User: c.Config.User, Env: c.Config.Env, Workdir: c.Config.WorkingDir, Labels: c.Config.Labels,
		Command: append(append([]string{}, c.Config.Entrypoint...), c.Config.Cmd...), Layers: []Layer{}, Bases: []Base{}, Ports: []string{},
	}
	for p := range c.Config.ExposedPorts {
		image.Ports = append(image.Ports, p)
	}
	sort.Strings(image.Ports)
	for _, h := range c.History {
		if !h.EmptyLayer {
			image.Layers = append(image.Layers, Layer{Command: h.CreatedBy, Count: 1})
		}
	}
	return image
}

// handOver makes the probe a file system that can be mounted.
func (s *session) handOver(ctx context.Context, gw gateway.Client) (gateway.Reference, error) {
	def, err := llb.Scratch().File(llb.Mkfile("/probe", 0o755, s.prober)).Marshal(ctx)
	if err != nil {
		return nil, err
	}
	probe, err := gw.Solve(ctx, gateway.SolveRequest{Definition: def.ToPB(), Evaluate: true})
	if err != nil {
		return nil, fmt.Errorf("handing the probe over: %w", err)
	}
	return probe.SingleRef()
}

// containing says how a container differs from the image alone.
type containing struct {
	network pb.NetMode
	fixed   []string          // folders that nobody can write to
	memory  []string          // folders that are empty and kept in memory; "" is none
	hosts   map[string]string // addresses by name
	given   []gateway.Mount   // what of the project is laid into it
}

// container is the image with the probe beside it. Fixed folders are mounted
// over themselves, read-only: BuildKit's gateway (v0.33) drops the read-only
// flag of a root mount.
func (s *session) container(ctx context.Context, gw gateway.Client, c containing) (gateway.Container, error) {
	mounts := []gateway.Mount{{Dest: "/", Ref: s.image, MountType: pb.MountType_BIND}}
	for _, folder := range c.fixed {
		mounts = append(mounts, gateway.Mount{Dest: folder, Selector: folder, Ref: s.image, MountType: pb.MountType_BIND, Readonly: true})
	}
	mounts = append(mounts, gateway.Mount{Dest: probeDir, Ref: s.probe, MountType: pb.MountType_BIND, Readonly: true})
	for _, folder := range append([]string{"/tmp"}, c.memory...) {
		if folder != "" {
			mounts = append(mounts, gateway.Mount{Dest: folder, MountType: pb.MountType_TMPFS})
		}
	}
	request := gateway.NewContainerRequest{NetMode: c.network, Mounts: append(mounts, c.given...)}
	for _, name := range slices.Sorted(maps.Keys(c.hosts)) {
		request.ExtraHosts = append(request.ExtraHosts, &pb.HostIP{Host: name, IP: c.hosts[name]})
	}
	container, err := gw.NewContainer(ctx, request)
	if err != nil {
		return nil, fmt.Errorf("preparing the container: %w", err)
	}
	return container, nil
}
