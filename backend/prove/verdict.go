package prove

import (
	"context"
	"errors"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	gateway "github.com/moby/buildkit/frontend/gateway/client"
	imagespec "github.com/moby/docker-image-spec/specs-go/v1"

	"aipack/backend/prove/steps"
	"aipack/backend/universalbuild"
)

// ran turns a program without a port that has ended with 0 into one that did
// its work; all other errors stay.
func (s *session) ran(ctx context.Context, gw gateway.Client, config imagespec.DockerOCIImage, err error) error {
	var ended *endedError
	if !errors.As(err, &ended) || s.staysUp() {
		return err
	}
	if ended.code != 0 && !s.tellsItsVersion(ctx, gw, config, ended.code) {
		return err
	}
	s.endedWell = true
	s.report.Probe.Healthy = true
	return nil
}

// staysUp reports whether the program has to go on running: it has a port, or
// answers requests by the plan.
func (s *session) staysUp() bool {
	doc := s.request.Document
	return len(declaredPorts(s.report.Image, doc))+len(doc.Runtime.Ports) > 0 || s.answers()
}

// answers reports whether the program answers requests by the plan.
func (s *session) answers() bool {
	kind := s.request.Document.Metadata.Kind
	return kind == universalbuild.Web || kind == universalbuild.Static
}

// usage is how programs tell that they want arguments (POSIX, utility
// conventions: "usage:"; the words of Go's flag and cobra, Python's argparse,
// Rust's clap).
var usage = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?im)^\s*usage\b|^usage of |required arguments? (?:was|were) not provided|the following arguments are required|(?:accepts|requires) .{0,20}\barg\(?s?\)?|requires a subcommand`)
})

// tellsItsVersion is for a command line tool that wants arguments, which
// nobody knows: that it starts is seen by its telling its version or its help.
func (s *session) tellsItsVersion(ctx context.Context, gw gateway.Client, config imagespec.DockerOCIImage, code int) bool {
	if s.request.Document.Metadata.Kind != universalbuild.CLI || !usage().MatchString(strings.Join(s.report.Start.Log, "\n")) {
		return false
	}
	for _, argument := range []string{"--version", "--help"} {
		t, err := s.apart().begin(ctx, gw, config, nil, argument)
		if err == nil {
			err = t.first(ctx)
		}
		t.finish(ctx)
		var ended *endedError
		if errors.As(err, &ended) && ended.code == 0 {
			s.odd = append(s.odd, Warning{Rule: "usage", Message: fmt.Sprintf("Without arguments it prints how it is used and ends with exit code %d; with %s it ends with 0.", code, argument)})
			return true
		}
	}
	return false
}

// verdict is what a proof without an error came to.
func (s *session) verdict() Verdict {
	switch {
	case s.endedWell:
		return Ran
	case len(s.missing())+len(s.unasked())+len(s.unneededReach()) > 0:
		return Incomplete
	}
	return Proven
}

// shortcoming is what a neighbour has to know of how a look at the program
// ended: one that did its work and ended is none.
func (s *session) shortcoming(err error) error {
	var ended *endedError
	if errors.As(err, &ended) && ended.code == 0 && !s.staysUp() {
		return nil
	}
	return err
}

// warnings are what the user should know of a program that is healthy.
func (s *session) warnings() []Warning {
	list := slices.Clone(s.odd)
	if s.report.blank != nil {
		list = append(list, *s.report.blank)
	}
	if missing := s.missing(); len(missing) > 0 && s.report.Verdict == Incomplete {
		list = append(list, Warning{Rule: "neighbour_missing", Loud: true, Message: fmt.Sprintf(
			"It was tried without %s, which it needs by the plan: what needs %s was not proved.", strings.Join(missing, " and "), oneOrAll(missing))})
	}
	if unasked := s.unasked(); len(unasked) > 0 && s.report.Verdict == Incomplete {
		list = append(list, Warning{Rule: "neighbour_unasked", Loud: true, Message: fmt.Sprintf(
			"It never connected to %s, which it needs by the plan and which was there: what needs %s was not proved.", strings.Join(unasked, " and "), oneOrAll(unasked))})
	}
	for _, r := range s.unneededReach() {
		list = append(list, Warning{Rule: "neighbour_in_vain", Loud: true, Message: fmt.Sprintf(
			"It connected to %s, which it needs by the plan, when it was asked %s alone, and that %s: what needs %s was not proved.", r.store, r.asked, r.said, r.store)})
	}
	if made := s.madeUp(); len(made) > 0 && s.report.Verdict.Good() {
		list = append(list, Warning{Rule: "made_up", Loud: true, Message: fmt.Sprintf(
			"It was started with a made-up value for %s, which only its owner can give: what needs the real one was not tried.", strings.Join(made, ", "))})
	}
	for _, p := range s.movedNeighbours() {
		list = append(list, Warning{Rule: "port_moved", Message: fmt.Sprintf(
			"%s listens on the same port as it does. In this proof it reached it on port %d; in compose.yaml each has its own.", p.name, moved(p.ports[0]))})
	}
	if mutual := s.service.Mutual; len(mutual) > 0 {
		list = append(list, Warning{Rule: "circle", Loud: true, Message: fmt.Sprintf(
			"It and %s need each other: neither can wait until the other is healthy, and each was started without.", strings.Join(mutual, " and "))})
	}
	if s.report.Failure == nil && s.report.Probe != nil && s.report.Start != nil {
		list = append(list, s.overheard()...)
	}
	return list
}

func oneOrAll(list []string) string {
	if len(list) > 1 {
		return "them"
	}
	return "it"
}

// interactive are the commands that images of languages come with, so that
// `docker run -it` opens a prompt (Docker's official images). They are no
// program of the project.
var interactive = []string{"bash", "sh", "node", "python", "python3", "irb", "jshell", "iex", "erl", "ghci", "julia", "R", "-a", "bun", "deno", "clojure", "gleam"}

// withoutStart reports whether nothing of the project would be started.
func (s *session) withoutStart() bool {
	command := s.report.Image.Command
	switch {
	case len(command) == 0:
		return true
	case s.request.Dockerfile == "":
		return !s.request.Document.Starts()
	}
	return !steps.Starts(s.dockerfile) && slices.Contains(interactive, path.Base(command[len(command)-1]))
}
