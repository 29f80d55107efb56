//go:build unix

package history

import (
	"bytes"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"aipack/backend/cli"
	"aipack/backend/store"
)

// TestAPipeInPlaceOfTheHistory is not waited for.
func TestAPipeInPlaceOfTheHistory(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, store.Name), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"list"}, {"show", "last"}, {"backup", filepath.Join(dir, "copy")}, {"delete", "last"}} {
		var said bytes.Buffer
		command := Command(Parts{Folder: func() (string, error) { return dir, nil }, In: strings.NewReader("")})
		code := cli.Run(t.Context(), cli.Rooms{Now: time.Now}, append([]string{"history"}, args...), cli.Streams{Out: &said, Err: &said}, command)
		if code == cli.Done || !strings.Contains(said.String(), "is a pipe, not a file") || !strings.Contains(said.String(), "AIPACK_DATA") {
			t.Errorf("%q: exit code %d, said %q", args, code, said.String())
		}
	}
}
