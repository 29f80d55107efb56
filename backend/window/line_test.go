package window

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"aipack/backend/phase"
	"aipack/backend/settings"
)

func TestTheScanKeepsToTheSettings(t *testing.T) {
	s := settings.Default()
	s.MaxFiles, s.MaxDepth, s.ScanTimeoutS, s.IncludeIgnored, s.ShownManifests, s.UnknownWarning = 500, 3, 9, true, 7, 40
	first, ok := lineFor(s).Before[0].(phase.Scan)
	if l := first.Limits; !ok || l.Files != 500 || l.Depth != 3 || l.Timeout != 9*time.Second || !l.Ignored || l.UnknownWarning != 40 || l.ForModel().Shown != 7 {
		t.Errorf("%+v", l)
	}
}

func TestFilesAreReadAsTheSettingsSay(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"large.txt": strings.Repeat("x\n", 20<<10), "long.txt": strings.Repeat("y", 900) + "\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	usual := settings.Default()
	narrow := usual
	narrow.MaxFileKB, narrow.MaxLineLength = 16, 200
	for _, c := range []struct {
		s      settings.Preferences
		reads  bool
		length int
	}{{usual, true, 900}, {narrow, false, 200}} {
		folder, err := openFolder(dir, c.s)
		if err != nil {
			t.Fatal(err)
		}
		defer folder.Close()
		if _, err := folder.ReadFile("large.txt"); (err == nil) != c.reads {
			t.Errorf("a file of 40 KiB where %d are read: %v", c.s.MaxFileKB, err)
		}
		if lines, err := folder.ReadLines("long.txt", 1, 1); err != nil || len(strings.TrimRight(lines.Lines[0], "…")) > c.length || len(lines.Lines[0]) < c.length {
			t.Errorf("%v: %d bytes of a line", err, len(lines.Lines[0]))
		}
	}
}
