package runs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"aipack/backend/base/settings"
	"aipack/backend/detect/phase"
	"aipack/backend/repo/repotest"
)

func TestTheScanKeepsToTheSettings(t *testing.T) {
	s := settings.Default()
	s.MaxFiles, s.MaxDepth, s.ScanTimeoutS, s.ShownManifests, s.UnknownWarning = 500, 3, 9, 7, 40
	s.ManifestKB, s.ManifestChars, s.TopUnknown, s.ReadContents = 9, 900, 2, false
	first, ok := AnalysisFor(s).Before[0].(phase.Scan)
	if l := first.Limits; !ok || l.Files != 500 || l.Depth != 3 || l.Timeout != 9*time.Second || l.UnknownWarning != 40 || l.ForModel().Shown != 7 ||
		l.ForModel().ShownBytes != 9000 || l.ForModel().ShownChars != 900 || l.TopUnknown != 2 || l.ForModel().Contents || !l.ForModel().Suggest {
		t.Errorf("%+v", l)
	}
}

func TestFoldersCountAsTheSettingsSay(t *testing.T) {
	dir := t.TempDir()
	repotest.LayOut(t, dir, map[string]string{".gitignore": "dist/\n", "dist/a.js": "a", "old/b.js": "b", "node_modules/c.js": "c", "d.js": "d"})
	for want, change := range map[string]func(*settings.Preferences){
		".gitignore d.js old/b.js":                             func(*settings.Preferences) {},
		".gitignore d.js dist/a.js old/b.js":                   func(s *settings.Preferences) { s.IncludeIgnored = true },
		".gitignore d.js":                                      func(s *settings.Preferences) { s.IgnoredFolders = []string{"old"} },
		".gitignore d.js dist/a.js node_modules/c.js old/b.js": func(s *settings.Preferences) { s.ReadFolders = []string{"dist", "node_modules"} },
	} {
		s := settings.Default()
		change(&s)
		folder, err := openFolder(dir, s)
		if err != nil {
			t.Fatal(err)
		}
		index, err := folder.Index(t.Context())
		if err != nil || strings.Join(index.Paths(), " ") != want {
			t.Errorf("%q, want %s, %v", index.Paths(), want, err)
		}
		if err := folder.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestFilesAreReadAsTheSettingsSay(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"large.txt": strings.Repeat("x\n", 20<<10), "long.txt": strings.Repeat("y", 900) + "\n", "late.bin": strings.Repeat("z", 600) + "\x00"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	usual := settings.Default()
	narrow := usual
	narrow.MaxFileKB, narrow.MaxLineLength, narrow.BinaryBytes = 16, 200, 512
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
		if binary, err := folder.IsBinary("late.bin"); err != nil || binary != c.reads {
			t.Errorf("a file with a zero after 600 bytes where %d are looked at: binary is %v, %v", c.s.BinaryBytes, binary, err)
		}
		if lines, err := folder.ReadLines("long.txt", 1, 1); err != nil || len(strings.TrimRight(lines.Lines[0], "…")) > c.length || len(lines.Lines[0]) < c.length {
			t.Errorf("%v: %d bytes of a line", err, len(lines.Lines[0]))
		}
	}
}
