package worker

import (
	"os"
	"sync"
	"unsafe"

	"golang.org/x/sys/windows"
)

// children holds the processes that end with this one: the system closes its last handle
// when this process is gone, however that came, and ends them and all that they
// started. https://learn.microsoft.com/windows/win32/procthread/job-objects
var children = sync.OnceValues(func() (windows.Handle, error) {
	j, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return 0, err
	}
	limit := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{
		BasicLimitInformation: windows.JOBOBJECT_BASIC_LIMIT_INFORMATION{LimitFlags: windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE},
	}
	_, err = windows.SetInformationJobObject(j, windows.JobObjectExtendedLimitInformation, uintptr(unsafe.Pointer(&limit)), uint32(unsafe.Sizeof(limit)))
	return j, err
})

// Tie binds a process's life to this one's: however this one ends, that one and all
// that it started end too. The error says that it is not bound.
func Tie(p *os.Process) error {
	j, err := children()
	if err != nil {
		return err
	}
	h, err := windows.OpenProcess(windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE, false, uint32(p.Pid))
	if err != nil {
		return err
	}
	defer func() { _ = windows.CloseHandle(h) }() // it was only for this
	return windows.AssignProcessToJobObject(j, h)
}
