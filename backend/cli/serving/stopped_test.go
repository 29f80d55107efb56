//go:build linux

package serving

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"aipack/backend/code/syntax/parserpool"
	"aipack/backend/prove/lint/apart"
)

// spoken is the command as its client has it: a process, and a line a message.
type spoken struct {
	*launched
	t       *testing.T
	answers chan answered // closed at the end of its output
}

type answered struct {
	ID     json.RawMessage `json:"id"`
	Error  json.RawMessage `json:"error"`
	Result struct {
		IsError bool `json:"isError"`
	} `json:"result"`
}

func speak(t *testing.T, folder string) *spoken {
	t.Helper()
	from, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	s := &spoken{launchTo(t, out, "mcp", folder), t, make(chan answered, 100)}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(s.answers)
		lines := bufio.NewScanner(from)
		lines.Buffer(nil, 16<<20)
		for lines.Scan() {
			var a answered
			if err := json.Unmarshal(lines.Bytes(), &a); err != nil {
				t.Errorf("%v in %q", err, lines.Text())
			}
			s.answers <- a
		}
	}()
	s.say(`"id":"begin","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}`)
	s.wait(`"begin"`)
	s.say(`"method":"notifications/initialized"`)
	return s
}

func (s *spoken) say(fields string) {
	s.t.Helper()
	if _, err := fmt.Fprintf(s.in, "{\"jsonrpc\":\"2.0\",%s}\n", fields); err != nil {
		s.t.Fatal(err)
	}
}

func (s *spoken) call(id int, tool string, arguments any) {
	s.t.Helper()
	text, err := json.Marshal(arguments)
	if err != nil {
		s.t.Fatal(err)
	}
	s.say(fmt.Sprintf(`"id":%d,"method":"tools/call","params":{"name":%q,"arguments":%s}`, id, tool, text))
}

// wait gives the answer to a call, and those before it.
func (s *spoken) wait(id string) (before []answered, a answered) {
	s.t.Helper()
	for {
		select {
		case a, more := <-s.answers:
			if !more {
				s.t.Fatalf("it ended without an answer to %s", id)
			}
			if string(a.ID) == id {
				return before, a
			}
			before = append(before, a)
		case <-time.After(30 * time.Second):
			s.t.Fatalf("no answer to %s", id)
		}
	}
}

// atWork are its processes of a hidden command that compute. One that has, and waits
// for its next task, is at rest: to start takes a tenth of a second itself.
func (s *spoken) atWork(command string) (out []int) {
	before := map[int]int{}
	for _, pid := range below(s.Process.Pid) {
		args, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		if slices.Contains(strings.Split(string(args), "\x00"), command) && computed(pid) > 20 {
			before[pid] = computed(pid)
		}
	}
	if len(before) == 0 {
		return nil
	}
	time.Sleep(100 * time.Millisecond)
	for pid, ticks := range before {
		if computed(pid) > ticks {
			out = append(out, pid)
		}
	}
	return out
}

// computed is how long a process has, in hundredths of a second (proc_pid_stat(5)).
func computed(pid int) int {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
	if len(fields) < 13 {
		return 0
	}
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return user + system
}

// heavy are calls that take long, with the hidden command of the processes at work.
func heavy(t *testing.T) (folder string, calls map[string]heavyCall) {
	dockerfile, folder := busy(t)
	return folder, map[string]heavyCall{
		"lint":      {map[string]any{"path": dockerfile}, apart.Command},
		"find_code": {map[string]any{"path": folder, "question": "f"}, parserpool.Command},
	}
}

type heavyCall struct {
	arguments any
	command   string
}

// TestStoppedCalls: a call that is stopped ends its work at once, one that waits its
// waiting, and both make room for others; the server lives.
func TestStoppedCalls(t *testing.T) {
	folder, calls := heavy(t)
	other := t.TempDir()
	if err := os.WriteFile(filepath.Join(other, "a.js"), []byte("function f() {}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(other, filepath.Join(folder, "small")); err != nil {
		t.Fatal(err)
	}
	for tool, heavy := range calls {
		t.Run(tool, func(t *testing.T) {
			s := speak(t, folder)
			s.call(1, tool, heavy.arguments)
			var working []int
			soon(t, "work", func() bool { working = s.atWork(heavy.command); return len(working) > 0 })
			s.call(2, tool, heavy.arguments) // waits
			began := time.Now()
			s.say(`"method":"notifications/cancelled","params":{"requestId":2}`)
			s.say(`"method":"notifications/cancelled","params":{"requestId":1,"reason":"enough"}`)
			soon(t, "the end of the work", func() bool { return gone(working) || len(s.atWork(heavy.command)) == 0 })
			if tool == "lint" {
				s.call(3, "lint", map[string]any{"dockerfile": "FROM a"})
			} else {
				s.call(3, "find_code", map[string]any{"path": "small", "question": "f"})
			}
			before, a := s.wait("3")
			if took := time.Since(began); a.Error != nil || a.Result.IsError || took > 5*time.Second {
				t.Errorf("%+v after %s", a, took)
			}
			for _, b := range before {
				if b.Error == nil && !b.Result.IsError {
					t.Errorf("a call that was stopped is answered by %+v", b)
				}
			}
		})
	}
}

// TestClientGoes: whatever way the client ends it, it and all its processes are gone
// within seconds, in the middle of a call.
func TestClientGoes(t *testing.T) {
	folder, calls := heavy(t)
	for name, end := range map[string]func(*spoken) error{
		"closes its input": func(s *spoken) error { return s.in.Close() },
		"terminates it":    func(s *spoken) error { return s.Process.Signal(syscall.SIGTERM) },
		"kills it":         func(s *spoken) error { return s.Process.Kill() },
	} {
		for tool, heavy := range calls {
			t.Run(name+" during "+tool, func(t *testing.T) {
				s := speak(t, folder)
				s.call(1, tool, heavy.arguments)
				soon(t, "work", func() bool { return len(s.atWork(heavy.command)) > 0 })
				all := append(below(s.Process.Pid), s.Process.Pid)
				began := time.Now()
				if err := end(s); err != nil {
					t.Fatal(err)
				}
				<-s.ended
				soon(t, "the end of all processes", func() bool { return gone(all) })
				if took := time.Since(began); took > 5*time.Second {
					t.Errorf("it took %s", took)
				}
			})
		}
	}
}
