package prove

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	gateway "github.com/moby/buildkit/frontend/gateway/client"

	"aipack/backend/prove/ports"
	"aipack/backend/prove/printed"
	"aipack/backend/prove/tunnel"
	"aipack/backend/universalbuild"
)

// healthyInside waits for the image's own health check, else for its first port to
// be open. It is what an engine would go by; what is seen from outside comes
// after it.
func (t *run) healthyInside(ctx context.Context) error {
	p := t.report.Probe
	args := t.question()
	t.tell("answer", "for the program to become healthy: "+t.waitsFor())
	tries := &printed.Lines{Each: t.tried}
	request := t.base
	request.Args = append(append([]string{probeDir + "/probe", "-for", t.patience().String()}, t.elsewhere()...), args...)
	request.Stdout = tries
	prober, err := t.container.Start(ctx, request)
	if err != nil {
		return fmt.Errorf("starting the probe: %w", err)
	}
	probed := make(chan error, 1)
	go func() { probed <- prober.Wait() }()
	lost := time.NewTimer(t.patience() + overdue)
	defer lost.Stop()
	select {
	case <-t.gone:
		return t.ended()
	case <-ctx.Done(): // a probe whose builder is lost never ends
		return context.Cause(ctx)
	case <-lost.C: // there may be no door yet whose end would tell
		return fmt.Errorf("asking whether it is healthy: %w", tunnel.ErrBroken)
	case err := <-probed:
		// When the program dies the whole container does, the probe with it:
		// the program's own end is the news.
		if err != nil {
			if gone := t.pause(ctx, 2*time.Second); gone != nil {
				return gone
			}
			return fmt.Errorf("the probe: %w", err)
		}
	}
	if !p.Healthy {
		return errUnhealthy{time.Since(t.began)}
	}
	return nil
}

// overdue is how long after its time a probe inside is waited for.
const overdue = 15 * time.Second

// patience is how long the program may take to become healthy. Where nobody said, one
// that says that its start takes long has twice its start period.
func (t *run) patience() time.Duration {
	if t.health == nil || t.limits.Healthy != Usual().Healthy {
		return t.limits.Healthy
	}
	return max(t.limits.Healthy, 2*t.health.StartPeriod)
}

// errUnhealthy says that the health check was not healthy in time.
type errUnhealthy struct{ after time.Duration }

func (e errUnhealthy) Error() string {
	return fmt.Sprintf("not healthy after %s", e.after.Round(time.Second))
}

// stillHealthy asks the health check once more. One that says nothing is unhealthy.
func (t *run) stillHealthy(ctx context.Context) bool {
	healthy := false
	out := &printed.Lines{Each: func(b []byte) {
		var said struct {
			OK     bool   `json:"ok"`
			Output string `json:"output"`
		}
		if json.Unmarshal(b, &said) == nil {
			healthy, t.report.Probe.Excerpt = said.OK, t.output.clean(said.Output)
		}
	}}
	t.beside(ctx, out, append([]string{"-for", "2s"}, t.question()...)...)
	return healthy
}

// elsewhere tells the probe which ports are declared, and for how long the
// program may listen on others alone before waiting is in vain.
func (t *run) elsewhere() []string {
	declared := t.ports()
	if len(declared) == 0 || t.limits.Elsewhere <= 0 {
		return nil
	}
	most := t.limits.Elsewhere
	if t.health != nil {
		most = max(most, t.health.StartPeriod)
	}
	return []string{"-ports", strings.Join(ports.Words(declared), ","), "-elsewhere", most.String()}
}

// ports are the declared TCP ports, the one that is asked first.
func (t *run) ports() []int { return declaredPorts(t.report.Image, t.request.Document) }

// tried takes one line of the probe's output.
func (t *run) tried(line []byte) {
	var one struct {
		Try       int    `json:"try"`
		OK        bool   `json:"ok"`
		Output    string `json:"output"`
		LatencyMS int64  `json:"latency_ms"`
		AfterMS   int64  `json:"after_ms"`
	}
	if json.Unmarshal(line, &one) != nil {
		return
	}
	p := t.report.Probe
	p.Tries, p.Healthy, p.LatencyMS, p.AfterMS, p.Excerpt = one.Try, one.OK, one.LatencyMS, one.AfterMS, t.output.clean(one.Output)
}

// question is what the probe asks: the image's own health check, else whether
// the first port is open.
func (t *run) question() []string {
	if t.checksItself() {
		if t.health.Test[0] == "CMD-SHELL" {
			return append([]string{"exec", "/bin/sh", "-c"}, t.health.Test[1:]...)
		}
		return append([]string{"exec"}, t.health.Test[1:]...)
	}
	return []string{"dial", fmt.Sprintf("127.0.0.1:%d", t.ports()[0])}
}

// checksItself reports whether the image has a health check.
func (t *run) checksItself() bool { return t.health != nil && len(t.health.Test) > 1 }

// waitsFor says in words what question asks.
func (t *run) waitsFor() string {
	ports := t.ports()
	switch path := knownPath(t.request.Document); {
	case t.checksItself() && path != "" && len(ports) > 0:
		return fmt.Sprintf("its health check asks for %s on port %d", path, ports[0])
	case t.checksItself():
		return "its health check"
	}
	return fmt.Sprintf("port %d opens", ports[0])
}

// listen asks which ports are really open, and how much memory was used.
func (t *run) listen(ctx context.Context) {
	t.beside(ctx, &printed.Lines{Each: func(b []byte) { _ = json.Unmarshal(b, t.report.Start) }}, "listen") // listening, peak_bytes
	t.report.Start.Listening = slices.DeleteFunc(t.report.Start.Listening, func(l string) bool { return slices.Contains(t.strangers, l) || t.isLent(l) })
}

// listenAlready asks who listens in the network that the program is started in
// before it does: where that is the builder's own, it is none of the program's.
func (s *session) listenAlready(ctx context.Context, gw gateway.Client) (list []string, err error) {
	container, err := s.container(ctx, gw, containing{network: s.network})
	if err != nil {
		return nil, err
	}
	defer container.Release(context.WithoutCancel(ctx))
	var said struct{ Listening []string }
	out := &printed.Lines{Each: func(b []byte) { _ = json.Unmarshal(b, &said) }}
	p, err := container.Start(ctx, gateway.StartRequest{Args: []string{probeDir + "/probe", "listen"}, User: "0:0", Cwd: "/", Stdout: out})
	if err == nil {
		err = endOf(ctx, p, askWithin)
	}
	return said.Listening, err
}

// knownPath is the path that the document knows the service to be well by; ""
// for none.
func knownPath(doc universalbuild.UniversalBuild) string {
	if h := doc.Runtime.Healthcheck; h != nil && strings.HasPrefix(h.Path, "/") {
		return h.Path
	}
	return ""
}

// askWithin is how long the probe may take to say what listens.
const askWithin = 15 * time.Second

// beside runs the probe once more; what it cannot say stays unsaid.
func (t *run) beside(ctx context.Context, out *printed.Lines, args ...string) {
	ctx, cancel := context.WithTimeout(ctx, askWithin)
	defer cancel()
	request := gateway.StartRequest{Env: t.base.Env, User: t.base.User, Cwd: t.base.Cwd, Stdout: out}
	request.Args = append([]string{probeDir + "/probe"}, args...)
	if p, err := t.container.Start(ctx, request); err == nil {
		_ = endOf(ctx, p, askWithin)
	}
}
