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
	"aipack/backend/prove/outside"
	"aipack/backend/prove/ports"
	"aipack/backend/prove/tunnel"
	"aipack/backend/universalbuild"
)

// heard is a port of TCP that the program listens on and that its plan does not
// name, as it was asked.
type heard struct {
	port     int
	inward   bool   // it is open for the container itself alone
	speaks   string // as outside names it; "" where it says nothing
	root     outside.Answer
	operates string // what its operators ask there, as far as was seen nobody else; "" for nothing
	path     string // of health, or of what they ask
	err      error  // why it says nothing
}

// How many ports are asked that the plan does not name, and for how long each:
// what is seen there is told, or leads to another proof.
const (
	mostHeard = 6
	longHeard = 20 * time.Second
)

// byChance reports whether a port may be one that Linux gave to who asked for any
// (net.ipv4.ip_local_port_range).
func byChance(port int) bool { return port >= 32768 && port <= 60999 }

// erlangNames is where the names of Erlang's nodes are kept (epmd), which start
// with every release of Elixir and Erlang.
const erlangNames = 4369

// clientsOfUDP are ports that those bind, too, who only ask others: DHCP's, NTP's,
// SSDP's, DHCPv6's, and mDNS' (IANA's service names).
var clientsOfUDP = []int{68, 123, 546, 1900, 5353}

// serves reports whether a port is there for whom the program serves, so that a
// plan without it is wrong. A debugger's is none, nor is what a worker has for
// itself: what the loopback alone reaches or the kernel chose, unless it answers
// as services do. Beside metrics more may be served than anybody can guess.
func (h heard) serves(kind universalbuild.Kind) bool {
	answers := h.speaks != "" && (h.speaks != outside.TCP || !h.inward)
	chance := byChance(h.port)
	switch {
	case errors.Is(h.err, tunnel.ErrRefused): // it is closed again
		return false
	case kind == universalbuild.Web || kind == universalbuild.Static:
		return !chance || answers
	case h.operates == outside.Debugger || h.port == erlangNames:
		return false
	case h.operates != "":
		return !h.inward
	case (h.inward || chance) && !answers:
		return kind != universalbuild.Worker && !chance
	case chance && h.inward: // a browser's driver has its port there
		return h.root.Status < 400 || h.root.Status >= 500
	}
	return true
}

// good reports whether it answers as a program that is well does.
func (h heard) good() bool {
	switch h.speaks {
	case "":
		return false
	case outside.GRPC, outside.TCP, outside.WebSocket:
		return h.root.Err == nil && h.root.Body != "NOT_SERVING" && h.root.Body != "UNKNOWN"
	}
	return h.root.Err == nil && h.root.Status < http.StatusInternalServerError && h.root.Astray == "" && !h.root.Loop
}

// listener is what a rule is told of it.
func (h heard) listener() cause.Listener {
	l := cause.Listener{Port: h.port, Inward: h.inward, Operators: h.operates != "", Said: h.said(), Path: h.path, Good: h.good()}
	l.Chance = byChance(h.port) && h.speaks != outside.GRPC // whose usual port is 50051
	l.Root = l.Good && h.speaks == outside.HTTP && h.root.Status >= 200 && h.root.Status <= 299
	return l
}

// said is what came of asking there, as what the program does.
func (h heard) said() string {
	said := ""
	switch {
	case h.speaks == "" && h.err != nil:
		said = h.err.Error()
	case h.speaks == outside.GRPC:
		said = "speaks gRPC"
	case h.speaks == outside.TCP:
		said = "speaks a protocol of its own"
	case h.speaks == outside.WebSocket:
		said = "speaks WebSocket"
	case h.root.Err != nil:
		said = h.root.Err.Error() + " when it was asked GET /"
	case h.operates != "":
		said = fmt.Sprintf("answers for %s (GET %s)", h.operates, h.path)
	default:
		said = fmt.Sprintf("answers GET / with %d", h.root.Status)
	}
	if h.path != "" && h.operates == "" {
		said += " and GET " + h.path + " with 200"
	}
	if h.inward {
		said += ", on the loopback address only"
	}
	return said
}

