package page

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"aipack/backend/base/fault"
)

func TestAFileIsWrittenWholeOrNotAtAll(t *testing.T) {
	dir := t.TempDir()
	old := filepath.Join(dir, "old.json")
	link := filepath.Join(dir, "link.json")
	if err := os.WriteFile(old, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(old, link); err != nil {
		t.Fatal(err)
	}
	if err := Save("The run", link, []byte("new")); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link was replaced: %v", err)
	}
	if b, err := os.ReadFile(old); err != nil || string(b) != "new" {
		t.Errorf("%q %v", b, err)
	}
	for name, file := range map[string]string{"a folder": dir, "no folder": filepath.Join(dir, "none", "x"), "below a file": filepath.Join(old, "x")} {
		if err := Save("The run", file, []byte("new")); fault.CodeOf(err) != fault.PermissionDenied || !strings.Contains(err.Error(), file) {
			t.Errorf("%s: %v", name, err)
		}
	}
	left, err := filepath.Glob(filepath.Join(dir, ".aipack-*"))
	if err != nil || len(left) != 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
}
