//go:build linux && headless

package main

import (
	"context"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"

	"aipack/backend/cli"
)

// TestLookingRunsNothingAndAsksNobody looks at projects of every kind in a process that
// the kernel ends as soon as it starts a program or opens a socket of any sort.
func TestLookingRunsNothingAndAsksNobody(t *testing.T) {
	if attempt := os.Getenv("AIPACK_TEST_CONFINED"); attempt != "" {
		confine(t)
		tryConfined(t, attempt)
		return
	}
	for _, attempt := range []string{"start", "dial", "look"} {
		child := exec.Command(os.Args[0], "-test.run", "^TestLookingRunsNothingAndAsksNobody$", "-test.v")
		child.Env = append(os.Environ(), "AIPACK_TEST_CONFINED="+attempt, "AIPACK_DATA="+t.TempDir())
		said, err := child.CombinedOutput()
		status, ok := child.ProcessState.Sys().(syscall.WaitStatus)
		killed := ok && status.Signaled() && status.Signal() == syscall.SIGSYS
		if want := attempt != "look"; killed != want || !want && (err != nil || !strings.Contains(string(said), "looked at")) {
			t.Errorf("%s: ended by the kernel: %v, %v\n%s", attempt, killed, err, said)
		}
	}
}

func tryConfined(t *testing.T, attempt string) {
	switch attempt {
	case "start":
		t.Log(exec.Command("/bin/true").Run())
	case "dial":
		_, err := net.Dial("tcp", "127.0.0.1:9")
		t.Log(err)
	case "look":
		projects, err := filepath.Glob("testdata/repos/*/*")
		if err != nil {
			t.Fatal(err)
		}
		looked := 0
		for _, dir := range projects {
			if info, err := os.Stat(dir); err != nil || !info.IsDir() {
				continue
			}
			for _, args := range [][]string{{"scan", dir}, {"detect", dir}, {"export", dir, "--out", "-"}} {
				if code := cli.Run(context.Background(), rooms(), args, cli.Streams{Out: io.Discard, Err: os.Stderr}); code != 0 && code != 3 {
					t.Errorf("%s: exit code %d", args, code)
				}
			}
			looked++
		}
		if looked < 50 {
			t.Fatalf("there are %d projects", looked)
		}
		t.Logf("looked at %d projects", looked)
	}
}

// confine has the kernel end this process where one of its threads starts a process or
// opens a socket (seccomp(2)).
func confine(t *testing.T) {
	t.Helper()
	const number, first = 0, 16 // where struct seccomp_data has the call's number and first argument
	const load, equal, set, give = unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, unix.BPF_JMP | unix.BPF_JSET | unix.BPF_K, unix.BPF_RET | unix.BPF_K
	filter := []unix.SockFilter{
		{Code: load, K: number},
		{Code: equal, K: unix.SYS_EXECVE, Jt: 8},
		{Code: equal, K: unix.SYS_EXECVEAT, Jt: 7},
		{Code: equal, K: unix.SYS_SOCKET, Jt: 6},
		{Code: equal, K: unix.SYS_SOCKETPAIR, Jt: 5},
		{Code: equal, K: unix.SYS_CLONE3, Jt: 5}, // its flags lie where no filter looks; clone is called then
		{Code: equal, K: unix.SYS_CLONE, Jf: 2},
		{Code: load, K: first},
		{Code: set, K: unix.CLONE_THREAD, Jf: 1},
		{Code: give, K: unix.SECCOMP_RET_ALLOW},
		{Code: give, K: unix.SECCOMP_RET_KILL_PROCESS},
		{Code: give, K: unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)},
	}
	program := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	runtime.LockOSThread() // no_new_privs is a thread's; the filter is handed to all
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		t.Fatal(err)
	}
	if _, _, err := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC, uintptr(unsafe.Pointer(&program))); err != 0 {
		t.Fatal(err)
	}
}
