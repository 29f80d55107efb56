package main

import (
	"strconv"
	"syscall"
	"time"
)

// full returns once the file system that a folder lies on holds more than so
// many bytes, or cannot be asked any more.
func full(most, folder string) {
	limit, err := strconv.ParseInt(most, 10, 64)
	for err == nil {
		var now syscall.Statfs_t
		if err = syscall.Statfs(folder, &now); err != nil || int64(now.Blocks-now.Bfree)*now.Bsize > limit {
			return
		}
		time.Sleep(200 * time.Millisecond)
	}
}
