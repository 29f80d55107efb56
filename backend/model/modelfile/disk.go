package modelfile

import (
	"os"
	"path/filepath"
)

// Free is what the disk under a folder can still take, in bytes; the folder
// itself need not be there yet.
func Free(dir string) (int64, error) {
	for {
		if _, err := os.Stat(dir); err == nil || filepath.Dir(dir) == dir {
			return freeAt(dir)
		}
		dir = filepath.Dir(dir)
	}
}
