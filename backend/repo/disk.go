package repo

import (
	"io/fs"
	"os"
	"syscall"
)

// disk reads a folder through os.Root, which no link and no ".." leaves. Where
// the system can promise the same with fewer calls, quick does the work.
type disk struct {
	root  *os.Root
	quick quick
}

func openDisk(dir string) (source, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	return diskOf(root), nil
}

func diskOf(root *os.Root) *disk { return &disk{root: root, quick: openQuick(root)} }

func (d *disk) close() error {
	d.quick.close()
	return d.root.Close()
}

func (d *disk) stat(name string) (fs.FileInfo, error)  { return d.root.Stat(name) }
func (d *disk) lstat(name string) (fs.FileInfo, error) { return d.root.Lstat(name) }
func (d *disk) readlink(name string) (string, error)   { return d.root.Readlink(name) }

func (d *disk) size(name string) (int64, error) {
	if n, ok := d.quick.size(name); ok {
		return n, nil
	}
	info, err := d.root.Lstat(name)
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// open looks before it opens: a pipe or a device must not even be opened. One
// that takes the file's place in between is opened without waiting for its
// other end, recognised, and closed.
func (d *disk) open(name string, regular bool) (file, error) {
	if f, ok, err := d.quick.open(name, regular); ok {
		return f, err
	}
	if info, err := d.root.Stat(name); err != nil {
		return nil, err
	} else if !info.Mode().IsRegular() {
		return nil, ErrNotRegular
	}
	f, err := d.root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = ErrNotRegular
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return sized{f, info.Size()}, nil
}

func (d *disk) folders(links bool) folderReader {
	if r, ok := d.quick.folders(); ok && !links {
		return r
	}
	return &plainFolders{open: func(dir string) (fs.ReadDirFile, error) {
		f, err := d.root.Open(dir)
		if err != nil {
			return nil, err // not f: a nil *os.File is no nil interface
		}
		return f, nil
	}}
}

// sized is a file whose size was asked for when it was opened.
type sized struct {
	fs.File
	size int64
}

func (s sized) Size() int64 { return s.size }
