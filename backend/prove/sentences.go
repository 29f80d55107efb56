package prove

import (
	"fmt"
	"strconv"
	"strings"
)

// Words is the verdict for a reader.
func (v Verdict) Words() string { return strings.ReplaceAll(string(v), "_", " ") }

// of is each verdict as what is said of a service.
var of = map[Verdict]string{
	Proven: "is proven", Ran: "ran and ended by itself", Incomplete: "answers, and not all of it was tried",
	Failed: "failed", Stopped: "was stopped before its end", NotBuilt: "was not built",
}

// Of says the verdict of something in a sentence: "It is proven."
func (v Verdict) Of(subject string) string { return subject + " " + of[v] + "." }

// Sentences says what was asked from outside and what came of it, a line a
// question: "answers GET / with 200 in 3 ms, again 4 s later". Where the second
// inspectFiles saw something else, it has a line of its own.
func (p Probe) Sentences() []string {
	ports := map[int]bool{}
	for _, a := range p.Asked {
		ports[a.Port] = true
	}
	later := fmt.Sprintf("%d s later", (p.AgainMS-p.AfterMS+500)/1000)
	var lines []string
	seen := map[string]int{} // the line of what was asked at the first look
	for _, a := range p.Asked {
		line := a.sentence(len(ports) > 1 || p.Kind == "watch")
		key := fmt.Sprint(a.Port, a.What, a.Status, a.OK)
		at, before := seen[key]
		switch {
		case a.Look > 2:
			lines = append(lines, "asked further: "+line)
		case a.Look < 2:
			seen[key] = len(lines)
			lines = append(lines, line)
		case before:
			lines[at] += ", again " + later
		default:
			lines = append(lines, later+": "+line)
		}
	}
	return lines
}

// sentence is one question; its port matters where several were asked.
func (a Asked) sentence(several bool) string {
	what := a.What
	switch {
	case a.Unplanned != "":
		what += " at " + a.Unplanned + ", which the plan does not name,"
	case several:
		what += fmt.Sprintf(" on port %d", a.Port)
	}
	if !a.OK || a.Status == 0 || a.Said != strconv.Itoa(a.Status) {
		return strings.TrimSuffix(what, ",") + ": " + a.Said
	}
	line := fmt.Sprintf("answers %s with %d in %d ms", what, a.Status, a.LatencyMS)
	if len(a.Via) > 0 {
		line += ", by way of " + strings.Join(a.Via, ", ")
	}
	return line
}

// speaks names protocols as their users do.
var speaks = map[string]string{"https": "HTTPS", "http2": "HTTP/2 alone", "grpc": "gRPC", "websocket": "WebSocket", "tcp": "a protocol of its own over TCP"}

// Speaks names what the first declared port speaks; "" for plain HTTP.
func (p Probe) Speaks() string { return speaks[p.Protocol] }

// Loud are the warnings that belong beside the verdict, or the others.
func (r Report) Loud(loud bool) []Warning {
	var list []Warning
	for _, w := range r.Warnings {
		if w.Loud == loud {
			list = append(list, w)
		}
	}
	return list
}

// Beside says what was there beside the program and what ran before it, a line
// each: "postgresql (postgres:17) was well after 1.4 s".
func (r Report) Beside() (lines []string) {
	for _, s := range r.Stores {
		lines = append(lines, s.sentence(r.Start != nil))
	}
	for _, s := range r.Services {
		if !s.Healthy {
			lines = append(lines, s.ID+", which it needs, was not healthy: "+s.Reason)
		}
	}
	if one := r.Release; one != nil {
		lines = append(lines, one.sentence())
	}
	for _, one := range r.Processes {
		lines = append(lines, one.words())
	}
	return lines
}

// sentence say how it stood; started is whether the program was, which could have
// asked it then.
func (s DataService) sentence(started bool) string {
	name := s.Name
	if s.Image != "" {
		name += " (" + s.Image + ")"
	}
	switch s.State {
	case StoreWell:
		asked := ""
		switch {
		case started && !s.Asked:
			asked = ", and the program never connected to it"
		case s.AskedBy != "":
			asked = ", and the program connected to it when it was asked " + s.AskedBy
		}
		return fmt.Sprintf("%s was well after %.1f s%s", name, float64(s.AfterMS)/1000, asked)
	case StoreStarting:
		return name + " was not healthy yet when the proof ended"
	case StoreUnknown:
		return name + " was not there: aipack does not know how to start it"
	case StoreLeftOut:
		return name + " was not started: " + s.Reason
	}
	return name + " could not be started: " + s.Reason
}

func (r Release) sentence() string {
	took := fmt.Sprintf("%.1f s", float64(r.DurationMS)/1000)
	switch {
	case r.ExitCode == nil:
		return "ran before the start and was ended after " + took + ": " + r.Command
	case *r.ExitCode != 0:
		return fmt.Sprintf("ran before the start and ended with exit code %d after %s: %s", *r.ExitCode, took, r.Command)
	}
	return "ran before the start, in " + took + ": " + r.Command
}
