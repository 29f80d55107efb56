package prove

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"aipack/backend/prove/cause"
	"aipack/backend/prove/external"
	"aipack/backend/prove/ports"
)

// How long one answer may take to begin, with a program that is believed to be
// well and with one that is not, and how long passes before a program that
// answers wrongly is asked again.
const (
	answering = 10 * time.Second
	glancing  = 3 * time.Second
	asksAgain = 300 * time.Millisecond
)

// first sees whether the program is healthy: by its own health check, and then
// from outside, as whoever uses it would.
func (t *run) first(ctx context.Context) error {
	t.report.Probe = &Probe{Kind: "watch"}
	if len(t.ports()) == 0 {
		return t.watch(ctx)
	}
	t.report.Probe.Kind = "port"
	if t.checksItself() {
		t.report.Probe.Kind = "healthcheck"
	}
	inside := t.healthyInside(ctx)
	if t.ended() == nil {
		t.listen(ctx)
	}
	if inside != nil {
		t.glance(ctx)
		return t.unhealthyBy(inside)
	}
	if err := t.firstOutside(ctx); err != nil {
		return t.unhealthyBy(err)
	}
	t.healthyAt = time.Now()
	t.report.Probe.AfterMS = t.healthyAt.Sub(t.began).Milliseconds()
	return nil
}

// unhealthyBy is staged, and takes back what a health check said.
func (t *run) unhealthyBy(err error) error {
	t.report.Probe.Healthy = false
	return t.staged(err)
}

// staged says in which stage an error of the program belongs: one that ended
// did not start, the others are unhealthy.
func (t *run) staged(err error) error {
	var seen *cause.Unhealthy
	if errors.As(err, &seen) && seen.Rule == "port_unplanned" {
		return &stageError{"health", err} // also where it ended when it was asked
	}
	if gone := t.ended(); gone != nil {
		return &stageError{"start", gone}
	}
	return &stageError{"health", err}
}

// firstOutside asks until the answers are good, or have been bad for too long.
func (t *run) firstOutside(ctx context.Context) error {
	port := t.ports()[0]
	switch open := t.report.Start.Listening; {
	case ports.Inward(open, port):
		return cause.LoopbackOnly(port, open)
	case len(open) > 0 && len(ports.At(open, port)) == 0:
		return errors.New("its health check passes, and nothing listens on the declared port")
	}
	var err error
	if t.door, err = t.open(ctx); err != nil {
		return err
	}
	t.tell("answer", fmt.Sprintf("for an answer on port %d, from outside of the container", port))
	for began := time.Now(); ; {
		printed := t.output.printed()
		bad := t.look(ctx, 1)
		if bad == nil || time.Since(began) > t.limits.Unhealthy && !t.starting(printed) {
			return bad
		}
		if err := t.pause(ctx, asksAgain); err != nil {
			return err
		}
	}
}

// starting reports whether a program whose port is open and silent may still be
// starting, after a look before which it had printed so much: it goes on to say
// things, and no more is known of it than that its port opens. Tomcat opens it
// before it deploys anything (HTTP connector, bindOnInit). It has as long as any
// program has from its start.
func (t *run) starting(printed int64) bool {
	return t.silent && knownPath(t.request.Document) == "" && t.output.printed() > printed && time.Since(t.began) < t.patience()
}

// glance asks a program that is not well by its own check once, for the report
// alone: what it answers often says why.
func (t *run) glance(ctx context.Context) {
	port := t.ports()[0]
	if t.ended() != nil || len(ports.At(t.report.Start.Listening, port)) == 0 {
		return
	}
	var err error
	if t.door, err = t.open(ctx); err != nil {
		return
	}
	path := cmp.Or(knownPath(t.request.Document), "/")
	a := external.Way{Dial: t.door.dial, Ports: t.ports(), Limit: glancing}.Get(ctx, external.HTTP, path)
	t.asked(1, a, false, "")
	t.report.Probe.Status, t.report.Probe.LatencyMS = a.Status, a.Latency.Milliseconds()
}

// second looks once more after a while: a program that was healthy for a moment
// only is not.
func (t *run) second(ctx context.Context) error {
	again := time.Until(t.healthyAt.Add(t.limits.Again))
	t.tell("again", fmt.Sprintf("for the second check in %.0f s; healthy after %.1f s", max(again, 0).Seconds(), t.healthyAt.Sub(t.began).Seconds()))
	if err := t.pause(ctx, again); err != nil {
		return t.staged(err)
	}
	t.report.Probe.AgainMS = time.Since(t.began).Milliseconds()
	err := t.askAgain(ctx)
	if err != nil {
		// One hiccup is no verdict.
		if gone := t.pause(ctx, time.Second); gone != nil {
			return t.staged(gone)
		}
		err = t.askAgain(ctx)
	}
	if err == nil {
		err = t.listenAgain(ctx)
	}
	if err != nil {
		return t.unhealthyBy(err)
	}
	return nil
}

