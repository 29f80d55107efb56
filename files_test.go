//go:build headless && window

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"aipack/backend/fault"
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
	if err := save("The run", link, []byte("new")); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link was replaced: %v", err)
	}
	if b, err := os.ReadFile(old); err != nil || string(b) != "new" {
		t.Errorf("%q %v", b, err)
	}
	for name, file := range map[string]string{"a folder": dir, "no folder": filepath.Join(dir, "none", "x"), "below a file": filepath.Join(old, "x")} {
		if err := save("The run", file, []byte("new")); fault.CodeOf(err) != fault.PermissionDenied || !strings.Contains(err.Error(), file) {
			t.Errorf("%s: %v", name, err)
		}
	}
	left, err := filepath.Glob(filepath.Join(dir, ".aipack-*"))
	if err != nil || len(left) != 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
}

// TestAFolderIsShownByTheSystem: Wails refuses addresses of files without a
// word, so the system's own program is started.
func TestAFolderIsShownByTheSystem(t *testing.T) {
	a, _ := opened(t, filepath.Join(t.TempDir(), "my data #1"))
	a.frame.reveal = reveal
	bin := t.TempDir()
	t.Setenv("PATH", bin)
	if err := a.OpenDataFolder(); fault.CodeOf(err) != fault.CommandFailed || !strings.Contains(faultOf(err).Hint, a.data) {
		t.Errorf("without a file manager: %v", err)
	}
	said := filepath.Join(bin, "said")
	if err := os.WriteFile(filepath.Join(bin, "xdg-open"), []byte("#!/bin/sh\nprintf %s \"$1\" > "+said+".new\n/bin/mv "+said+".new "+said+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := a.OpenDataFolder(); err != nil {
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

// TestASecondStartIsReadWhereItWasGiven: a bare name is one of its folder, not
// of the folder that the open window was started in.
func TestASecondStartIsReadWhereItWasGiven(t *testing.T) {
	t.Chdir(t.TempDir())
	elsewhere := t.TempDir()
	if err := os.Mkdir(filepath.Join(elsewhere, "shop"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"shop", "./shop", filepath.Join(elsewhere, "shop"), "-devserver 127.0.0.1:1 shop"} {
		if path, command := purpose(strings.Fields(line), elsewhere); command || path != filepath.Join(elsewhere, "shop") {
			t.Errorf("%q opens %q, command %v", line, path, command)
		}
	}
}
