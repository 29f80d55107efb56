package hardware

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/jaypipes/ghw"
)

// processor asks ghw for the cores, and the control groups how many of them
// may be used. Every file may be absent: in a container, or in a test.
func processor(root string) CPU {
	cpu := CPU{Limit: cgroups(root).cores}
	if info, err := ghw.CPU(asking(root)...); err == nil {
		cpu.Physical, cpu.Threads = int(info.TotalCores), int(info.TotalHardwareThreads)
		if len(info.Processors) > 0 {
			cpu.Model = info.Processors[0].Model
		}
	}
	return cpu
}

// memory is the kernel's count, within what the control groups allow.
func memory(root string) Memory {
	m := meminfo(text(root, "/proc/meminfo"))
	limits := cgroups(root)
	if m.Usable = m.Available; limits.memory > 0 && (m.Total == 0 || limits.memory < m.Total) {
		m.Limit = limits.memory
		m.Usable = max(0, min(m.Available, limits.free))
	}
	return m
}

func text(root, path string) string {
	b, err := os.ReadFile(filepath.Join(root, path))
	if err != nil {
		return ""
	}
	return string(b)
}

// meminfo reads /proc/meminfo (proc(5)): MemAvailable is what the kernel
// reckons new programs can have.
func meminfo(content string) (m Memory) {
	for line := range strings.Lines(content) {
		fields := strings.Fields(line)
		if len(fields) < 2 {
			continue
		}
		kib, _ := strconv.ParseInt(fields[1], 10, 64)
		switch fields[0] {
		case "MemTotal:":
			m.Total = kib << 10
		case "MemAvailable:":
			m.Available = kib << 10
		}
	}
	return m
}

// limited is what control groups allow.
type limited struct {
	memory int64   // the narrowest limit in bytes, 0 for none
	free   int64   // what is left within the narrowest
	cores  float64 // 0 for no limit
}

// cgroups reads the limits of this process's group and of all groups above it
// (kernel, cgroup-v2.rst; version 1 where the system still has it).
func cgroups(root string) limited {
	l := limited{free: 1 << 62}
	for line := range strings.Lines(text(root, "/proc/self/cgroup")) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) != 3 {
			continue
		}
		switch {
		case parts[0] == "0" && parts[1] == "":
			l.walk(root, "/sys/fs/cgroup", parts[2], (*limited).second)
		case strings.Contains(","+parts[1]+",", ",memory,"):
			l.walk(root, "/sys/fs/cgroup/memory", parts[2], (*limited).firstMemory)
		case strings.Contains(","+parts[1]+",", ",cpu,"):
			l.walk(root, "/sys/fs/cgroup/"+parts[1], parts[2], (*limited).firstCores)
		}
	}
	return l
}

// walk looks at a group and all above it; within a container the group's own
// path may not be there, and its top is the group.
func (l *limited) walk(root, mount, group string, look func(*limited, string, string)) {
	group = filepath.Clean("/" + group)
	for {
		look(l, root, filepath.Join(mount, group))
		if group == "/" {
			return
		}
		group = filepath.Dir(group)
	}
}

func (l *limited) second(root, dir string) {
	l.memoryLimit(number(text(root, dir+"/memory.max")), number(text(root, dir+"/memory.current")), text(root, dir+"/memory.stat"), "inactive_file")
	if quota := strings.Fields(text(root, dir+"/cpu.max")); len(quota) == 2 {
		l.coreLimit(number(quota[0]), number(quota[1]))
	}
}

func (l *limited) firstMemory(root, dir string) {
	l.memoryLimit(number(text(root, dir+"/memory.limit_in_bytes")),
		number(text(root, dir+"/memory.usage_in_bytes")), text(root, dir+"/memory.stat"), "total_inactive_file")
}

func (l *limited) firstCores(root, dir string) {
	l.coreLimit(number(text(root, dir+"/cpu.cfs_quota_us")), number(text(root, dir+"/cpu.cfs_period_us")))
}

// memoryLimit counts what a limit leaves: files that the kernel can drop from
// its cache are free.
func (l *limited) memoryLimit(limit, used int64, stat, droppable string) {
	if limit <= 0 || limit >= 1<<60 { // version 1 writes "none" as a huge number
		return
	}
	for line := range strings.Lines(stat) {
		if name, value, ok := strings.Cut(strings.TrimSpace(line), " "); ok && name == droppable {
			used -= number(value)
		}
	}
	if l.memory == 0 || limit < l.memory {
		l.memory = limit
	}
	l.free = min(l.free, max(0, limit-max(0, used)))
}

func (l *limited) coreLimit(quota, period int64) {
	if quota > 0 && period > 0 {
		if cores := float64(quota) / float64(period); l.cores == 0 || cores < l.cores {
			l.cores = cores
		}
	}
}

// number reads a number; "max" and anything else that is none are 0.
func number(s string) int64 {
	n, _ := strconv.ParseInt(strings.TrimSpace(s), 10, 64)
	return n
}

// unnamed lists cards without ghw, by the numbers that the kernel gives them.
func unnamed(root string, _ error) ([]Card, string) {
	base := root + "/sys/bus/pci/devices"
	entries, err := os.ReadDir(base)
	if err != nil {
		return nil, "Nothing is known of graphics cards: the system shows no PCI bus."
	}
	var list []Card
	for _, e := range entries {
		dir := filepath.Join("/sys/bus/pci/devices", e.Name())
		class := strings.TrimSpace(text(root, dir+"/class"))
		kind := ""
		switch {
		case strings.HasPrefix(class, "0x0300"), strings.HasPrefix(class, "0x0301"):
			kind = "graphics"
		case strings.HasPrefix(class, "0x03"), strings.HasPrefix(class, "0x1200"):
			kind = "accelerator"
		default:
			continue
		}
		driver, _ := os.Readlink(filepath.Join(base, e.Name(), "driver"))
		c := Card{Address: e.Name(), Kind: kind, Vendor: vendorName(strings.TrimSpace(text(root, dir+"/vendor")))}
		c.Name = "device " + strings.TrimPrefix(strings.TrimSpace(text(root, dir+"/device")), "0x")
		if driver != "" {
			c.Driver = filepath.Base(driver)
		}
		list = append(list, c)
	}
	return inOrder(list), "The names of graphics cards are not known: the list of PCI devices (pci.ids) is not installed. Inference does not need it."
}
