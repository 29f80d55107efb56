package prove

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/moby/buildkit/client"
	gateway "github.com/moby/buildkit/frontend/gateway/client"
	"github.com/moby/buildkit/solver/pb"
	"github.com/moby/buildkit/util/staticfs"
	"github.com/tonistiigi/fsutil"
	fsutiltypes "github.com/tonistiigi/fsutil/types"
	"golang.org/x/sync/errgroup"

	"aipack/backend/packaging/export"
	"aipack/backend/prove/builder"
	"aipack/backend/prove/check"
	"aipack/backend/prove/lint"
	"aipack/backend/universalbuild"
)

// Limits end what does not end by itself.
type Limits struct {
	Build     time.Duration // the whole build
	Healthy   time.Duration // from start to healthy
	Elsewhere time.Duration // how long a program may listen on other ports alone; its health check's start period is given it in any case
	Unhealthy time.Duration // how long a program may answer wrongly, or not at all, from outside
	Settle    time.Duration // how long a program without a port must live to count as well
	Again     time.Duration // from the first look that was good to the second
	Late      time.Duration // from the start of a program without a port to the last look whether it has opened one
	Stop      time.Duration // from being asked to end
	Release   time.Duration // what runs once before the start
	Data      int64         // bytes that the data of one data service may take; they lie in memory. 0 for no bound
	Memory    int64         // bytes that one step of the build, and one process of the started program, may use; 0 for as much as the builder has
}

// frontend are the options of BuildKit's Dockerfile frontend. Those before
// v0.33 do not know the limit on memory and build without it.
func (l Limits) frontend() map[string]string {
	o := map[string]string{"filename": "Dockerfile"}
	if l.Memory > 0 {
		o["memory"] = strconv.FormatInt(l.Memory, 10)
	}
	return o
}

// start is the command with its limit on memory: BuildKit's gateway has none
// for containers, so the probe sets it and becomes the command.
func (l Limits) start(command []string) []string {
	if l.Memory <= 0 {
		return command
	}
	return append([]string{probeDir + "/probe", "limit", strconv.FormatInt(l.Memory, 10)}, command...)
}

// Usual are the limits where the user says nothing.
func Usual() Limits {
	return Limits{
		Build: 10 * time.Minute, Healthy: 60 * time.Second, Elsewhere: 20 * time.Second, Unhealthy: 10 * time.Second,
		Settle: 3 * time.Second, Again: 4 * time.Second, Late: 15 * time.Second, Stop: 1500 * time.Millisecond, Release: 5 * time.Minute,
		Data: 1 << 30,
	}
}

// whole is how long a proof may take at most: building, starting twice (the
// second time read-only), looking the image through.
func (l Limits) whole() time.Duration {
	return l.Build + l.Release + 2*(l.Healthy+l.Unhealthy+l.Settle+l.Again+l.Late+l.Stop) + 2*time.Minute
}

// longest is how long the proof of a whole neighbourhood may take.
func (p Prover) longest(n *neighbourhood) time.Duration {
	return p.Limits.whole() * time.Duration(len(n.whole.Services))
}

// Prover proves services on one builder.
type Prover struct {
	Builder builder.Found
	Limits  Limits
	Network bool             // let the program reach the network while it is proved
	Cache   string           // reference in a registry that layers are shared through; "" for none
	Browser string           // program that looks at a service's page (browser.Find); "" for none
	Lint    lint.Checker     // checks the Dockerfile; nil: it is not checked
	Now     func() time.Time // the clock
	Sink    func(Progress)   // hears every step and log line; may be nil
}

// Progress is one thing that happened during a proof.
type Progress struct {
	Service string       // Request.Name
	Step    *Step        // a step began or ended
	Index   int          // its place in Report.Steps
	Log     string       // or a line of its log
	Phase   string       // or the proof came to "build", "neighbours", "release", "start", "answer", "again", "stay", "checks"
	Waiting string       // what is waited for in that phase, in words
	Lacking []string     // or those neighbours that are not there, in that phase
	Try     *Try         // or one more proof begins, or it is decided what became of it
	Store   *DataService // or a data service: it began to start, is healthy, failed, or is not started at all; Service is "" then
}

