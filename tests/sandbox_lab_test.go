//go:build lab

package tests

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"aipack/backend/base/fault"
	"aipack/backend/prove/sandbox"
	"aipack/backend/repo/repotest"
)

// sandboxed is a project of Node with a test that fails, and a container for it.
func sandboxed(t *testing.T) (*sandbox.Container, string) {
	t.Helper()
	dir := t.TempDir()
	repotest.LayOut(t, dir, map[string]string{
		"package.json":      `{"name": "shop", "scripts": {"start": "node server.js", "test": "node --test"}}`,
		"package-lock.json": `{"name": "shop", "lockfileVersion": 3, "requires": true, "packages": {"": {"name": "shop"}}}`,
		"server.js":         "require('http').createServer((q, r) => r.end('ok')).listen(process.env.PORT || 3000)\n",
		"sum.js":            "exports.sum = (a, b) => a - b\n",
		"test/sum.test.js":  "require('node:test')('sums', () => require('assert').equal(require('../sum').sum(1, 2), 3))\n",
		".dockerignore":     "test\n",
	})
	c, err := sandbox.In(labProver(t), detected(t, dir), dir)
	if err != nil {
		t.Fatal(err)
	}
	return c, dir
}

// lockedBuffer is written by one goroutine and read by another.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// TestCommandsInAContainer: the exit code is a result, the files that changed come back,
// the network is away unless it is asked for, and a limit ends what does not end.
func TestCommandsInAContainer(t *testing.T) {
	c, dir := sandboxed(t)
	for name, want := range map[string]struct {
		line  string
		order sandbox.Order
		exit  int
		late  bool
		print string
		files string // kind and content of each
	}{
		"its own tests fail":   {line: "npm test", exit: 1, print: "sums"},
		"and pass when mended": {line: "sed -i 's/a - b/a + b/' sum.js && npm test", print: "# pass 1|ℹ pass 1", files: "sum.js=exports.sum = (a, b) => a + b\n;"},
		"made, moved and deleted": {
			line: "mkdir -p docs && echo hi > docs/a.txt && mv sum.js total.js && : > empty && chmod +x server.js", print: "",
			files: "docs/a.txt=hi\n;empty=;server.js=require('http').createServer((q, r) => r.end('ok')).listen(process.env.PORT || 3000)\n;sum.js gone;total.js=exports.sum = (a, b) => a - b\n;",
		},
		"an exit code":                {line: "echo out; echo err >&2; exit 7", exit: 7, print: "out\nerr"},
		"a signal":                    {line: "kill -9 $$", exit: 137},
		"no network":                  {line: "node -e \"require('net').connect(80, '1.1.1.1').on('error', e => { console.log(e.code); process.exit(3) })\"", exit: 3, print: "ENETUNREACH"},
		"a network that is asked for": {line: "test $(wc -l < /proc/net/dev) -gt 3", order: sandbox.Order{Network: true}},
		"none that is not":            {line: "test $(wc -l < /proc/net/dev) -gt 3", exit: 1},
		"nobody is left behind":       {line: "sleep 60 & (setsid sleep 61 > late.txt &); until test -e late.txt; do sleep 0.1; done; echo done", print: "done", files: "late.txt=;"},
		"the limit":                   {line: "echo begun; touch kept; sleep 60", order: sandbox.Order{Limit: 2 * time.Second}, exit: 137, late: true, print: "begun", files: "kept=;"},
		"a program that is unknown":   {line: "nosuchprogram", exit: 127, print: "not found"},
		"what the build's caches hold is not reached": {line: "ls /.aipack-probe && test ! -e /root/.npm/_cacache", print: "probe"},
	} {
		t.Run(name, func(t *testing.T) {
			o := want.order
			o.Line = want.line
			if o.Limit == 0 {
				o.Limit = time.Minute
			}
			var out lockedBuffer
			o.Out = &out
			began := time.Now()
			r, err := c.Run(t.Context(), o)
			if err != nil {
				t.Fatalf("%v\n%s", err, out.String())
			}
			files := ""
			for _, f := range r.Files {
				if f.Content == nil {
					files += f.Path + " gone;"
				} else {
					files += f.Path + "=" + string(f.Content) + ";"
				}
			}
			printed := false
			for _, one := range strings.Split(want.print, "|") {
				printed = printed || strings.Contains(out.String(), one)
			}
			if r.Exit != want.exit || r.Late != want.late || !printed || files != want.files || r.Left != 0 {
				t.Errorf("exit %d, late %v, %d left, files %q, printed %q", r.Exit, r.Late, r.Left, files, out.String())
			}
			t.Logf("%d ms", time.Since(began).Milliseconds())
		})
	}
	if b, err := os.ReadFile(filepath.Join(dir, "sum.js")); err != nil || string(b) != "exports.sum = (a, b) => a - b\n" {
		t.Errorf("the project itself has changed: %q, %v", b, err)
	}
}

