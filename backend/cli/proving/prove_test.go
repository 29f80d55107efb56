package proving

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"aipack/backend/cli"
	"aipack/backend/prove"
	"aipack/backend/prove/cause"
	"aipack/backend/prove/check"
	"aipack/backend/prove/lint"
	"aipack/backend/prove/lint/apart"
	"aipack/backend/universalbuild"
)

func TestExitCodeOfWrongUse(t *testing.T) {
	for _, flags := range [][]string{{"--format", "xml"}, {"--tls-cert", "a.pem"}, {"--limit", "0s"}, {"--healthy-within", "-1s"}, {"--memory", "-1"}, {"--env", "1X=a"}, {"--env", "AIPACK_NOT_SET"}, {"--no-such-flag"}, {"--out", "x.json"}} {
		var out, errs bytes.Buffer
		rooms := cli.Rooms{Now: time.Now} // nothing is analysed: what is asked for is refused first
		code := cli.Run(t.Context(), rooms, append([]string{"prove", t.TempDir()}, flags...), cli.Streams{Out: &out, Err: &errs}, Parts{}.Prove)
		if code != cli.Misused || errs.Len() == 0 {
			t.Errorf("%q: exit code %d, said %q", flags, code, errs.String())
		}
	}
}

// TestMain makes this test program the process in which Dockerfiles are checked.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == apart.Command {
		if err := apart.Serve(os.Stdin, os.Stdout); err != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func TestExitCodeOfLint(t *testing.T) {
	good, bad := filepath.Join(t.TempDir(), "Dockerfile"), filepath.Join(t.TempDir(), "Dockerfile")
	for name, content := range map[string]string{good: "FROM debian:12\nCMD [\"true\"]\n", bad: "RNU x\n"} {
		if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]int{good: cli.Done, bad: cli.Failed, filepath.Join(t.TempDir(), "none"): cli.Misused} {
		var out, errs bytes.Buffer
		if code := cli.Run(t.Context(), cli.Rooms{Now: time.Now}, []string{"lint", name}, cli.Streams{Out: &out, Err: &errs}, Lint); code != want {
			t.Errorf("%s: exit code %d, want %d: %s%s", name, code, want, out.String(), errs.String())
		}
	}
}

func TestVerdictFails(t *testing.T) {
	proven := &prove.Report{Verdict: prove.Proven}
	if err := verdict([]*prove.Report{proven, {Verdict: prove.Ran}}); err != nil {
		t.Errorf("all did what is asked of them: %v", err)
	}
	for _, v := range []prove.Verdict{prove.Incomplete, prove.Failed, prove.Stopped, prove.NotBuilt, ""} {
		if err := verdict([]*prove.Report{proven, {Verdict: v}}); !errors.Is(err, cli.ErrFailed) {
			t.Errorf("%s: %v", v, err)
		}
	}
}

func TestPrintReport(t *testing.T) {
	r := &prove.Report{
		Name: "greeter", Service: ".", Verdict: prove.Failed, DurationMS: 4100, Steps: []prove.Step{}, Warnings: []prove.Warning{},
		Checks: []check.Result{{Name: "non_root", State: "not_checked", Reason: "there is no image", Problems: []check.Problem{{Severity: "low", Message: "m", Path: "Dockerfile", Line: 3}}}},
		Image:  &prove.Image{SizeBytes: 81_500_000, Layers: []prove.Layer{{Command: "RUN x", Line: 6, SizeBytes: 1_250_000, Count: 1}}, Bases: []prove.Base{{Name: "docker.io/library/node:22", Digest: "sha256:ab"}}},
		Failure: &cause.Failure{
			Cause: "The document says port 8080; the program listens on 3000.", Line: 24, Field: "/runtime/healthcheck", Text: "HEALTHCHECK x", Log: []string{"hello"},
			Fix: "Set the port to 3000.", Edits: []cause.Edit{{Field: "/runtime/ports/0/port", Value: 3000}},
		},
	}
	var out bytes.Buffer
	if err := printReports(&out, "text", []*prove.Report{r}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"greeter (.): failed in 4.1 s\n", "  image of 81 MB\n         1.2 MB  line 6   RUN x\n    built on docker.io/library/node:22@sha256:ab\n", "  not checked  non-root: there is no image\n", "    low: m Dockerfile:3\n",
		"  Dockerfile line 24 (/runtime/healthcheck): HEALTHCHECK x\n", "  | hello\n", "  set /runtime/ports/0/port to 3000\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing in\n%s", want, out.String())
		}
	}
	out.Reset()
	if err := printReports(&out, "json", []*prove.Report{r}); err != nil {
		t.Fatal(err)
	}
	var back []prove.Report
	if err := json.Unmarshal(out.Bytes(), &back); err != nil || len(back) != 1 || back[0].Failure.Line != 24 {
		t.Errorf("%v: %s", err, out.String())
	}
}