// one builds, starts and probes one service in its neighbourhood.
func (p Prover) one(ctx context.Context, r Request, n *neighbourhood, i int, gate chan struct{}) (*Report, error) {
	start := p.Now()
	service := n.whole.Services[i]
	self := n.neighbour(service.Name)
	defer self.isDone(nil) // nobody waits for one that could not even begin
	report := &Report{
		Service: r.Document.Metadata.Path, Name: r.Document.Metadata.ProjectName, Builder: p.Builder,
		Steps: []Step{}, Checks: []check.Result{}, Warnings: []Warning{}, Stores: []DataService{},
		StartedAt: start.UnixMilli(), memory: p.Limits.Memory, holds: r.holds, called: r.Name(),
		browser: check.Not("browser", "the service was not started, or is not one"),
	}
	text, err := textOf(r, export.Options{NoHeredoc: p.Builder.Old()})
	if err != nil {
		return nil, err
	}
	report.Dockerfile = text.Content
	for _, lack := range p.Builder.Lacks() {
		report.Warnings = append(report.Warnings, Warning{Message: lack})
	}
	signIn, err := r.signIn()
	if err != nil {
		return nil, err
	}
	report.Warnings = append(report.Warnings, signIn.warnings()...)
	given := r.Env
	r = n.equip(r, service)
	r.hidden = append(r.hidden, signIn.hidden...)
	report.given = slices.Sorted(maps.Keys(r.Env))
	s := &session{
		request: r, dockerfile: text.Content, limits: p.Limits, report: report, network: pb.NetMode_NONE, cache: p.Cache, browser: p.Browser,
		service: service, neighbourhood: n, lasts: p.longest(n), given: given, self: self, signIn: signIn,
	}
	if err = signIn.lacks(); err == nil {
		err = p.build(ctx, s, text, gate)
	}
	self.isDone(err)
	report.Stores, report.Services = n.told(service.Name, r.Document), n.services(service)
	s.credit()
	switch {
	case ctx.Err() != nil:
		report.Verdict, err = Stopped, ctx.Err()
	case err != nil:
		report.Verdict = Failed
		report.Failure, err = explain(err, text, r.Document, report), nil
	default:
		report.Verdict = s.verdict()
	}
	self.isGone()
	report.Warnings = append(report.Warnings, s.warnings()...)
	report.finish(context.WithoutCancel(ctx), r, text, p.Lint)
	report.DurationMS = p.Now().Sub(start).Milliseconds()
	return report, err
}

// NotTried is the report of a service that nobody could build: what can be said
// without a builder, and why it was not built.
func NotTried(ctx context.Context, r Request, why error, now time.Time, checker lint.Checker) (*Report, error) {
	text, err := textOf(r, export.Options{})
	if err != nil {
		return nil, err
	}
	report := &Report{
		Service: r.Document.Metadata.Path, Name: r.Document.Metadata.ProjectName, Verdict: NotBuilt, Dockerfile: text.Content,
		Steps: []Step{}, Checks: []check.Result{}, Stores: []DataService{}, Warnings: []Warning{{Message: why.Error()}}, StartedAt: now.UnixMilli(),
		browser: check.Not("browser", "the service was not started"),
	}
	report.finish(ctx, r, text, checker)
	return report, nil
}

// textOf is the Dockerfile to be proved. Lines of one written by hand that the
// document would give too still tell the field they come from.
func textOf(r Request, o export.Options) (export.Text, error) {
	text, err := export.Dockerfile(r.Document, o)
	if r.Dockerfile == "" {
		return text, err
	}
	fields := map[string][]string{}
	if err == nil {
		for i, line := range strings.Split(text.Content, "\n") {
			fields[strings.TrimSpace(line)] = text.FieldsAt(i + 1)
		}
	}
	edited := export.Text{Content: r.Dockerfile}
	for _, line := range strings.Split(r.Dockerfile, "\n") {
		edited.Fields = append(edited.Fields, fields[strings.TrimSpace(line)])
	}
	return edited, nil
}

