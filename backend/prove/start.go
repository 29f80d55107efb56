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
