// Package unplanned judges what a program listens on and its plan does not name, by
// what came of asking there. It asks nothing itself.
package unplanned

import (
	"errors"
	"fmt"
	"net/http"
	"slices"

	"aipack/backend/prove/cause"
	"aipack/backend/prove/external"
	"aipack/backend/prove/ports"
	"aipack/backend/prove/tunnel"
	"aipack/backend/universalbuild"
)

// Port is one of TCP that the program listens on and that its plan does not
// name, as it was asked.
type Port struct {
	Port     int
	Inward   bool   // it is open for the container itself alone
	Speaks   string // as outside names it; "" where it says nothing
	Root     external.Answer
	Operates string // what its operators ask there, as far as was seen nobody else; "" for nothing
	Path     string // of health, or of what they ask
	Err      error  // why it says nothing
}

// byChance reports whether a port may be one that Linux gave to who asked for any
// (net.ipv4.ip_local_port_range).
func byChance(port int) bool { return port >= 32768 && port <= 60999 }

// erlangNames is where the names of Erlang's nodes are kept (epmd), which start
// with every release of Elixir and Erlang.
const erlangNames = 4369

// clientsOfUDP are ports that those bind, too, who only ask others: DHCP's, NTP's,
// SSDP's, DHCPv6's, and mDNS' (IANA's service names).
var clientsOfUDP = []int{68, 123, 546, 1900, 5353}

// Serves reports whether a port is there for whom the program serves, so that a
// plan without it is wrong. A debugger's is none, nor is what a worker has for
// itself: what the loopback alone reaches or the kernel chose, unless it answers
// as services do. Beside metrics more may be served than anybody can guess.
func (h Port) Serves(kind universalbuild.Kind) bool {
	answers := h.Speaks != "" && (h.Speaks != external.TCP || !h.Inward)
	chance := byChance(h.Port)
	switch {
	case errors.Is(h.Err, tunnel.ErrRefused): // it is closed again
		return false
	case kind == universalbuild.Web || kind == universalbuild.Static:
		return !chance || answers
	case h.Operates == external.Debugger || h.Port == erlangNames:
		return false
	case h.Operates != "":
		return !h.Inward
	case (h.Inward || chance) && !answers:
		return kind != universalbuild.Worker && !chance
	case chance && h.Inward: // a browser's driver has its port there
		return h.Root.Status < 400 || h.Root.Status >= 500
	}
	return true
}

// Good reports whether it answers as a program that is healthy does.
func (h Port) Good() bool {
	switch h.Speaks {
	case "":
		return false
	case external.GRPC, external.TCP, external.WebSocket:
		return h.Root.Err == nil && h.Root.Body != "NOT_SERVING" && h.Root.Body != "UNKNOWN"
	}
	return h.Root.Err == nil && h.Root.Status < http.StatusInternalServerError && h.Root.Astray == "" && !h.Root.Loop
}

// Listener is what a rule is told of it.
func (h Port) Listener() cause.Listener {
	l := cause.Listener{Port: h.Port, Inward: h.Inward, Operators: h.Operates != "", Said: h.Said(), Path: h.Path, Good: h.Good()}
	l.Chance = byChance(h.Port) && h.Speaks != external.GRPC // whose usual port is 50051
	l.Root = l.Good && h.Speaks == external.HTTP && h.Root.Status >= 200 && h.Root.Status <= 299
	return l
}

// Said is what came of asking there, as what the program does.
func (h Port) Said() string {
	said := ""
	switch {
	case h.Speaks == "" && h.Err != nil:
		said = h.Err.Error()
	case h.Speaks == external.GRPC:
		said = "speaks gRPC"
	case h.Speaks == external.TCP:
		said = "speaks a protocol of its own"
	case h.Speaks == external.WebSocket:
		said = "speaks WebSocket"
	case h.Root.Err != nil:
		said = h.Root.Err.Error() + " when it was asked GET /"
	case h.Operates != "":
		said = fmt.Sprintf("answers for %s (GET %s)", h.Operates, h.Path)
	default:
		said = fmt.Sprintf("answers GET / with %d", h.Root.Status)
	}
	if h.Path != "" && h.Operates == "" {
		said += " and GET " + h.Path + " with 200"
	}
	if h.Inward {
		said += ", on the loopback address only"
	}
	return said
}

// InWords are ports that the plan does not name: those where whoever is served
// would ask, and those that the program has for itself or its operators.
func InWords(list []Port) (loud, quiet []string) {
	for _, h := range list {
		line := fmt.Sprintf("on port %d, where it %s", h.Port, h.Said())
		if h.Serves(universalbuild.Worker) && h.Speaks != "" && h.Operates == "" {
			loud = append(loud, line)
		} else {
			quiet = append(quiet, line)
		}
	}
	return loud, quiet
}

// UDP are the ports of UDP that are open to everybody and that the plan
// does not name, without those of clients.
func UDP(listening []string, doc universalbuild.UniversalBuild) []int {
	return slices.DeleteFunc(ports.UDP(listening), func(port int) bool {
		return slices.Contains(clientsOfUDP, port) || slices.Contains(doc.Runtime.Ports, universalbuild.Port{Port: port, Protocol: "udp"})
	})
}