func TestPrintsTheVerdictAndWhatWasAsked(t *testing.T) {
	code := 2 // of a tool that wants arguments; a warning says what it was asked then
	shop := prove.Report{
		Name: "shop", Service: ".", Verdict: prove.Incomplete, DurationMS: 8200,
		Warnings: []prove.Warning{{Message: "the base is old"}, {Message: "it was not tried with postgresql", Loud: true}},
		Probe: &prove.Probe{Protocol: "grpc", Healthy: true, AfterMS: 400, AgainMS: 4400, Asked: []prove.Asked{
			{Look: 1, Port: 8080, What: "GET /", Status: 200, OK: true, Said: "200", LatencyMS: 3}, {Look: 2, Port: 8080, What: "GET /", Status: 200, OK: true, Said: "200", LatencyMS: 2},
		}},
	}
	for _, one := range []struct {
		report prove.Report
		want   string
	}{
		{shop, "shop (.): incomplete in 8.2 s\n  WARNING: it was not tried with postgresql\n  healthy 0.4 s after its start\n  answers GET / with 200 in 3 ms, again 4 s later\n  speaks gRPC\n  warning: the base is old\n"},
		{prove.Report{Name: "job", Service: "job", Verdict: prove.Ran, DurationMS: 900, Start: &prove.Started{ExitCode: &code}, Probe: &prove.Probe{Kind: "watch", Healthy: true}}, "job (job): ran in 0.9 s\n  ended by itself with exit code 2\n"},
		{prove.Report{Name: "job", Service: "job", Verdict: prove.NotBuilt}, "job (job): not built in 0.0 s\n"},
		{prove.Report{Name: "job", Service: "job", Verdict: prove.Stopped}, "job (job): stopped in 0.0 s\n"},
	} {
		var out bytes.Buffer
		if err := printReports(&out, "text", []*prove.Report{&one.report}); err != nil || out.String() != one.want {
			t.Errorf("%v, got\n%swant\n%s", err, out.String(), one.want)
		}
	}
}

// TestWhatIsStoppedBeforeABuilderIsFoundIsReported: for each service, and as
// stopped, not as one that nobody could build.
func TestWhatIsStoppedBeforeABuilderIsFoundIsReported(t *testing.T) {
	content, err := os.ReadFile("../../../testdata/repos/single/go-mod.json")
	if err != nil {
		t.Fatal(err)
	}
	reading, err := universalbuild.Read(content)
	if err != nil || len(reading.Documents) == 0 {
		t.Fatalf("%v: %d documents", err, len(reading.Documents))
	}
	request := prove.Request{Document: reading.Documents[0], Dir: t.TempDir()}
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	for want, ctx := range map[prove.Verdict]context.Context{prove.Stopped: stopped, prove.NotBuilt: t.Context()} {
		p := &cli.Program{Rooms: cli.Rooms{Now: time.Now}}
		reports, err := notTried(ctx, p, []prove.Request{request, request}, errors.New("nobody answers"), lint.Check)
		if err != nil || len(reports) != 2 || reports[1].Verdict != want {
			t.Errorf("%s: %v, %+v", want, err, reports)
		}
	}
}

func TestSaysWhatIsWaitedFor(t *testing.T) {
	var out bytes.Buffer
	tell := live(&out)
	tell(prove.Progress{Step: &prove.Step{Name: "[1/2] FROM x", State: "done", DurationMS: 1200}})
	tell(prove.Progress{Phase: "start"})
	tell(prove.Progress{Phase: "again", Waiting: "asked again in 4 s"})
	if want := "done       1.2s  [1/2] FROM x\nwaiting          asked again in 4 s\n"; out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
}

