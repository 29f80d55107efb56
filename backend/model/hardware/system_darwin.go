package hardware

import (
	"os/exec"

	"golang.org/x/sys/unix"
)

// processor asks the kernel by sysctl.
func processor(string) CPU {
	var cpu CPU
	cpu.Model, _ = unix.Sysctl("machdep.cpu.brand_string")
	if n, err := unix.SysctlUint32("hw.physicalcpu"); err == nil {
		cpu.Physical = int(n)
	}
	if n, err := unix.SysctlUint32("hw.logicalcpu"); err == nil {
		cpu.Threads = int(n)
	}
	return cpu
}

// memory asks the kernel too: of macOS, ghw knows neither memory nor graphics.
func memory(string) Memory {
	var m Memory
	if n, err := unix.SysctlUint64("hw.memsize"); err == nil {
		m.Total = int64(n)
	}
	if out, err := exec.Command("/usr/bin/vm_stat").Output(); err == nil {
		m.Available = min(m.Total, vmStat(string(out)))
	}
	return m
}

// cards leaves graphics to ggml: Metal's device is the only one there is.
func cards(string) ([]Card, string) {
	return nil, "macOS is not asked for graphics cards: inference uses the one that Metal names."
}
