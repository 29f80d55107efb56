// Package repo reads one folder: never outside its root, never writing. It
// knows files, not what they mean.
package repo

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"sort"
	"strings"
)

// Errors that callers branch on.
var (
	ErrOutside  = errors.New("path leaves the repository")
	ErrTooLarge = errors.New("file is larger than the limit")
	ErrBinary   = errors.New("file is binary")
)

// MaxFileSize is how much of a file ReadFile reads before it gives up.
const MaxFileSize = 1 << 20

// Repo is one folder, read only.
type Repo struct {
	fsys fs.FS
	root *os.Root
	dir  string
}

// Open opens a folder on disk.
func Open(dir string) (*Repo, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(abs)
	if err != nil {
		return nil, err
	}
	return &Repo{fsys: root.FS(), root: root, dir: abs}, nil
}

// New wraps any file system; tests pass fstest.MapFS.
func New(fsys fs.FS, name string) *Repo { return &Repo{fsys: fsys, dir: name} }

// Dir is the folder's path on disk, or the name given to New.
func (r *Repo) Dir() string { return r.dir }

// Close lets go of the folder.
func (r *Repo) Close() error {
	if r.root != nil {
		return r.root.Close()
	}
	return nil
}

// ReadFile reads a file of at most MaxFileSize bytes.
func (r *Repo) ReadFile(name string) ([]byte, error) {
	if !fs.ValidPath(name) {
		return nil, fmt.Errorf("reading %q: %w", name, ErrOutside)
	}
	f, err := r.fsys.Open(name)
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", name, err)
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, MaxFileSize+1))
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", name, err)
	}
	if len(b) > MaxFileSize {
		return nil, fmt.Errorf("reading %s: %w", name, ErrTooLarge)
	}
	return b, nil
}

// ReadText reads a file as UTF-8 text, whatever its encoding.
func (r *Repo) ReadText(name string) (string, error) {
	b, err := r.ReadFile(name)
	return string(b), err
}

// File is one file of the index.
type File struct {
	Path string // slash-separated, relative to the root
	Size int64
	Mode fs.FileMode
}

// Name is the last element of the path.
func (f File) Name() string { return path.Base(f.Path) }

// Index is every file of a repository that counts: not ignored, within the
// limits. It never changes once made.
type Index struct {
	Files []File   // sorted by path
	Dirs  []string // sorted, without the root
	inDir map[string][]File
	named map[string][]string
	set   map[string]int
}

// Index walks the repository.
func (r *Repo) Index(ctx context.Context) (*Index, error) {
	x := &Index{}
	err := fs.WalkDir(r.fsys, ".", func(p string, d fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			return nil
		case d.IsDir():
			if p != "." && skipped[d.Name()] {
				return fs.SkipDir
			}
			if p != "." {
				x.Dirs = append(x.Dirs, p)
			}
		case d.Type().IsRegular():
			info, err := d.Info()
			if err == nil {
				x.Files = append(x.Files, File{Path: p, Size: info.Size(), Mode: info.Mode()})
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	sort.Slice(x.Files, func(i, j int) bool { return x.Files[i].Path < x.Files[j].Path })
	x.build()
	return x, nil
}

func (x *Index) build() {
	x.inDir, x.named, x.set = map[string][]File{}, map[string][]string{}, map[string]int{}
	for i, f := range x.Files {
		x.inDir[path.Dir(f.Path)] = append(x.inDir[path.Dir(f.Path)], f)
		x.named[f.Name()] = append(x.named[f.Name()], f.Path)
		x.set[f.Path] = i
	}
}

// In lists the files directly within a folder, sorted by name.
func (x *Index) In(dir string) []File { return x.inDir[dir] }

// Named lists the paths of all files with that exact name, sorted.
func (x *Index) Named(name string) []string { return x.named[name] }

// Stat finds one file.
func (x *Index) Stat(name string) (File, bool) {
	i, ok := x.set[name]
	if !ok {
		return File{}, false
	}
	return x.Files[i], true
}

// Under lists the files of a folder and everything below it, sorted by path.
func (x *Index) Under(dir string) []File {
	if dir == "." {
		return x.Files
	}
	lo := sort.Search(len(x.Files), func(i int) bool { return x.Files[i].Path >= dir+"/" })
	hi := lo
	for hi < len(x.Files) && strings.HasPrefix(x.Files[hi].Path, dir+"/") {
		hi++
	}
	return x.Files[lo:hi]
}

var skipped = map[string]bool{
	"node_modules": true, ".git": true, "target": true, "vendor": true, "__pycache__": true,
	".venv": true, "venv": true, "dist": true, "build": true, ".next": true, ".nuxt": true,
	"coverage": true, ".cache": true,
}
