// Package handover lays out in memory what a data service runs while it has no data,
// for the builder. It does not know which files those are, nor how the service is
// started.
package handover

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strconv"

	"github.com/moby/buildkit/util/staticfs"
	fsutiltypes "github.com/tonistiigi/fsutil/types"

	"aipack/backend/prove/overlay"
	"aipack/backend/universalbuild"
)

// The bounds on what one data service is given: they are held in memory.
const (
	most     = 500
	MostSize = 32 << 20 // bytes, all together
)

// Placed is where a data service finds what was laid out for it.
type Placed struct {
	At string // in what is handed over
	To string // in its container
}

// Lay reads what a data service runs while it has no data, with what is proved in place
// of files of the project, by their paths in it. A link that leads out of the project is
// refused, and so is more than a proof holds.
func Lay(project func() (*os.Root, error), instead map[string][]byte, files []universalbuild.InitialFile) (*staticfs.FS, []Placed, error) {
	laid := &laying{out: staticfs.NewFS(), instead: instead}
	if len(files) == 0 {
		return laid.out, nil, nil
	}
	root, err := project()
	if err != nil {
		return nil, nil, fmt.Errorf("reading its initial files: %w", err)
	}
	defer root.Close()
	var set []Placed
	for i, f := range files {
		at := strconv.Itoa(i)
		laid.folder(at)
		at = path.Join(at, path.Base(f.To))
		if err := laid.lay(root, path.Clean(f.From), at, true); err != nil {
			return nil, nil, fmt.Errorf("its initial file %s cannot be handed over: %w", f.From, err)
		}
		set = append(set, Placed{"/" + at, f.To})
	}
	return laid.out, set, nil
}

// laying lays files out in memory.
type laying struct {
	out     *staticfs.FS
	instead map[string][]byte

	count int
	size  int64
}

func (l *laying) folder(at string) {
	l.out.Add(at, &fsutiltypes.Stat{Mode: uint32(fs.ModeDir | 0o755)}, nil)
}

// lay takes a file, or the files of a folder: what lies deeper is run by no
// image.
func (l *laying) lay(root *os.Root, from, at string, deeper bool) error {
	info, err := root.Stat(from)
	switch {
	case err != nil:
		return err
	case info.Mode().IsRegular():
		return l.file(root, from, at, info)
	case !info.IsDir() || !deeper:
		return nil
	}
	l.folder(at)
	list, err := fs.ReadDir(root.FS(), from)
	if err != nil {
		return err
	}
	for _, one := range list {
		if err := l.lay(root, path.Join(from, one.Name()), path.Join(at, one.Name()), false); err != nil {
			return err
		}
	}
	return nil
}

var errTooMuchInitial = fmt.Errorf("together there are more than %d files or %d MiB, which a proof does not hand over", most, MostSize>>20)

func (l *laying) file(root *os.Root, from, at string, info fs.FileInfo) error {
	l.count++
	if l.size += info.Size(); l.count > most || l.size > MostSize {
		return errTooMuchInitial
	}
	f, err := root.Open(from)
	if err != nil {
		return err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, info.Size()+1))
	if err != nil {
		return err
	}
	if int64(len(data)) > info.Size() {
		return errors.New("it grew while it was read")
	}
	changed := info.ModTime().UnixNano()
	if text, ok := l.instead[from]; ok {
		data, changed = text, overlay.Time(text)
		l.size += int64(len(text)) - info.Size()
	}
	mode := uint32(0o644) // whoever the data service runs as has to read it
	if info.Mode()&0o111 != 0 {
		mode = 0o755
	}
	l.out.Add(at, &fsutiltypes.Stat{Mode: mode, ModTime: changed}, data)
	return nil
}
