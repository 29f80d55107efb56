package repo

import (
	"encoding/binary"
	"errors"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// quick reads below a folder with openat2, where the kernel itself refuses to
// leave it: one call where os.Root makes one per element of the path. Kernels
// before 5.6 and sandboxes without the call leave all to os.Root.
type quick struct {
	root *os.File // nil: not available
	fd   int
}

func openQuick(root *os.Root) quick {
	f, err := root.Open(".")
	if err != nil {
		return quick{}
	}
	q := quick{root: f, fd: int(f.Fd())}
	probe, err := q.openat(".", unix.O_DIRECTORY)
	if err != nil {
		f.Close()
		return quick{}
	}
	unix.Close(probe)
	return q
}

func (q quick) close() {
	if q.root != nil {
		q.root.Close()
	}
}

// openat opens for reading; a link in the path is followed only with
// O_NOFOLLOW absent, and never out of the root.
func (q quick) openat(name string, flags uint64) (int, error) {
	how := unix.OpenHow{
		Flags:   unix.O_RDONLY | unix.O_CLOEXEC | unix.O_NOCTTY | unix.O_NONBLOCK | flags,
		Resolve: unix.RESOLVE_BENEATH | unix.RESOLVE_NO_MAGICLINKS,
	}
	if flags&unix.O_NOFOLLOW != 0 {
		how.Resolve |= unix.RESOLVE_NO_SYMLINKS
	}
	var fd int
	var err error
	for range 64 { // EAGAIN: something was renamed during the look-up
		fd, err = unix.Openat2(q.fd, name, &how)
		if err != unix.EINTR && err != unix.EAGAIN {
			break
		}
	}
	if err == unix.EXDEV {
		err = ErrOutside
	}
	return fd, err
}

func (q quick) size(name string) (int64, bool) {
	var st unix.Stat_t
	if q.root == nil || unix.Fstatat(q.fd, name, &st, unix.AT_SYMLINK_NOFOLLOW) != nil {
		return 0, false
	}
	return st.Size, true
}

// open reports false where os.Root should answer: a link at the end, and every
// error but the plainest.
func (q quick) open(name string, regular bool) (file, bool, error) {
	if q.root == nil {
		return nil, false, nil
	}
	var st unix.Stat_t
	if !regular {
		if unix.Fstatat(q.fd, name, &st, unix.AT_SYMLINK_NOFOLLOW) != nil {
			return nil, false, nil
		}
		switch st.Mode & unix.S_IFMT {
		case unix.S_IFREG:
		case unix.S_IFLNK:
			return nil, false, nil
		default:
			return nil, true, ErrNotRegular
		}
	}
	fd, err := q.openat(name, 0)
	if err != nil {
		return nil, false, nil
	}
	if err := unix.Fstat(fd, &st); err != nil || st.Mode&unix.S_IFMT != unix.S_IFREG {
		unix.Close(fd)
		return nil, true, ErrNotRegular
	}
	return &quickFile{fd: fd, size: st.Size}, true, nil
}

type quickFile struct {
	fd   int
	size int64
}

func (f *quickFile) Size() int64  { return f.size }
func (f *quickFile) Close() error { return unix.Close(f.fd) }

func (f *quickFile) Read(b []byte) (int, error) {
	for {
		n, err := unix.Read(f.fd, b)
		switch {
		case errors.Is(err, unix.EINTR):
			continue
		case err != nil:
			return 0, err
		case n == 0 && len(b) > 0:
			return 0, io.EOF
		}
		return n, nil
	}
}

func (q quick) folders() (folderReader, bool) {
	if q.root == nil {
		return nil, false
	}
	return &quickFolders{quick: q, buf: make([]byte, 32<<10)}, true
}

type quickFolders struct {
	quick
	buf []byte
}

func (q *quickFolders) read(dir string, into *batch) error {
	fd, err := q.openat(dir, unix.O_DIRECTORY|unix.O_NOFOLLOW)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	for !into.full() {
		n, err := unix.ReadDirent(fd, q.buf)
		if errors.Is(err, unix.EINTR) {
			continue
		}
		if err != nil || n <= 0 {
			return err
		}
		q.parse(fd, q.buf[:n], into)
	}
	return nil
}

// parse reads what getdents64 wrote: inode (8 bytes), offset (8), length of
// the record (2), type (1), name up to a NUL.
func (q *quickFolders) parse(fd int, b []byte, into *batch) {
	const header = 19
	for len(b) > header {
		length := int(binary.NativeEndian.Uint16(b[16:]))
		if length <= header || length > len(b) {
			return
		}
		name := b[header:length]
		for i, c := range name {
			if c == 0 {
				name = name[:i]
				break
			}
		}
		inode, typ := binary.NativeEndian.Uint64(b), b[18]
		b = b[length:]
		if inode == 0 || len(name) == 0 || string(name) == "." || string(name) == ".." {
			continue
		}
		into.addBytes(name, entryKind(fd, name, typ))
	}
}

func entryKind(fd int, name []byte, typ byte) kind {
	switch typ {
	case unix.DT_REG:
		return kindFile
	case unix.DT_DIR:
		return kindFolder
	case unix.DT_LNK:
		return kindLink
	case unix.DT_UNKNOWN: // some file systems do not say
		var st unix.Stat_t
		if unix.Fstatat(fd, string(name), &st, unix.AT_SYMLINK_NOFOLLOW) == nil {
			switch st.Mode & unix.S_IFMT {
			case unix.S_IFREG:
				return kindFile
			case unix.S_IFDIR:
				return kindFolder
			case unix.S_IFLNK:
				return kindLink
			}
		}
	}
	return kindOther
}
