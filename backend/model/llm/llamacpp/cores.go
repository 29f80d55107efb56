package llamacpp

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// DefaultThreads is the processor's cores less one, at least one: llama.cpp's
// threads wait busily, so that two on a core are slower than one, and the rest
// of the computer needs one too.
func DefaultThreads() int {
	return max(1, min(physicalCores(), runtime.GOMAXPROCS(0))-1)
}

// physicalCores counts cores, not their threads. Where the system does not
// tell, an Intel-like processor is taken to run two threads a core.
func physicalCores() int {
	files, err := filepath.Glob("/sys/devices/system/cpu/cpu[0-9]*/topology/thread_siblings_list")
	cores := map[string]bool{}
	for _, f := range files {
		if siblings, err := os.ReadFile(f); err == nil {
			cores[strings.TrimSpace(string(siblings))] = true
		}
	}
	switch {
	case err == nil && len(cores) > 0:
		return min(len(cores), runtime.NumCPU())
	case runtime.GOARCH == "amd64":
		return max(1, runtime.NumCPU()/2)
	}
	return runtime.NumCPU()
}
