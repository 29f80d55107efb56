package prove

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"sort"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/moby/buildkit/client/llb"
	"github.com/moby/buildkit/exporter/containerimage/exptypes"
	gateway "github.com/moby/buildkit/frontend/gateway/client"
	gatewaypb "github.com/moby/buildkit/frontend/gateway/pb"
	"github.com/moby/buildkit/solver/pb"
	imagespec "github.com/moby/docker-image-spec/specs-go/v1"

	"aipack/backend/universalbuild"
)

// session is one build and one start inside BuildKit.
type session struct {
	request    Request
	limits     Limits
	report     *Report
	prober     []byte
	onStarted  func()
	image      gateway.Reference
	probe      gateway.Reference
	failed     error // what went wrong after the build; BuildKit's client hands on the text alone
	network    pb.NetMode
	cache      string
	dockerfile string // what is built
	browser    string // the browser that looks at the service's page; "" for none
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
	var config imagespec.DockerOCIImage
	if err := json.Unmarshal(result.Metadata[exptypes.ExporterImageConfigKey], &config); err != nil {
		return nil, fmt.Errorf("reading the image's configuration: %w", err)
	}
	s.report.Image = describe(config)
	ref, err := result.SingleRef()
	if err != nil {
		return nil, err
	}
	if s.onStarted != nil {
		s.onStarted()
	}
	s.image = ref
	if s.probe, err = s.handOver(ctx, gw); err != nil {
		return nil, err
	}
	var end func()
	end, s.failed = s.prove(ctx, gw, config, nil)
	// Whoever ignores SIGTERM takes its time: the image is looked at meanwhile.
	var ended sync.WaitGroup
	ended.Go(end)
	s.lookAround(ctx, gw, config)
	ended.Wait()
	if s.failed != nil {
		return nil, s.failed
	}
	return result, nil
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

// container is the image with the probe beside it. Folders named in fixed are
// mounted over themselves, read-only: BuildKit's gateway (v0.33) drops the
// read-only flag of a root mount.
func (s *session) container(ctx context.Context, gw gateway.Client, network pb.NetMode, fixed []string) (gateway.Container, error) {
	mounts := []gateway.Mount{{Dest: "/", Ref: s.image, MountType: pb.MountType_BIND}}
	for _, folder := range fixed {
		mounts = append(mounts, gateway.Mount{Dest: folder, Selector: folder, Ref: s.image, MountType: pb.MountType_BIND, Readonly: true})
	}
	c, err := gw.NewContainer(ctx, gateway.NewContainerRequest{NetMode: network, Mounts: append(mounts,
		gateway.Mount{Dest: probeDir, Ref: s.probe, MountType: pb.MountType_BIND, Readonly: true},
		gateway.Mount{Dest: "/tmp", MountType: pb.MountType_TMPFS},
	)})
	if err != nil {
		return nil, fmt.Errorf("preparing the container: %w", err)
	}
	return c, nil
}

// prove starts the image and asks it whether it is well. The caller calls end,
// which is never nil, to stop the program and to give its container back.
func (s *session) prove(ctx context.Context, gw gateway.Client, config imagespec.DockerOCIImage, fixed []string) (end func(), err error) {
	container, err := s.container(ctx, gw, s.network, fixed)
	if err != nil {
		return func() {}, err
	}
	stop, err := s.start(ctx, container, config)
	return func() {
		stop()
		_ = container.Release(context.WithoutCancel(ctx)) // the session's end releases it too
	}, err
}

// start runs the program until it is well, ends, or the time is up. What it
// gives back ends a program that still runs; it is never nil.
func (s *session) start(ctx context.Context, container gateway.Container, config imagespec.DockerOCIImage) (stop func(), err error) {
	started := &Started{Command: s.report.Image.Command, User: config.Config.User, Listening: []string{}}
	s.report.Start = started
	if len(started.Command) == 0 {
		return func() {}, &stageError{"start", errors.New("the image has no command")}
	}
	var output ring
	live, kill := context.WithCancel(ctx)
	base := gateway.StartRequest{Env: config.Config.Env, User: config.Config.User, Cwd: path.Join("/", config.Config.WorkingDir)}
	request := base
	request.Args, request.Stdout, request.Stderr = s.limits.start(started.Command), &output, &output
	program, err := container.Start(live, request)
	if err != nil {
		return kill, &stageError{"start", err}
	}
	exited, gone := make(chan error, 1), make(chan struct{})
	go func() {
		exited <- program.Wait()
		close(gone)
	}()

	healthy, probeErr := s.ask(ctx, container, base, config, exited)
	started.Log = output.lines()
	var ended *endedError
	if errors.As(probeErr, &ended) {
		started.ExitCode = &ended.code
		if healthy {
			return kill, nil
		}
		return kill, &stageError{"start", probeErr}
	}
	s.listen(ctx, container, base, started)
	s.browse(ctx, container, base)
	stop = func() {
		defer kill()
		s.stop(ctx, program, gone, kill, started)
		started.Log = output.lines()
	}
	return stop, s.verdict(healthy, probeErr)
}

// verdict is nil for a program that is well.
func (s *session) verdict(healthy bool, probeErr error) error {
	switch {
	case probeErr != nil:
		return &stageError{"health", probeErr}
	case !healthy:
		after := time.Duration(s.report.Probe.AfterMS) * time.Millisecond
		return &stageError{"health", fmt.Errorf("not healthy after %s", after.Round(time.Second))}
	}
	return nil
}

// endedError says that the program ended by itself.
type endedError struct{ code int }

func (e *endedError) Error() string {
	return fmt.Sprintf("the program ended with exit code %d", e.code)
}

// ask runs the probe beside the program. A program without a port is well when
// it still runs after a while, or has ended with 0.
func (s *session) ask(ctx context.Context, container gateway.Container, base gateway.StartRequest, config imagespec.DockerOCIImage, exited <-chan error) (bool, error) {
	kind, args := s.question(config)
	s.report.Probe = &Probe{Kind: kind}
	if kind == "exit" {
		select {
		case err := <-exited:
			code := exitCode(err)
			s.report.Probe.Healthy = code == 0
			return code == 0, &endedError{code}
		case <-ctx.Done():
			return false, ctx.Err()
		case <-time.After(s.limits.Settle):
			s.report.Probe.Healthy = true
			s.report.Probe.AfterMS = s.limits.Settle.Milliseconds()
			return true, nil
		}
	}
	tries := &lineReader{each: s.tried}
	request := base
	request.Args = append(append([]string{probeDir + "/probe", "-for", s.limits.Healthy.String()}, s.elsewhere(config)...), args...)
	request.Stdout = tries
	prober, err := container.Start(ctx, request)
	if err != nil {
		return false, fmt.Errorf("starting the probe: %w", err)
	}
	probed := make(chan error, 1)
	go func() { probed <- prober.Wait() }()
	select {
	case err := <-exited:
		return false, &endedError{exitCode(err)}
	case err := <-probed:
		// When the program dies the whole container does, the probe with it:
		// the program's own end is the news.
		if err != nil {
			select {
			case end := <-exited:
				return false, &endedError{exitCode(end)}
			case <-time.After(2 * time.Second):
				return false, fmt.Errorf("the probe: %w", err)
			}
		}
	}
	return s.report.Probe.Healthy, nil
}

// elsewhere tells the probe which ports are declared, and for how long the
// program may listen on others alone before waiting is in vain.
func (s *session) elsewhere(config imagespec.DockerOCIImage) []string {
	ports := declaredPorts(s.report.Image, s.request.Document)
	if len(ports) == 0 || s.limits.Elsewhere <= 0 {
		return nil
	}
	most := s.limits.Elsewhere
	if h := config.Config.Healthcheck; h != nil {
		most = max(most, h.StartPeriod)
	}
	return []string{"-ports", strings.Join(texts(ports), ","), "-elsewhere", most.String()}
}

// tried takes one line of the probe's output.
func (s *session) tried(line []byte) {
	var t struct {
		Try       int    `json:"try"`
		OK        bool   `json:"ok"`
		Status    int    `json:"status"`
		Type      string `json:"type"`
		Output    string `json:"output"`
		LatencyMS int64  `json:"latency_ms"`
		AfterMS   int64  `json:"after_ms"`
	}
	if json.Unmarshal(line, &t) != nil {
		return
	}
	p := s.report.Probe
	p.Tries, p.Healthy, p.Status, p.LatencyMS, p.AfterMS, p.Excerpt = t.Try, t.OK, t.Status, t.LatencyMS, t.AfterMS, t.Output
	p.HTML = strings.HasPrefix(t.Type, "text/html")
}

// question chooses what to ask: the image's own health check, else the first
// port, over HTTP where the document names a path.
func (s *session) question(config imagespec.DockerOCIImage) (kind string, args []string) {
	h := config.Config.Healthcheck
	if h != nil && len(h.Test) > 1 {
		if h.Test[0] == "CMD-SHELL" {
			return "healthcheck", append([]string{"exec", "/bin/sh", "-c"}, h.Test[1:]...)
		}
		return "healthcheck", append([]string{"exec"}, h.Test[1:]...)
	}
	if ports := declaredPorts(s.report.Image, s.request.Document); len(ports) > 0 {
		return "port", []string{"dial", fmt.Sprintf("127.0.0.1:%d", ports[0])}
	}
	return "exit", nil
}

// listen asks which ports are really open, and over HTTP what is answered on
// the declared one.
func (s *session) listen(ctx context.Context, container gateway.Container, base gateway.StartRequest, started *Started) {
	out := &lineReader{each: func(b []byte) { _ = json.Unmarshal(b, started) }} // listening, peak_bytes
	s.beside(ctx, container, base, out, "listen")
	ports := declaredPorts(s.report.Image, s.request.Document)
	if len(ports) == 0 || s.report.Probe.Kind == "exit" {
		return
	}
	if t := s.get(ctx, container, base, ports[0], askedPath(s.request.Document)); t.Status != 0 {
		p := s.report.Probe
		p.Status, p.LatencyMS, p.Excerpt, p.HTML = t.Status, t.LatencyMS, t.Output, t.html()
	}
}

// askedPath is what is asked for over HTTP: the health check's path, else the
// root.
func askedPath(doc universalbuild.UniversalBuild) string {
	if h := doc.Runtime.Healthcheck; h != nil && strings.HasPrefix(h.Path, "/") {
		return h.Path
	}
	return "/"
}

// answer is what a service said over HTTP.
type answer struct {
	Status    int    `json:"status"`
	Type      string `json:"type"`
	Output    string `json:"output"`
	LatencyMS int64  `json:"latency_ms"`
}

// html reports whether it is a page; those that say what is wrong are none.
func (a answer) html() bool {
	return strings.HasPrefix(a.Type, "text/html") && a.Status >= 200 && a.Status < 400
}

// get asks the program once over HTTP; a status of 0 says that it did not
// answer.
func (s *session) get(ctx context.Context, container gateway.Container, base gateway.StartRequest, port int, asked string) answer {
	var got answer
	out := &lineReader{each: func(b []byte) { _ = json.Unmarshal(b, &got) }}
	s.beside(ctx, container, base, out, "-for", "0s", "get", fmt.Sprintf("127.0.0.1:%d", port), asked)
	return got
}

// beside runs the probe once more; what it cannot say stays unsaid.
func (s *session) beside(ctx context.Context, container gateway.Container, base gateway.StartRequest, out *lineReader, args ...string) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	base.Args, base.Stdout = append([]string{probeDir + "/probe"}, args...), out
	if p, err := container.Start(ctx, base); err == nil {
		_ = p.Wait()
	}
}

