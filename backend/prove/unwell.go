package prove

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"aipack/backend/prove/outside"
	"aipack/backend/prove/tunnel"
	"aipack/backend/universalbuild"
)

// unwell is why a program that runs does not count as well: what was asked of
// it from outside, and what came of it.
type unwell struct {
	rule  string
	cause string // in plain words
	fix   string
	field string // JSON pointer; "" for that of the health check
	edits []Edit // the fix as edits of the document
}

func (u *unwell) Error() string { return u.cause }

// errNoStart says that nobody knows how the program starts.
var errNoStart = &unwell{
	rule: "no_start_command", field: "/runtime/command",
	cause: "No start command is known, so the image was built and nothing was started.",
	fix:   "Set the start command, if there is a program in this folder.",
}

func loopbackOnly(port int, listening []string) *unwell {
	return &unwell{
		rule: "loopback_only", field: "/runtime/ports/0/port",
		cause: fmt.Sprintf("The program listens on port %d on the loopback address only (%s): nothing outside of the container reaches it.", port, strings.Join(at(listening, port), ", ")),
		fix:   "Let it listen on 0.0.0.0: many programs take the address from a variable or option, such as HOST=0.0.0.0 or --host 0.0.0.0.",
	}
}

// nothingBound is for a service over UDP that has not bound its port.
func nothingBound(ports []int) error {
	return &unwell{
		rule: "not_listening", field: "/runtime/ports",
		cause: fmt.Sprintf("The program runs, and UDP port %s is not open to everybody.", strings.Join(texts(ports), ", ")),
		fix:   "Check the start command and the port.",
	}
}

// portUnnamed is for a service that answers requests by the plan, which names
// no port to ask.
func portUnnamed(open []int) error {
	if len(open) == 0 {
		return &unwell{
			rule: "not_listening", field: "/runtime/ports",
			cause: "By the plan the program answers requests, but no port is named, and it listens on none.",
			fix:   "Check the start command; if it is a worker, say so in its kind.",
		}
	}
	return &unwell{
		rule: "wrong_port", field: "/runtime/ports",
		cause: fmt.Sprintf("The document names no port; the program listens on %s.", strings.Join(texts(open), ", ")),
		fix:   fmt.Sprintf("Name port %d.", open[0]),
		edits: []Edit{{"/runtime/ports", []universalbuild.Port{{Port: open[0], Protocol: "tcp"}}}},
	}
}

func noAnswer(port int, what string, why error) error {
	if errors.Is(why, tunnel.ErrBroken) {
		return why // nobody asked the program
	}
	cause := fmt.Sprintf("The program listens on port %d and does not answer %s", port, what)
	switch {
	case errors.Is(why, tunnel.ErrRefused):
		cause = fmt.Sprintf("Port %d refuses connections: the program does not listen there, or not any more", port)
	case why != nil:
		cause = fmt.Sprintf("The program listens on port %d, and to %s it %s", port, what, why)
	}
	return &unwell{rule: "no_answer", field: "/runtime/ports/0/port", cause: strings.TrimSuffix(cause, ".") + ".", fix: "Its log may say why. If it speaks another protocol than HTTP there, or this is not its port, correct the port."}
}

// serverError is for 5xx, and for redirects without a destination.
func serverError(port int, a outside.Answer, look int) error {
	u := &unwell{rule: "server_error", field: "/runtime/command", fix: "Its log may say why: a variable, a file or a neighbour that it needs."}
	u.cause = fmt.Sprintf("The program answers %s with %d", a.What, a.Status)
	if len(a.Via) > 0 {
		u.cause += ", to which it redirects (" + strings.Join(a.Via, ", then ") + ")"
	}
	if look == 2 {
		u.cause += "; it was well before"
	}
	u.cause += "."
	return u
}

func wellPathRefused(a outside.Answer) error {
	return &unwell{
		rule:  "health_failing",
		cause: fmt.Sprintf("The program answers %s, by which it is known to be well, with %d.", a.What, a.Status),
		fix:   "Correct the health check's path.",
	}
}

func redirectLoop(port int, a outside.Answer) error {
	return &unwell{
		rule: "redirect_loop", field: "/runtime/command",
		cause: fmt.Sprintf("The program answers %s with redirects in a circle (%s …).", a.What, strings.Join(a.Via[:min(3, len(a.Via))], ", ")),
		fix:   "Look at its settings of address and HTTPS: many redirect until they are asked over the address that they believe to have.",
	}
}

func redirectOutside(port int, a outside.Answer) error {
	if to, err := url.Parse(a.Astray); err == nil && to.Hostname() == "localhost" {
		return &unwell{
			rule: "redirect_outside", field: "/runtime/ports",
			cause: fmt.Sprintf("The program answers %s with a redirect to %s, and the document names no port for that: nothing was asked there.", a.What, a.Astray),
			fix:   "Name that port too, if it is the program's own; or let it answer plain HTTP, as behind a proxy that ends TLS.",
		}
	}
	return &unwell{
		rule: "redirect_outside", field: "/runtime/healthcheck",
		cause: fmt.Sprintf("The program answers %s with a redirect to %s, which is not in this container: nothing of its own was seen.", a.What, a.Astray),
		fix:   "Name a health path that it answers itself, or set its public address to http://localhost for the proof.",
	}
}

func notServing(port int, a outside.Answer) error {
	return &unwell{
		rule: "server_error", field: "/runtime/command",
		cause: fmt.Sprintf("The program's gRPC health service on port %d says %s.", port, a.Body),
		fix:   "Its log may say why.",
	}
}

// notAgain is for a health check that was well once, and then not.
func notAgain(what, said string) error {
	cause := "The health check was well at first, and then not: " + what + "."
	if said != "" {
		cause += " It says: " + firstLine(said)
	}
	return &unwell{rule: "health_failing", cause: cause, fix: "Its log may say what happened after it was well."}
}

// explainUnwell tells what was asked from outside, and what the program said
// of it where it answers wrongly. A neighbour or a variable that is missing is
// the better reason.
func (c circumstances) explainUnwell(u *unwell) {
	f := c.failure
	f.Rule, f.Cause, f.Fix, f.Edits = u.rule, u.cause, u.fix, u.edits
	at := -1
	if u.rule == "server_error" || u.rule == "no_answer" {
		var k *cause
		var m []string
		if k, m, at = findIn(slices.Concat(neighbourCauses(), variableCauses()), c); k != nil {
			t := k.words(c, m)
			f.Rule, f.Cause, f.Fix, f.Edits, f.Details = k.rule, u.cause+" "+t.why, t.fix, t.edits, t.details
		} else if line, ok := c.log.complaint(); ok {
			f.Cause += " It said: " + quoted(line)
		}
	}
	lines, _ := c.log.around(at)
	f.Log = append(f.Log, lines...)
}

// at are the entries of a port.
func at(listening []string, port int) (found []string) {
	for _, l := range listening {
		if strings.HasPrefix(l, "tcp ") && strings.HasSuffix(l, fmt.Sprintf(":%d", port)) {
			found = append(found, l)
		}
	}
	return found
}

// onlyLoopback reports whether a port is open for the machine itself alone.
func onlyLoopback(listening []string, port int) bool {
	entries := at(listening, port)
	return len(entries) > 0 && len(listenedOn(entries)) == 0
}
