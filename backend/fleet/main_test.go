//go:build unix

package fleet_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"aipack/backend/fleet"
	"aipack/backend/fleet/child"
	"aipack/backend/fleet/clone"
)

// TestMain lets this program stand in for the one that detects, and be a worker that can
// be killed.
func TestMain(m *testing.M) {
	switch {
	case len(os.Args) > 2 && os.Args[1] == "stand-in":
		act(os.Args[len(os.Args)-1])
	case len(os.Args) > 2 && os.Args[1] == "work":
		var o work
		if err := json.Unmarshal([]byte(os.Args[2]), &o); err != nil {
			panic(err)
		}
		o.do()
	}
	code := m.Run()
	if server != nil {
		server.end()
	}
	os.Exit(code)
}

// act does what the file "act" of a folder says, in place of a detection.
func act(folder string) {
	text, err := os.ReadFile(filepath.Join(folder, "act"))
	if err != nil {
		panic(err)
	}
	what, with, _ := strings.Cut(strings.TrimSpace(string(text)), " ")
	switch what {
	case "plain":
	case "slow":
		time.Sleep(50 * time.Millisecond)
	case "nothing":
		fmt.Fprintln(os.Stdout, "[]")
		fmt.Fprintln(os.Stderr, "aipack: there is no manifest")
		os.Exit(3)
	case "fails":
		fmt.Fprintln(os.Stderr, "some words\naipack: this cannot be\n  what to do: nothing")
		os.Exit(1)
	case "killed":
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		select {}
	case "hangs":
		if err := os.WriteFile(filepath.Join(folder, "began"), nil, 0o600); err != nil {
			panic(err)
		}
		time.Sleep(time.Hour)
	case "kills":
		_ = syscall.Kill(os.Getppid(), syscall.SIGKILL)
		time.Sleep(time.Hour)
	case "prints":
		for {
			fmt.Println(strings.Repeat("x", 1000))
		}
	case "eats":
		var held [][]byte
		for {
			b := make([]byte, 16<<20)
			for i := range b {
				b[i] = 1
			}
			held = append(held, b)
			runtime.KeepAlive(held)
		}
	default:
		panic(what)
	}
	fmt.Printf(`[{"version":"1.0","metadata":{"project_name":%q,"path":".","language":"go","build_system":"go-mod","confidence":0.9,"reasoning":"%s","kind":"web"}}]`+"\n",
		filepath.Base(folder), with)
	os.Exit(0)
}

// work is a worker of the tests.
type work struct {
	Queue, Folder string
	Limit         time.Duration // of a job; 0: none that could strike
	Lease         time.Duration
	Memory        int64
	MostLosses    int
	Slots         int
}

// worker makes it. Nothing in it depends on how fast the computer is: what may strike by
// mistake is set far away.
func (o work) worker(q *fleet.Queue) *fleet.Worker {
	or := func(a, b time.Duration) time.Duration {
		if a == 0 {
			return b
		}
		return a
	}
	h := &child.Handler{
		Programs: child.Programs{Detect: []string{os.Args[0], "stand-in"}, Engine: []string{os.Args[0], "stand-in"}},
		Detect:   child.Limits{Time: or(o.Limit, time.Hour), Memory: o.Memory, Output: 1 << 20}, Folder: filepath.Join(o.Folder, "jobs"),
	}
	c := &clone.Cache{Folder: filepath.Join(o.Folder, "clones"), MostBytes: 1 << 30, MostClones: 100, MostOne: 1 << 30, Limit: time.Hour}
	return &fleet.Worker{
		Queue: q, Name: "test", Version: "1", Slots: max(o.Slots, 2), Fetch: c.Fetch, Handle: h.Handle, Lease: or(o.Lease, 10*time.Minute),
		Tries: 3, Pause: time.Millisecond, MostLosses: max(o.MostLosses, 3), Patience: 30 * time.Minute, UntilEmpty: true,
	}
}

// do works until the queue is empty, and ends this process.
func (o work) do() {
	ctx := context.Background()
	var q *fleet.Queue
	var err error
	for { // the server may be starting
		if q, err = fleet.Open(ctx, o.Queue); err == nil {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	w := o.worker(q)
	w.Log = func(text string) { fmt.Fprintln(os.Stderr, text) }
	if err := w.Run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}
