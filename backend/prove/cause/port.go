package cause

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"aipack/backend/prove/ports"
	"aipack/backend/universalbuild"
)

// ephemeral is the first port that Linux gives to who asks for any
// (net.ipv4.ip_local_port_range).
const ephemeral = 32768

// wrongPort says that the program listens, but elsewhere. The fix moves the
// document to where the program is: its port, and whatever repeats it. Where
// there are several, or it is a port by chance, which one to take is not known.
func wrongPort(c circumstances, _ []string) explanation {
	declared, open := c.Port, openPorts(c)
	c.failure.Field = "/runtime/ports/0/port"
	t := explanation{why: fmt.Sprintf("The document says port %d; the program listens on %s.", declared, strings.Join(ports.Words(open), ", "))}
	waits, _ := c.log.search(compiled(noName+`|ECONNREFUSED|(?i:connection refused)`), 0, 0, false)
	switch {
	case waits != nil:
		t.fix = "Set the port, if that is the service's; if it is another one (for metrics, for a debugger), the program waits for what its log says is not there."
	case len(open) > 1:
		t.fix = "Set the port to the one of them that is the service's, or let the program listen on the declared one."
		t.details = map[string]any{"ports": open}
	case open[0] >= ephemeral:
		t.fix = "Let the program listen on the declared port: the one that it took may be another at each start."
	default:
		t.fix, t.edits = fmt.Sprintf("Set the port to %d.", open[0]), MovePort(c.Document.Runtime, open[0])
	}
	return t
}

// highPort is where a service goes that may not have a port of root's.
const highPort = 8080

// portNames are variables that programs read their port from.
var portNames = regexp.MustCompile(`^(?:\w+_)?(?:PORT|LISTEN|LISTEN_ADDR|ADDR|ADDRESS|BIND|BIND_ADDR)$`)

// higherPort moves a port below 1024 where the document knows who is told it: a
// variable that the program reads and that holds it by default, one that the
// document sets, or an argument of the command.
func higherPort(c circumstances, port int) []Edit {
	r, number := c.Document.Runtime, regexp.MustCompile(`(^|[:=])`+strconv.Itoa(port)+`$`)
	if port <= 0 || len(r.Ports) == 0 || r.Ports[0].Port != port {
		return nil
	}
	moved := func(s string) string { return number.ReplaceAllString(s, "${1}"+strconv.Itoa(highPort)) }
	edits := MovePort(r, highPort)
	if r.Environment["PORT"] == strconv.Itoa(port) {
		return edits
	}
	for _, v := range r.Variables {
		if portNames.MatchString(v.Name) && !anothers(c.Document, v.Name) && moved(v.Default) != v.Default {
			return append(edits, withEnvironment("runtime", v.Name, moved(v.Default)))
		}
	}
	command := slices.Clone(r.Command)
	for i := range command {
		if i > 0 {
			command[i] = moved(command[i])
		}
	}
	if slices.Equal(command, r.Command) {
		return nil
	}
	return append(edits, Edit{"/runtime/command", command})
}

// MovePort gives a service's first port another number, also where the variable
// and the health check repeat it.
func MovePort(r universalbuild.Runtime, to int) []Edit {
	if len(r.Ports) == 0 {
		return nil
	}
	from, edits := r.Ports[0].Port, []Edit{{"/runtime/ports/0/port", to}}
	if r.Environment["PORT"] == strconv.Itoa(from) {
		edits = append(edits, Edit{"/runtime/environment/PORT", strconv.Itoa(to)})
	}
	if h := r.Healthcheck; h != nil {
		number := regexp.MustCompile(`\b` + strconv.Itoa(from) + `\b`)
		command := slices.Clone(h.Command)
		for i := range command {
			command[i] = number.ReplaceAllString(command[i], strconv.Itoa(to))
		}
		if !slices.Equal(command, h.Command) {
			edits = append(edits, Edit{"/runtime/healthcheck/command", command})
		}
	}
	return edits
}

// openPorts are the ports the program has opened for everybody.
func openPorts(c circumstances) []int { return ports.Open(c.Listening) }
