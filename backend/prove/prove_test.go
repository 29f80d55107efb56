//go:build lab

package prove

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"aipack/backend/prove/builder"
	"aipack/backend/prove/check"
	"aipack/backend/prove/lint"
	"aipack/backend/universalbuild"
)

// server is a program that greets on PORT and is healthy under /health.
const server = `const port = process.env.PORT || 3000
require('http').createServer((q, a) => {
  if (q.url === '/health') { a.end('ok\n'); return }
  a.setHeader('content-type', 'text/html'); a.end('<h1>hello</h1>')
}).listen(port, '0.0.0.0', () => console.log('listening on', port))
process.on('SIGTERM', () => process.exit(0))
`

// project is one small Node project on disk and its document.
type project struct {
	Request
	marker string // stands in the program's arguments, so that it is found among the machine's processes
}

func node(t *testing.T, files map[string]string) *project {
	t.Helper()
	all := map[string]string{
		"package.json":      `{"name":"greeter","version":"1.0.0","private":true}`,
		"package-lock.json": `{"name":"greeter","version":"1.0.0","lockfileVersion":3,"packages":{"":{"name":"greeter","version":"1.0.0"}}}`,
		"server.js":         server,
	}
	maps.Copy(all, files)
	dir := t.TempDir()
	for name, content := range all {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	room, err := os.MkdirTemp("/tmp", "t") // short: a browser keeps a socket in it
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(room) })
	t.Setenv("TMPDIR", room)
	marker := fmt.Sprintf("--marker=%d-%d", os.Getpid(), time.Now().UnixNano())
	check := `exec 3<>/dev/tcp/127.0.0.1/${PORT:-3000} && cat <<<$'GET /health HTTP/1.0\r\nHost: localhost\r\n\r' >&3 && read -r -t 4 _ status _ <&3 && [[ $status == [23]* ]]`
	return &project{marker: marker, Request: Request{Dir: dir, Document: universalbuild.UniversalBuild{
		Version:  "1.0",
		Metadata: universalbuild.Metadata{ProjectName: "greeter", Path: ".", Language: "javascript", BuildSystem: "npm", Kind: universalbuild.Web},
		Build: universalbuild.Build{
			BaseImage: "node:22-bookworm-slim", Workdir: "/app", Manifests: []string{"package.json", "package-lock.json"},
			PreBuildCommands: []string{"npm ci"}, CachePaths: []string{"/root/.npm"}, Artifacts: []string{"."},
		},
		Runtime: universalbuild.Runtime{
			BaseImage: "node:22-bookworm-slim", Workdir: "/app", Copy: []universalbuild.Copy{{From: ".", To: "."}},
			Environment: map[string]string{"NODE_ENV": "production", "PORT": "3000"},
			Command:     []string{"node", "server.js", marker}, Ports: []universalbuild.Port{{Port: 3000, Protocol: "tcp"}},
			Healthcheck: &universalbuild.Healthcheck{Command: []string{"bash", "-c", check}, Interval: "30s", Timeout: "5s", Retries: 3, Path: "/health"},
		},
	}}}
}

func lab(t *testing.T) Prover {
	t.Helper()
	builder, err := builder.Choose(t.Context(), os.Getenv("AIPACK_BUILDER"))
	if err != nil {
		t.Fatal(err)
	}
	limits := Usual()
	limits.Healthy = 20 * time.Second // the machine may be slow; failing checks have limits of their own
	return Prover{Builder: builder, Limits: limits, Lint: lint.Check, Now: time.Now}
}

// prove gives the report and sees to it that nothing is left of the proof.
func (p *project) prove(t *testing.T, with Prover) *Report {
	t.Helper()
	r, err := with.Prove(t.Context(), p.Request)
	if err != nil {
		t.Fatal(err)
	}
	p.nothingLeft(t)
	return r
}

