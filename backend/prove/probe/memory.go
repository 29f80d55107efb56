package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// rlimitData is RLIMIT_DATA of Linux, which package syscall does not name.
const rlimitData = 2

// limit becomes the command, which then may have no more data than bytes: its
// heap and its private writable mappings, since Linux 4.7 (getrlimit(2)). What
// is only reserved does not count, so runtimes that reserve much start as
// usual. It returns where that fails.
func limit(bytes string, command []string) error {
	n, err := strconv.ParseUint(bytes, 10, 64)
	if err != nil {
		return err
	}
	program, err := exec.LookPath(command[0])
	if err != nil {
		return err
	}
	if err := syscall.Setrlimit(rlimitData, &syscall.Rlimit{Cur: n, Max: n}); err != nil {
		return fmt.Errorf("limiting the memory: %w", err)
	}
	return syscall.Exec(program, command, os.Environ())
}

// peak adds up the most memory that each process here has had resident
// (VmHWM of proc(5)), without the probe's own.
func peak() (bytes int64) {
	files, _ := filepath.Glob("/proc/[0-9]*/status") // the pattern is a good one
	for _, f := range files {
		if f == fmt.Sprintf("/proc/%d/status", os.Getpid()) {
			continue
		}
		status, err := os.ReadFile(f)
		if err != nil {
			continue
		}
		for _, line := range strings.Split(string(status), "\n") {
			if rest, ok := strings.CutPrefix(line, "VmHWM:"); ok {
				n, _ := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(rest, "kB")), 10, 64) // 0 for what is no number
				bytes += n << 10
			}
		}
	}
	return bytes
}
