package store

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestVariablesBelongToTheServiceOfAProject(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	must(t, s.SaveVariable("/p/shop", "api", Variable{Name: "MODE", Value: "demo"}))
	must(t, s.SaveVariable("/p/shop", "api", Variable{Name: "KEY", Value: "hunter2", Secret: true}))
	must(t, s.SaveVariable("/p/shop", "api", Variable{Name: "GONE", Value: "x"}))
	must(t, s.SaveVariable("/p/shop", "web", Variable{Name: "MODE", Value: "other"}))
	must(t, s.SaveVariable("/p/shop", "api", Variable{Name: "MODE", Value: "live"}))
	must(t, s.RemoveVariable("/p/shop", "api", "GONE"))
	must(t, s.Close())
	s = open(t, dir)
	got, err := s.Variables("/p/shop", "api")
	must(t, err)
	if d := cmp.Diff([]Variable{{Name: "KEY", Secret: true}, {Name: "MODE", Value: "live"}}, got); d != "" {
		t.Error(d)
	}
	if none, err := s.Variables("/p/blog", "api"); err != nil || len(none) != 0 {
		t.Errorf("another project has %+v, %v", none, err)
	}
	must(t, s.Close())
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	must(t, err)
	for _, file := range files {
		if b, err := os.ReadFile(file); err != nil || bytes.Contains(b, []byte("hunter2")) {
			t.Errorf("the secret lies in %s (%v)", file, err)
		}
	}
}

// TestVariablesDoNotTravel: what is given for a proof stays on this machine.
func TestVariablesDoNotTravel(t *testing.T) {
	s := open(t, t.TempDir())
	finished(t, s, "r", "/p/shop", 5)
	must(t, s.SaveVariable("/p/shop", ".", Variable{Name: "MODE_OF_SHOP", Value: "demo-value"}))
	file, err := s.Export("r")
	must(t, err)
	if strings.Contains(string(file), "MODE_OF_SHOP") || strings.Contains(string(file), "demo-value") {
		t.Error("the exported run holds a variable")
	}
}
