package prove

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"aipack/backend/prove/cause"
	"aipack/backend/prove/external"
	"aipack/backend/prove/ports"
	"aipack/backend/prove/tunnel"
	"aipack/backend/prove/unplanned"
	"aipack/backend/universalbuild"
)

// How many ports are asked that the plan does not name, and for how long each:
// what is seen there is told, or leads to another proof.
const (
	mostHeard = 6
	longHeard = 20 * time.Second
)

// ask puts the questions to a port that the plan does not name, once.
func (t *run) ask(ctx context.Context, look, port int) unplanned.Port {
	ctx, cancel := context.WithTimeout(ctx, longHeard)
	defer cancel()
	h := unplanned.Port{Port: port, Inward: ports.Inward(t.report.Start.Listening, port)}
	way := external.Way{Dial: t.door.dial, Ports: []int{port}, Limit: glancing}
	h.Speaks, h.Err = way.Speaks(ctx)
	known := healthBeside(t.request.Document.Behind("/runtime/healthcheck").Alternatives)
	switch h.Speaks {
	case "":
		t.askedAt(port, look, external.Answer{What: "GET /", Err: h.Err}, false, "")
		return h
	case external.TCP:
		t.askedAt(port, look, external.Answer{What: "connect"}, true, "it says something, and not in HTTP")
		return h
	case external.GRPC:
		h.Root = way.Health(ctx)
		t.askedAt(port, look, h.Root, h.Good(), h.Root.Body)
		return h
	}
	h.Root = way.Get(ctx, h.Speaks, "/")
	if refused(h.Root) && way.Upgrades(ctx, h.Speaks == external.HTTPS, "/") {
		h.Speaks, h.Root = external.WebSocket, external.Answer{What: "WebSocket /", Status: http.StatusSwitchingProtocols}
		t.askedAt(port, look, h.Root, true, "")
		return h
	}
	if h.Good() {
		if h.Operates, h.Path = way.Operates(ctx, h.Speaks, h.Root); h.Operates == "" {
			h.Path = way.HealthPath(ctx, h.Speaks, known...)
		}
	}
	t.askedAt(port, look, h.Root, h.Good(), "")
	switch {
	case h.Operates != "":
		t.askedAt(port, look, external.Answer{What: "GET " + h.Path, Status: http.StatusOK}, true, h.Operates)
	case h.Path != "":
		t.askedAt(port, look, external.Answer{What: "GET " + h.Path, Status: http.StatusOK}, true, "")
	}
	return h
}

// awaitPort waits for a program that answers requests by the plan, which names no
// port: it may take its time to open one.
func (t *run) awaitPort(ctx context.Context) error {
	for began := time.Now(); ; {
		t.listen(ctx)
		open := t.report.Start.Listening
		if !t.answers() || len(ports.Open(open))+len(ports.Within(open))+len(ports.UDP(open)) > 0 || time.Since(began) > t.limits.Elsewhere {
			return nil
		}
		if err := t.pause(ctx, time.Second); err != nil {
			return err
		}
	}
}

// listens says what speaks against a program whose plan names no port of TCP: that
// it listens for those whom it would serve. What its operators ask counts at the
// last look alone, because what it serves may be opened later.
func (t *run) listens(ctx context.Context, look int, last bool) error {
	open, doc := t.report.Start.Listening, t.request.Document
	kind, overUDP := doc.Metadata.Kind, slices.ContainsFunc(doc.Runtime.Ports, func(p universalbuild.Port) bool { return p.Protocol == "udp" })
	if overUDP {
		kind = universalbuild.Worker // that it serves there does not make each of its ports a service's
	}
	var serving []cause.Listener
	t.others = nil // what the last look heard is heard again, or over
	found := slices.Concat(ports.Open(open), ports.Within(open))
	for _, port := range found[:min(len(found), mostHeard)] {
		h, err := t.askPatiently(ctx, look, port)
		if err != nil {
			return err
		}
		if h.Serves(kind) {
			serving = append(serving, h.Listener())
		} else if errors.Is(h.Err, tunnel.ErrRefused) {
			continue
		}
		t.others = append(t.others, h)
	}
	if !overUDP {
		for _, port := range unplanned.UDP(open, doc) {
			serving = append(serving, cause.Listener{Port: port, UDP: true, Said: "was asked nothing, for UDP does not tell an answer from silence"})
		}
	}
	operators := func(l cause.Listener) bool { return l.Operators }
	if users := slices.DeleteFunc(slices.Clone(serving), operators); overUDP || len(users) > 0 || !last && !t.answers() {
		serving = users // what its operators ask is beside that
	}
	if len(serving) == 0 {
		return nil
	}
	return cause.PortUnplanned(doc, serving)
}

