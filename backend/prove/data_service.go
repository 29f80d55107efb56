package prove

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/moby/buildkit/client"
	gateway "github.com/moby/buildkit/frontend/gateway/client"
	buildsession "github.com/moby/buildkit/session"
	"github.com/moby/buildkit/session/auth/authprovider"
	"github.com/moby/buildkit/solver/pb"
	"github.com/moby/buildkit/util/staticfs"
	imagespec "github.com/moby/docker-image-spec/specs-go/v1"
	"github.com/tonistiigi/fsutil"
	fsutiltypes "github.com/tonistiigi/fsutil/types"

	"aipack/backend/packaging/stack"
	"aipack/backend/prove/handover"
	"aipack/backend/prove/printed"
)

// DataService says what became of a data service beside the program.
type DataService struct {
	Name    string   `json:"name"`               // under which the program reaches it
	ID      string   `json:"id"`                 // as documents name it
	Image   string   `json:"image,omitempty"`    // it was started from; "" where nobody knows how to start it
	State   string   `json:"state"`              // starting, healthy, failed, unknown, left_out
	Reason  string   `json:"reason,omitempty"`   // why it is unhealthy
	Asked   bool     `json:"asked"`              // the program has connected to it
	AskedBy string   `json:"asked_by,omitempty"` // the request upon which it did, where it had not before: "GET /ready"
	AfterMS int64    `json:"after_ms"`           // from its start until it was healthy
	StandIn bool     `json:"stand_in,omitempty"` // made by the lab in place of the real one
	Log     []string `json:"log,omitempty"`      // what it printed, where it failed
}

// The states of a data service.
const (
	StoreStarting = "starting"
	StoreHealthy  = "healthy"
	StoreFailed   = "failed"
	StoreUnknown  = "unknown"  // nobody knows how to start it
	StoreLeftOut  = "left_out" // the user gave the variables that lead to another one
)

// healthyWithin is how long a data service may take to become healthy once its image is
// there: the largest of them compile something at their start.
const healthyWithin = 2 * time.Minute

// keep starts a data service and holds it until ctx ends. What went wrong is
// sentence at its place.
func (p Prover) keep(ctx context.Context, n *neighbourhood, one stack.Store) {
	at := n.neighbour(one.Name)
	p.tellDataService(at, "start")
	c, err := p.Builder.Dial(ctx)
	if err == nil {
		defer c.Close()
		err = p.startDataService(ctx, c, n, one)
	}
	at.isGone()
	if ctx.Err() == nil {
		if err == nil {
			err = errors.New("the builder ended it")
		}
		at.says(func(s *DataService) { s.State, s.Reason = StoreFailed, firstLine(err.Error()) })
		at.isDone(err)
		p.tellDataService(at, "failed")
		return
	}
	at.isDone(nil)
}

// says changes what is said of a data service.
func (p *neighbour) says(change func(*DataService)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	change(p.store)
}

// sentence is what a report says of a data service.
func (p *neighbour) told() (told DataService) {
	p.says(func(s *DataService) { told = *s })
	return told
}

func (p Prover) tellDataService(at *neighbour, phase string) {
	told := at.told()
	p.tell(Progress{Store: &told, Phase: phase})
}

// letsGo is how long the session of a data service may take to end once all in
// it was ended.
const letsGo = 5 * time.Second

// startDataService runs one inside a BuildKit session of its own, until ctx ends. The
// session outlives ctx, so that all in it is ended first: of a session that is
// cancelled BuildKit (v0.33) often tells no process's end, and its client waits
// for more of it.
func (p Prover) startDataService(ctx context.Context, c *client.Client, n *neighbourhood, one stack.Store) error {
	prober, err := p.proberFor(ctx, c)
	if err != nil {
		return err
	}
	ours, nothing := staticfs.NewFS(), staticfs.NewFS()
	ours.Add("Dockerfile", &fsutiltypes.Stat{}, []byte("FROM "+one.Image+"\n"))
	status := make(chan *client.SolveStatus)
	go func() {
		for range status { // what is fetched is the builder's matter
		}
	}()
	files, set, err := handover.Lay(n.project, n.instead, one.Files)
	if err != nil {
		return err
	}
	s := &dataServiceRun{
		session: session{limits: p.Limits, prober: prober, report: &Report{Start: &Started{}}, self: n.neighbour(one.Name), lasts: p.longest(n)},
		prover:  p, within: n, one: one, set: set,
	}
	session, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(letsGo, cancel) })()
	_, err = c.Build(session, client.SolveOpt{
		LocalMounts: map[string]fsutil.FS{"context": nothing, "dockerfile": inMemory{ours}, initialName: inMemory{files}},
		Session:     []buildsession.Attachable{authprovider.NewDockerAuthProvider(authprovider.DockerAuthProviderConfig{})},
	}, "aipack", func(session context.Context, gw gateway.Client) (*gateway.Result, error) {
		session, cancel := context.WithCancel(session)
		defer cancel()
		defer context.AfterFunc(ctx, cancel)()
		return s.run(session, gw)
	}, status)
	if err != nil && s.failed != nil {
		return s.failed // BuildKit's client hands on the text alone
	}
	return err
}

// dataServiceRun is the start of one data service.
type dataServiceRun struct {
	session
	prover Prover
	within *neighbourhood // that it is reached in; it reaches nobody itself
	one    stack.Store
	set    []handover.Placed // what it runs while it has no data
}

