package main

import (
	"strconv"
	"syscall"
	"time"
)

// full waits until the file system that a folder lies on holds more than so
// many bytes; false where it cannot be asked.
func full(most, folder string) bool {
	limit, err := strconv.ParseInt(most, 10, 64)
	for err == nil {
		var now syscall.Statfs_t
		if err = syscall.Statfs(folder, &now); err == nil && int64(now.Blocks-now.Bfree)*now.Bsize > limit {
			return true
		}
		time.Sleep(200 * time.Millisecond)
	}
	return false
}
