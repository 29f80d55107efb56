package codeindex

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"aipack/backend/base/appdir"
	"aipack/backend/code/codeindex/codecache"
	"aipack/backend/repo"
	"aipack/backend/store/sqlite"
)

// Shelf opens the shelf of a folder in the system's cache. Shelves of folders
// that nobody has opened for two months are deleted.
func Shelf(folder string) (*codecache.Folder, error) {
	cache, err := appdir.Cache()
	if err != nil {
		return nil, err
	}
	dir := filepath.Join(cache, "code")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("making the folder of code indexes: %w", err)
	}
	now := time.Now()
	if err := codecache.Sweep(dir, now.AddDate(0, -2, 0)); err != nil {
		return nil, err
	}
	version, err := program()
	if err != nil {
		return nil, err
	}
	return codecache.Open(filepath.Join(dir, nameOf(folder)), version, time.Now)
}

// nameOf names a folder's shelf so that people know it and no two folders share one.
func nameOf(folder string) string {
	sum := sha256.Sum256([]byte(folder))
	name := strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`/\:*?"<>|`, r) {
			return '_'
		}
		return r
	}, filepath.Base(folder))
	if len(name) > 60 {
		name = "folder"
	}
	return name + "-" + hex.EncodeToString(sum[:8]) + ".db"
}

// program tells builds of this program apart: each may read sources in another
// way, so none takes over what another has read.
func program() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("finding this program: %w", err)
	}
	info, err := os.Stat(path)
	if err != nil {
		return "", fmt.Errorf("finding this program: %w", err)
	}
	return fmt.Sprintf("%d bytes of %d", info.Size(), info.ModTime().UnixNano()), nil
}

// ReadOn makes the index of a folder from what its shelf keeps and what has
// changed since, and keeps it there. What is wrong with the shelf costs time, not
// the index: warn hears of it.
func ReadOn(ctx context.Context, tree *repo.Tree, reader Reader, open func() (*codecache.Folder, error), tell func(Progress), warn func(error)) (*Index, error) {
	var last *Index
	s, err := open()
	if err == nil {
		defer func() {
			if err := s.Close(); err != nil {
				warn(err)
			}
		}()
		if last, err = Kept(s); err != nil {
			last = nil
		}
	}
	var inUse sqlite.InUse
	if err != nil && !errors.As(err, &inUse) {
		warn(err)
	}
	index, err := Read(ctx, tree, reader, last, func(p Progress, _ func() *Index) { tell(p) })
	if err == nil && s != nil {
		if err := index.Keep(s); err != nil {
			warn(err)
		}
	}
	return index, err
}

// Emptied is Shelf with nothing on it: all is read anew.
func Emptied(folder string) (*codecache.Folder, error) {
	cache, err := appdir.Cache()
	if err != nil {
		return nil, err
	}
	// What another version wrote is forgotten, and no program has this one.
	s, err := codecache.Open(filepath.Join(cache, "code", nameOf(folder)), "", time.Now)
	if err == nil {
		err = s.Close()
	}
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	return Shelf(folder)
}
