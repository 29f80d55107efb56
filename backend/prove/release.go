package prove

import (
	"context"
	"fmt"
	"path"
	"time"

	gateway "github.com/moby/buildkit/frontend/gateway/client"
	imagespec "github.com/moby/docker-image-spec/specs-go/v1"

	"aipack/backend/prove/tunnel"
	"aipack/backend/universalbuild"
)

// Release says how what runs once before the start went: migrations.
type Release struct {
	Command    string   `json:"command"`
	Log        []string `json:"log"`
	ExitCode   *int     `json:"exit_code,omitempty"` // absent: it was ended
	DurationMS int64    `json:"duration_ms"`
}

// releaseError says that what runs before the start did not end well.
type releaseError struct {
	code  int
	limit time.Duration // 0: it ended by itself
}

func (e *releaseError) Error() string {
	if e.limit > 0 {
		return fmt.Sprintf("the release command did not end within %s", e.limit)
	}
	return fmt.Sprintf("the release command ended with exit code %d", e.code)
}

// release runs the plan's release lines once, in a container of the image, as
// compose.yaml does before it starts the service.
func (s *session) release(ctx context.Context, gw gateway.Client, config imagespec.DockerOCIImage) error {
	lines := s.request.Document.Runtime.Release
	if len(lines) == 0 {
		return nil
	}
	command := universalbuild.Chain(lines)
	s.tell("release", "for "+command)
	t := &run{session: s.apart(), kill: func(error) {}, gone: make(chan struct{}), began: time.Now()}
	t.output.mask = s.request.mask()
	s.report.Release = &Release{Command: t.output.clean(command), Log: []string{}}
	var err error
	if t.container, err = s.container(ctx, gw, s.containing(nil)); err != nil {
		return err
	}
	t.base = gateway.StartRequest{Env: s.request.environment(config.Config.Env), User: config.Config.User, Cwd: path.Join("/", config.Config.WorkingDir)}
	request := t.base
	request.Args = s.limits.start([]string{"/bin/sh", "-c", command})
	if !t.alone() {
		request.Args = append([]string{probeDir + "/probe", "linger"}, request.Args...)
	}
	request.Stdout, request.Stderr = &t.output, &t.output
	err = t.start(ctx, request)
	if err == nil {
		err = t.releaseEnds(ctx)
	}
	s.report.Release.DurationMS = time.Since(t.began).Milliseconds()
	if t.door != nil {
		t.door.close()
	}
	t.kill(nil)
	_ = t.container.Release(context.WithoutCancel(ctx)) // the session's end releases it too
	s.report.Release.Log = t.output.lines()
	if ended := t.report.Release; ended != nil {
		s.report.Release.ExitCode = ended.ExitCode
	}
	if err != nil && ctx.Err() == nil {
		return &stageError{"release", err}
	}
	return err
}

// releaseEnds waits for its end.
func (t *run) releaseEnds(ctx context.Context) error {
	limit := time.NewTimer(t.limits.Release)
	defer limit.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-limit.C:
		return &releaseError{limit: t.limits.Release}
	case <-t.gone:
	}
	code, known := exitCode(t.end)
	if !known {
		return t.end // the builder lost it
	}
	if unlearned(code) {
		return fmt.Errorf("the release command's exit code was not learned: %w", tunnel.ErrBroken)
	}
	t.report.Release = &Release{ExitCode: &code}
	if code != 0 {
		return &releaseError{code: code}
	}
	return nil
}
