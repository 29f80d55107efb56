package hardware

import (
	"unsafe"

	"github.com/jaypipes/ghw"
	"golang.org/x/sys/windows"
)

// memoryStatus is MEMORYSTATUSEX of sysinfoapi.h.
type memoryStatus struct {
	length, load                                                                    uint32
	total, available, totalPage, availablePage, totalVirtual, availableVirtual, ext uint64
}

// processor asks ghw.
func processor(string) CPU {
	var cpu CPU
	if info, err := ghw.CPU(asking("")...); err == nil {
		cpu.Physical, cpu.Threads = int(info.TotalCores), int(info.TotalHardwareThreads)
		if len(info.Processors) > 0 {
			cpu.Model = info.Processors[0].Model
		}
	}
	return cpu
}

// memory asks the kernel.
func memory(string) Memory {
	var s memoryStatus
	s.length = uint32(unsafe.Sizeof(s))
	ask := windows.NewLazySystemDLL("kernel32.dll").NewProc("GlobalMemoryStatusEx")
	if ok, _, _ := ask.Call(uintptr(unsafe.Pointer(&s))); ok == 0 {
		return Memory{}
	}
	return Memory{Total: int64(s.total), Available: int64(s.available)}
}

// unnamed has nothing to add to what ghw could not find out.
func unnamed(_ string, err error) ([]Card, string) {
	return nil, "Nothing is known of graphics cards: " + err.Error() + "."
}
