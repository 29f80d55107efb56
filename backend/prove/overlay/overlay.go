// Package overlay lays files from memory over a folder that is sent to a build:
// what is only proposed is proved, and nothing is written.
package overlay

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tonistiigi/fsutil"
	"github.com/tonistiigi/fsutil/types"
)

// Over is a folder with files in place of its own or beside them, by their paths
// in it with slashes. A file keeps the mode of the one it stands for. BuildKit's
// own staticfs.MergeFS does the same and cannot leave out a folder on the way,
// which a filtered walk wants (v0.33).
func Over(lower fsutil.FS, files map[string][]byte, stat func(name string) (fs.FileInfo, error)) fsutil.FS {
	if len(files) == 0 {
		return lower
	}
	o := overlaid{lower, map[string]*types.Stat{}, map[string][]byte{}}
	for name, text := range files {
		local := filepath.FromSlash(name)
		mode := uint32(0o644)
		if info, err := stat(name); err == nil && info.Mode().IsRegular() {
			mode = uint32(info.Mode().Perm())
		}
		o.entries[local], o.texts[local] = &types.Stat{Path: local, Mode: mode, Size: int64(len(text)), ModTime: Time(text)}, text
		for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
			if info, err := stat(dir); err != nil || !info.IsDir() {
				o.entries[filepath.FromSlash(dir)] = &types.Stat{Path: filepath.FromSlash(dir), Mode: uint32(os.ModeDir | 0o755)}
			}
		}
	}
	return o
}

// Time is a time of change for a text that has none, in nanoseconds since 1970: another
// for another text, because a builder that has a file of that size and time from the
// proof before does not ask for it again (fsutil's metadata differ); and in the 1980s or
// 1990s, before any file that a build could hold it against.
func Time(text []byte) int64 {
	const from, bits = 315_532_800, 29 // 1980, seconds; 17 years
	sum := sha256.Sum256(text)
	return (from + int64(binary.BigEndian.Uint64(sum[:])>>(64-bits))) * 1e9
}

type overlaid struct {
	fsutil.FS
	entries map[string]*types.Stat // files, and folders that are not there without them
	texts   map[string][]byte
}

func (o overlaid) Open(name string) (io.ReadCloser, error) {
	if text, ok := o.texts[filepath.Clean(name)]; ok {
		return io.NopCloser(bytes.NewReader(text)), nil
	}
	return o.FS.Open(name)
}

// Walk gives both in one order, which BuildKit relies on. Where fn wants no more of
// a folder, it hears nothing more of it from either.
func (o overlaid) Walk(ctx context.Context, target string, fn fs.WalkDirFunc) error {
	target = strings.Trim(filepath.Clean("/"+target), string(filepath.Separator))
	var ours []string
	for _, name := range slices.SortedFunc(maps.Keys(o.entries), fsutil.ComparePath) {
		if target == "" || within(name, target) {
			ours = append(ours, name)
		}
	}
	tell := func(name string, entry fs.DirEntry, err error) error {
		if err = fn(name, entry, err); errors.Is(err, fs.SkipDir) {
			folder := name
			if entry != nil && !entry.IsDir() {
				folder = filepath.Dir(name)
			}
			ours = slices.DeleteFunc(ours, func(name string) bool { return folder == "." || within(name, folder) })
		}
		return err
	}
	// before tells of ours that come before a name; all of them for "".
	before := func(name string) error {
		for len(ours) > 0 && (name == "" || fsutil.ComparePath(ours[0], name) < 0) {
			next := ours[0]
			ours = ours[1:]
			if err := tell(next, &fsutil.DirEntryInfo{Stat: o.entries[next]}, nil); err != nil && !errors.Is(err, fs.SkipDir) {
				return err
			}
		}
		return nil
	}
	err := o.FS.Walk(ctx, target, func(name string, entry fs.DirEntry, err error) error {
		if err := before(name); err != nil {
			return err
		}
		if len(ours) > 0 && ours[0] == name {
			ours, entry, err = ours[1:], &fsutil.DirEntryInfo{Stat: o.entries[name]}, nil
		}
		return tell(name, entry, err)
	})
	if err != nil && !(errors.Is(err, fs.ErrNotExist) && len(ours) > 0) {
		return err
	}
	return before("")
}

// within reports whether a name is a folder or below it.
func within(name, folder string) bool {
	return name == folder || strings.HasPrefix(name, folder+string(filepath.Separator))
}
