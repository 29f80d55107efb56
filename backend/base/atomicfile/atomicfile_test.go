package atomicfile

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

func TestALinkStaysAndItsTargetIsReplaced(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	if err := os.WriteFile(file, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(file, link); err != nil {
		t.Fatal(err)
	}
	if err := Write(link, []byte("new"), 0o600); err != nil {
		t.Fatal(err)
	}
	info, err := os.Lstat(link)
	if err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is gone: %v", err)
	}
	if b, err := os.ReadFile(file); err != nil || string(b) != "new" {
		t.Errorf("%q %v", b, err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info.Mode(), err)
	}
}

func TestWhatCannotBeWrittenLeavesNothingBehind(t *testing.T) {
	dir := t.TempDir()
	for name, file := range map[string]string{"a folder": dir, "no folder": filepath.Join(dir, "none", "x"), "a device": os.DevNull} {
		if err := Write(file, []byte("x"), 0o600); err == nil {
			t.Errorf("%s is written to", name)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Errorf("%v %v", left, err)
	}
}

// TestAKilledWriterLeavesAWholeFile kills a child that writes without end.
func TestAKilledWriterLeavesAWholeFile(t *testing.T) {
	const size = 1 << 20
	if file := os.Getenv("WHOLE_TEST_CHILD"); file != "" {
		for n := byte('a'); ; n = 'a' + (n-'a'+1)%26 {
			if err := Write(file, bytes.Repeat([]byte{n}, size), 0o600); err != nil {
				os.Exit(1)
			}
			os.Stdout.WriteString("written\n")
		}
	}
	file := filepath.Join(t.TempDir(), "file")
	for range 5 {
		child := exec.Command(os.Args[0], "-test.run", "^TestAKilledWriterLeavesAWholeFile$")
		child.Env = append(os.Environ(), "WHOLE_TEST_CHILD="+file)
		out, err := child.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		for said := 0; said < 3 && lines.Scan(); said++ {
		}
		if err := child.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = child.Wait() // it was killed
		b, err := os.ReadFile(file)
		if err != nil || len(b) != size || bytes.Count(b, b[:1]) != size {
			t.Fatalf("%d bytes, %v", len(b), err)
		}
	}
}
