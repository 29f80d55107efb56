package export

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"aipack/backend/base/fault"
)

// TestAFullDiskLeavesNoEmptyFolders: what was made for a file that could not be
// written is gone again.
func TestAFullDiskLeavesNoEmptyFolders(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("none", dir, "tmpfs", 0, "size=64k"); err != nil {
		t.Skipf("only root may make a small disk: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, 0) })
	_, err := Write(dir, []File{{Path: "a/b/Dockerfile", Content: strings.Repeat("x", 1<<20)}}, WriteOptions{})
	var f *fault.Fault
	if !errors.As(err, &f) || f.Code != fault.DiskFull {
		t.Errorf("%v", err)
	}
	if left, _ := os.ReadDir(filepath.Join(dir, "a")); len(left) > 0 {
		t.Errorf("a is there with %v", left)
	}
	if _, err := os.Lstat(filepath.Join(dir, "a")); err == nil {
		t.Error("a is there")
	}
}
