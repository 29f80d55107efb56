//go:build unix && !linux

package fleet_test

import "os/exec"

func endWithUs(*exec.Cmd) {}
