package prove

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/moby/buildkit/client"
	gatewaypb "github.com/moby/buildkit/frontend/gateway/pb"
	digest "github.com/opencontainers/go-digest"

	"aipack/backend/packaging/export"
	"aipack/backend/prove/browser"
	"aipack/backend/prove/builder"
	"aipack/backend/prove/cause"
	"aipack/backend/prove/check"
	"aipack/backend/universalbuild"
)

const twoStages = "FROM node:22 AS build\n\nWORKDIR /app\nENV A=b\nCOPY . .\nRUN npm ci \\\n    && true\n\nFROM debian\nCOPY --from=build /app /app\nCMD [\"x\"]\n"

func TestFollower(t *testing.T) {
	now := time.Unix(1000, 0)
	later := now.Add(1500 * time.Millisecond)
	run := digest.FromString("run")
	var told []string
	report := &Report{Service: "."}
	f := newFollower(report, export.Text{Content: twoStages}, nil, func(p Progress) {
		if p.Step != nil {
			told = append(told, p.Step.State)
		} else {
			told = append(told, "log "+p.Log)
		}
	})
	status := make(chan *client.SolveStatus, 9)
	name := "[build 4/4] RUN npm ci"
	status <- &client.SolveStatus{Vertexes: []*client.Vertex{{Digest: digest.FromString("i"), Name: "[internal] load build context", Started: &now}}}
	status <- &client.SolveStatus{Vertexes: []*client.Vertex{{Digest: run, Name: name}}}
	status <- &client.SolveStatus{Vertexes: []*client.Vertex{{Digest: run, Name: name, Started: &now}}}
	status <- &client.SolveStatus{Vertexes: []*client.Vertex{{Digest: run, Name: name, Started: &now}}, Logs: []*client.VertexLog{{Vertex: run, Data: []byte("one\ntwo\xff\n")}}}
	status <- &client.SolveStatus{Vertexes: []*client.Vertex{{Digest: run, Name: name, Started: &now, Completed: &later}}}
	status <- &client.SolveStatus{Vertexes: []*client.Vertex{{Digest: digest.FromString("c"), Name: "[build 3/4] COPY . .", Started: &now, Completed: &now, Cached: true}}}
	close(status)
	f.follow(status)
	want := []Step{
		{Name: name, Stage: "build", Line: 6, State: "done", DurationMS: 1500, Log: []string{"one", "two?"}},
		{Name: "[build 3/4] COPY . .", Stage: "build", Line: 5, State: "cached"},
	}
	if diff := cmp.Diff(want, report.Steps); diff != "" {
		t.Error(diff)
	}
	if want := []string{"running", "log one", "log two?", "done", "cached"}; !slices.Equal(told, want) {
		t.Errorf("told %q", told)
	}
	f.vertex(&client.Vertex{Digest: run, Name: name, Started: &now, Completed: &now, Cached: true}) // the layers are weighed
	if diff := cmp.Diff(want, report.Steps); diff != "" {
		t.Error(diff)
	}
}

func TestTheBaseIsTheRest(t *testing.T) {
	i := &Image{SizeBytes: 100, Layers: []Layer{{Command: "FROM a"}, {SizeBytes: 30}, {SizeBytes: 5}}}
	if i.rest(); i.Layers[0].SizeBytes != 65 {
		t.Errorf("%+v", i.Layers)
	}
	i = &Image{SizeBytes: 100, Layers: []Layer{{Command: "COPY x /", SizeBytes: 40}}} // FROM scratch
	if i.rest(); i.Layers[0].SizeBytes != 40 {
		t.Errorf("%+v", i.Layers)
	}
}