// ask puts the questions to a port that the plan does not name, once.
func (t *trial) ask(ctx context.Context, look, port int) heard {
	ctx, cancel := context.WithTimeout(ctx, longHeard)
	defer cancel()
	h := heard{port: port, inward: ports.Inward(t.report.Start.Listening, port)}
	way := outside.Way{Dial: t.door.dial, Ports: []int{port}, Limit: glancing}
	h.speaks, h.err = way.Speaks(ctx)
	known := healthBeside(t.request.Document.Behind("/runtime/healthcheck").Alternatives)
	switch h.speaks {
	case "":
		t.askedAt(port, look, outside.Answer{What: "GET /", Err: h.err}, false, "")
		return h
	case outside.TCP:
		t.askedAt(port, look, outside.Answer{What: "connect"}, true, "it says something, and not in HTTP")
		return h
	case outside.GRPC:
		h.root = way.Health(ctx)
		t.askedAt(port, look, h.root, h.good(), h.root.Body)
		return h
	}
	h.root = way.Get(ctx, h.speaks, "/")
	if refused(h.root) && way.Upgrades(ctx, h.speaks == outside.HTTPS, "/") {
		h.speaks, h.root = outside.WebSocket, outside.Answer{What: "WebSocket /", Status: http.StatusSwitchingProtocols}
		t.askedAt(port, look, h.root, true, "")
		return h
	}
	if h.good() {
		if h.operates, h.path = way.Operates(ctx, h.speaks, h.root); h.operates == "" {
			h.path = way.HealthPath(ctx, h.speaks, known...)
		}
	}
	t.askedAt(port, look, h.root, h.good(), "")
	return h
}

// awaitPort waits for a program that answers requests by the plan, which names no
// port: it may take its time to open one.
func (t *trial) awaitPort(ctx context.Context) error {
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
func (t *trial) listens(ctx context.Context, look int, last bool) error {
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
		if h.serves(kind) {
			serving = append(serving, h.listener())
		} else if errors.Is(h.err, tunnel.ErrRefused) {
			continue
		}
		t.others = append(t.others, h)
	}
	if !overUDP {
		for _, port := range unplannedUDP(open, doc) {
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

// unplannedUDP are the ports of UDP that are open to everybody and that the plan
// does not name, without those of clients.
func unplannedUDP(listening []string, doc universalbuild.UniversalBuild) []int {
	return slices.DeleteFunc(ports.UDP(listening), func(port int) bool {
		return slices.Contains(clientsOfUDP, port) || slices.Contains(doc.Runtime.Ports, universalbuild.Port{Port: port, Protocol: "udp"})
	})
}

// askPatiently asks until the answer is good, or has been bad for too long: a
// program may open its port before it can answer. What need not answer is asked
// once.
func (t *trial) askPatiently(ctx context.Context, look, port int) (h heard, err error) {
	if t.door, err = t.open(ctx); err != nil {
		return h, err
	}
	for began := time.Now(); ; {
		h = t.ask(ctx, look, port)
		switch {
		case ctx.Err() != nil:
			return h, ctx.Err()
		case errors.Is(h.err, tunnel.ErrBroken):
			return h, h.err
		case h.good() || !h.serves(t.request.Document.Metadata.Kind) || time.Since(began) > t.limits.Unwell:
			return h, nil
		}
		if err := t.pause(ctx, asksAgain); ctx.Err() != nil {
			return h, err
		} else if err != nil { // whatever it is: who is asked there has to stay
			h.speaks, h.err = "", errors.New("ended when it was asked GET /")
			return h, nil
		}
	}
}

// overhear asks the ports that are open to everybody, but for some, once each. The
// error is that the program has ended.
func (t *trial) overhear(ctx context.Context, but ...int) (list []heard, err error) {
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
		if !errors.Is(h.err, tunnel.ErrRefused) {
			list = append(list, h)
		}
	}
	return list, t.ended()
}

// overheard tells what a program that is well listens on beside its plan. What
// those whom it serves would ask for belongs beside the verdict.
func (s *session) overheard() (list []Warning) {
	loud, quiet := inWords(s.others)
	for _, port := range unplannedUDP(s.report.Start.Listening, s.request.Document) {
		loud = append(loud, fmt.Sprintf("on UDP port %d, where nothing was asked", port))
	}
	list = append(besides("It", loud, true), besides("It", quiet, false)...)
	for _, p := range s.report.Processes {
		loud, quiet := inWords(p.others)
		list = append(list, besides("The process "+p.Name, append(loud, quiet...), len(loud) > 0)...)
	}
	if names := ports.Sockets(s.report.Start.Listening); len(names) > 0 && s.report.Probe.Kind == "watch" {
		list = append(list, Warning{Rule: "socket_undeclared", Message: fmt.Sprintf(
			"It listens on a socket in the file system (%s), which nobody outside of its container reaches: nothing was asked there.", strings.Join(names, ", "))})
	}
	return list
}

// inWords are ports that the plan does not name: those where whoever is served
// would ask, and those that the program has for itself or its operators.
func inWords(list []heard) (loud, quiet []string) {
	for _, h := range list {
		line := fmt.Sprintf("on port %d, where it %s", h.port, h.said())
		if h.serves(universalbuild.Worker) && h.speaks != "" && h.operates == "" {
			loud = append(loud, line)
		} else {
			quiet = append(quiet, line)
		}
	}
	return loud, quiet
}

func besides(who string, lines []string, loud bool) []Warning {
	if len(lines) == 0 {
		return nil
	}
	return []Warning{{Rule: "port_undeclared", Loud: loud, Message: who + " listens " + strings.Join(lines, ", and ") + "; the plan does not name that."}}
}
