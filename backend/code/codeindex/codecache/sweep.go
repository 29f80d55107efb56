package codecache

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"aipack/backend/store/sqlite"
)

// Sweep deletes the shelves in a folder that nobody has opened since a time.
func Sweep(dir string, since time.Time) error {
	locks, err := filepath.Glob(filepath.Join(dir, "*.db.lock"))
	if err != nil {
		return fmt.Errorf("looking for old code indexes: %w", err)
	}
	var errs []error
	for _, lock := range locks {
		info, err := os.Stat(lock)
		if err != nil || info.ModTime().After(since) {
			continue
		}
		var inUse sqlite.InUse
		if err := sqlite.Delete(lock[:len(lock)-len(".lock")], lock, holds); err != nil && !errors.As(err, &inUse) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}
