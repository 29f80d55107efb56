//go:build lab && linux

package tests

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// repairEngine is the program that ships, built once for these tests.
var repairEngine = sync.OnceValues(func() (string, error) {
	file := filepath.Join(os.TempDir(), fmt.Sprintf("aipack-engine-%d", os.Getpid()))
	build := exec.Command("go", "build", "-tags", "headless,engine", "-o", file, ".")
	said, err := build.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w: %s", err, said)
	}
	return file, nil
})

// troubled is a project that wants a variable and listens on a port, neither of which
// its sources say: rules mend it by two fixes. Its process has a word of its own.
type troubled struct{ dir, data, marker string }

func newTroubled(t *testing.T) troubled {
	t.Helper()
	p := troubled{dir: t.TempDir(), data: t.TempDir(), marker: fmt.Sprintf("marker-%d", time.Now().UnixNano())}
	for name, text := range map[string]string{
		"port.txt": "9123\n", "requirements.txt": "", "Procfile": "web: python server.py " + p.marker + "\n",
		"server.py": `import os
from http.server import BaseHTTPRequestHandler, HTTPServer

class Greeting(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"hello")

secret = os.environ["SESSION" + "_SECRET"]
with open("port.txt") as file:
    port = int(file.read())
HTTPServer(("", port), Greeting).serve_forever()
`,
	} {
		if err := os.WriteFile(filepath.Join(p.dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

// repair begins a repair by the program, with what it says.
func (p troubled) repair(t *testing.T, builder string, more ...string) (*exec.Cmd, *heard) {
	t.Helper()
	engine, err := repairEngine()
	if err != nil {
		t.Fatal(err)
	}
	var said heard
	c := exec.CommandContext(t.Context(), engine, append([]string{"repair", p.dir, "--builder", builder, "--browser", "none"}, more...)...)
	c.Env = append(os.Environ(), "AIPACK_DATA="+p.data)
	c.Stdout, c.Stderr = &said, &said
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	return c, &said
}

// heard is what a program says, while it says it.
type heard struct {
	mu   sync.Mutex
	text strings.Builder
}

func (h *heard) Write(b []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.text.Write(b)
}

func (h *heard) String() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.text.String()
}

// waits waits until something is said.
func (h *heard) waits(t *testing.T, what string) {
	t.Helper()
	for until := time.Now().Add(2 * time.Minute); !strings.Contains(h.String(), what); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(until) {
			t.Fatalf("%q is not said:\n%s", what, h)
		}
	}
}

// runs reports whether the project's program runs in some container of this machine.
func (p troubled) runs() bool {
	lines, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, file := range lines {
		text, err := os.ReadFile(file)
		if err == nil && bytes.HasPrefix(text, []byte("python")) && bytes.Contains(text, []byte(p.marker)) {
			return true
		}
	}
	return false
}

// wait waits until the program runs, or runs no more.
func (p troubled) wait(t *testing.T, running bool, within time.Duration) {
	t.Helper()
	for until := time.Now().Add(within); p.runs() != running; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(until) {
			t.Fatalf("running is %v after %s", !running, within)
		}
	}
}

// notChecked skips a test where the machine lacks what it needs; in CI, whose machine has
// it, that fails.
func notChecked(t *testing.T, why string) {
	t.Helper()
	if os.Getenv("CI") != "" {
		t.Fatal("NOT CHECKED: " + why)
	}
	t.Skip("NOT CHECKED: " + why)
}

// TestAKilledRepairLeavesNoContainer: the builder ends what a killed repair had
// started, and the next repair goes on.
func TestAKilledRepairLeavesNoContainer(t *testing.T) {
	t.Parallel()
	p := newTroubled(t)
	builder := os.Getenv("AIPACK_BUILDER")
	for n := range 2 { // while the first proof runs, and once more
		c, said := p.repair(t, builder)
		p.wait(t, true, 2*time.Minute)
		if err := c.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = c.Wait() // killed is its error
		p.wait(t, false, 30*time.Second)
		if strings.Contains(said.String(), "is proven") {
			t.Fatalf("kill %d came too late:\n%s", n, said)
		}
	}
	c, said := p.repair(t, builder)
	if err := c.Wait(); err != nil || !strings.Contains(said.String(), "9123, was 8080") {
		t.Errorf("%v\n%s", err, said)
	}
	p.wait(t, false, 30*time.Second)
}

// TestARepairWhoseBuilderGoes while its second fix is proved says so, and goes on with
// that proof once it is there again.
func TestARepairWhoseBuilderGoes(t *testing.T) {
	t.Parallel()
	p := newTroubled(t)
	between := newBetween(t, os.Getenv("AIPACK_BUILDER"))
	c, said := p.repair(t, between.address)
	said.waits(t, "trying 2 of 3")
	p.wait(t, true, 2*time.Minute)
	between.cut()
	began := time.Now()
	err := c.Wait()
	if took := time.Since(began); took > time.Minute {
		t.Errorf("it took %s to see that the builder is gone", took)
	}
	if err == nil || !strings.Contains(said.String(), "The builder went away") || strings.Contains(said.String(), "is proven") {
		t.Errorf("%v\n%s", err, said)
	}
	p.wait(t, false, 30*time.Second)
	c, said = p.repair(t, os.Getenv("AIPACK_BUILDER"))
	err = c.Wait()
	for _, want := range []string{"going on", "trying 2 of 3", ": proven"} {
		if err != nil || !strings.Contains(said.String(), want) {
			t.Errorf("%v, without %q\n%s", err, want, said)
		}
	}
	if strings.Contains(said.String(), "trying 1 of 3") {
		t.Errorf("what was kept is tried again\n%s", said)
	}
}

// TestARepairWhoseModelGoes in the middle of its answer says so; what rules know was
// done.
func TestARepairWhoseModelGoes(t *testing.T) {
	t.Parallel()
	p := newTroubled(t)
	server := filepath.Join(p.dir, "server.py")
	broken := "import sys\nsys.exit('the moon is in the wrong quarter')\n"
	if err := os.WriteFile(server, []byte(broken), 0o600); err != nil {
		t.Fatal(err)
	}
	var asked atomic.Int32
	model := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/models") {
			fmt.Fprint(w, `{"object":"list","data":[{"id":"toy","object":"model"}]}`)
			return
		}
		asked.Add(1)
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprint(w, `data: {"id":"1","object":"chat.completion.chunk","model":"toy","choices":[{"index":0,"delta":{"role":"assistant","content":"{\"known"}}]}`+"\n\n")
		_ = http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	}))
	defer model.Close()
	c, said := p.repair(t, os.Getenv("AIPACK_BUILDER"), "--mode", "full", "--provider", "openai", "--model", "toy", "--base-url", model.URL+"/v1", "--fallback", "none")
	err := c.Wait()
	if err == nil || asked.Load() == 0 || !strings.Contains(said.String(), "the moon is in the wrong quarter") {
		t.Errorf("%v, asked %d times\n%s", err, asked.Load(), said)
	}
	if !strings.Contains(said.String(), "model") || strings.Contains(said.String(), "panic") {
		t.Errorf("nothing is said of the model:\n%s", said)
	}
}