func TestFollowerKeepsBothEndsOfALongLog(t *testing.T) {
	report := &Report{}
	f := newFollower(report, export.Text{}, nil, nil)
	now, run := time.Unix(1, 0), digest.FromString("x")
	status := make(chan *client.SolveStatus, 1)
	said := &client.SolveStatus{Vertexes: []*client.Vertex{{Digest: run, Name: "[1/1] RUN x", Started: &now}}}
	say := func(stream int, data string) {
		said.Logs = append(said.Logs, &client.VertexLog{Vertex: run, Stream: stream, Data: []byte(data)})
	}
	say(1, "the beginning\n")
	for range 5000 {
		say(1, strings.Repeat("y", 1023)+"\n")
	}
	say(1, "half a ")
	say(1, "line")
	say(2, "the end\n")
	said.Logs = append(said.Logs, &client.VertexLog{Vertex: digest.FromString("nobody"), Data: []byte("z\n")})
	status <- said
	close(status)
	f.follow(status)
	log := report.Steps[0].Log
	n := len(log)
	if size := len(strings.Join(log, "\n")); size > stepBytes+1024 || size < stepBytes*9/10 {
		t.Errorf("%d bytes", size)
	}
	if log[0] != "the beginning" || log[n-2] != "half a line" || log[n-1] != "the end" {
		t.Errorf("%d lines: %q … %q", n, log[0], log[n-2:])
	}
	if !slices.ContainsFunc(log, func(l string) bool { return strings.HasSuffix(l, "bytes are left out here …") }) {
		t.Error("nothing says that something is left out")
	}
}

func TestProgramsOutputIsBounded(t *testing.T) {
	var r ring
	if got := r.lines(); len(got) != 0 {
		t.Errorf("%q", got)
	}
	for i := range 200_000 {
		fmt.Fprintf(&r, "line %d\n", i)
	}
	log := r.lines()
	if size := len(strings.Join(log, "\n")); size > ringBytes+1024 || log[0] != "line 0" || log[len(log)-1] != "line 199999" {
		t.Errorf("%d bytes, %q … %q", size, log[0], log[len(log)-1])
	}
}

func TestFleetTakesTurns(t *testing.T) {
	f := Fleet{Builders: []builder.Found{{Address: "unix:///no/a.sock", Why: "it was named"}, {Address: "unix:///no/b.sock", Why: "it was named"}}}
	if got := f.turn(1, []int{3}).Why; got != "it was named, and service 4 is its turn: builder 2 of 2" {
		t.Errorf("why: %s", got)
	}
	alone := Fleet{Builders: f.Builders[:1]}
	if got := alone.turn(0, []int{0}).Why; got != "it was named" {
		t.Errorf("why alone: %s", got)
	}
}

func TestProofEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	p := Prover{Builder: builder.Found{Address: "unix:///no/such.sock"}, Limits: Usual(), Now: time.Now}
	_, err := p.Prove(ctx, Request{Dir: t.TempDir(), Dockerfile: "FROM scratch\n", Document: universalbuild.UniversalBuild{Metadata: universalbuild.Metadata{Path: "."}}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestHTMLReportEscapes(t *testing.T) {
	var out bytes.Buffer
	hostile := `<script>alert(1)</script>`
	err := WriteHTML(&out, []*Report{{
		Name: hostile, Service: hostile, Verdict: Failed, Dockerfile: hostile, Image: &Image{SizeBytes: 81_500_000, Layers: []Layer{{Command: hostile, Line: 3, SizeBytes: 1_240_000, Count: 2}}, Bases: []Base{{Name: hostile, Digest: "sha256:a", StandIn: true}}},
		Steps:   []Step{{Name: hostile, State: "failed"}},
		Failure: &cause.Failure{Cause: hostile, Log: []string{hostile}, Line: 1, Text: hostile},
		Checks:  []check.Result{{Name: "secrets", State: check.Failed, Reason: hostile, Problems: []check.Problem{{Message: hostile, Path: hostile}}}},
		Start:   &Started{Command: []string{hostile}, Log: []string{hostile}},
		Page:    &browser.Page{Title: hostile, URL: hostile, Browser: hostile, Screenshot: []byte{0xff, 0xd8, 0xff}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	if page := out.String(); strings.Contains(page, "<script>") || strings.Count(page, "&lt;script&gt;") < 10 || !strings.Contains(page, "of 81 MB") || !strings.Contains(page, ">1.2</td>") {
		t.Errorf("not escaped:\n%s", page)
	}
	if !strings.Contains(out.String(), `src="data:image/jpeg;base64,/9j/"`) {
		t.Errorf("the picture is not in the page:\n%s", out.String())
	}
}

func TestPageCheck(t *testing.T) {
	fine := pageCheck(&browser.Page{Title: "Shop", LoadMS: 12, Browser: "Chrome/1", Sandboxed: true, Outside: []string{"cdn.example.com"}})
	if fine.State != check.Passed || fine.Reason != `"Shop" loads in 12 ms with Chrome/1, no errors; kept from reaching cdn.example.com` {
		t.Errorf("%+v", fine)
	}
	bad := pageCheck(&browser.Page{Errors: []browser.Message{{Text: "boom\n at x", URL: "http://localhost/a.js", Line: 3}}, Failed: []browser.Request{{URL: "http://localhost/b", Status: 500}, {URL: "http://localhost/c", Error: "net::ERR_FAILED"}}})
	want := []check.Problem{
		{Severity: "medium", Message: "a request failed: answered 500", Path: "http://localhost/b"},
		{Severity: "medium", Message: "a request failed: net::ERR_FAILED", Path: "http://localhost/c"},
		{Severity: "medium", Message: "boom", Path: "http://localhost/a.js", Line: 3},
	}
	if diff := cmp.Diff(want, bad.Problems); diff != "" || bad.State != check.Failed || bad.Reason != "1 error in the console, 2 failed requests; as root, without the browser's sandbox" {
		t.Errorf("%s %s", bad.Reason, diff)
	}
}

func TestExitCode(t *testing.T) {
	for want, err := range map[int]error{0: nil, 3: &gatewaypb.ExitError{ExitCode: 3}, -1: errors.New("gone")} {
		if got, known := exitCode(err); got != want || known != (want >= 0) {
			t.Errorf("%v: %d, want %d", err, got, want)
		}
	}
}

func TestPortsCheck(t *testing.T) {
	doc := universalbuild.UniversalBuild{}
	doc.Runtime.Ports = []universalbuild.Port{{Port: 3000, Protocol: "tcp"}, {Port: 5353, Protocol: "udp"}}
	report := &Report{
		Image: &Image{Ports: []string{"3000/tcp", "4000/tcp", "5353/udp"}},
		Start: &Started{Listening: []string{"tcp 0.0.0.0:3000", "tcp :::3000", "tcp 127.0.0.1:6", "tcp 0.0.0.0:9229"}},
		Probe: &Probe{Kind: "healthcheck", Healthy: true},
	}
	got := portsCheck(report, doc)
	want := check.Result{Name: "ports", State: check.Failed, Reason: "declared 3000, 4000, open 3000, 9229", Problems: []check.Problem{
		{Severity: "medium", Message: "port 4000 is declared and nothing listens on it"},
		{Severity: "low", Message: "the program listens on port 9229, which is not declared"},
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	report.Start.Listening = []string{"tcp 0.0.0.0:3000"}
	for dockerfile, state := range map[string]string{
		"FROM nginx\nEXPOSE 3000\n":          check.Passed, // 4000 is the base image's own
		"FROM nginx\nEXPOSE 3000/tcp 4000\n": check.Failed,
	} {
		report.Dockerfile = dockerfile
		if c := portsCheck(report, doc); c.State != state {
			t.Errorf("%q: %+v", dockerfile, c)
		}
	}
	report.Probe.Healthy = false
	if c := portsCheck(report, doc); c.State != check.NotChecked {
		t.Errorf("%+v", c)
	}
}

func TestBases(t *testing.T) {
	sum := "sha256:" + strings.Repeat("a", 64)
	got := basesOf([]Step{
		{Name: "[build 1/4] FROM docker.io/library/node:22@" + sum}, {Name: "[stage-1 1/2] FROM docker.io/library/node:22@" + sum},
		{Name: "[build 2/4] RUN FROM x"}, {Name: "[a 1/2] FROM scratch"},
	}, true)
	if diff := cmp.Diff([]Base{{Name: "docker.io/library/node:22", Digest: sum, StandIn: true}}, got); diff != "" {
		t.Error(diff)
	}
}

func TestHandWrittenDockerfileKeepsItsFields(t *testing.T) {
	doc := universalbuild.UniversalBuild{Version: "1.0"}
	doc.Metadata.Path = "."
	doc.Runtime.BaseImage, doc.Runtime.Workdir, doc.Runtime.Command = "debian:bookworm-slim", "/app", []string{"sleep", "9"}
	doc.Runtime.Copy = []universalbuild.Copy{{From: ".", To: "."}}
	text, err := textOf(Request{Document: doc, Dockerfile: "FROM debian:bookworm-slim\nRUN mine\nCMD [\"sleep\", \"9\"]\n"}, export.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if f := text.FieldsAt(3); len(f) == 0 || f[0] != "/runtime/command" {
		t.Errorf("fields of CMD: %q", f)
	}
	if f := text.FieldsAt(2); len(f) != 0 {
		t.Errorf("fields of a line of its own: %q", f)
	}
}
