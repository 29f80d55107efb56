package prove

import (
	"context"
	"errors"
	"fmt"
	"path"
	"syscall"
	"time"

	gateway "github.com/moby/buildkit/frontend/gateway/client"
	gatewaypb "github.com/moby/buildkit/frontend/gateway/pb"
	imagespec "github.com/moby/docker-image-spec/specs-go/v1"
)

// run is one start of the image.
type run struct {
	*session
	container gateway.Container
	program   gateway.ContainerProcess
	base      gateway.StartRequest // what the program and all that is started beside it share
	health    *imagespec.HealthcheckConfig
	began     time.Time
	output    ring
	heard     []string         // what it had said when it was given up; nil for all that it says
	gone      chan struct{}    // closed when the program has ended
	end       error            // how it ended, or with what its waiting was killed; read once gone is closed
	door      *probeConnection // the way in from outside; nil until it is open
	speaks    string           // what its port was found to speak, as outside names it; "" for not known yet
	silent    bool             // the last look found that its port takes connections and says nothing
	healthyAt time.Time        // when it was first seen healthy
	page      string           // the path that is answered with HTML; "" for none
	behind    bool             // that path was asked as a proxy asks that ends TLS

	kill context.CancelCauseFunc
}

// begin starts the image's command, with more arguments where a question to it
// needs them. The caller calls finish, which gives everything back, also where
// begin fails.
func (s *session) begin(ctx context.Context, gw gateway.Client, config imagespec.DockerOCIImage, fixed []string, more ...string) (*run, error) {
	t := &run{session: s, health: config.Config.Healthcheck, kill: func(error) {}, gone: make(chan struct{}), began: time.Now()}
	t.output.mask = s.request.mask()
	s.report.Start = &Started{Command: s.report.Image.Command, User: config.Config.User, Listening: []string{}}
	if s.withoutStart() {
		return t, &stageError{"start", errNoStart}
	}
	var err error
	if t.container, err = s.container(ctx, gw, s.containing(fixed)); err != nil {
		return t, err
	}
	t.base = gateway.StartRequest{Env: s.request.environment(config.Config.Env), User: config.Config.User, Cwd: path.Join("/", config.Config.WorkingDir)}
	request := t.base
	request.Args, request.Stdout, request.Stderr = s.limits.start(append(
		s.report.Start.Command[:len(s.report.Start.Command):len(s.report.Start.Command)], more...)), &t.output, &t.output
	if err := t.start(ctx, request); err != nil {
		return t, &stageError{"start", err}
	}
	return t, nil
}

// start starts the container's program. Where it has neighbours they are there
// before it begins: the probe holds its place until the ways to them are open,
// and becomes the program then.
func (t *run) start(ctx context.Context, request gateway.StartRequest) (err error) {
	alone := t.alone()
	if !alone {
		request.Args = append([]string{probeDir + "/probe", "wait"}, request.Args...)
	}
	live, kill := context.WithCancelCause(ctx)
	t.kill = kill
	if t.program, err = t.container.Start(live, request); err != nil {
		return err
	}
	go func() {
		t.end = t.program.Wait()
		close(t.gone)
	}()
	if alone {
		return nil
	}
	return t.join(ctx)
}

// ended is how the program ended by itself; nil while it runs.
func (t *run) ended() error {
	select {
	case <-t.gone:
		code, known := exitCode(t.end)
		if !known {
			return t.end // it did not end: the builder lost it
		}
		t.report.Start.ExitCode = &code
		e := &endedError{code: code}
		if !t.healthyAt.IsZero() {
			e.healthy, e.after = true, time.Since(t.healthyAt)
		}
		return e
	default:
		return nil
	}
}

// pause waits; a program that ends meanwhile, or a proof that is stopped, ends
// the wait with an error.
func (t *run) pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-t.gone:
		return t.ended()
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// remember keeps what a program that still runs has said: what it says after its
// neighbours were taken from it is no reason for anything.
func (t *run) remember() {
	if t.program != nil && t.ended() == nil {
		t.heard = t.output.lines()
	}
}

// finish ends the program if it still runs, and gives its container back.
func (t *run) finish(ctx context.Context) {
	if t.door != nil {
		t.door.close()
	}
	if t.program != nil {
		if t.ended() == nil {
			t.stop(ctx)
		}
		if t.report.Start.Log = t.heard; t.heard == nil {
			t.report.Start.Log = t.output.lines()
		}
	}
	t.kill(nil)
	if t.container != nil {
		_ = t.container.Release(context.WithoutCancel(ctx)) // the session's end releases it too
	}
}

// endedError says that the program ended by itself.
type endedError struct {
	code    int
	healthy bool          // it had been healthy
	after   time.Duration // how long after that it was seen to have ended
}

func (e *endedError) Error() string {
	if e.healthy {
		return fmt.Sprintf("the program was healthy, and ended within %.1f s with exit code %d", e.after.Seconds(), e.code)
	}
	return fmt.Sprintf("the program ended with exit code %d", e.code)
}

// codeLost is how a program ended where nobody knows with which code: where it
// ends in the moment in which the probe is started beside it, BuildKit (v0.33)
// reports the probe's failure alone. nil for all else.
func codeLost(err error) *endedError {
	var e *endedError
	if errors.As(err, &e) && unlearned(e.code) {
		return e
	}
	return nil
}

// unlearned reports whether a code is BuildKit's mark for one that it did not learn.
func unlearned(code int) bool { return code < 0 || code > 255 }

// learnCode starts the program once more, with nothing beside it, to see with
// which code it ends.
func (s *session) learnCode(ctx context.Context, gw gateway.Client, config imagespec.DockerOCIImage, lost *endedError) {
	t, err := s.apart().begin(ctx, gw, config, nil)
	if err == nil {
		err = t.pause(ctx, max(2*lost.after, s.limits.Settle+s.limits.Again))
	}
	t.finish(ctx)
	var ended *endedError
	if errors.As(err, &ended) && codeLost(err) == nil {
		lost.code = ended.code
		s.report.Start.ExitCode = &lost.code
	}
}

// stop asks the program to end, and ends it where it does not listen.
func (t *run) stop(ctx context.Context) {
	began := time.Now()
	started := t.report.Start
	signalled := t.program.Signal(ctx, syscall.SIGTERM) == nil // Docker 20.10 ignores signals
	select {
	case <-t.gone:
	case <-time.After(t.limits.Stop):
		started.Killed = signalled
		t.kill(nil)
		select {
		case <-t.gone:
		case <-time.After(time.Second):
		}
	}
	if signalled {
		started.StoppedMS = time.Since(began).Milliseconds()
	}
}

// exitCode is the code with which a process ended; what else a builder reports
// is none.
func exitCode(err error) (code int, known bool) {
	var e *gatewaypb.ExitError
	switch {
	case err == nil:
		return 0, true
	case errors.As(err, &e):
		return int(e.ExitCode), true
	}
	return -1, false
}
