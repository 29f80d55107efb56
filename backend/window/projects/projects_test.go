package projects

import (
	"os"
	"path/filepath"
	"testing"
)

func TestLookJudgesPaths(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	file := filepath.Join(home, "a b", "x.txt")
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for given, want := range map[string]FolderInfo{
		"/":                                     {Path: "/", Kind: "root", Exists: true, IsFolder: true},
		"~":                                     {Path: home, Kind: "home", Exists: true, IsFolder: true},
		"file://" + home + "/a%20b":             {Path: filepath.Dir(file), Kind: "project", Exists: true, IsFolder: true},
		`"` + filepath.Dir(file) + `"`:          {Path: filepath.Dir(file), Kind: "project", Exists: true, IsFolder: true},
		file:                                    {Path: file, Kind: "file", Exists: true},
		filepath.Join(home, "nothing", "there"): {Path: filepath.Join(home, "nothing", "there"), Kind: "project"},
	} {
		got := look(given)
		if got.Path != want.Path || got.Kind != want.Kind || got.Exists != want.Exists || got.IsFolder != want.IsFolder || (got.Message == "") != (want.IsFolder && want.Kind == "project") {
			t.Errorf("%s: %+v", given, got)
		}
	}
}