func (p *project) nothingLeft(t *testing.T) {
	t.Helper()
	for deadline := time.Now().Add(3 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		running := processes(t, p.marker)
		if len(running) == 0 {
			break
		}
		if time.Now().After(deadline) {
			t.Errorf("still running: %q", running)
			break
		}
	}
	left, err := os.ReadDir(os.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range left {
		t.Errorf("left behind: %s", f.Name())
	}
}

// processes lists the command lines that hold text; the lab's containers are
// processes of this machine.
func processes(t *testing.T, text string) []string {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, f := range files {
		line, err := os.ReadFile(f)
		if err == nil && strings.Contains(string(line), text) {
			found = append(found, strings.ReplaceAll(string(line), "\x00", " "))
		}
	}
	return found
}

func proven(t *testing.T, r *Report) {
	t.Helper()
	if r.Verdict != Proven {
		t.Fatalf("%s: %+v\n%s", r.Verdict, r.Failure, r.Dockerfile)
	}
}

func TestProvesANodeProject(t *testing.T) {
	p := node(t, nil)
	r := p.prove(t, lab(t))
	proven(t, r)
	if r.Probe.Kind != "healthcheck" || r.Probe.Status != 200 || r.Probe.Tries < 1 {
		t.Errorf("probe: %+v", r.Probe)
	}
	if len(r.Start.Listening) != 1 || !strings.HasSuffix(r.Start.Listening[0], ":3000") {
		t.Errorf("listening: %q", r.Start.Listening)
	}
	if r.Start.PeakBytes < 20<<20 || r.Start.PeakBytes > 1<<30 {
		t.Errorf("peak %d", r.Start.PeakBytes)
	}
	if !strings.Contains(strings.Join(r.Start.Log, "\n"), "listening on 3000") {
		t.Errorf("log: %q", r.Start.Log)
	}
}

func checkOf(t *testing.T, r *Report, name string) check.Result {
	t.Helper()
	for _, c := range r.Checks {
		if c.Name == name {
			return c
		}
	}
	t.Fatalf("no check %s in %+v", name, r.Checks)
	return check.Result{}
}

func TestLooksAtTheImage(t *testing.T) {
	p := node(t, nil)
	r := p.prove(t, lab(t))
	proven(t, r)
	if len(r.Image.Bases) != 1 || r.Image.Bases[0].Name != "docker.io/library/node:22-bookworm-slim" || !strings.HasPrefix(r.Image.Bases[0].Digest, "sha256:") {
		t.Errorf("bases: %+v", r.Image.Bases)
	}
	if r.Image.SizeBytes < 50<<20 || r.Image.SizeBytes > 2<<30 {
		t.Errorf("size: %d", r.Image.SizeBytes)
	}
	for _, name := range []string{"lint", "ports", "non_root", "read_only", "secrets", "stop"} {
		if c := checkOf(t, r, name); c.State != check.Passed {
			t.Errorf("%+v", c)
		}
	}
	if c := checkOf(t, r, "packages"); c.State != check.Passed || !strings.Contains(c.Reason, "package-lock.json") {
		t.Errorf("%+v", c)
	}
}

func TestFindsWhatIsWrongBesideTheVerdict(t *testing.T) {
	p := node(t, map[string]string{
		"deploy.conf": "# keys\ntoken = ghp_0123456789abcdefghijABCDEFGHIJ012345\n",
		"server.js":   strings.NewReplacer("const port", "require('fs').writeFileSync('/app/state', 'x')\nconst port", "process.exit(0)", "{}").Replace(server),
	})
	p.Document.Runtime.Ports = append(p.Document.Runtime.Ports, universalbuild.Port{Port: 9999, Protocol: "tcp"})
	p.Document.Runtime.User = "root"
	r := p.prove(t, lab(t))
	proven(t, r)
	for name, want := range map[string]string{"secrets": "/app/deploy.conf", "non_root": "", "read_only": "", "ports": "", "stop": ""} {
		c := checkOf(t, r, name)
		if c.State != check.Failed || len(c.Problems) != 1 || c.Problems[0].Path != want {
			t.Errorf("%s: %+v", name, c)
		}
	}
	if c := checkOf(t, r, "secrets"); len(c.Problems) == 1 && (c.Problems[0].Line != 2 || strings.Contains(c.Problems[0].Message, "ghp_")) {
		t.Errorf("finding: %+v", c.Problems[0])
	}
}

// The fix that is offered for a wrong port, applied as the window does it,
// makes the project prove.
func TestFixOfTheWrongPortProves(t *testing.T) {
	p := node(t, map[string]string{"server.js": strings.Replace(server, "process.env.PORT || 3000", "3000", 1)})
	p.Document.Runtime.Ports[0].Port = 8080
	p.Document.Runtime.Environment["PORT"] = "8080"
	with := lab(t)
	with.Limits.Healthy = 4 * time.Second
	r := p.prove(t, with)
	if r.Verdict != Failed || len(r.Failure.Edits) == 0 {
		t.Fatalf("%s: %+v", r.Verdict, r.Failure)
	}
	for _, e := range r.Failure.Edits {
		value, err := json.Marshal(e.Value)
		if err != nil {
			t.Fatal(err)
		}
		if p.Document, err = universalbuild.Set(p.Document, e.Field, value); err != nil {
			t.Fatal(err)
		}
	}
	with.Limits.Healthy = 20 * time.Second
	proven(t, p.prove(t, with))
}

func TestProvesAgainFromTheCache(t *testing.T) {
	p := node(t, nil)
	// Steps that another build runs at the same time are told as theirs, not as
	// cached: no other build works in this folder.
	p.Document.Build.Workdir = "/app/" + strings.TrimPrefix(p.marker, "--marker=")
	p.Document.Runtime.Workdir = p.Document.Build.Workdir
	with := lab(t)
	proven(t, p.prove(t, with))
	again := p.prove(t, with)
	proven(t, again)
	for _, s := range again.Steps {
		if s.Line > 0 && s.State != "cached" && !strings.Contains(s.Name, "FROM ") {
			t.Errorf("built again: %s %s", s.State, s.Name)
		}
	}
	t.Logf("proven again in %d ms", again.DurationMS)

	if err := os.WriteFile(filepath.Join(p.Dir, "server.js"), []byte("// changed "+p.marker+"\n"+server), 0o644); err != nil {
		t.Fatal(err)
	}
	changed := p.prove(t, with)
	proven(t, changed)
	if state := stateOfStep(changed, "RUN", "npm ci"); state != "cached" {
		t.Errorf("the dependencies were installed again: %s", state)
	}
	if state := stateOfStep(changed, "COPY", ". ."); state != "done" {
		t.Errorf("the changed source was not taken: %s", state)
	}
}

func stateOfStep(r *Report, words ...string) string {
	for _, s := range r.Steps {
		all := true
		for _, w := range words {
			all = all && strings.Contains(s.Name, w)
		}
		if all {
			return s.State
		}
	}
	return "absent"
}

func TestCancellingEndsTheProof(t *testing.T) {
	p := node(t, nil)
	p.Document.Runtime.Healthcheck.Command = []string{"false"}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	with := lab(t)
	with.Limits.Healthy = 5 * time.Minute
	var cancelled time.Time
	with.Sink = func(what Progress) {
		if what.Phase == "start" {
			time.AfterFunc(2*time.Second, func() { cancelled = time.Now(); cancel() })
		}
	}
	_, err := with.Prove(ctx, p.Request)
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v", err)
	}
	// The probe itself would go on for five minutes.
	if took := time.Since(cancelled); took > 30*time.Second {
		t.Errorf("it took %s to end", took)
	}
	p.nothingLeft(t)
}