func (s *dataServiceRun) run(ctx context.Context, gw gateway.Client) (_ *gateway.Result, err error) {
	defer func() { s.failed = err }()
	if !givesNames(gw) {
		return nil, errNoNames
	}
	fetching, cancel := context.WithTimeout(ctx, s.limits.Build)
	defer cancel()
	result, err := gw.Solve(fetching, gateway.SolveRequest{Frontend: "dockerfile.v0", FrontendOpt: map[string]string{"filename": "Dockerfile"}, Evaluate: true})
	if err != nil {
		return nil, fmt.Errorf("its image %s cannot be had: %w", s.one.Image, err)
	}
	config, err := s.take(ctx, gw, result)
	if err != nil {
		return nil, err
	}
	_, standIn := config.Config.Labels[standInLabel]
	s.self.says(func(told *DataService) { told.StandIn = standIn })
	return nil, s.hold(ctx, gw, config)
}

// hold starts it, sees that it is healthy, and holds it until ctx ends or it ends
// by itself.
func (s *dataServiceRun) hold(ctx context.Context, gw gateway.Client, config imagespec.DockerOCIImage) error {
	t := &run{session: &s.session, kill: func(error) {}, gone: make(chan struct{}), began: time.Now()}
	given, err := s.give(ctx, gw)
	if err != nil {
		return err
	}
	t.container, err = s.container(ctx, gw, containing{network: pb.NetMode_NONE, memory: []string{s.one.Volume}, hosts: s.within.hosts(s.one.Name), given: given})
	if err != nil {
		return err
	}
	defer t.container.Release(context.WithoutCancel(ctx))
	t.output.mask = Request{hidden: s.within.hidden()}.mask()
	t.base = gateway.StartRequest{Env: s.environment(config.Config.Env), User: config.Config.User, Cwd: "/" + strings.TrimPrefix(config.Config.WorkingDir, "/")}
	request := t.base
	request.Args, request.Stdout, request.Stderr = s.command(config), &t.output, &t.output
	if err := t.start(ctx, request); err != nil {
		return err
	}
	defer func() { t.kill(nil) }()
	full, err := s.watch(ctx, t)
	if err != nil {
		return err
	}
	if err := s.becomeHealthy(ctx, t, full); err != nil {
		s.self.says(func(told *DataService) { told.Log = t.output.lines() })
		return err
	}
	defer t.door.close()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case err = <-full:
	case <-t.gone:
		if ctx.Err() != nil { // nobody waits for it any more
			return ctx.Err()
		}
		err = t.endedAlone("it was healthy, and ended by itself")
	}
	// Said before its container goes: what the program does then is no fault of its own.
	s.self.says(func(told *DataService) {
		told.State, told.Reason, told.Log = StoreFailed, firstLine(err.Error()), t.output.lines()
	})
	return err
}

// becomeHealthy waits until its health check is healthy, and opens the way to it.
func (s *dataServiceRun) becomeHealthy(ctx context.Context, t *run, full <-chan error) error {
	ctx, cancel := context.WithTimeout(ctx, healthyWithin)
	defer cancel()
	healthy, said := false, ""
	out := &printed.Lines{Each: func(b []byte) {
		var one struct {
			OK     bool
			Output string
		}
		if json.Unmarshal(b, &one) == nil {
			healthy, said = one.OK, one.Output
		}
	}}
	request := t.base
	request.Stdout, request.Args = out, append([]string{probeDir + "/probe", "-for", healthyWithin.String()}, s.question()...)
	prober, err := t.container.Start(ctx, request)
	if err != nil {
		return err
	}
	asked := make(chan error, 1)
	go func() { asked <- prober.Wait() }()
	select {
	case <-t.gone:
	case err := <-full:
		return err
	case err = <-asked:
		if err != nil { // when it ends, the probe ends with it
			err = errors.Join(err, t.pause(ctx, 2*time.Second))
		}
	}
	if t.ended() != nil {
		return t.endedAlone("it ended before it was healthy")
	}
	if err != nil {
		return fmt.Errorf("asking whether it is healthy: %w", err)
	}
	if !healthy {
		return fmt.Errorf("it was not healthy within %s: %s", healthyWithin, firstLine(t.output.clean(said)))
	}
	if t.door, err = t.open(context.WithoutCancel(ctx)); err != nil {
		return err
	}
	s.self.says(func(told *DataService) { told.State, told.AfterMS = StoreHealthy, time.Since(t.began).Milliseconds() })
	s.self.isStarted(t.door.way.DialHere)
	s.self.isHealthy()
	s.prover.tellDataService(s.self, "healthy")
	return nil
}

// question is what the probe asks: compose's health check, else its port.
func (s *dataServiceRun) question() []string {
	health := s.one.Health
	switch {
	case len(health) > 1 && health[0] == "CMD-SHELL":
		return []string{"exec", "/bin/sh", "-c", s.expand(health[1])}
	case len(health) > 1:
		args := []string{"exec"}
		for _, word := range health[1:] {
			args = append(args, s.expand(word))
		}
		return args
	}
	return []string{"dial", fmt.Sprintf("127.0.0.1:%d", s.one.Port)}
}

// command is the image's entrypoint with compose's command, else with its own.
func (s *dataServiceRun) command(config imagespec.DockerOCIImage) []string {
	command := config.Config.Cmd
	if s.one.Command != "" {
		command = strings.Fields(s.expand(s.one.Command)) // none of ours has quotes
	}
	return append(append([]string{}, config.Config.Entrypoint...), command...)
}

func (s *dataServiceRun) environment(image []string) []string {
	env := map[string]string{}
	for _, v := range s.one.Service.Environment {
		env[v.Name] = s.expand(v.Value)
	}
	return Request{Env: env}.environment(image)
}

func (s *dataServiceRun) expand(text string) string { return s.within.expand(text) }
