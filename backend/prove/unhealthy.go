package prove

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"aipack/backend/prove/cause"
	"aipack/backend/prove/external"
	"aipack/backend/prove/ports"
	"aipack/backend/prove/tunnel"
)

// errNoStart says that nobody knows how the program starts.
var errNoStart = &cause.Unhealthy{
	Rule: "no_start_command", Field: "/runtime/command",
	Cause: "No start command is known, so the image was built and nothing was started.",
	Fix:   "Set the start command, if there is a program in this folder.",
}

// nothingBound is for a service over UDP that has not bound its port.
func nothingBound(free []int) error {
	return &cause.Unhealthy{
		Rule: "not_listening", Field: "/runtime/ports",
		Cause: fmt.Sprintf("The program runs, and UDP port %s is not open to everybody.", strings.Join(ports.Words(free), ", ")),
		Fix:   "Check the start command and the port.",
	}
}

// portUnnamed is for a service that answers requests by the plan, which names
// no port to ask, and that listens on none.
func portUnnamed(sockets []string) error {
	u := &cause.Unhealthy{
		Rule: "not_listening", Field: "/runtime/ports",
		Cause: "By the plan the program answers requests, but no port is named, and it listens on none.",
		Fix:   "Check the start command; if it is a worker, say so in its kind.",
	}
	if len(sockets) > 0 {
		u.Cause = fmt.Sprintf("By the plan the program answers requests, but no port is named, and it listens on %s alone (%s), which nobody outside of the container reaches.", socketsOf(sockets), strings.Join(sockets, ", "))
		u.Fix = "Let it listen on a port; if it is a worker, say so in its kind."
	}
	return u
}

// socketsOf says what kind of sockets those of these names are.
func socketsOf(names []string) string {
	if slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(name, "@") }) {
		return "a Unix socket"
	}
	return "a socket in the file system"
}

func noAnswer(port int, what string, why error) error {
	if errors.Is(why, tunnel.ErrBroken) {
		return why // nobody asked the program
	}
	text := fmt.Sprintf("The program listens on port %d and does not answer %s", port, what)
	switch {
	case errors.Is(why, tunnel.ErrRefused):
		text = fmt.Sprintf("Port %d refuses connections: the program does not listen there, or not any more", port)
	case why != nil:
		text = fmt.Sprintf("The program listens on port %d, and to %s it %s", port, what, why)
	}
	return &cause.Unhealthy{Rule: "no_answer", Field: "/runtime/ports/0/port", Cause: strings.TrimSuffix(text, ".") + ".", Fix: "Its log may say why. If it speaks another protocol than HTTP there, or this is not its port, correct the port."}
}

// undeployed finds the line in which a servlet container says that it goes on
// without the application: Tomcat's StandardContext and HostConfig, Jetty's
// ContextHandler. It answers 404 to everything then.
func undeployed(log []string) (string, bool) {
	for _, line := range log {
		if strings.Contains(line, "startup failed due to previous errors") || strings.Contains(line, "Failed startup of context") || strings.Contains(line, "Error deploying web application") {
			return strings.TrimSpace(line), true
		}
	}
	return "", false
}

func notDeployed(port int, a external.Answer, said string) error {
	return &cause.Unhealthy{
		Rule: "not_deployed", Field: "/runtime/command",
		Cause: fmt.Sprintf("The server listens on port %d and answers %s with %d, for it goes on without the application: “%s”.", port, a.What, a.Status, shortened(said)),
		Fix:   "Its log says above that why the application did not start: a variable, a file or a neighbour that it needs.",
	}
}

// hostRefused reports whether a server turns a question away for the name that
// it was asked by, with the words of Starlette's TrustedHostMiddleware, of
// ASP.NET Core's host filtering, or of Django's DisallowedHost in its log.
func hostRefused(a external.Answer, log []string) bool {
	return a.Status == http.StatusBadRequest && (strings.Contains(a.Body, "Invalid host header") || strings.Contains(a.Body, "Invalid Hostname") ||
		slices.ContainsFunc(log, func(line string) bool { return strings.Contains(line, "Invalid HTTP_HOST header") }))
}

