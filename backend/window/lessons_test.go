package window

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLessons: what was learned is shown, switched off, handed on and forgotten.
func TestLessons(t *testing.T) {
	a, _ := opened(t, t.TempDir())
	shelf, err := a.Lessons.List()
	if err != nil || !shelf.On || len(shelf.Categories) == 0 || shelf.Lessons == nil {
		t.Fatalf("%+v %v", shelf, err)
	}
	file := filepath.Join(t.TempDir(), "lessons.json")
	text := `{"version":1,"lessons":[{"signature":"build unknown python pip: mysql_config not found","language":"python","category":"system package",
		"edits":[{"field":"/build/system_packages","add":["libmariadb-dev"]}]}]}`
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if said, err := a.Lessons.Import(file); err != nil || !strings.HasPrefix(said, "Taken: 1; refused: 0.") {
		t.Fatal(said, err)
	}
	for _, category := range []string{"", "command"} {
		for _, on := range []bool{false, true} {
			if shelf, err = a.Lessons.Switch(category, on); err != nil || category == "" && shelf.On != on {
				t.Errorf("%q %v: %+v %v", category, on, shelf, err)
			}
		}
	}
	one := shelf.Lessons[0]
	if one.Words != "/build/system_packages gets libmariadb-dev" || one.Rule {
		t.Errorf("%+v", one)
	}
	if _, err := a.Lessons.Rule(one.ID); err == nil {
		t.Error("one that has helped nowhere is no rule")
	}
	out := filepath.Join(t.TempDir(), "out.json")
	if written, err := a.Lessons.Export(out); err != nil || written != out {
		t.Error(written, err)
	}
	for range 2 {
		if shelf, err = a.Lessons.Forget(one.ID); err != nil || len(shelf.Lessons) != 0 {
			t.Errorf("%+v %v", shelf, err)
		}
	}
	if shelf, err = a.Lessons.Clear(); err != nil || len(shelf.Lessons) != 0 {
		t.Errorf("%+v %v", shelf, err)
	}
}
