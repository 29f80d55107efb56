package prove

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	gateway "github.com/moby/buildkit/frontend/gateway/client"

	"aipack/backend/prove/browser"
	"aipack/backend/prove/tunnel"
)

// browsing is how long the browser may take from its start to its end.
const browsing = 30 * time.Second

// browse lets the user's browser look at the service's page, through the
// probe's pipes: the container has no network, and no port is opened for it.
// It never decides a proof.
func (s *session) browse(ctx context.Context, container gateway.Container, base gateway.StartRequest) {
	check := Check{Name: "browser", State: notChecked}
	ports := declaredPorts(s.report.Image, s.request.Document)
	switch {
	case !s.report.Probe.Healthy:
		check.Reason = "the service is not well"
	case len(ports) == 0:
		check.Reason = "the service has no port"
	case s.browser == "":
		check.Reason = "there is no Chromium, Chrome or Edge on this machine, or none was wanted"
	default:
		path := s.htmlPath(ctx, container, base, ports[0])
		if path == "" {
			check.Reason = "the service does not answer HTML"
			break
		}
		page, err := s.visit(ctx, container, base, ports, path)
		if err != nil {
			check.Reason = firstLine(err.Error())
			break
		}
		s.report.Page, check = page, pageCheck(page)
	}
	s.report.browser = check
}

// htmlPath is where the service answers HTML: its root, else what its health
// check asks for; "" for nowhere.
func (s *session) htmlPath(ctx context.Context, container gateway.Container, base gateway.StartRequest, port int) string {
	asked := askedPath(s.request.Document)
	if asked != "/" && s.get(ctx, container, base, port, "/").html() {
		return "/"
	}
	if s.report.Probe.HTML {
		return asked
	}
	return ""
}

// visit opens the page through a tunnel into the container.
func (s *session) visit(ctx context.Context, container gateway.Container, base gateway.StartRequest, ports []int, path string) (*browser.Page, error) {
	ctx, cancel := context.WithTimeout(ctx, browsing+5*time.Second)
	defer cancel()
	inside, in := io.Pipe()
	out, outside := io.Pipe()
	request := base
	request.Args = []string{probeDir + "/probe", "-for", (browsing + 10*time.Second).String(), "relay"}
	request.Stdin, request.Stdout = inside, patient{outside}
	relay, err := container.Start(ctx, request)
	if err != nil {
		return nil, fmt.Errorf("the builder gives no way to reach the service: %w", err)
	}
	ended := make(chan struct{})
	go func() {
		_ = relay.Wait() // why it ended is told by the tunnel
		close(ended)
	}()
	way, err := tunnel.Open(out, in, func() error {
		_ = out.CloseWithError(io.EOF)
		return in.Close()
	})
	if err != nil {
		return nil, err
	}
	page, err := browser.Look(ctx, browser.Visit{Program: s.browser, Ports: ports, Path: path, Dial: way.Dial, Limit: browsing})
	_ = way.Close()
	select { // the probe ends with its input; a container must not be stopped in the middle of that
	case <-ended:
	case <-time.After(3 * time.Second):
	}
	return page, err
}

// patient takes what nobody reads any more: BuildKit's client (v0.33) stops
// taking a process's messages at its writer's first error, and then those of
// all others wait behind them.
type patient struct{ *io.PipeWriter }

func (p patient) Write(b []byte) (int, error) {
	_, _ = p.PipeWriter.Write(b)
	return len(b), nil
}

// pageCheck sums up what the browser saw. Hosts that the page wanted from
// outside are told and not blamed: they were kept from it.
func pageCheck(p *browser.Page) Check {
	check := Check{Name: "browser", State: passed, Reason: fmt.Sprintf("%q loads in %d ms with %s, no errors", p.Title, p.LoadMS, p.Browser)}
	for _, r := range p.Failed {
		said := r.Error
		if r.Status != 0 {
			said = fmt.Sprintf("answered %d", r.Status)
		}
		check.add(Finding{Severity: "medium", Message: "a request failed: " + said, Path: r.URL})
	}
	for _, e := range p.Errors {
		check.add(Finding{Severity: "medium", Message: firstLine(e.Text), Path: e.URL, Line: e.Line})
	}
	if check.State == failed {
		check.Reason = fmt.Sprintf("%d errors in the console, %d failed requests", len(p.Errors), len(p.Failed))
	}
	if len(p.Outside) > 0 {
		check.Reason += "; kept from reaching " + strings.Join(p.Outside, ", ")
	}
	if !p.Sandboxed {
		check.Reason += "; as root, without the browser's sandbox"
	}
	return check
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}
