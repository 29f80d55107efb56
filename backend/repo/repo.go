// Package repo reads one folder: never outside its root, never writing. It
// knows files, not what they mean.
package repo

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync/atomic"
)

// Errors that callers branch on. What is not there wraps fs.ErrNotExist, what
// may not be read fs.ErrPermission.
var (
	ErrOutside    = errors.New("path leaves the repository")
	ErrTooLarge   = errors.New("file is larger than the limit")
	ErrBinary     = errors.New("file is binary")
	ErrNotRegular = errors.New("not a regular file")
	ErrNotFolder  = errors.New("not a folder")
)

// MaxFileSize is how many bytes of a file are read unless Config says
// otherwise.
const MaxFileSize = 1 << 20

// Config bounds what is read of one file, and says which folders count. Zero
// fields mean the defaults.
type Config struct {
	MaxFileSize   int64 // bytes; 1 MiB
	MaxLineLength int   // bytes of a line that ReadLines and Grep give; 2,000
	BinarySample  int   // bytes that decide whether a file is binary; 8,000, as git does

	LeaveOut []string // names of folders that are left out besides those that tools fill
	Read     []string // names of folders that are looked into whatever speaks against it
	Ignored  bool     // .gitignore leaves nothing out
}

func (c Config) withDefaults() Config {
	if c.MaxFileSize <= 0 {
		c.MaxFileSize = MaxFileSize
	}
	if c.MaxLineLength <= 0 {
		c.MaxLineLength = 2000
	}
	if c.BinarySample <= 0 {
		c.BinarySample = 8000
	}
	return c
}

// Tree is one folder, read only. It is safe for use by several goroutines.
type Tree struct {
	src    source
	dir    string
	config Config
	walked atomic.Pointer[Index] // the last walk's
}

// source is where the bytes come from: a folder on disk or an fs.FS. Names are
// clean and local; no answer ever comes from outside the root.
type source interface {
	// open opens regular files only and follows links that stay inside. regular
	// says that a walk has just seen one there.
	open(name string, regular bool) (file, error)
	stat(name string) (fs.FileInfo, error)
	lstat(name string) (fs.FileInfo, error)
	size(name string) (int64, error) // without following a link at the end
	readlink(name string) (string, error)
	folders(links bool) folderReader // with links: a path through one can be listed
	close() error
}

// file is an open regular file.
type file interface {
	Read([]byte) (int, error)
	Close() error
	Size() int64
}

// folderReader lists folders one after another with buffers of its own. The
// batch has to be reset by the caller.
type folderReader interface {
	read(dir string, into *batch) error
}

// Open opens a folder on disk with the default limits.
func Open(dir string) (*Tree, error) { return OpenWith(dir, Config{}) }

// OpenWith opens a folder on disk. What is not a folder gives ErrNotFolder.
func OpenWith(dir string, c Config) (*Tree, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("opening %s: %w", dir, err)
	}
	info, err := os.Stat(abs)
	if err != nil {
		return nil, fmt.Errorf("opening %s: %w", dir, bare(err))
	}
	if !info.IsDir() {
		return nil, fmt.Errorf("opening %s: %w", dir, ErrNotFolder)
	}
	src, err := openDisk(abs)
	if err != nil {
		return nil, fmt.Errorf("opening %s: %w", dir, bare(err))
	}
	return &Tree{src: src, dir: abs, config: c.withDefaults()}, nil
}

// In is OpenWith for a folder that is held open, whatever has its name by now: dir is
// only what it is called. root stays its owner's.
func In(root *os.Root, dir string, c Config) (*Tree, error) {
	own, err := root.OpenRoot(".")
	if err != nil {
		return nil, fmt.Errorf("opening %s: %w", dir, bare(err))
	}
	return &Tree{src: diskOf(own), dir: dir, config: c.withDefaults()}, nil
}

// New wraps any file system; tests pass fstest.MapFS.
func New(fsys fs.FS, name string) *Tree { return NewWith(fsys, name, Config{}) }

// NewWith is New with limits.
func NewWith(fsys fs.FS, name string, c Config) *Tree {
	return &Tree{src: virtual{fsys}, dir: name, config: c.withDefaults()}
}

// Dir is the folder's path on disk, or the name given to New.
func (r *Tree) Dir() string { return r.dir }

// Close lets go of the folder.
func (r *Tree) Close() error { return r.src.close() }

// clean turns a name as a person or a model writes it into one relative to the
// root: "", "./" and "." are the root itself. What leaves the root, is
// absolute or no path at all is ErrOutside.
func clean(name string) (string, error) {
	p := path.Clean(name)
	if name == "" || p == "." {
		return ".", nil
	}
	if strings.ContainsRune(name, 0) || !filepath.IsLocal(filepath.FromSlash(p)) {
		return "", fmt.Errorf("%q: %w", name, ErrOutside)
	}
	return p, nil
}

// bare takes the operation and the path off an error of package os: the
// caller says both in its own words.
func bare(err error) error {
	var pe *fs.PathError
	if !errors.As(err, &pe) {
		return err
	}
	// os.Root has no sentinel for this one.
	if pe.Err.Error() == "path escapes from parent" {
		return ErrOutside
	}
	return pe.Err
}
