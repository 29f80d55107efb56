package prove

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	gatewaypb "github.com/moby/buildkit/frontend/gateway/pb"
	"github.com/moby/buildkit/util/grpcerrors"

	"aipack/backend/packaging/export"
	"aipack/backend/prove/builder"
	"aipack/backend/prove/cause"
	"aipack/backend/prove/cause/causetest"
	"aipack/backend/universalbuild"
)

func TestTheBuildersOwnDeadline(t *testing.T) {
	err := grpcerrors.WrapCode(errors.New("stream terminated by RST_STREAM with error code: CANCEL"), 4) // DeadlineExceeded
	if f := explain(&stageError{"build", err}, export.Text{}, universalbuild.UniversalBuild{}, &Report{}); f.Stage != "limit" || f.Rule != "time_limit" {
		t.Errorf("%+v", f)
	}
}

func TestTimeLimitSaysWhatItWaitsFor(t *testing.T) {
	f := explained(causetest.Sample{Stage: "limit", Log: []string{"Fetching x", ""}}, universalbuild.UniversalBuild{})
	if f.Rule != "time_limit" || !strings.Contains(f.Cause, "Fetching x") || f.Line != 1 {
		t.Errorf("%+v", f)
	}
}

func TestTimeLimitOfASilentStep(t *testing.T) {
	if f := explained(causetest.Sample{Stage: "limit"}, universalbuild.UniversalBuild{}); !strings.Contains(f.Cause, "printed nothing") {
		t.Errorf("%+v", f)
	}
}

func TestTimeLimitNamesTheStep(t *testing.T) {
	report := &Report{Steps: []Step{{Name: "[build 1/2] FROM a:1", State: "done"}, {Name: "[build 2/2] RUN go  install ./...", Line: 2, State: "running", Log: []string{"go: downloading x v1"}}}}
	f := explain(&stageError{"build", errTooLong}, export.Text{Content: "FROM a:1\nRUN go install ./...\n"}, universalbuild.UniversalBuild{}, report)
	if want := "it was at “RUN go install ./...”, and the last thing it printed is: “go: downloading x v1”."; f.Line != 2 || !strings.HasSuffix(f.Cause, want) {
		t.Errorf("%+v", f)
	}
	report.Steps[1].Log = nil
	f = explain(&stageError{"build", errTooLong}, export.Text{}, universalbuild.UniversalBuild{}, report)
	if !strings.HasSuffix(f.Cause, "printed nothing: “RUN go install ./...”.") {
		t.Errorf("%+v", f)
	}
}

func TestAnImageThatIsOnlyCopiedFrom(t *testing.T) {
	text := export.Text{Content: "FROM php:8.4\nRUN true\nRUN --mount=type=bind,from=composer:2,target=/mnt cp /mnt/a /\nCOPY --from=composer:2.8 /b /\n"}
	err := errors.New("composer:2: failed to resolve source metadata for docker.io/library/composer:2: docker.io/library/composer:2: not found")
	f := explain(&stageError{"build", err}, text, universalbuild.UniversalBuild{}, &Report{})
	if f.Rule != "image_not_found" || f.Line != 3 || f.Cause != "There is no image composer:2." {
		t.Errorf("%+v", f)
	}
}

func TestTimeLimitBeforeTheFirstStep(t *testing.T) {
	report := &Report{Dockerfile: "FROM python:3.13-slim AS build\nRUN true\nFROM --platform=linux/amd64 debian:12\nCOPY --from=build /a /a\nFROM build\n"}
	f := explain(&stageError{"build", errTooLong}, export.Text{}, universalbuild.UniversalBuild{}, report)
	if f.Rule != "time_limit" || !strings.Contains(f.Cause, "no step") || !strings.Contains(f.Cause, ": python:3.13-slim, debian:12.") {
		t.Errorf("%+v", f)
	}
}

// explained is the whole way from a log to its failure.
func explained(s causetest.Sample, doc universalbuild.UniversalBuild) *cause.Failure {
	report := &Report{}
	said := s.Builder
	if said == "" {
		said = fmt.Sprintf("process %q did not complete successfully: exit code: %d", "/bin/sh -c "+causetest.Loud, s.Exit)
	}
	switch s.Stage {
	case "build":
		report.Steps = []Step{{Name: "[build 1/1] RUN x", Line: 1, State: "failed", Log: s.Log, Error: said}}
	case "limit":
		report.Steps = []Step{{Name: "[build 1/1] RUN x", Line: 1, State: "running", Log: s.Log}}
	default:
		report.Start, report.Probe = &Started{Log: s.Log}, &Probe{}
		if s.Builder == "" {
			said = (&endedError{code: s.Exit}).Error()
		}
	}
	if s.Exit != 0 {
		if report.Start == nil {
			report.Start = &Started{}
		}
		report.Start.ExitCode = &s.Exit
	}
	if s.Stage == "limit" {
		return explain(errTooLong, export.Text{Content: "RUN x\n"}, doc, report)
	}
	return explain(&stageError{s.Stage, errors.New(said)}, export.Text{Content: "RUN " + causetest.Loud + "\n"}, doc, report)
}

