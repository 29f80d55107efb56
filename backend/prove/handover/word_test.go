package handover

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"aipack/backend/universalbuild"
)

// TestWord reads what stands where the plan says, and says so where nothing does.
func TestWord(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "db.js"), []byte("a\npassword: 'w0rd',\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	root := func() (*os.Root, error) { return os.OpenRoot(dir) }
	if word, err := Word(root, universalbuild.Place{Path: "db.js", Line: 2, From: 12, To: 16}); err != nil || word != "w0rd" {
		t.Errorf("%q %v", word, err)
	}
	for _, p := range []universalbuild.Place{
		{Path: "db.js", Line: 9, From: 1, To: 2}, {Path: "db.js", Line: 1, From: 1, To: 4}, {Path: "db.js", Line: 1, From: 2, To: 1},
		{Path: "none.js", Line: 1, From: 1, To: 2}, {Path: "../db.js", Line: 1, From: 1, To: 2},
	} {
		if word, err := Word(root, p); err == nil || !strings.Contains(err.Error(), p.Path) {
			t.Errorf("%+v: %q %v", p, word, err)
		}
	}
}
