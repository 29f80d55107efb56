package main

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"time"

	"aipack/backend/prove/sandbox/told"
)

// command runs a command with what it prints on standard output, and tells how it ended
// and which files below the working folder are others then. Nothing that it started is
// left when the files are read.
func command(out *json.Encoder, most time.Duration, args []string) {
	tell := func(l told.Line) { _ = out.Encode(l) } // the reader is gone if this fails
	before := inventory(".")
	c := exec.Command(args[0], args[1:]...)
	c.Stdout, c.Stderr = os.Stdout, os.Stdout
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := c.Start(); err != nil {
		tell(told.Line{Problem: err.Error()})
		return
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	late := false
	var err error
	select {
	case err = <-ended:
	case <-time.After(most):
		late = true
		killRest(c.Process.Pid)
		err = <-ended
	}
	killRest(c.Process.Pid)
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		tell(told.Line{Problem: err.Error()})
		return
	}
	code := c.ProcessState.ExitCode()
	if status, ok := c.ProcessState.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		code = 128 + int(status.Signal()) // as a shell says it
	}
	tell(told.Line{Exit: &code, Late: late})
	differing(before, inventory("."), tell)
}

// killRest kills what a command started: all of the container where the probe is its
// first process, but for other probes, which hold the ways to what runs beside it; and the
// command's group elsewhere.
func killRest(pid int) {
	if os.Getpid() != 1 {
		_ = syscall.Kill(-pid, syscall.SIGKILL) // there may be nobody else
		return
	}
	own, err := os.Stat("/proc/self/exe")
	if err != nil {
		_ = syscall.Kill(-1, syscall.SIGKILL) // as above
		return
	}
	for range mostForks {
		left := false
		entries, _ := os.ReadDir("/proc") // without it there is nothing to see
		for _, e := range entries {
			other, err := strconv.Atoi(e.Name())
			if err != nil || other == 1 {
				continue
			}
			exe, err := os.Stat("/proc/" + e.Name() + "/exe")
			if err != nil || os.SameFile(own, exe) {
				continue // it has ended, or is a probe
			}
			left = syscall.Kill(other, syscall.SIGKILL) == nil || left
		}
		if !left {
			return
		}
	}
}

// mostForks is how often is looked for what was started meanwhile.
const mostForks = 50

// state is what tells whether a file was written to: nobody can set the time of the last
// change of its inode.
type state struct {
	size           int64
	mode           fs.FileMode
	changed, wrote syscall.Timespec
}

// inventory lists what lies below a folder.
func inventory(folder string) map[string]state {
	all := map[string]state{}
	_ = filepath.WalkDir(folder, func(p string, d fs.DirEntry, err error) error { // what cannot be read has not changed
		if err != nil || d.IsDir() {
			if err == nil && d.Name() == ".git" {
				return fs.SkipDir
			}
			return nil
		}
		if info, err := d.Info(); err == nil {
			if s, ok := info.Sys().(*syscall.Stat_t); ok {
				all[p] = state{info.Size(), info.Mode(), s.Ctim, s.Mtim}
			}
		}
		return nil
	})
	return all
}

// differing tells of the files that are others, as many as told lets it.
func differing(before, after map[string]state, tell func(told.Line)) {
	var names []string
	for name, s := range after {
		if before[name] != s {
			names = append(names, name)
		}
	}
	for name := range before {
		if _, there := after[name]; !there {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	left, room := 0, int64(told.MostBytes)
	for i, name := range names {
		now, there := after[name]
		was, known := before[name]
		ordinary := (!there || now.mode.IsRegular()) && (!known || was.mode.IsRegular())
		if i-left >= told.MostFiles || !ordinary || now.size > min(told.MostOfFile, room) {
			left++
			continue
		}
		line := told.Line{Path: filepath.ToSlash(name), Gone: !there}
		if there {
			text, err := readWhole(name, now.size)
			if err != nil {
				left++
				continue
			}
			room -= int64(len(text))
			line.Content = text
		}
		tell(line)
	}
	tell(told.Line{Done: true, Left: left})
}

// readWhole reads a file that has the size that was seen. Nothing that could change it
// runs any more.
func readWhole(name string, size int64) ([]byte, error) {
	text, err := os.ReadFile(name)
	if err == nil && int64(len(text)) != size {
		err = errors.New("it has another size")
	}
	return text, err
}
