package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

// proveAll proves what no earlier run of the same program has, and writes the
// table.
func proveAll(ctx context.Context, o options, dir string, folders []folder) error {
	version, err := versionOf(ctx, o.program)
	if err != nil {
		return err
	}
	if o.rows == "" {
		o.rows = filepath.Join(dir, "real.jsonl")
	}
	if o.fix && !canFix(ctx, o.program) {
		fmt.Fprintln(os.Stderr, "real: the program knows no --fix: what fails is not proved again")
		o.fix = false
	}
	done, err := readRows(o.rows, append([]string{version}, strings.FieldsFunc(o.earlier, func(c rune) bool { return c == ',' })...))
	if err != nil {
		return err
	}
	rows, err := openRows(o.rows)
	if err != nil {
		return err
	}
	defer rows.Close()
	b := bench{options: o, version: version, done: done, rows: rows}
	if err := b.passes(ctx, folders); err != nil {
		return err
	}
	return write(o.out, proofMarks, table(folders, b.done, o, version))
}

// bench proves folders side by side.
type bench struct {
	options
	version string

	mu   sync.Mutex // over what follows
	done map[key]row
	rows *os.File
	end  error // why the whole ends early
}

// passes proves everything, then what failed once more with --fix.
func (b *bench) passes(ctx context.Context, folders []folder) error {
	for _, f := range folders {
		if f.label.Cannot != "" && !b.all {
			fmt.Printf("%-60s not buildable here: %s\n", f.label.Name(), f.label.Cannot)
		}
	}
	for _, fix := range []bool{false, true} {
		if fix && !b.fix {
			break
		}
		if err := b.pass(ctx, folders, fix); err != nil {
			return err
		}
	}
	return nil
}

func (b *bench) pass(ctx context.Context, folders []folder, fix bool) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	work := make(chan folder)
	var wait sync.WaitGroup
	for range b.side {
		wait.Go(func() {
			for f := range work {
				if err := b.one(ctx, f, fix); err != nil {
					b.mu.Lock()
					b.end = errors.Join(b.end, err)
					b.mu.Unlock()
					stop()
				}
			}
		})
	}
	for _, f := range folders {
		if b.wanted(f, fix) && ctx.Err() == nil {
			work <- f
		}
	}
	close(work)
	wait.Wait()
	if b.end != nil {
		return b.end
	}
	return ctx.Err()
}

// wanted reports whether a folder is still to be proved.
func (b *bench) wanted(f folder, fix bool) bool {
	if f.label.Cannot != "" && !b.all {
		return false
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, done := b.done[key{f.label.Name(), f.label.Commit, fix}]; done {
		return false
	}
	return !fix || b.done[key{f.label.Name(), f.label.Commit, false}].Verdict == failed
}

// one proves a folder and keeps what came of it. An error ends everything.
func (b *bench) one(ctx context.Context, f folder, fix bool) error {
	r, err := b.prove(ctx, f, fix)
	if err != nil {
		return err
	}
	if ctx.Err() != nil {
		return nil // cut off: the next run tries it
	}
	fmt.Printf("%-60s %-11s %6.1f s  %s\n", r.Application, r.Verdict, r.Seconds, r.why())
	b.mu.Lock()
	defer b.mu.Unlock()
	b.done[r.key()] = r
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	_, err = b.rows.Write(append(line, '\n'))
	return err
}

// patience is how long a proof that is told to end may take to clean up.
const patience = 30 * time.Second

func (b *bench) prove(ctx context.Context, f folder, fix bool) (row, error) {
	args := []string{"prove", f.dir, "--format", "json", "--limit", b.limit.String()}
	if b.builder != "" {
		args = append(args, "--builder", b.builder)
	}
	if fix {
		args = append(args, "--fix")
	}
	limited, cancel := context.WithTimeout(ctx, b.limit)
	defer cancel()
	c := exec.CommandContext(limited, b.program, args...)
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // Ctrl-C reaches us alone, and we tell it in order
	c.Cancel = func() error { return c.Process.Signal(os.Interrupt) }
	c.WaitDelay = patience
	var said, problems bytes.Buffer
	c.Stdout, c.Stderr = &said, &problems
	began := time.Now()
	ended := c.Run()
	r := row{
		Application: f.label.Name(), Commit: f.label.Commit, Version: b.version, Fix: fix,
		Seconds: float64(time.Since(began).Milliseconds()) / 1000,
	}
	r.take(said.Bytes(), c.ProcessState.ExitCode(), lastWord(problems.String()))
	if limited.Err() != nil {
		r.Verdict, r.Problem = overLimit, fmt.Sprintf("ended after %s", b.limit)
	}
	var exit *exec.ExitError
	switch {
	case ended != nil && !errors.As(ended, &exit) && limited.Err() == nil:
		return r, ended
	case r.Verdict == notBuilt:
		return r, fmt.Errorf("there is no builder: %s", r.Problem)
	}
	return r, nil
}

// lastWord is what the program said last of its own failure; advice comes after
// it.
func lastWord(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for _, line := range slices.Backward(lines) {
		if said, ok := strings.CutPrefix(line, "aipack: "); ok {
			return said
		}
	}
	return lines[len(lines)-1]
}

// versionOf is what a result is kept under. One that does not say which sources
// it was built of is known by its size and time.
func versionOf(ctx context.Context, program string) (string, error) {
	out, err := exec.CommandContext(ctx, program, "version").Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w", program, err)
	}
	version := strings.TrimSpace(string(out))
	if version != "development" && !strings.HasSuffix(version, "-dirty") {
		return version, nil
	}
	info, err := os.Stat(program)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%s %d %d", version, info.Size(), info.ModTime().Unix()), nil
}

// canFix reports whether the program knows --fix.
func canFix(ctx context.Context, program string) bool {
	out, err := exec.CommandContext(ctx, program, "prove", "--help").Output()
	return err == nil && bytes.Contains(out, []byte("--fix"))
}
