package window

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"aipack/backend/base/fault"
	"aipack/backend/window/page"
)

// TestAFolderIsShownByTheSystem: Wails refuses addresses of files without a
// word, so the system's own program is started.
func TestAFolderIsShownByTheSystem(t *testing.T) {
	a, _ := opened(t, filepath.Join(t.TempDir(), "my data #1"))
	bin := t.TempDir()
	t.Setenv("PATH", bin)
	if err := a.Program.OpenDataFolder(); fault.CodeOf(err) != fault.CommandFailed || !strings.Contains(page.FaultOf(err).Hint, a.data) {
		t.Errorf("without a file manager: %v", err)
	}
	said := filepath.Join(bin, "said")
	if err := os.WriteFile(filepath.Join(bin, "xdg-open"), []byte("#!/bin/sh\nprintf %s \"$1\" > "+said+".new\n/bin/mv "+said+".new "+said+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := a.Program.OpenDataFolder(); err != nil {
		t.Fatal(err)
	}
	var b []byte
	for end := time.Now().Add(10 * time.Second); b == nil && time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		b, _ = os.ReadFile(said)
	}
	if string(b) != a.data {
		t.Errorf("shown is %q", b)
	}
}
