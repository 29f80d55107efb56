package openpath

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"aipack/backend/cli"
)

func TestTheCommandLineKnowsItsDoors(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, dir := range []string{"detect", "shop"} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	here, _ := os.Getwd()
	for line, want := range map[string]struct {
		path    string
		command bool
	}{
		"":                                   {},
		"shop":                               {path: filepath.Join(here, "shop")},
		"detect":                             {command: true},
		"./detect":                           {path: filepath.Join(here, "detect")},
		"detect shop --format json":          {command: true},
		"--version":                          {command: true},
		"nonsense":                           {command: true},
		"./gone":                             {path: filepath.Join(here, "gone")},
		"-devserver 127.0.0.1:1 -assetdir x": {},
		"-devserver 127.0.0.1:1 shop":        {path: filepath.Join(here, "shop")},
	} {
		path, command := Purpose(strings.Fields(line), here, commands)
		if path != want.path || command != want.command {
			t.Errorf("%q opens %q, command %v", line, path, command)
		}
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
		if path, command := Purpose(strings.Fields(line), elsewhere, commands); command || path != filepath.Join(elsewhere, "shop") {
			t.Errorf("%q opens %q, command %v", line, path, command)
		}
	}
}

// commands are those of the command line.
func commands() []string { return cli.Commands() }
