package keep

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestHistory: what a commit added is told after a later one has removed it; settings of
// the repository change nothing of how it is told, and run nothing.
func TestHistory(t *testing.T) {
	dir := repository(t)
	write(t, dir, map[string]string{
		"app/settings.py": "TOKEN = 'one'\n", "other/settings.py": "TOKEN = 'beside'\n", ".gitattributes": "*.py diff=armed\n",
	})
	run(t, dir, `git add .; git commit -qm second`)
	write(t, dir, map[string]string{"app/settings.py": "TOKEN = None\n"})
	run(t, dir, `git commit -qam third`)
	ran := filepath.Join(t.TempDir(), "ran")
	for _, setting := range []string{
		"diff.armed.textconv 'touch RAN; cat'", "diff.armed.command 'touch RAN'", "diff.external 'touch RAN'", "core.pager 'touch RAN'",
		"core.fsmonitor 'touch RAN'", "gpg.program 'touch RAN'", "log.showSignature true", "diff.noprefix true", "format.pretty oneline",
		"color.ui always", "diff.context 9", "log.decorate full", "diff.submodule diff", "log.follow true",
	} {
		run(t, dir, "git config "+strings.ReplaceAll(setting, "RAN", ran))
	}
	var text bytes.Buffer
	shallow, err := History(t.Context(), filepath.Join(dir, "app"), func(r io.Reader) error { _, err := io.Copy(&text, r); return err })
	if err != nil || shallow {
		t.Fatal(shallow, err)
	}
	for _, want := range []string{"commit ", "+++ b/settings.py\n", "\n+TOKEN = 'one'\n", "\n-TOKEN = 'one'\n+TOKEN = None\n"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("%q is not in\n%s", want, text.String())
		}
	}
	if strings.Contains(text.String(), "beside") {
		t.Error("another folder's files are told")
	}
	if _, err := os.Stat(ran); err == nil {
		t.Error("a program that the repository names was run")
	}
	if _, err := History(t.Context(), dir, func(r io.Reader) error { _, err := r.Read(make([]byte, 1)); return err }); err != nil {
		t.Errorf("who has enough: %v", err)
	}
	run(t, dir, "git config remote.origin.promisor true")
	if _, err := History(t.Context(), dir, func(io.Reader) error { return nil }); err == nil || !strings.Contains(err.Error(), "partial clone") {
		t.Errorf("a partial clone: %v", err)
	}
}

// TestHistoryOfNone: a repository without a commit has none, a clone that was cut says so.
func TestHistoryOfNone(t *testing.T) {
	dir := repository(t)
	bare := t.TempDir()
	run(t, bare, "git init -q")
	var text bytes.Buffer
	if _, err := History(t.Context(), bare, func(r io.Reader) error { _, err := io.Copy(&text, r); return err }); err != nil || text.Len() > 0 {
		t.Error(err, text.String())
	}
	write(t, dir, map[string]string{"b": "b"})
	run(t, dir, "git add b; git commit -qm second; git clone -q --depth 1 file://$PWD \"$PWD-cut\"")
	if shallow, err := History(t.Context(), dir+"-cut", func(r io.Reader) error { _, err := io.Copy(&text, r); return err }); err != nil || !shallow {
		t.Error(shallow, err)
	}
}
