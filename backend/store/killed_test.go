package store

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"testing"
)

// TestWritesSurviveKill lets a child write and say what it has written, and
// kills it in the middle of that.
func TestWritesSurviveKill(t *testing.T) {
	if dir := os.Getenv("STORE_TEST_CHILD"); dir != "" {
		writeForever(dir)
	}
	dir := t.TempDir()
	child := exec.Command(os.Args[0], "-test.run", "^TestWritesSurviveKill$")
	child.Env = append(os.Environ(), "STORE_TEST_CHILD="+dir)
	out, err := child.StdoutPipe()
	must(t, err)
	must(t, child.Start())
	lines := bufio.NewScanner(out)
	said := 0
	for said < 30 && lines.Scan() {
		said++
	}
	must(t, child.Process.Kill())
	for lines.Scan() {
		said++
	}
	_ = child.Wait() // it was killed
	if said < 30 {
		t.Fatalf("the child wrote %d batches only", said)
	}
	s := open(t, dir)
	if s.SetAside != "" {
		t.Error("the database was damaged")
	}
	got, err := s.Events("r")
	must(t, err)
	if len(got) < said {
		t.Errorf("%d batches were written, %d are there", said, len(got))
	}
	if r, err := s.Run("r"); err != nil || r.State != "failed" || r.Advice == "" {
		t.Errorf("the run that was cut off: %+v %v", r, err)
	}
}

func writeForever(dir string) {
	s, err := Open(dir, at)
	if err == nil {
		err = s.Begin(Run{ID: "r", Path: "/p", Name: "p", State: "running"})
	}
	for i := int64(1); err == nil; i++ {
		if err = s.Record("r", events(i, i)); err == nil {
			fmt.Println(i)
		}
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
