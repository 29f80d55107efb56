package command

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"aipack/backend/prove/sandbox"
)

// TestACommandEndsWithItsProgram: within the wall, also where the program is killed.
func TestACommandEndsWithItsProgram(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("bubblewrap is Linux's")
	}
	if mark := os.Getenv("AIPACK_SLEEPER"); mark != "" {
		h, err := OnHost(t.Context(), t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		_, err = h.Run(t.Context(), sandbox.Order{Line: "setsid sleep " + mark + " & sleep " + mark + "; :", Limit: time.Hour, Out: io.Discard})
		t.Fatalf("it ended: %v", err)
	}
	h, err := OnHost(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if h.wall == "" {
		noWall(t)
	}
	mark := fmt.Sprintf("98%d", os.Getpid())
	program := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^TestACommandEndsWithItsProgram$")
	program.Env = append(os.Environ(), "AIPACK_SLEEPER="+mark, "TMPDIR="+t.TempDir())
	if err := program.Start(); err != nil {
		t.Fatal(err)
	}
	await := func(wanted int) bool {
		for range 200 {
			if sleeping(mark) == wanted {
				return true
			}
			time.Sleep(50 * time.Millisecond)
		}
		return false
	}
	seen := await(2)
	if err := program.Process.Kill(); err != nil || !seen {
		t.Fatalf("%v, %v", err, seen)
	}
	_ = program.Wait() // it was killed
	if !await(0) {
		t.Errorf("%d processes go on", sleeping(mark))
	}
}

// sleeping counts the processes that sleep for so long.
func sleeping(seconds string) (n int) {
	list, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, name := range list {
		if b, _ := os.ReadFile(name); bytes.HasPrefix(b, []byte("sleep\x00"+seconds)) { // it may have ended
			n++
		}
	}
	return n
}
