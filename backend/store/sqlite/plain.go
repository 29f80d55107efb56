package sqlite

import (
	"fmt"
	"os"
)

// NotAFile says that something else has a database's name: a pipe, a device, a
// folder. To open a pipe is to wait for whoever opens its other end, and no signal
// is heard meanwhile.
type NotAFile struct {
	Path string
	Mode os.FileMode
}

// Error says what lies there.
func (n NotAFile) Error() string { return fmt.Sprintf("%s is %s, not a file", n.Path, n.kind()) }

func (n NotAFile) kind() string {
	switch {
	case n.Mode.IsDir():
		return "a folder"
	case n.Mode&os.ModeNamedPipe != 0:
		return "a pipe"
	case n.Mode&os.ModeSocket != 0:
		return "a socket"
	}
	return "a device"
}

// plain refuses what is no file among those that SQLite opens; links are followed.
func plain(path string) error {
	for _, suffix := range []string{"", "-wal", "-shm", "-journal"} {
		if info, err := os.Stat(path + suffix); err == nil && !info.Mode().IsRegular() {
			return NotAFile{path + suffix, info.Mode()}
		}
	}
	return nil
}