// askPatiently asks until the answer is good, or has been bad for too long: a
// program may open its port before it can answer. What need not answer is asked
// once.
func (t *run) askPatiently(ctx context.Context, look, port int) (h unplanned.Port, err error) {
	if t.door, err = t.open(ctx); err != nil {
		return h, err
	}
	for began := time.Now(); ; {
		h = t.ask(ctx, look, port)
		switch {
		case ctx.Err() != nil:
			return h, ctx.Err()
		case errors.Is(h.Err, tunnel.ErrBroken):
			return h, h.Err
		case h.Good() || !h.Serves(t.request.Document.Metadata.Kind) || time.Since(began) > t.limits.Unhealthy:
			return h, nil
		}
		if err := t.pause(ctx, asksAgain); ctx.Err() != nil {
			return h, err
		} else if err != nil { // whatever it is: who is asked there has to stay
			h.Speaks, h.Err = "", errors.New("ended when it was asked GET /")
			t.askedAt(port, look, external.Answer{What: "GET /", Err: h.Err}, false, "")
			return h, nil
		}
	}
}

// listenAround asks the ports that are open to everybody, but for some, once each. The
// error is that the program has ended.
func (t *run) listenAround(ctx context.Context, but ...int) (list []unplanned.Port, err error) {
	t.listen(ctx)
	found := slices.DeleteFunc(ports.Open(t.report.Start.Listening), func(p int) bool { return slices.Contains(but, p) })
	for _, port := range found[:min(len(found), mostHeard)] {
		if t.door, err = t.open(ctx); err != nil {
			return list, err
		}
		h := t.ask(ctx, 3, port)
		if ctx.Err() != nil {
			return list, ctx.Err()
		}
		if !errors.Is(h.Err, tunnel.ErrRefused) {
			list = append(list, h)
		}
	}
	return list, t.ended()
}

// overheard tells what a program that is healthy listens on beside its plan. What
// those whom it serves would ask for belongs beside the verdict.
func (s *session) overheard() (list []Warning) {
	loud, quiet := unplanned.InWords(s.others)
	for _, port := range unplanned.UDP(s.report.Start.Listening, s.request.Document) {
		loud = append(loud, fmt.Sprintf("on UDP port %d, where nothing was asked", port))
	}
	list = append(besides("It", loud, true), besides("It", quiet, false)...)
	for _, p := range s.report.Processes {
		loud, quiet := unplanned.InWords(p.others)
		list = append(list, besides("The process "+p.Name, append(loud, quiet...), len(loud) > 0)...)
	}
	if names := ports.Sockets(s.report.Start.Listening); len(names) > 0 && s.report.Probe.Kind == "watch" {
		list = append(list, Warning{Rule: "socket_undeclared", Message: fmt.Sprintf(
			"It listens on %s (%s), which nobody outside of its container reaches: nothing was asked there.", socketsOf(names), strings.Join(names, ", "))})
	}
	return list
}

func besides(who string, lines []string, loud bool) []Warning {
	if len(lines) == 0 {
		return nil
	}
	return []Warning{{Rule: "port_undeclared", Loud: loud, Message: who + " listens " + strings.Join(lines, ", and ") + "; the plan does not name that."}}
}
