package sast

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"aipack/backend/base/worker"
	"aipack/backend/secret/conceal"
)

// tool is a program of the user's.
type tool struct{ name, path string }

// names are those that understand the rules. opengrep comes first: it asks no network of
// its own.
var names = []string{"opengrep", "semgrep"}

// find gives the first program that is there and no part of the project: a virtual
// environment of a project may be on PATH.
func find(folder string) (tool, error) {
	err := ErrAbsent
	for _, name := range names {
		program, missing := exec.LookPath(name)
		if missing != nil {
			continue
		}
		if within(program, folder) {
			err = fmt.Errorf("%s on this computer is a part of the project, and nothing of the project is run", name)
			continue
		}
		return tool{name: name, path: program}, nil
	}
	return tool{}, err
}

// within reports whether a program lies in a folder, by its name or by what it links to.
func within(program, folder string) bool {
	folder = resolved(folder)
	for _, p := range []string{program, resolved(program), filepath.Join(resolved(filepath.Dir(program)), filepath.Base(program))} {
		if rel, err := filepath.Rel(folder, p); err == nil && filepath.IsLocal(rel) {
			return true
		}
	}
	return false
}

func resolved(p string) string {
	if real, err := filepath.EvalSymlinks(p); err == nil {
		return real
	}
	return p
}

const (
	mostMemory = 2048            // MiB, for a rule on a file
	mostSaid   = 64 << 10        // bytes of what the tool says beside its answer
	patience   = 2 * time.Second // for what it has started, once it was ended
)

// arguments make the tool answer by our rules alone, ask nobody, and heed no mark in a
// source. opengrep has no metrics, and no option for them.
func (t tool) arguments(dir string) []string {
	args := []string{
		"scan", "--config", filepath.Join(dir, "rules"), "--json", "--quiet", "--disable-version-check", "--disable-nosem",
		"--no-git-ignore", "--no-rewrite-rule-ids", "--max-memory", strconv.Itoa(mostMemory), "--timeout", "5", "--timeout-threshold", "3",
	}
	if t.name == "semgrep" {
		args = append(args, "--metrics=off")
	}
	return append(args, ".")
}

// environment is the user's without what steers the tools, which then keep nothing outside
// of the folder that is thrown away.
func environment(dir string) []string {
	own := slices.DeleteFunc(os.Environ(), func(entry string) bool {
		name, _, _ := strings.Cut(strings.ToUpper(entry), "=")
		return slices.ContainsFunc([]string{"SEMGREP_", "OPENGREP_", "OTEL_", "GIT_"}, func(p string) bool { return strings.HasPrefix(name, p) }) ||
			slices.Contains([]string{"TMPDIR", "TEMP", "TMP"}, name)
	})
	for _, prefix := range []string{"SEMGREP_", "OPENGREP_"} {
		own = append(own, prefix+"SEND_METRICS=off", prefix+"ENABLE_VERSION_CHECK=0", prefix+"SETTINGS_FILE="+filepath.Join(dir, "settings.yml"),
			prefix+"LOG_FILE="+filepath.Join(dir, "log"), prefix+"VERSION_CACHE_PATH="+filepath.Join(dir, "version"))
	}
	kept := filepath.Join(dir, "tmp")
	return append(own, "TMPDIR="+kept, "TEMP="+kept, "TMP="+kept, "LC_ALL=C.UTF-8", "PYTHONUTF8=1", "PYTHONDONTWRITEBYTECODE=1")
}

// run gives the tool's answer on the copy in dir. The tool and all that it has started end
// with it, or when its time is over.
func (t tool) run(ctx context.Context, l limits, dir string) ([]byte, error) {
	if err := os.Mkdir(filepath.Join(dir, "tmp"), 0o700); err != nil {
		return nil, err
	}
	timed, stop := context.WithTimeout(ctx, l.time)
	defer stop()
	out, said := &worker.Beginning{Most: l.answer, Over: stop}, &worker.Beginning{Most: mostSaid}
	c := exec.CommandContext(timed, t.path, t.arguments(dir)...)
	c.Dir, c.Env, c.WaitDelay = filepath.Join(dir, "sources"), environment(dir), patience
	c.Stdout, c.Stderr = out, said
	worker.Bind(c)
	c.Cancel = func() error { worker.KillGroup(c.Process); return nil }
	err := c.Run()
	if c.Process != nil && err != nil {
		worker.KillGroup(c.Process) // what it has left behind
	}
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case out.Full():
		return nil, fmt.Errorf("the answer of %s is longer than %d MiB", t.name, l.answer>>20)
	case timed.Err() != nil:
		return nil, fmt.Errorf("%s did not end within %s", t.name, l.time)
	case err != nil:
		return nil, fmt.Errorf("%s failed: %w", t.name, errors.Join(err, t.reason(out.Bytes(), said.String())))
	}
	return out.Bytes(), nil
}

// reason is what a tool that failed says of it: in its answer, or beside it.
func (t tool) reason(out []byte, said string) error {
	if a, err := parse(out); err == nil && len(a.Errors) > 0 {
		said = a.Errors[0].Message
	}
	for line := range strings.Lines(said) {
		if line = short(conceal.Text(line)); line != "" {
			return errors.New(line)
		}
	}
	return nil
}
