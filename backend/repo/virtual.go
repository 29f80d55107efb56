package repo

import (
	"errors"
	"io"
	"io/fs"
)

// virtual reads an fs.FS.
type virtual struct{ fsys fs.FS }

func (v virtual) close() error                           { return nil }
func (v virtual) stat(name string) (fs.FileInfo, error)  { return fs.Stat(v.fsys, name) }
func (v virtual) lstat(name string) (fs.FileInfo, error) { return fs.Lstat(v.fsys, name) }
func (v virtual) readlink(name string) (string, error)   { return fs.ReadLink(v.fsys, name) }

func (v virtual) size(name string) (int64, error) {
	info, err := v.lstat(name)
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

func (v virtual) open(name string, _ bool) (file, error) {
	info, err := fs.Stat(v.fsys, name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, ErrNotRegular
	}
	f, err := v.fsys.Open(name)
	if err != nil {
		return nil, err
	}
	return sized{f, info.Size()}, nil
}

func (v virtual) folders(bool) folderReader {
	return &plainFolders{open: func(dir string) (fs.ReadDirFile, error) {
		f, err := v.fsys.Open(dir)
		if err != nil {
			return nil, err
		}
		d, ok := f.(fs.ReadDirFile)
		if !ok {
			f.Close()
			return nil, ErrNotFolder
		}
		return d, nil
	}}
}

// plainFolders lists folders with nothing but package io/fs.
type plainFolders struct {
	open func(dir string) (fs.ReadDirFile, error)
}

func (p *plainFolders) read(dir string, into *batch) error {
	d, err := p.open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	for !into.full() {
		entries, err := d.ReadDir(1024)
		for _, e := range entries {
			into.add(e.Name(), kindOf(e.Type()))
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func kindOf(m fs.FileMode) kind {
	switch {
	case m.IsRegular():
		return kindFile
	case m.IsDir():
		return kindFolder
	case m&fs.ModeSymlink != 0:
		return kindLink
	}
	return kindOther
}
