//go:build !linux

package child

// bound is for Linux; elsewhere a process may use what there is.
func bound(int, int64) {}

func outOfMemory(string) bool { return false }
