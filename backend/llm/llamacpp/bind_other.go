//go:build !linux

package llamacpp

import "os/exec"

// bindToParent has nothing to do: the worker ends when its input does.
func bindToParent(*exec.Cmd) {}
