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
	"strings"
)

// version of BuildKit; the same as in go.mod, so that client and daemon agree.
const version = "v0.33.1"

// packages installs what buildkitd starts: runc for containers, CNI plug-ins
// and iptables for their network.
func (l lab) packages(ctx context.Context) error {
	need := map[string]string{
		"/usr/sbin/runc": "runc", "/usr/lib/cni/bridge": "containernetworking-plugins", "/usr/sbin/iptables": "iptables",
	}
	var missing []string
	for file, pkg := range need {
		if _, err := os.Stat(file); err != nil {
			missing = append(missing, pkg)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	l.say("installing %s", strings.Join(missing, " "))
	if err := run(ctx, "", nil, "apt-get", "update", "-qq"); err != nil {
		return err
	}
	return run(ctx, "", []string{"DEBIAN_FRONTEND=noninteractive"}, "apt-get",
		append([]string{"install", "-y", "-qq", "--no-install-recommends"}, missing...)...)
}

// buildkitd builds the daemon in its module's own folder: `go install` of a
// version refuses modules with exclude directives.
func (l lab) buildkitd(ctx context.Context) error {
	out := l.path("buildkitd-" + version)
	if _, err := os.Stat(out); err == nil {
		return nil
	}
	l.say("building buildkitd %s (once; about two minutes)", version)
	var b bytes.Buffer
	get := exec.CommandContext(ctx, "go", "mod", "download", "-json", "github.com/moby/buildkit@"+version)
	get.Stdout = &b
	if err := get.Run(); err != nil {
		return fmt.Errorf("fetching buildkit: %w: %s", err, b.String())
	}
	var module struct{ Dir string }
	if err := json.Unmarshal(b.Bytes(), &module); err != nil {
		return fmt.Errorf("fetching buildkit: %w", err)
	}
	return run(ctx, module.Dir, []string{"CGO_ENABLED=0", "GOFLAGS=-buildvcs=false -mod=readonly"}, "go", "build", "-trimpath",
		"-ldflags", "-s -w -X github.com/moby/buildkit/version.Version="+version, "-o", out, "./cmd/buildkitd")
}

// rootfs makes a Debian root file system out of the machine's own packages.
func (l lab) rootfs(ctx context.Context) error {
	script, err := filepath.Abs(filepath.Join("build", "lab", "rootfs.sh"))
	if err != nil {
		return err
	}
	if madeFrom(l.path("debian.tar.from"), script) {
		return nil
	}
	l.say("making a Debian root file system")
	if err := run(ctx, "", nil, "bash", script, l.path("debian.tar")); err != nil {
		return err
	}
	return mark(l.path("debian.tar.from"), script)
}

// madeFrom reports whether a marker says that something was made from its
// source as it is now.
func madeFrom(marker, source string) bool {
	want, err := digest(source)
	if err != nil {
		return false
	}
	have, err := os.ReadFile(marker)
	return err == nil && string(have) == want
}

// mark writes down what something was made from.
func mark(marker, source string) error {
	d, err := digest(source)
	if err != nil {
		return err
	}
	return os.WriteFile(marker, []byte(d), 0o644)
}

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
		return fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, tail(out.String(), 30))
	}
	return nil
}

func tail(s string, lines int) string {
	all := strings.Split(strings.TrimRight(s, "\n"), "\n")
	return strings.Join(all[max(0, len(all)-lines):], "\n")
}
