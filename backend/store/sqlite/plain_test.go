//go:build unix

package sqlite

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestWhatIsNoFileIsNotOpened: a pipe would be waited for without end.
func TestWhatIsNoFileIsNotOpened(t *testing.T) {
	t.Parallel()
	pipe := func(name string) error { return syscall.Mkfifo(name, 0o600) }
	for kind, lay := range map[string]func(name string) error{
		"a pipe": pipe, "a folder": func(name string) error { return os.Mkdir(name, 0o700) },
		"a device": func(name string) error { return os.Symlink("/dev/zero", name) },
		"a socket": func(name string) error {
			l, err := net.Listen("unix", name)
			if err == nil {
				t.Cleanup(func() { l.Close() })
			}
			return err
		},
	} {
		for _, suffix := range []string{"", "-wal", "-shm", "-journal"} {
			dir, err := os.MkdirTemp("", "aipack") //nolint:usetesting // a socket's path has to be short
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { os.RemoveAll(dir) })
			path := filepath.Join(dir, "a.db")
			if err := lay(path + suffix); err != nil {
				t.Fatal(err)
			}
			if suffix != "" {
				if err := os.WriteFile(path, nil, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			for _, open := range []func() (*Database, error){
				func() (*Database, error) { return Open(path, filepath.Join(dir, "lock"), shelf(), at()) },
				func() (*Database, error) { return Read(path, shelf()) },
			} {
				d, err := open()
				var n NotAFile
				if !errors.As(err, &n) || n.Path != path+suffix || n.kind() != kind {
					t.Errorf("%s as a.db%s: %v", kind, suffix, err)
				}
				if d != nil {
					d.Close()
				}
			}
		}
	}
}