// TestEveryLogIsTold: each log of a tool arrives at its rule by the whole way.
func TestEveryLogIsTold(t *testing.T) {
	for _, s := range causetest.Samples(t) {
		if f := explained(s, universalbuild.UniversalBuild{}); f.Rule != s.Rule || !strings.Contains(f.Cause, s.Words) || f.Fix == "" {
			t.Errorf("%s, exit code %d: %s\n got %s: %s\nwant %s: …%s…", s.Stage, s.Exit, strings.Join(s.Log, "\n")+s.Builder, f.Rule, f.Cause, s.Rule, s.Words)
		}
	}
}

// Where the step had a limit of ours, that one is named.
func TestKilledUnderALimitOfMemory(t *testing.T) {
	report := &Report{Steps: []Step{{State: "failed", Log: []string{"Killed"}}}, memory: 64 << 20}
	f := explain(&stageError{"build", &gatewaypb.ExitError{ExitCode: 137}}, export.Text{}, universalbuild.UniversalBuild{}, report)
	if f.Rule != "out_of_memory" || !strings.Contains(f.Cause, "64 MiB") {
		t.Errorf("%s: %s", f.Rule, f.Cause)
	}
}

func TestWrongPortMovesWhatRepeatsIt(t *testing.T) {
	doc := universalbuild.UniversalBuild{}
	doc.Runtime.Ports = []universalbuild.Port{{Port: 80, Protocol: "tcp"}}
	doc.Runtime.Environment = map[string]string{"PORT": "80"}
	doc.Runtime.Healthcheck = &universalbuild.Healthcheck{Command: []string{"bash", "-c", "ask 127.0.0.1/80 for 8080 bytes"}}
	report := &Report{Image: &Image{Ports: []string{"80/tcp"}}, Start: &Started{Listening: []string{"tcp 127.0.0.1:9", "tcp ::1:10", "tcp :::3000"}}, Probe: &Probe{}}
	told := func() *cause.Failure {
		return explain(&stageError{"health", errors.New("not healthy")}, export.Text{}, doc, report)
	}
	f := told()
	if f.Rule != "wrong_port" || len(f.Edits) != 3 {
		t.Fatalf("%+v", f)
	}
	if got := f.Edits[2].Value.([]string)[2]; got != "ask 127.0.0.1/3000 for 8080 bytes" {
		t.Errorf("health check: %s", got)
	}
	report.Start.Listening = []string{"tcp :::3000", "tcp :::9229"}
	if f := told(); f.Rule != "wrong_port" || len(f.Edits) != 0 || !strings.Contains(f.Cause, "3000, 9229") {
		t.Errorf("two ports: %+v", f)
	}
	report.Start.Listening = []string{"tcp :::41234"}
	if f := told(); f.Rule != "wrong_port" || len(f.Edits) != 0 {
		t.Errorf("a port by chance: %+v", f)
	}
	report.Start.Listening = []string{"tcp 127.0.0.1:80"}
	if f := told(); f.Rule != "loopback_only" {
		t.Errorf("rule %s", f.Rule)
	}
	report.Start.Listening = []string{"tcp :::80"}
	report.Probe.Status = 503
	if f := told(); f.Rule != "health_failing" || !strings.Contains(f.Cause, "503") {
		t.Errorf("rule %s: %s", f.Rule, f.Cause)
	}
	report.Start.Listening = nil
	if f := told(); f.Rule != "not_listening" || !strings.Contains(f.Cause, "printed nothing") {
		t.Errorf("rule %s: %s", f.Rule, f.Cause)
	}
	report.Start.Log = []string{"waiting for the moon"}
	if f := told(); !strings.Contains(f.Cause, "waiting for the moon") {
		t.Errorf("%s", f.Cause)
	}
}

// Between two services the builder may go away: that is no fault of theirs.
func TestABuilderThatIsGone(t *testing.T) {
	p := Prover{Builder: builder.Found{Address: "unix:///no/such.sock"}, Limits: Usual(), Now: time.Now}
	r, err := p.Prove(t.Context(), Request{Dir: t.TempDir(), Dockerfile: "FROM scratch\n", Document: universalbuild.UniversalBuild{Metadata: universalbuild.Metadata{Path: "."}}})
	if err != nil {
		t.Fatal(err)
	}
	if r.Failure == nil || r.Failure.Rule != "builder_gone" {
		t.Errorf("%+v", r.Failure)
	}
}
