package preview

import "os"

// alive opens the process: Windows gives no handle of one that is gone.
func alive(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	_ = p.Release()
	return true
}
