package hardware

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// tree writes files below a folder of its own, as a system would have them.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, content := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func TestContainersLimitMemory(t *testing.T) {
	meminfo := "MemTotal:       33554432 kB\nMemFree:        1 kB\nMemAvailable:   25165824 kB\n" // 32 and 24 GiB
	cases := []struct {
		name          string
		files         map[string]string
		limit, usable int64
		cores         float64
	}{
		{"no group", nil, 0, 24 * gib, 0},
		{"no limit", map[string]string{"proc/self/cgroup": "0::/user.slice\n", "sys/fs/cgroup/user.slice/memory.max": "max\n", "sys/fs/cgroup/user.slice/cpu.max": "max 100000\n"}, 0, 24 * gib, 0},
		{"a container", map[string]string{
			"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "8589934592\n", "sys/fs/cgroup/memory.current": "3221225472\n",
			"sys/fs/cgroup/memory.stat": "anon 1\ninactive_file 1073741824\n", "sys/fs/cgroup/cpu.max": "150000 100000\n",
		}, 8 * gib, 6 * gib, 1.5},
		{"a narrower group above", map[string]string{
			"proc/self/cgroup": "0::/a/b\n", "sys/fs/cgroup/a/b/memory.max": "17179869184\n", "sys/fs/cgroup/a/b/memory.current": "0\n",
			"sys/fs/cgroup/a/memory.max": "4294967296\n", "sys/fs/cgroup/a/memory.current": "1073741824\n", "sys/fs/cgroup/a/cpu.max": "400000 100000\n", "sys/fs/cgroup/a/b/cpu.max": "200000 100000\n",
		}, 4 * gib, 3 * gib, 2},
		{"a limit beyond the memory", map[string]string{"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "1099511627776\n", "sys/fs/cgroup/memory.current": "0\n"}, 0, 24 * gib, 0},
		{"version 1", map[string]string{
			"proc/self/cgroup": "4:memory:/docker/x\n3:cpu,cpuacct:/docker/x\n", "sys/fs/cgroup/memory/docker/x/memory.limit_in_bytes": "2147483648\n",
			"sys/fs/cgroup/memory/docker/x/memory.usage_in_bytes": "1073741824\n", "sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n",
			"sys/fs/cgroup/cpu,cpuacct/docker/x/cpu.cfs_quota_us": "-1\n", "sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us": "50000\n", "sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us": "100000\n",
		}, 2 * gib, gib, 0.5},
		{"nonsense", map[string]string{"proc/self/cgroup": "x\n0::/../../..\n", "sys/fs/cgroup/memory.max": "lots\n", "sys/fs/cgroup/cpu.max": "1 0\n"}, 0, 24 * gib, 0},
		{"more used than allowed", map[string]string{"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "1073741824\n", "sys/fs/cgroup/memory.current": "2147483648\n"}, gib, 0, 0},
	}
	for _, c := range cases {
		files := map[string]string{"proc/meminfo": meminfo}
		for name, content := range c.files {
			files[name] = content
		}
		root := tree(t, files)
		cpu, m := processor(root), memory(root)
		if m.Total != 32*gib || m.Available != 24*gib || m.Limit != c.limit || m.Usable != c.usable || cpu.Limit != c.cores {
			t.Errorf("%s: %+v, %v cores", c.name, m, cpu.Limit)
		}
	}
}

// bus is one with a GeForce that draws, a data centre's card that only
// computes, and a disk.
func bus(t *testing.T) string {
	t.Helper()
	root := tree(t, map[string]string{
		"sys/bus/pci/devices/0000:01:00.0/modalias": "pci:v000010DEd00002684sv00001043sd000088E2bc03sc00i00\n",
		"sys/bus/pci/devices/0000:01:00.0/class":    "0x030000\n", "sys/bus/pci/devices/0000:01:00.0/vendor": "0x10de\n", "sys/bus/pci/devices/0000:01:00.0/device": "0x2684\n",
		"sys/bus/pci/devices/0000:02:00.0/modalias": "pci:v000010DEd00002330sv000010DEsd000016C1bc03sc02i00\n",
		"sys/bus/pci/devices/0000:02:00.0/class":    "0x030200\n", "sys/bus/pci/devices/0000:02:00.0/vendor": "0x10de\n", "sys/bus/pci/devices/0000:02:00.0/device": "0x2330\n",
		"sys/bus/pci/devices/0000:03:00.0/modalias": "pci:v0000144Dd0000A80Asv0000144Dsd0000A801bc01sc08i02\n",
		"sys/bus/pci/devices/0000:03:00.0/class":    "0x010802\n", "sys/bus/pci/devices/0000:03:00.0/vendor": "0x144d\n", "sys/bus/pci/devices/0000:03:00.0/device": "0xa80a\n",
		"sys/bus/pci/drivers/nvidia/x": "", "sys/devices/pci0000:00/0000:01:00.0/drm/card0/dev": "226:0\n",
	})
	for at, to := range map[string]string{
		"sys/bus/pci/devices/0000:01:00.0/driver": "../../drivers/nvidia",
		"sys/class/drm/card0":                     "../../devices/pci0000:00/0000:01:00.0/drm/card0",
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(root, at)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(to, filepath.Join(root, at)); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

const ids = `10de  NVIDIA Corporation
	2330  GH100 [H100 SXM5 80GB]
	2684  AD102 [GeForce RTX 4090]
144d  Samsung Electronics Co Ltd
	a80a  NVMe SSD Controller PM9A1
C 03  Display controller
	00  VGA compatible controller
	02  3D controller
`

func TestCardsOfAllKindsAreSeen(t *testing.T) {
	t.Setenv("PCIDB_PATH", filepath.Join(tree(t, map[string]string{"pci.ids": ids}), "pci.ids"))
	list, unknown := cards(bus(t))
	want := []Card{
		{"0000:01:00.0", "AD102 [GeForce RTX 4090]", "NVIDIA", "nvidia", "graphics"},
		{"0000:02:00.0", "GH100 [H100 SXM5 80GB]", "NVIDIA", "", "accelerator"},
	}
	if unknown != "" || len(list) != len(want) || list[0] != want[0] || list[1] != want[1] {
		t.Errorf("%+v, %q", list, unknown)
	}
}

// TestCardsWithoutNames: a system without pci.ids has its cards, by number.
func TestCardsWithoutNames(t *testing.T) {
	list, unknown := unnamed(bus(t), nil)
	want := []Card{
		{"0000:01:00.0", "device 2684", "NVIDIA", "nvidia", "graphics"},
		{"0000:02:00.0", "device 2330", "NVIDIA", "", "accelerator"},
	}
	if !strings.Contains(unknown, "pci.ids") || len(list) != len(want) || list[0] != want[0] || list[1] != want[1] {
		t.Errorf("%+v, %q", list, unknown)
	}
	if list, unknown := unnamed(t.TempDir(), nil); len(list) != 0 || unknown == "" {
		t.Errorf("without a bus: %+v, %q", list, unknown)
	}
}
