package command

import (
	"bytes"
	"context"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"aipack/backend/prove/sandbox"
	"aipack/backend/repo"
)

// Counting are those of a command's files that are the project's: neither what tools
// make again (dependencies, caches, what is built) nor what .gitignore names. With them
// comes how many are not.
func Counting(ctx context.Context, dir string, files []sandbox.File) (counting []sandbox.File, left int, err error) {
	if len(files) == 0 {
		return nil, 0, nil
	}
	then := laid{os.DirFS(dir), map[string]sandbox.File{}, map[string][]string{}}
	var gone []string
	for _, f := range files {
		if f.Content == nil {
			gone = append(gone, f.Path)
			continue
		}
		then.files[f.Path] = f
		for p := f.Path; p != "."; p = path.Dir(p) {
			if dir := path.Dir(p); !slices.Contains(then.below[dir], path.Base(p)) {
				then.below[dir] = append(then.below[dir], path.Base(p))
			}
		}
	}
	after, err := repo.New(then, dir).Index(ctx)
	if err != nil {
		return nil, 0, err
	}
	before := after
	if len(gone) > 0 {
		if before, err = repo.New(os.DirFS(dir), dir).Index(ctx); err != nil {
			return nil, 0, err
		}
	}
	for _, f := range files {
		in := after
		if f.Content == nil {
			in = before
		}
		if _, counts := in.Stat(f.Path); counts {
			counting = append(counting, f)
		} else {
			left++
		}
	}
	return counting, left, nil
}

// laid is a folder with files over its own.
type laid struct {
	fs.FS
	files map[string]sandbox.File
	below map[string][]string // names that lie in a folder by them
}

func (l laid) Open(name string) (fs.File, error) {
	if f, ours := l.files[name]; ours {
		return &opened{bytes.NewReader(f.Content), made{path.Base(name), int64(len(f.Content)), 0o644}}, nil
	}
	if len(l.below[name]) == 0 {
		return l.FS.Open(name)
	}
	entries, err := l.ReadDir(name)
	return &folderOpened{made{path.Base(name), 0, fs.ModeDir | 0o755}, entries}, err
}

// ReadDir lists a folder with what is laid into it.
func (l laid) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(l.FS, name)
	if err != nil && len(l.below[name]) == 0 {
		return nil, err
	}
	for _, one := range l.below[name] {
		entry := made{name: one, mode: fs.ModeDir | 0o755}
		if f, file := l.files[path.Join(name, one)]; file {
			entry = made{one, int64(len(f.Content)), 0o644}
		}
		at, there := slices.BinarySearchFunc(entries, one, func(e fs.DirEntry, name string) int { return strings.Compare(e.Name(), name) })
		if there {
			entries[at] = fs.FileInfoToDirEntry(entry)
		} else {
			entries = slices.Insert(entries, at, fs.FileInfoToDirEntry(entry))
		}
	}
	return entries, nil
}

// Stat describes a file or a folder.
func (l laid) Stat(name string) (fs.FileInfo, error) {
	if f, ours := l.files[name]; ours {
		return made{path.Base(name), int64(len(f.Content)), 0o644}, nil
	}
	if len(l.below[name]) > 0 {
		return made{path.Base(name), 0, fs.ModeDir | 0o755}, nil
	}
	return fs.Stat(l.FS, name)
}

// made describes what is laid over a folder.
type made struct {
	name string
	size int64
	mode fs.FileMode
}

func (m made) Name() string       { return m.name }
func (m made) Size() int64        { return m.size }
func (m made) Mode() fs.FileMode  { return m.mode }
func (m made) ModTime() time.Time { return time.Time{} }
func (m made) IsDir() bool        { return m.mode.IsDir() }
func (m made) Sys() any           { return nil }

type opened struct {
	*bytes.Reader
	made
}

func (o *opened) Stat() (fs.FileInfo, error) { return o.made, nil }
func (o *opened) Size() int64                { return o.made.size }
func (o *opened) Close() error               { return nil }

type folderOpened struct {
	made
	entries []fs.DirEntry
}

func (f *folderOpened) Stat() (fs.FileInfo, error) { return f.made, nil }
func (f *folderOpened) Close() error               { return nil }

func (f *folderOpened) Read([]byte) (int, error) {
	return 0, &fs.PathError{Op: "read", Path: f.name, Err: fs.ErrInvalid}
}

// ReadDir gives the next entries (fs.ReadDirFile).
func (f *folderOpened) ReadDir(n int) ([]fs.DirEntry, error) {
	if n <= 0 {
		n = len(f.entries)
	} else if len(f.entries) == 0 {
		return nil, io.EOF
	}
	n = min(n, len(f.entries))
	next := f.entries[:n]
	f.entries = f.entries[n:]
	return next, nil
}