// TestACommandIsKilled: with its context, at once, and nothing of it goes on.
func TestACommandIsKilled(t *testing.T) {
	c, _ := sandboxed(t)
	ctx, cancel := context.WithCancel(t.Context())
	var out lockedBuffer
	mark := fmt.Sprintf("86%d", os.Getpid())
	seen := false
	go func() {
		for range 200 {
			if seen = runs(mark); seen {
				break
			}
			time.Sleep(100 * time.Millisecond)
		}
		cancel()
	}()
	_, err := c.Run(ctx, sandbox.Order{Line: "echo begun; sleep " + mark, Limit: time.Hour, Out: &out})
	if !errors.Is(err, context.Canceled) || !strings.Contains(out.String(), "begun") || !seen {
		t.Fatalf("%v, %q, %v", err, out.String(), seen)
	}
	gone(t, mark)
}

// runs reports whether a process of the machine, the lab's builder among it, sleeps for
// so long.
func runs(seconds string) bool {
	list, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, name := range list {
		if b, _ := os.ReadFile(name); bytes.HasPrefix(b, []byte("sleep\x00"+seconds)) { // it may have ended
			return true
		}
	}
	return false
}

// gone waits until no process sleeps for so long.
func gone(t *testing.T, seconds string) {
	t.Helper()
	for range 100 {
		if !runs(seconds) {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Errorf("a process goes on: sleep %s", seconds)
}

// TestACommandEndsWithItsProgram: a program that is killed leaves no container behind.
func TestACommandEndsWithItsProgram(t *testing.T) {
	if mark := os.Getenv("AIPACK_SLEEPER"); mark != "" {
		c, _ := sandboxed(t)
		_, err := c.Run(t.Context(), sandbox.Order{Line: "echo begun; sleep " + mark, Limit: time.Hour, Out: os.Stdout})
		t.Fatalf("it ended: %v", err)
	}
	mark := fmt.Sprintf("97%d", os.Getpid())
	program := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^TestACommandEndsWithItsProgram$")
	program.Env = append(os.Environ(), "AIPACK_SLEEPER="+mark)
	var out lockedBuffer
	program.Stdout, program.Stderr = &out, &out
	if err := program.Start(); err != nil {
		t.Fatal(err)
	}
	seen := false
	for i := 0; i < 600 && !seen; i++ {
		time.Sleep(100 * time.Millisecond)
		seen = runs(mark)
	}
	if err := program.Process.Kill(); err != nil || !seen {
		t.Fatalf("%v, %s", err, out.String())
	}
	_ = program.Wait() // it was killed
	gone(t, mark)
}

// TestCommandsFindTheirDependencies without a network: they lie in the container.
func TestCommandsFindTheirDependencies(t *testing.T) {
	for fixture, line := range map[string]string{
		"single/go-gin": "go build ./... && go vet ./...", "single/node-express": "node -e \"require('express')\"",
		"single/static-html": "test -f index.html", "single/cpp-cmake": "cmake --version",
	} {
		t.Run(fixture, func(t *testing.T) {
			for _, f := range fixtures(t) {
				if f.name != fixture {
					continue
				}
				c, err := sandbox.In(labProver(t), f.want(t)[0], f.folder(t, nil))
				if err != nil {
					t.Fatal(err)
				}
				var out lockedBuffer
				r, err := c.Run(t.Context(), sandbox.Order{Line: line, Limit: 5 * time.Minute, Out: &out})
				if err != nil || r.Exit != 0 {
					t.Errorf("%+v, %v\n%s", r.Exit, err, out.String())
				}
				return
			}
			t.Error("there is no such fixture")
		})
	}
}

// TestNoContainerForCommands: a build stage that cannot be built is a fault that says how.
func TestNoContainerForCommands(t *testing.T) {
	c, dir := sandboxed(t)
	repotest.LayOut(t, dir, map[string]string{"package-lock.json": "{"})
	_, err := c.Run(t.Context(), sandbox.Order{Line: "true", Limit: time.Minute, Out: &lockedBuffer{}})
	if fault.CodeOf(err) != fault.BuildFailed || !strings.Contains(err.Error(), "npm ci") {
		t.Errorf("%v", err)
	}
}
