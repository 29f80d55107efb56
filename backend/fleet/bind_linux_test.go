package fleet_test

import (
	"os/exec"
	"syscall"
)

func endWithUs(c *exec.Cmd) { c.SysProcAttr.Pdeathsig = syscall.SIGQUIT }
