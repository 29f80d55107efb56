package prove

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// Words is the verdict for a reader.
func (v Verdict) Words() string { return strings.ReplaceAll(string(v), "_", " ") }

// says is what each verdict says of a service, here and in the page.
var says = map[Verdict]string{
	Proven: "is proven", Ran: "ran and ended by itself", Incomplete: "answers, but was not fully tried",
	Failed: "failed its proof", Stopped: "was stopped before its proof ended", NotBuilt: "was not built",
}

// Of says the verdict of something in a sentence: "It is proven."
func (v Verdict) Of(subject string) string { return subject + " " + says[v] + "." }

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

// InOneLine says what came of a proof beside its verdict: what the program answered, or
// what went wrong; "" where there is nothing to say.
func (r Report) InOneLine() string {
	switch {
	case r.Failure != nil:
		return r.Failure.Cause
	case r.Probe == nil:
		return ""
	}
	for _, line := range r.Probe.Sentences() {
		return line
	}
	return ""
}

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
// each: "postgresql (postgres:17): healthy after 1.4 s".
func (r Report) Beside() (lines []string) {
	for _, s := range r.Stores {
		lines = append(lines, s.line(r.Start != nil))
	}
	for _, s := range r.Services {
		if !s.Healthy {
			lines = append(lines, s.ID+", which it needs: "+s.Words())
		}
	}
	if one := r.Release; one != nil {
		lines = append(lines, "before the start: "+one.Command+" "+one.Words())
	}
	for _, one := range r.Processes {
		lines = append(lines, one.words())
	}
	return lines
}

// line is a data service with its words and whether the program connected to it;
// started is whether the program was, which could have.
func (s DataService) line(started bool) string {
	name := s.Name
	if s.Image != "" {
		name += " (" + s.Image + ")"
	}
	line := name + ": " + s.Words()
	switch {
	case s.State != StoreHealthy:
	case started && !s.Asked:
		line += ", but the program never connected to it"
	case s.AskedBy != "":
		line += ", used on " + s.AskedBy
	}
	return line
}

// Words says how a data service stands: "healthy after 1.4 s".
func (s DataService) Words() string {
	switch s.State {
	case StoreHealthy:
		return "healthy after " + seconds(s.AfterMS)
	case StoreStarting:
		return "not healthy yet when the proof ended"
	case StoreUnknown:
		return "not started: aipack does not know how"
	case StoreLeftOut:
		return "left out: " + cmp.Or(s.Reason, "it points elsewhere")
	}
	return "failed: " + cmp.Or(s.Reason, "reason unknown")
}

// Words says how what ran before the start ended: "exited with 0 after 1.4 s".
func (r Release) Words() string {
	if r.ExitCode == nil {
		return "was cut off after " + seconds(r.DurationMS)
	}
	return fmt.Sprintf("exited with %d after %s", *r.ExitCode, seconds(r.DurationMS))
}

func seconds(ms int64) string { return fmt.Sprintf("%.1f s", float64(ms)/1000) }

// MarshalJSON adds the words, so that the page shows the same ones.
func (s DataService) MarshalJSON() ([]byte, error) {
	type fields DataService
	return json.Marshal(struct {
		fields
		Words string `json:"words"`
	}{fields(s), s.Words()})
}

// MarshalJSON adds the words, as a data service's does.
func (r Release) MarshalJSON() ([]byte, error) {
	type fields Release
	return json.Marshal(struct {
		fields
		Words string `json:"words"`
	}{fields(r), r.Words()})
}
