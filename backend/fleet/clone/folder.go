package clone

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"aipack/backend/fleet"
)

// mostEntries bounds what is looked at of a folder to tell whether it has changed.
const mostEntries = 2_000_000

// asItLies is a folder, known by the names, sizes and times of all that is in it: to read
// it would take longer than to detect it. A copy of it counts as another one.
func asItLies(ctx context.Context, folder string) (fleet.Checkout, error) {
	info, err := os.Stat(folder)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fleet.Checkout{}, fmt.Errorf("there is no folder %s: %w", folder, fleet.ErrNever)
	case err != nil:
		return fleet.Checkout{}, err
	case !info.IsDir():
		return fleet.Checkout{}, fmt.Errorf("%s is not a folder: %w", folder, fleet.ErrNever)
	}
	sum, n := sha256.New(), 0
	err = filepath.WalkDir(folder, func(p string, d fs.DirEntry, err error) error {
		if n++; n > mostEntries {
			return fmt.Errorf("it has more than %d files: %w", mostEntries, fleet.ErrNever)
		}
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			return nil // what cannot be read is not analysed either
		case d.IsDir() && d.Name() == ".git":
			return filepath.SkipDir
		}
		info, err := d.Info()
		if err != nil {
			return nil // gone meanwhile
		}
		if d.IsDir() {
			fmt.Fprintf(sum, "%s\x00%d\x00", p[len(folder):], info.Mode())
		} else {
			fmt.Fprintf(sum, "%s\x00%d\x00%d\x00%d\x00", p[len(folder):], info.Mode(), info.Size(), info.ModTime().UnixNano())
		}
		return nil
	})
	if err != nil {
		return fleet.Checkout{}, err
	}
	return fleet.Checkout{Folder: folder, Commit: "tree:" + hex.EncodeToString(sum.Sum(nil)[:16])}, nil
}
