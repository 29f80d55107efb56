package prove

import (
	"context"
	"encoding/json"
	"path/filepath"
	"regexp"
	"slices"
	"sync"
	"time"

	gateway "github.com/moby/buildkit/frontend/gateway/client"
	"github.com/moby/buildkit/solver/pb"
	imagespec "github.com/moby/docker-image-spec/specs-go/v1"

	"aipack/backend/packaging/export"
	"aipack/backend/prove/check"
	"aipack/backend/prove/lint"
	"aipack/backend/prove/printed"
)

// standInLabel marks the lab's base images.
const standInLabel = "org.aipack.stand-in"

// inspect does the checks that need the image. None of them decides the
// proof, and none keeps it long.
func (s *session) inspect(ctx context.Context, gw gateway.Client, config imagespec.DockerOCIImage, healthy bool) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	secrets := check.Not("secrets", "the image's files could not be read")
	var readOnly check.Result
	var layers []Layer
	var wait sync.WaitGroup
	wait.Go(func() {
		files, left, err := s.inspectFiles(ctx, gw)
		if err != nil {
			secrets.Reason += ": " + err.Error()
			return
		}
		secrets = check.Secrets(ctx, files, left, config, s.signIn.secrets)
	})
	wait.Go(func() { readOnly = s.readOnly(ctx, gw, config, healthy) })
	wait.Go(func() { layers, _ = s.weigh(ctx, gw) }) // older builders do not tell: the history is shown without sizes
	wait.Wait()
	if len(layers) > 0 {
		s.report.Image.Layers = layers
		s.report.Image.rest()
	}
	s.report.Checks = append(s.report.Checks, check.User(s.report.Image.User), readOnly, secrets)
}

// inspectFiles lets the probe read the files below the image's folder, and measure it.
func (s *session) inspectFiles(ctx context.Context, gw gateway.Client) (files []check.File, left int, err error) {
	container, err := s.container(ctx, gw, containing{network: pb.NetMode_NONE})
	if err != nil {
		return nil, 0, err
	}
	defer container.Release(context.WithoutCancel(ctx))
	lines := &printed.Lines{Each: func(b []byte) {
		var line struct {
			Path, Text string
			Bytes      int64
			Left       int
		}
		switch {
		case json.Unmarshal(b, &line) != nil:
		case line.Path != "":
			files = append(files, check.File{Path: line.Path, Text: line.Text})
		default:
			s.report.Image.SizeBytes, left = line.Bytes, line.Left
		}
	}}
	folder := filepath.ToSlash(filepath.Clean("/" + s.report.Image.Workdir))
	p, err := container.Start(ctx, gateway.StartRequest{Args: []string{probeDir + "/probe", "look", folder}, User: "0:0", Cwd: "/", Stdout: lines})
	if err != nil {
		return nil, 0, err
	}
	if err := endOf(ctx, p, weighWithin); err != nil {
		return nil, 0, err
	}
	return files, left, nil
}

// readOnly starts the image once more, with nothing but /tmp to write to. A
// program that needs more is told of, not blamed.
func (s *session) readOnly(ctx context.Context, gw gateway.Client, config imagespec.DockerOCIImage, healthy bool) check.Result {
	result := check.Not("read_only", notWellAsIs)
	if !healthy {
		return result
	}
	again := s.apart()
	again.limits.Healthy = 2*time.Duration(s.report.Probe.AfterMS)*time.Millisecond + 5*time.Second
	again.limits.Settle = min(s.limits.Settle, time.Second)
	again.limits.Stop = 200 * time.Millisecond
	folders, err := s.folders(ctx)
	if err == nil {
		var t *run
		if t, err = again.begin(ctx, gw, config, folders); err == nil {
			err = t.first(ctx)
		}
		t.finish(ctx)
	}
	switch {
	case ctx.Err() != nil:
		result.Reason = "there was no time left for it"
	case err != nil:
		result.State, result.Reason = check.Failed, "the program needs to write outside of /tmp"
		result.Problems = []check.Problem{{Severity: "low", Message: lastLine(again.report.Start, err)}}
	default:
		result.State, result.Reason = check.Passed, "healthy with nothing to write to but /tmp"
	}
	return result
}

// notWellAsIs is why nothing is said of a program with less than it has now.
const notWellAsIs = "the image was not healthy as it is"

// folders are the image's top folders that a program could write to. The
// kernel's are the container's own, and BuildKit puts files into /etc.
func (s *session) folders(ctx context.Context) ([]string, error) {
	list, err := s.image.ReadDir(ctx, gateway.ReadDirRequest{Path: "/"})
	if err != nil {
		return nil, err
	}
	var folders []string
	for _, f := range list {
		if f.IsDir() && !slices.Contains([]string{"proc", "sys", "dev", "tmp", "etc"}, f.Path) {
			folders = append(folders, "/"+f.Path)
		}
	}
	return folders, nil
}

func lastLine(s *Started, err error) string {
	if s != nil && len(s.Log) > 0 {
		return s.Log[len(s.Log)-1]
	}
	return err.Error()
}

// finish adds what needs no builder.
func (r *Report) finish(ctx context.Context, q Request, text export.Text, checker lint.Checker) {
	if r.Image != nil {
		r.Image.Bases = basesOf(r.Steps, r.Image.Labels[standInLabel] != "")
	}
	r.Checks = append(r.Checks, check.Lint(ctx, checker, text.Content), portsCheck(r, q.Document), stopCheck(r.Start), packagesCheck(q))
	r.Checks = append(r.Checks, r.browser)
	if r.Verdict == Failed { // a program that was healthy for a moment only says nothing about less
		for i := range r.Checks {
			if c := &r.Checks[i]; c.Name == "read_only" {
				*c = check.Not(c.Name, notWellAsIs)
			}
		}
	}
	if r.Image == nil {
		for _, name := range []string{"non_root", "read_only", "secrets"} {
			r.Checks = append(r.Checks, check.Not(name, "there is no image"))
		}
	}
}

// stopCheck says whether the program ends when it is asked to.
func stopCheck(s *Started) check.Result {
	if s == nil || s.ExitCode != nil || s.StoppedMS == 0 && !s.Killed {
		return check.Not("stop", "the program was not asked to end")
	}
	return check.Stop(s.Killed, s.StoppedMS)
}

// basesOf reads the base images from the steps, which name them with their
// digests: "[build 1/3] FROM docker.io/library/node:22@sha256:…".
func basesOf(steps []Step, standIn bool) []Base {
	bases := []Base{}
	from := regexp.MustCompile(`^\[[^\]]*\] FROM (\S+?)(?:@(sha256:[0-9a-f]{64}))?$`)
	known := map[string]bool{}
	for _, s := range steps {
		m := from.FindStringSubmatch(s.Name)
		if m == nil || known[m[1]] || m[2] == "" {
			continue
		}
		known[m[1]] = true
		bases = append(bases, Base{Name: m[1], Digest: m[2], StandIn: standIn})
	}
	return bases
}

// packagesCheck says what the lock files of the context pin.
func packagesCheck(q Request) check.Result {
	context, err := q.context()
	if err != nil {
		return check.Not("packages", err.Error())
	}
	defer context.Close()
	return check.Packages(context.FS())
}
