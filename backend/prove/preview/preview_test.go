//go:build docker

package preview

import (
	"context"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/moby/moby/client"

	"aipack/backend/prove"
	"aipack/backend/prove/builder"
	"aipack/backend/universalbuild"
)

// These tests need an engine that AIPACK_ENGINE names and a builder that
// AIPACK_BUILDER names (build/lab/docker.sh gives both).

// server greets over HTTP; Debian's smallest image has Perl.
const server = `use IO::Socket::INET; $| = 1; $SIG{TERM} = sub { exit 0 };
my $s = IO::Socket::INET->new(LocalAddr => "0.0.0.0:3000", Listen => 5, ReuseAddr => 1) or die $!;
print "listening\n";
while (1) { my $c = $s->accept or next; <$c>; print $c "HTTP/1.0 200 OK\r\n\r\nhello $ENV{WHO}"; close $c }
`

func request(t *testing.T, program string) prove.Request {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "server.pl"), []byte(program), 0o644); err != nil {
		t.Fatal(err)
	}
	return prove.Request{Dir: dir, Document: universalbuild.UniversalBuild{
		Version:  "1.0",
		Metadata: universalbuild.Metadata{ProjectName: "greeter", Path: ".", Language: "perl", BuildSystem: "none", Kind: universalbuild.Web},
		Build:    universalbuild.Build{Workdir: "/app"},
		Runtime: universalbuild.Runtime{
			BaseImage: "debian:bookworm-slim", Workdir: "/app", Copy: []universalbuild.Copy{{From: ".", To: "."}},
			Command: []string{"perl", "server.pl"}, Ports: []universalbuild.Port{{Port: 3000, Protocol: "tcp"}},
		},
	}}
}

func places(t *testing.T) (Engine, prove.Prover) {
	t.Helper()
	e, err := Choose(t.Context(), os.Getenv("AIPACK_ENGINE"))
	if err != nil {
		t.Fatal(err)
	}
	b, err := builder.Choose(t.Context(), os.Getenv("AIPACK_BUILDER"))
	if err != nil {
		t.Fatal(err)
	}
	return e, prove.Prover{Builder: b, Limits: prove.Usual(), Now: time.Now}
}

// nothingLeft looks for everything with our label.
func nothingLeft(t *testing.T, e Engine) {
	t.Helper()
	c, err := e.open()
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	with := client.Filters{}.Add("label", labelID)
	containers, err := c.ContainerList(t.Context(), client.ContainerListOptions{All: true, Filters: with})
	if err != nil {
		t.Fatal(err)
	}
	images, err := c.ImageList(t.Context(), client.ImageListOptions{All: true, Filters: with})
	if err != nil {
		t.Fatal(err)
	}
	if len(containers.Items)+len(images.Items) > 0 {
		t.Errorf("left behind: %d containers, %d images", len(containers.Items), len(images.Items))
	}
}

// page asks until there is an answer.
func page(t *testing.T, address string) string {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(100 * time.Millisecond) {
		r, err := http.Get("http://" + address + "/")
		if err == nil {
			defer r.Body.Close()
			b, err := io.ReadAll(r.Body)
			if err != nil {
				t.Fatal(err)
			}
			return string(b)
		}
		if time.Now().After(deadline) {
			t.Fatal(err)
		}
	}
}

type log struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *log) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

func TestPreview(t *testing.T) {
	e, p := places(t)
	r := request(t, server)
	r.Env = map[string]string{"WHO": "you"}
	v, err := Start(t.Context(), e, p, r, Options{Memory: 256 << 20})
	if err != nil {
		t.Fatal(err)
	}
	if len(v.Ports) != 1 || v.Ports[0].Port != 3000 || !strings.HasPrefix(v.Ports[0].Address, "127.0.0.1:") {
		t.Fatalf("ports %+v", v.Ports)
	}
	if said := page(t, v.Ports[0].Address); said != "hello you" {
		t.Errorf("said %q", said)
	}
	var said log
	followed := make(chan error, 1)
	go func() { followed <- v.Follow(t.Context(), &said) }()
	if running, _, err := v.Running(t.Context()); err != nil || !running {
		t.Errorf("running %t, %v", running, err)
	}
	if n, err := Sweep(t.Context(), e, false); n != 0 || err != nil {
		t.Errorf("the sweep took %d previews of a running program: %v", n, err)
	}
	if err := v.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := <-followed; err != nil {
		t.Error(err)
	}
	if !strings.Contains(said.text.String(), "listening") {
		t.Errorf("log %q", said.text.String())
	}
	nothingLeft(t, e)
}

func TestPreviewThatEnds(t *testing.T) {
	e, p := places(t)
	v, err := Start(t.Context(), e, p, request(t, "exit 3"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	var said log
	if err := v.Follow(t.Context(), &said); err != nil {
		t.Error(err)
	}
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		running, code, err := v.Running(t.Context())
		if err != nil || time.Now().After(deadline) {
			t.Fatalf("running %t, %v", running, err)
		}
		if !running {
			if code != 3 {
				t.Errorf("code %d", code)
			}
			break
		}
	}
	if err := v.Stop(t.Context()); err != nil {
		t.Error(err)
	}
	nothingLeft(t, e)
}

func TestPreviewThatCannotStart(t *testing.T) {
	e, p := places(t)
	r := request(t, server)
	r.Document.Runtime.Command = []string{"/no/such/program"}
	if _, err := Start(t.Context(), e, p, r, Options{}); err == nil || !strings.Contains(err.Error(), "starting the container") {
		t.Errorf("error %v", err)
	}
	r.Document.Runtime.Command, r.Document.Runtime.BaseImage = []string{"x"}, "debian:no-such-tag"
	if _, err := Start(t.Context(), e, p, r, Options{}); err == nil || !strings.Contains(err.Error(), "building the image") {
		t.Errorf("error %v", err)
	}
	nothingLeft(t, e)
}

// A program that is killed leaves its preview; the next one removes it.
func TestSweepAfterACrash(t *testing.T) {
	if os.Getenv("AIPACK_CRASH") != "" {
		e, p := places(t)
		if _, err := Start(context.Background(), e, p, request(t, server), Options{}); err != nil {
			t.Fatal(err)
		}
		os.Exit(7) // without a word
	}
	crash := exec.Command(os.Args[0], "-test.run=^TestSweepAfterACrash$")
	crash.Env = append(os.Environ(), "AIPACK_CRASH=1")
	if out, err := crash.CombinedOutput(); crash.ProcessState.ExitCode() != 7 {
		t.Fatalf("%v\n%s", err, out)
	}
	e, _ := places(t)
	if n, err := Sweep(t.Context(), e, false); n != 1 || err != nil {
		t.Errorf("swept %d, %v", n, err)
	}
	nothingLeft(t, e)
}
