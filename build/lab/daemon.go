package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/moby/buildkit/client"

	"aipack/backend/base/filelock"
)

// registry starts the registry, unless it answers already. One of an older
// program is replaced.
func (l lab) registry(ctx context.Context) error {
	self, err := identity()
	if err != nil {
		return err
	}
	answers := func() error {
		r, err := http.Get("http://" + l.place.registry + "/v2/")
		if err != nil {
			return err
		}
		defer r.Body.Close()
		dir, program, _ := strings.Cut(r.Header.Get(whose), " ")
		switch {
		case dir != l.dir:
			return fmt.Errorf("another program listens on %s", l.place.registry)
		case program != self:
			return errOlder
		}
		return nil
	}
	switch err := answers(); {
	case err == nil:
		return nil
	case errors.Is(err, errOlder):
		if err := l.stop("registry"); err != nil {
			return err
		}
	}
	program, err := os.Executable()
	if err != nil {
		return err
	}
	if err := l.background("registry", program, "serve", "-state", l.dir); err != nil {
		return err
	}
	return wait(ctx, "the registry (its log: "+l.path("registry.log")+")", 20*time.Second, answers)
}

var errOlder = errors.New("the registry of an older program is running")

// alone waits until no other command works on the lab: two that start it at
// once would each start its programs.
func (l lab) alone(ctx context.Context) (unlock func() error, err error) {
	if err := os.MkdirAll(l.dir, 0o755); err != nil {
		return nil, err
	}
	lock, err := filelock.Wait(ctx, l.path("lock"))
	if err != nil {
		return nil, fmt.Errorf("waiting for another command of this lab: %w", err)
	}
	return lock.Release, nil
}

// identity tells this program from an older one.
func identity() (string, error) {
	program, err := os.Executable()
	if err != nil {
		return "", err
	}
	return digest(program)
}

// daemon starts buildkitd with a network bridge of its own, unless it answers
// already. One with an older configuration is replaced.
func (l lab) daemon(ctx context.Context) error {
	answers := func() error {
		conn, err := net.Dial("unix", l.path("buildkitd.sock"))
		if err != nil {
			return err
		}
		conn.Close()
		c, err := client.New(ctx, l.address())
		if err != nil {
			return err
		}
		defer c.Close()
		short, cancel := context.WithTimeout(ctx, 2*time.Second)
		defer cancel()
		_, err = c.ListWorkers(short)
		return err
	}
	filled := strings.NewReplacer("STATE", l.dir, "REGISTRY", l.place.registry, "BRIDGE", l.place.bridge, "SUBNET", l.place.subnet,
		"BYTES", strconv.Itoa(builderBytes))
	older := false
	for name, content := range map[string]string{"bridge.conflist": bridge, "buildkitd.toml": config} {
		had, _ := os.ReadFile(l.path(name))
		content = filled.Replace(content)
		older = older || string(had) != content
		if err := os.WriteFile(l.path(name), []byte(content), 0o644); err != nil {
			return err
		}
	}
	switch answering := answers() == nil; {
	case answering && !older:
		return nil
	case answering:
		if err := l.stop("buildkitd"); err != nil {
			return err
		}
	}
	if err := l.background("buildkitd", l.path("buildkitd-"+version), "--config", l.path("buildkitd.toml")); err != nil {
		return err
	}
	return wait(ctx, "buildkitd (its log: "+l.path("buildkitd.log")+")", 20*time.Second, answers)
}

const config = `root = "STATE/buildkit"
[grpc]
  address = ["unix://STATE/buildkitd.sock"]
[worker.oci]
  enabled = true
  snapshotter = "overlayfs"
  binary = "runc"
  networkMode = "cni"
  cniBinaryPath = "/usr/lib/cni"
  cniConfigPath = "STATE/bridge.conflist"
  cniPoolSize = 4
  gc = true
[[worker.oci.gcpolicy]]
  all = true
  maxUsedSpace = BYTES
[worker.containerd]
  enabled = false
[history]
  maxAge = "24h"
  maxEntries = 100
[registry."docker.io"]
  mirrors = ["REGISTRY"]
[registry."quay.io"]
  mirrors = ["REGISTRY/quay.io"]
[registry."REGISTRY"]
  http = true
`

const bridge = `{"cniVersion":"0.4.0","name":"BRIDGE","plugins":[
 {"type":"bridge","bridge":"BRIDGE","isGateway":true,"ipMasq":true,"hairpinMode":true,
  "ipam":{"type":"host-local","ranges":[[{"subnet":"SUBNET"}]],"routes":[{"dst":"0.0.0.0/0"}]}},
 {"type":"firewall"}]}
`

// background starts a program that outlives this one; its output goes to a
// log, its process id to a file.
func (l lab) background(name, program string, args ...string) error {
	log, err := os.Create(l.path(name + ".log"))
	if err != nil {
		return err
	}
	defer log.Close()
	c := exec.Command(program, args...)
	c.Stdout, c.Stderr = log, log
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := c.Start(); err != nil {
		return fmt.Errorf("starting %s: %w", name, err)
	}
	return os.WriteFile(l.path(name+".pid"), []byte(strconv.Itoa(c.Process.Pid)), 0o644)
}

// stop ends a program that background started; one that is gone is fine.
func (l lab) stop(name string) error {
	b, err := os.ReadFile(l.path(name + ".pid"))
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		return err
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(b)))
	if err != nil {
		return fmt.Errorf("%s.pid: %w", name, err)
	}
	if l.runs(pid) {
		if err := syscall.Kill(pid, syscall.SIGTERM); err != nil && err != syscall.ESRCH {
			return fmt.Errorf("stopping %s: %w", name, err)
		}
	}
	// It ends what it runs first, which takes a while on a busy machine.
	for range 600 {
		if !l.runs(pid) {
			return os.Remove(l.path(name + ".pid"))
		}
		time.Sleep(50 * time.Millisecond)
	}
	return fmt.Errorf("%s (process %d) does not stop", name, pid)
}

// runs reports whether a process is one of this lab's, whose command lines name
// its folder: after a restart of the machine another program may have the
// number. What has ended and was not reaped has no command line.
func (l lab) runs(pid int) bool {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	return err == nil && bytes.Contains(b, []byte(l.dir))
}

func wait(ctx context.Context, what string, most time.Duration, try func() error) error {
	deadline := time.Now().Add(most)
	for {
		err := try()
		if err == nil {
			return nil
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("%s does not answer after %s: %w", what, most, err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(100 * time.Millisecond):
		}
	}
}