func (t *run) askAgain(ctx context.Context) error {
	healthy := !t.checksItself() || t.stillHealthy(ctx)
	said := t.report.Probe.Excerpt
	if t.report.Probe.Kind != "watch" {
		// What is answered from outside says more than that the check fails.
		if err := t.look(ctx, 2); err != nil {
			return err
		}
	}
	if healthy {
		return nil
	}
	return notAgain(t.waitsFor(), said)
}

// watch is for a program without a port: it is healthy while it runs, or when it
// has ended with 0. Its own health check counts as everywhere.
func (t *run) watch(ctx context.Context) error {
	if t.checksItself() {
		if err := t.healthyInside(ctx); err != nil {
			t.listen(ctx)
			return t.unhealthyBy(err)
		}
	}
	t.tell("answer", fmt.Sprintf("until it has run for %.0f s: it has no port to ask", (t.limits.Settle+t.limits.Again).Seconds()))
	if err := t.pause(ctx, t.limits.Settle); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return t.staged(err)
	}
	if err := t.awaitPort(ctx); err != nil {
		return t.staged(err)
	}
	missing, overUDP := unbound(t.report.Start.Listening, t.request.Document)
	if len(missing) > 0 {
		return &stageError{"health", nothingBound(missing)}
	}
	if overUDP {
		t.warn(Warning{Rule: "udp_not_asked", Message: "Its UDP port is open. It was not probed: over UDP, silence proves nothing."})
	}
	if err := t.listens(ctx, 1, false); err != nil {
		return t.unhealthyBy(err)
	}
	if t.answers() && !overUDP {
		return t.unhealthyBy(portUnnamed(ports.Sockets(t.report.Start.Listening)))
	}
	t.healthyAt = time.Now()
	t.report.Probe.Healthy, t.report.Probe.AfterMS = true, t.healthyAt.Sub(t.began).Milliseconds()
	return nil
}

// inspectFiles asks everything once, and says what speaks against the program.
func (t *run) look(ctx context.Context, n int) error {
	way := external.Way{Dial: t.door.dial, Ports: t.ports(), Limit: answering}
	p := t.report.Probe
	t.odd = nil // what the last look was warned of may be over
	// Of a protocol of its own no more can be asked than this.
	if t.speaks == "" || t.speaks == external.TCP {
		spoken, err := way.Speaks(ctx)
		t.silent = errors.Is(err, external.ErrSilent)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if spoken == "" {
			t.asked(n, external.Answer{What: "GET /", Err: err}, false, "")
			return noAnswer(way.Ports[0], "GET /", err)
		}
		t.speaks, p.Protocol = spoken, spoken
	}
	err := t.questions(ctx, way, n)
	if err != nil && n == 1 {
		t.speaks, p.Protocol = "", "" // a program that is starting may have answered for another
	}
	return err
}

// questions asks what the protocol allows.
func (t *run) questions(ctx context.Context, way external.Way, n int) error {
	switch t.speaks {
	case external.GRPC:
		return t.judgeGRPC(n, way.Health(ctx))
	case external.TCP:
		t.asked(n, external.Answer{What: "connect"}, true, "it says something, and not in HTTP")
		return nil
	}
	return t.questionsHTTP(ctx, way, n)
}

// asked writes a question to the planned port down, with what came of it.
func (t *run) asked(look int, a external.Answer, ok bool, said string) {
	t.askedAt(t.ports()[0], look, a, ok, said)
}

// unplanned is where a port is open that the plan does not name; "" for one of
// the plan.
func (t *run) unplanned(port int) string {
	if slices.Contains(t.ports(), port) {
		return ""
	}
	return ports.Address(t.report.Start.Listening, port)
}

func (t *run) askedAt(port, look int, a external.Answer, ok bool, said string) {
	p := t.report.Probe
	one := Asked{Look: look, Port: port, Unplanned: t.unplanned(port), What: a.What, Status: a.Status, Via: a.Via, OK: ok, Said: said, LatencyMS: a.Latency.Milliseconds()}
	if said == "" && a.Err != nil {
		one.Said = t.output.clean(a.Err.Error())
	} else if said == "" {
		one.Said = fmt.Sprint(a.Status)
	}
	// While a look is repeated, the last answer to a question counts.
	for i, earlier := range p.Asked {
		if earlier.Look == look && earlier.Port == port && earlier.What == one.What {
			p.Asked[i] = one
			return
		}
	}
	p.Asked = append(p.Asked, one)
}
