package worker

import (
	"bytes"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// wall has the kernel refuse this process memory beyond so many bytes more than it
// has: one large piece at once would otherwise be there before anybody looks. Where
// the kernel does not tell or take it, looking has to do.
func wall(more int64) {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return
	}
	for line := range bytes.Lines(status) {
		kb, ok := bytes.CutPrefix(line, []byte("VmData:"))
		if !ok {
			continue
		}
		if has, err := strconv.ParseUint(string(bytes.TrimSpace(bytes.TrimSuffix(bytes.TrimSpace(kb), []byte("kB")))), 10, 64); err == nil {
			limit := has<<10 + uint64(more)
			_ = unix.Setrlimit(unix.RLIMIT_DATA, &unix.Rlimit{Cur: limit, Max: limit})
		}
	}
}
