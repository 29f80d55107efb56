package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// version of BuildKit; the same as in go.mod, so that client and daemon agree.
const version = "v0.33.1"

// packages installs what buildkitd starts, runc for containers, CNI plug-ins
// and iptables for their network, what makes root file systems, and a browser
// for the checks that look at pages.
func (l lab) packages(ctx context.Context) error {
	var missing []string
	for _, want := range []struct{ program, pkg string }{
		{"/usr/sbin/runc", "runc"}, {"/usr/lib/cni/bridge", "containernetworking-plugins"}, {"/usr/sbin/iptables", "iptables"},
		{"/usr/bin/mmdebstrap", "mmdebstrap"},
	} {
		if _, err := os.Stat(want.program); err != nil {
			missing = append(missing, want.pkg)
		}
	}
	if !slices.ContainsFunc([]string{"chromium", "google-chrome", "microsoft-edge"}, installed) {
		missing = append(missing, "chromium")
	}
	if len(missing) == 0 {
		return nil
	}
	l.say("installing %s", strings.Join(missing, " "))
	return run(ctx, "", nil, filepath.Join("build", "apt.sh"), missing...)
}

func installed(program string) bool {
	_, err := exec.LookPath(program)
	return err == nil
}

// buildkitd builds the daemon in its module's own folder: `go install` of a
// version refuses modules with exclude directives.
func (l lab) buildkitd(ctx context.Context) error {
	out := l.path("buildkitd-" + version)
	if _, err := os.Stat(out); err == nil {
		return nil
	}
	l.say("building buildkitd %s (once; about two minutes)", version)
	b, err := output(ctx, "", "go", "mod", "download", "-json", "github.com/moby/buildkit@"+version)
	if err != nil {
		return fmt.Errorf("fetching buildkit: %w", err)
	}
	var module struct{ Dir string }
	if err := json.Unmarshal(b, &module); err != nil {
		return fmt.Errorf("fetching buildkit: %w", err)
	}
	begun := out + ".new" // where the compiler's folder is on another disk, it copies
	err = run(ctx, module.Dir, []string{"CGO_ENABLED=0", "GOFLAGS=-buildvcs=false -mod=readonly"}, "go", "build", "-trimpath",
		"-ldflags", "-s -w -X github.com/moby/buildkit/version.Version="+version, "-o", begun, "./cmd/buildkitd")
	if err != nil {
		return err
	}
	return os.Rename(begun, out)
}

// digest tells one file from another.
func digest(file string) (string, error) {
	b, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%x", sha256.Sum256(b)), nil
}

// run runs a command and keeps what it says for the error.
func run(ctx context.Context, dir string, env []string, name string, args ...string) error {
	var out bytes.Buffer
	c := exec.CommandContext(ctx, name, args...)
	c.Dir, c.Env, c.Stdout, c.Stderr = dir, append(os.Environ(), env...), &out, &out
	if err := c.Run(); err != nil {
		return failed(name, args, err, out.String())
	}
	return nil
}

// output runs a command and gives what it prints.
func output(ctx context.Context, dir, name string, args ...string) ([]byte, error) {
	var said bytes.Buffer
	c := exec.CommandContext(ctx, name, args...)
	c.Dir, c.Stderr = dir, &said
	b, err := c.Output()
	if err != nil {
		return nil, failed(name, args, err, said.String())
	}
	return b, nil
}

func failed(name string, args []string, err error, said string) error {
	return fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, tail(said, 30))
}

func tail(s string, lines int) string {
	all := strings.Split(strings.TrimRight(s, "\n"), "\n")
	return strings.Join(all[max(0, len(all)-lines):], "\n")
}
