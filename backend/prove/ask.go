package prove

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	gateway "github.com/moby/buildkit/frontend/gateway/client"
	imagespec "github.com/moby/docker-image-spec/specs-go/v1"

	"aipack/backend/universalbuild"
)

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