// TestARepairOnAFullDisk says what to do, and goes on once there is room.
func TestARepairOnAFullDisk(t *testing.T) {
	t.Parallel()
	if os.Getuid() != 0 {
		notChecked(t, "only root mounts a small disk")
	}
	p := newTroubled(t)
	if err := syscall.Mount("tmpfs", p.data, "tmpfs", 0, "size=4m"); err != nil {
		notChecked(t, "mounting is forbidden here: "+err.Error())
	}
	t.Cleanup(func() { _ = syscall.Unmount(p.data, syscall.MNT_DETACH) })
	c, said := p.repair(t, os.Getenv("AIPACK_BUILDER"))
	p.wait(t, true, 2*time.Minute)
	filler := filepath.Join(p.data, "filler")
	filled := filling(t, filler)
	err := c.Wait()
	filled()
	if err == nil || !strings.Contains(said.String(), "cannot be saved") || !strings.Contains(said.String(), "make room") {
		t.Errorf("%v\n%s", err, said)
	}
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	c, said = p.repair(t, os.Getenv("AIPACK_BUILDER"))
	if err := c.Wait(); err != nil || !strings.Contains(said.String(), "9123, was 8080") {
		t.Errorf("%v\n%s", err, said)
	}
}

// filling keeps a disk full by a file, also where something is removed meanwhile.
func filling(t *testing.T, file string) (stop func()) {
	t.Helper()
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var done sync.WaitGroup
	done.Go(func() {
		for ctx.Err() == nil {
			if _, err := f.Write(make([]byte, 512)); err != nil {
				time.Sleep(time.Millisecond)
			}
		}
		f.Close()
	})
	return func() { cancel(); done.Wait() }
}

// between is a socket that leads to a builder until it is cut.
type between struct {
	address string
	cut     func()
}

func newBetween(t *testing.T, builder string) between {
	t.Helper()
	there, ok := strings.CutPrefix(builder, "unix://")
	if !ok {
		notChecked(t, "the builder is no socket of this machine: "+builder)
	}
	socket := filepath.Join(t.TempDir(), "b.sock")
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cut := context.WithCancel(context.Background())
	go func() {
		for {
			from, err := l.Accept()
			if err != nil {
				return
			}
			to, err := (&net.Dialer{}).DialContext(ctx, "unix", there)
			if err != nil {
				from.Close()
				continue
			}
			context.AfterFunc(ctx, func() { from.Close(); to.Close() })
			go func() { _, _ = io.Copy(to, from); to.Close() }()
			go func() { _, _ = io.Copy(from, to); from.Close() }()
		}
	}()
	end := func() { cut(); l.Close() }
	t.Cleanup(end)
	return between{"unix://" + socket, end}
}
