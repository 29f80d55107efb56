package hardware

import (
	"strconv"
	"strings"
)

// vmStat reads what macOS's vm_stat prints and gives the bytes that programs
// can have: pages that are free, and those that the system gives away first.
func vmStat(output string) int64 {
	page, pages := int64(4096), int64(0)
	for line := range strings.Lines(output) {
		if _, after, ok := strings.Cut(line, "page size of "); ok {
			size, _, _ := strings.Cut(after, " ")
			if n, err := strconv.ParseInt(size, 10, 64); err == nil && n > 0 && n <= 1<<20 {
				page = n
			}
			continue
		}
		name, value, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok {
			continue
		}
		switch name {
		case "Pages free", "Pages inactive", "Pages speculative", "Pages purgeable":
			if n, err := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(value), "."), 10, 64); err == nil && n > 0 && n < 1<<40 {
				pages += n
			}
		}
	}
	return pages * page
}
