//go:build linux

package serving

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// launched is aipack-cli as a process of its own.
type launched struct {
	*exec.Cmd
	in    io.WriteCloser
	ended chan struct{} // closed when it is gone
}

// launch starts aipack-cli with aipack-engine on its path.
func launch(t *testing.T, args ...string) *launched {
	t.Helper()
	return launchTo(t, nil, args...)
}

// launchTo is launch with an output.
func launchTo(t *testing.T, out io.Writer, args ...string) *launched {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, name := range []string{"aipack-cli", "aipack-engine"} {
		if err := os.Symlink(self, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	l := &launched{Cmd: exec.Command(filepath.Join(dir, "aipack-cli"), args...), ended: make(chan struct{})}
	l.Stdout = out
	l.Env = append(os.Environ(), "PATH="+dir, "XDG_CACHE_HOME="+t.TempDir())
	if l.in, err = l.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := l.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(l.ended)
		_ = l.Wait() // tests kill it
	}()
	t.Cleanup(func() {
		_ = l.Process.Kill() // it may be gone
		<-l.ended
	})
	return l
}

// stat gives a process's parent and state; "" for one that is gone. A name in the
// parentheses may hold anything (proc_pid_stat(5)).
func stat(pid int) (parent int, state string) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	at := bytes.LastIndexByte(text, ')')
	if err != nil || at < 0 {
		return 0, ""
	}
	fields := strings.Fields(string(text[at+1:]))
	parent, _ = strconv.Atoi(fields[1])
	return parent, fields[0]
}

// below are the processes that a process has started, and those that these have.
func below(pid int) []int {
	names, _ := filepath.Glob("/proc/[0-9]*")
	children := map[int][]int{}
	for _, name := range names {
		if child, err := strconv.Atoi(filepath.Base(name)); err == nil {
			parent, _ := stat(child)
			children[parent] = append(children[parent], child)
		}
	}
	var out []int
	for queue := children[pid]; len(queue) > 0; queue = queue[1:] {
		out = append(out, queue[0])
		queue = append(queue, children[queue[0]]...)
	}
	return out
}

// soon waits for something to be true.
func soon(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(30 * time.Second); !is(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%s does not come to be", what)
		}
	}
}

// gone reports whether none of some processes is left.
func gone(pids []int) bool {
	for _, pid := range pids {
		if _, state := stat(pid); state != "" && state != "Z" && state != "X" {
			return false
		}
	}
	return true
}

// busy is a Dockerfile that is checked for as long as may be, and a folder whose
// sources take a while to be read.
func busy(t *testing.T) (dockerfile, folder string) {
	t.Helper()
	folder = t.TempDir()
	dockerfile = filepath.Join(folder, "Dockerfile")
	if err := os.WriteFile(dockerfile, []byte("FROM scratch\n"+strings.Repeat("ARG A=${A}${A}\n", 60_000)), 0o600); err != nil {
		t.Fatal(err)
	}
	source := strings.Repeat("function f(a) { return g(a, [1, 2, {b: a}]) }\n", 4000)
	for i := range 60 {
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("s%d.js", i)), []byte(source), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dockerfile, folder
}

// TestKilledParent: whoever kills the program, at whatever moment, leaves none of
// its processes behind.
func TestKilledParent(t *testing.T) {
	dockerfile, folder := busy(t)
	for _, args := range [][]string{{"lint", dockerfile}, {"code", "graph", folder}} {
		for moment := range 8 {
			l := launch(t, args...)
			var started []int
			if moment == 0 { // with its processes at work
				soon(t, args[0]+"'s process", func() bool { started = below(l.Process.Pid); return len(started) > 0 })
			}
			select { // any moment between its start and that
			case <-time.After(time.Duration(moment) * 30 * time.Millisecond):
			case <-l.ended:
				t.Fatalf("%q ended by itself", args)
			}
			started = append(started, below(l.Process.Pid)...)
			if err := l.Process.Kill(); err != nil {
				t.Fatal(err)
			}
			<-l.ended
			soon(t, "the end of all processes", func() bool { return gone(started) })
		}
	}
}

// TestSecondSignal: the first may find the program in a call of the system that hears
// nothing; the second ends it and its processes.
func TestSecondSignal(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "Dockerfile")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, with := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT} {
		l := launch(t, "lint", pipe)
		soon(t, "the opening of the pipe", func() bool { return opens(l.Process.Pid) })
		soon(t, "the end", func() bool {
			if err := l.Process.Signal(with); err != nil {
				return true
			}
			select {
			case <-l.ended:
				return true
			case <-time.After(50 * time.Millisecond): // two of them at the least
				return false
			}
		})
	}
}

// opens reports whether a thread of a process waits in open(2) or openat(2).
func opens(pid int) bool {
	tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/syscall", pid))
	for _, task := range tasks {
		text, _ := os.ReadFile(task)
		if number, _, _ := strings.Cut(string(text), " "); number == strconv.Itoa(syscall.SYS_OPENAT) {
			return true
		}
	}
	return false
}

// TestFirstSignal: it is enough where somebody listens.
func TestFirstSignal(t *testing.T) {
	dockerfile, folder := busy(t)
	for _, args := range [][]string{{"lint", dockerfile}, {"code", "graph", folder}} {
		l := launch(t, args...)
		var started []int
		soon(t, args[0]+"'s process", func() bool { started = below(l.Process.Pid); return len(started) > 0 })
		if err := l.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		<-l.ended
		soon(t, "the end of all processes", func() bool { return gone(started) })
	}
}