func refusesHost(port int, a external.Answer) error {
	return &cause.Unhealthy{
		Rule: "host_refused", Field: "/runtime/command",
		Cause: fmt.Sprintf("The program listens on port %d and answers %s with %d, for it answers to none but the host names that it was told, and localhost is none of them.", port, a.What, a.Status),
		Fix:   "Name the hosts that it is reached by in its settings (ALLOWED_HOSTS, AllowedHosts), through a variable where it reads one; or give it a health path that answers to every name.",
	}
}

// shortened keeps the end of a long line: its beginning is the logger's.
func shortened(line string) string {
	const most = 160
	if runes := []rune(line); len(runes) > most {
		return "…" + string(runes[len(runes)-most:])
	}
	return line
}

// serverError is for 5xx, and for redirects without a destination.
func serverError(port int, a external.Answer, look int) error {
	u := &cause.Unhealthy{Rule: "server_error", Field: "/runtime/command", Fix: "Its log may say why: a variable, a file or a neighbour that it needs."}
	u.Cause = fmt.Sprintf("The program answers %s with %d", a.What, a.Status)
	if len(a.Via) > 0 {
		u.Cause += ", to which it redirects (" + strings.Join(a.Via, ", then ") + ")"
	}
	if look == 2 {
		u.Cause += "; it was healthy before"
	}
	u.Cause += "."
	return u
}

func healthPathRefused(a external.Answer) error {
	return &cause.Unhealthy{
		Rule:  "health_failing",
		Cause: fmt.Sprintf("The program answers %s, by which it is known to be healthy, with %d.", a.What, a.Status),
		Fix:   "Correct the health check's path.",
	}
}

// noFirstPage is for a site whose web server, which does what is said, has nothing
// of the project's to give at its root.
func noFirstPage(port int, does string) error {
	return &cause.Unhealthy{
		Rule: "no_first_page", Field: "/runtime/copy",
		Cause: fmt.Sprintf("By the plan this is a site, and its web server on port %d %s: it finds no first page of the project's.", port, does),
		Fix:   "Correct what is built and copied, and where to; if it is a server's program, say so in its kind, and name its start command.",
	}
}

func redirectLoop(port int, a external.Answer) error {
	return &cause.Unhealthy{
		Rule: "redirect_loop", Field: "/runtime/command",
		Cause: fmt.Sprintf("The program answers %s with redirects in a circle (%s …).", a.What, strings.Join(a.Via[:min(3, len(a.Via))], ", ")),
		Fix:   "Look at its settings of address and HTTPS: many redirect until they are asked over the address that they believe to have.",
	}
}

func redirectOutside(port int, a external.Answer) error {
	if to, err := url.Parse(a.Astray); err == nil && to.Hostname() == "localhost" {
		return &cause.Unhealthy{
			Rule: "redirect_outside", Field: "/runtime/ports",
			Cause: fmt.Sprintf("The program answers %s with a redirect to %s, and the document names no port for that: nothing was asked there.", a.What, a.Astray),
			Fix:   "Name that port too, if it is the program's own; or let it answer plain HTTP, as behind a proxy that ends TLS.",
		}
	}
	return &cause.Unhealthy{
		Rule: "redirect_outside", Field: "/runtime/healthcheck",
		Cause: fmt.Sprintf("The program answers %s with a redirect to %s, which is not in this container: nothing of its own was seen.", a.What, a.Astray),
		Fix:   "Name a health path that it answers itself, or set its public address to http://localhost for the proof.",
	}
}

func notServing(port int, a external.Answer) error {
	return &cause.Unhealthy{
		Rule: "server_error", Field: "/runtime/command",
		Cause: fmt.Sprintf("The program's gRPC health service on port %d says %s.", port, a.Body),
		Fix:   "Its log may say why.",
	}
}

// notAgain is for a health check that was healthy once, and then not.
func notAgain(what, said string) error {
	text := "The health check was healthy at first, and then not: " + what + "."
	if said != "" {
		text += " It says: " + firstLine(said)
	}
	return &cause.Unhealthy{Rule: "health_failing", Cause: text, Fix: "Its log may say what happened after it was healthy."}
}