func TestWritesTheLockedPackages(t *testing.T) {
	t.Setenv("PATH", "") // no syft
	dir, file := t.TempDir(), filepath.Join(t.TempDir(), "bom.json")
	if err := os.WriteFile(filepath.Join(dir, "go.sum"), []byte("github.com/a/b v1.0.0 h1:x=\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	var errs bytes.Buffer
	p := &cli.Program{Rooms: cli.Rooms{Now: time.Now}, Streams: cli.Streams{Out: &errs, Err: &errs}}
	if err := writeSBOM(t.Context(), p, dir, file); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(b), "pkg:golang/github.com/a/b@v1.0.0") {
		t.Errorf("%v: %s", err, b)
	}
	if !strings.Contains(errs.String(), "not listed") {
		t.Errorf("what is not covered is not said: %q", errs.String())
	}
}

// TestPrintsWhatWasTried: each edit with what stood there before, what became of
// it, and how the mended document is had.
func TestPrintsWhatWasTried(t *testing.T) {
	r := &prove.Report{
		Name: "shop", Service: ".", Verdict: prove.Failed, DurationMS: 900,
		Failure: &cause.Failure{Cause: "The registry answers 503.", Class: cause.Transient},
		Mending: &prove.Repair{
			Ended: "It is of the kind that passes.", Document: &universalbuild.UniversalBuild{},
			Tries: []prove.Try{
				{State: prove.Kept, Cause: "ffi.h is not in the image.", Came: "It wants SECRET_KEY.", Edits: []universalbuild.Change{{Field: "/build/system_packages", Old: []string{"make"}, New: []string{"make", "libffi-dev"}}}},
				{State: prove.TakenBack, Cause: "It wants SECRET_KEY.", Came: "It wants SECRET_KEY.", Given: []string{"SECRET_KEY"}, Edits: []universalbuild.Change{{Field: "/runtime/environment/HOST", New: "0.0.0.0"}}},
				{State: prove.Again, Cause: "The registry answers 503.", Came: "The registry answers 503."},
			},
		},
	}
	want := `shop (.): failed in 0.9 s
  The registry answers 503.
  This usually passes by itself: nothing in the project needs to change. Prove it again later.
  kept a fix: ffi.h is not in the image.
    /build/system_packages: ["make","libffi-dev"], was ["make"]
    came to: It wants SECRET_KEY.
  took back a fix: It wants SECRET_KEY.
    /runtime/environment/HOST: 0.0.0.0, was not set
    for the proof alone, a made-up value for SECRET_KEY
    came to: It wants SECRET_KEY.
  tried again: The registry answers 503.
    came to: The registry answers 503.
  in the end: It is of the kind that passes.
`
	var out bytes.Buffer
	if err := printReports(&out, "text", []*prove.Report{r}); err != nil || out.String() != want {
		t.Errorf("%v, got\n%swant\n%s", err, out.String(), want)
	}
	out.Reset()
	for file, want := range map[string]string{"": "--out FILE writes", "a.json": "export shop --from a.json"} {
		if (&options{out: file}).whereMended(&out, "shop", []*prove.Report{r}); !strings.Contains(out.String(), want) {
			t.Errorf("--out %q: %s", file, out.String())
		}
	}
	out.Reset()
	if err := printReports(&out, "html", []*prove.Report{r}); err != nil || !strings.Contains(out.String(), "libffi-dev") || !strings.Contains(out.String(), "taken back") {
		t.Errorf("%v, %s", err, out.String())
	}
}

// TestWritesTheMendedDocuments: all of them, so that they are exported together.
func TestWritesTheMendedDocuments(t *testing.T) {
	mended := universalbuild.UniversalBuild{Metadata: universalbuild.Metadata{Path: "api", ProjectName: "mended"}}
	file := filepath.Join(t.TempDir(), "mended.json")
	requests := []prove.Request{
		{Document: universalbuild.UniversalBuild{Metadata: universalbuild.Metadata{Path: "api", ProjectName: "as found"}}},
		{Document: universalbuild.UniversalBuild{Metadata: universalbuild.Metadata{Path: "web", ProjectName: "left alone"}}},
	}
	if err := writeDocuments(file, requests, []*prove.Report{{Mending: &prove.Repair{Document: &mended}}, {}}); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	reading, err := universalbuild.Read(content)
	if err != nil || len(reading.Documents) != 2 || reading.Documents[0].Metadata.ProjectName != "mended" || reading.Documents[1].Metadata.ProjectName != "left alone" {
		t.Errorf("%v: %s", err, content)
	}
	if err := writeDocuments(filepath.Join(file, "x"), nil, nil); err == nil {
		t.Error("a file that cannot be written is not said")
	}
}