// stop asks the program to end, and ends it where it does not listen.
func (s *session) stop(ctx context.Context, program gateway.ContainerProcess, gone <-chan struct{}, kill context.CancelFunc, started *Started) {
	began := time.Now()
	signalled := program.Signal(ctx, syscall.SIGTERM) == nil // Docker 20.10 ignores signals
	select {
	case <-gone:
	case <-time.After(s.limits.Stop):
		started.Killed = signalled
		kill()
		select {
		case <-gone:
		case <-time.After(time.Second):
		}
	}
	if signalled {
		started.StoppedMS = time.Since(began).Milliseconds()
	}
}

func exitCode(err error) int {
	var e *gatewaypb.ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &e):
		return int(e.ExitCode)
	}
	return -1
}

// ring keeps the last lines a program printed.
type ring struct {
	mu   sync.Mutex
	text []byte
}

const ringBytes = 256 << 10

func (r *ring) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.text = append(r.text, p...)
	if over := len(r.text) - ringBytes; over > 0 {
		r.text = append(r.text[:0], r.text[over:]...)
	}
	return len(p), nil
}

func (r *ring) Close() error { return nil }

func (r *ring) lines() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	text := strings.TrimRight(strings.ToValidUTF8(string(r.text), "?"), "\n")
	if text == "" {
		return []string{}
	}
	return strings.Split(text, "\n")
}

// lineReader hands each whole line on.
type lineReader struct {
	mu   sync.Mutex
	rest []byte
	each func([]byte)
}

func (l *lineReader) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.rest = append(l.rest, p...)
	for {
		i := bytes.IndexByte(l.rest, '\n')
		if i < 0 {
			return len(p), nil
		}
		l.each(l.rest[:i])
		l.rest = l.rest[i+1:]
	}
}

func (l *lineReader) Close() error { return nil }