// build runs the whole proof inside one BuildKit session, once it is its turn.
func (p Prover) build(ctx context.Context, s *session, text export.Text, gate chan struct{}) error {
	report := s.report
	select {
	case gate <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	s.built = sync.OnceFunc(func() { <-gate })
	defer s.built()
	s.tell = func(phase, waiting string) { p.tell(Progress{Service: report.called, Phase: phase, Waiting: waiting}) }
	s.lacks = func(names []string) { p.tell(Progress{Service: report.called, Phase: "neighbours", Lacking: names}) }
	s.tell("build", "")
	if p.Network {
		s.network = pb.NetMode_UNSET
	}
	return p.within(ctx, s, text, s.run)
}

// within runs something in a session with the builder, which is given the project.
func (p Prover) within(ctx context.Context, s *session, text export.Text, run gateway.BuildFunc) error {
	r, report := s.request, s.report
	ctx, cancel := context.WithTimeoutCause(ctx, s.lasts, errTooLong)
	defer cancel()
	c, err := p.Builder.Dial(ctx)
	if err != nil {
		return err
	}
	defer c.Close()
	if s.prober, err = p.proberFor(ctx, c); err != nil {
		return err
	}
	mounts, err := localMounts(ctx, r, text)
	if err != nil {
		return err
	}
	defer mounts.Close()
	status := make(chan *client.SolveStatus)
	group, ctx := errgroup.WithContext(ctx)
	done := make(chan struct{})
	group.Go(func() error { return builder.Watch(ctx, c, p.Builder.Address, builder.AliveEvery, done) })
	group.Go(func() error {
		newFollower(report, text, r.maskOf(s.signIn), p.Sink).follow(status)
		return nil
	})
	group.Go(func() error {
		defer close(done)
		_, err := c.Build(ctx, client.SolveOpt{
			LocalMounts:  mounts.local,
			CacheExports: cacheExports(p.Cache),
			Session:      s.signIn.attachments(),
		}, "aipack", run, status)
		return err
	})
	err = group.Wait()
	var lost *builder.LostError
	switch {
	case errors.As(context.Cause(ctx), &lost):
		return lost
	case err != nil && errors.Is(context.Cause(ctx), errTooLong):
		return errTooLong
	case err != nil && s.failed != nil:
		return s.failed
	}
	return err
}

// errTooLong says that the build's time limit has ended it.
var errTooLong = errors.New("the time limit ended the build")

func (p Prover) tell(what Progress) {
	if p.Sink != nil {
		p.Sink(what)
	}
}

// proberFor picks the probe for the builder's own processor.
func (p Prover) proberFor(ctx context.Context, c *client.Client) ([]byte, error) {
	workers, err := c.ListWorkers(ctx)
	if err != nil {
		return nil, fmt.Errorf("asking the builder %s who it is: %w", p.Builder.Address, err)
	}
	arch := "amd64"
	if len(workers) > 0 && len(workers[0].Platforms) > 0 {
		arch = workers[0].Platforms[0].Architecture
	}
	return probeFor(arch)
}

// localMounts gives BuildKit the context, read straight from the project, and
// the Dockerfile and .dockerignore from memory: nothing is written anywhere.
// Close lets go of the project.
func localMounts(ctx context.Context, r Request, text export.Text) (*mounts, error) {
	documents := []universalbuild.UniversalBuild{r.Document}
	project, err := r.tree()
	if err != nil {
		return nil, err
	}
	defer project.Close()
	known, found, err := export.Explore(ctx, project, documents)
	if err != nil {
		return nil, fmt.Errorf("looking for credentials in the build's context: %w", err)
	}
	if err := r.checkFiles(); err != nil {
		return nil, err
	}
	source, err := r.context()
	if err != nil {
		return nil, fmt.Errorf("reading the build's context: %w", err)
	}
	sent := found[r.Document.Context()]
	if text, ok := r.filesIn()[".dockerignore"]; ok {
		sent.OwnIgnore = export.OwnIgnore(string(text))
	}
	if r.all {
		sent.OwnIgnore = ""
	}
	ours := staticfs.NewFS()
	ours.Add("Dockerfile", &fsutiltypes.Stat{}, []byte(text.Content))
	ours.Add("Dockerfile.dockerignore", &fsutiltypes.Stat{}, []byte(export.Ignore(documents, known.Below(r.Document.Context()), sent)))
	return &mounts{source, map[string]fsutil.FS{"context": r.over(source), "dockerfile": inMemory{ours}}}, nil
}

// mounts are what BuildKit reads from us.
type mounts struct {
	fsutil.Root // of the build's context
	local       map[string]fsutil.FS
}

// inMemory corrects what BuildKit's file system in memory (v0.33) takes for the
// target of a walk: every path that begins with its letters, so that asking for
// the Dockerfile gives the Dockerfile.dockerignore too.
type inMemory struct{ *staticfs.FS }

func (m inMemory) Walk(ctx context.Context, target string, fn fs.WalkDirFunc) error {
	target = strings.Trim(target, "/")
	return m.FS.Walk(ctx, target, func(name string, d fs.DirEntry, err error) error {
		if target != "" && name != target && !strings.HasPrefix(name, target+"/") {
			return nil
		}
		return fn(name, d, err)
	})
}
