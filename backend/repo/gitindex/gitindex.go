// Package gitindex reads which paths git tracks out of a repository's index:
// gitformat-index(5), versions 2 to 4. It knows nothing of commits.
package gitindex

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"sort"
	"strings"
)

// Most is how large an index may be, in bytes: some 600,000 files.
const Most = 64 << 20

// The bounds of what a version 4 index may unpack to: its paths are written as
// what differs from the one before.
const (
	mostName  = 4096
	mostNames = Most
)

// Hash is the length of the object names in an index, in bytes.
type Hash int

// The kinds of object names.
const (
	SHA1   Hash = 20
	SHA256 Hash = 32
)

var errBroken = errors.New("no index of git")

// Index is the paths that git tracks. A nil Index tracks none.
type Index struct {
	names   []byte
	entries []entry
}

type entry struct {
	start, end uint32 // of the path in names
	link       bool   // a submodule's folder
}

const (
	header   = 12
	stats    = 40 // bytes of an entry before its object name
	modeAt   = 24
	gitlink  = 0o160000
	typeMask = 0o170000
	extended = 1 << 14
)

// Parse reads an index. It keeps the bytes.
func Parse(b []byte, hash Hash) (*Index, error) {
	if len(b) > Most || len(b) < header+int(hash) || string(b[:4]) != "DIRC" {
		return nil, errBroken
	}
	version, count := binary.BigEndian.Uint32(b[4:]), binary.BigEndian.Uint32(b[8:])
	if version < 2 || version > 4 || int64(count) > int64(len(b))/(stats+int64(hash)) {
		return nil, errBroken
	}
	r := reader{b: b[:len(b)-int(hash)], at: header, hash: int(hash), version: version}
	r.index = &Index{names: b, entries: make([]entry, 0, count)}
	if version == 4 {
		r.index.names = nil
	}
	for range count {
		if err := r.entry(); err != nil {
			return nil, err
		}
	}
	return r.index, r.extensions()
}

type reader struct {
	b       []byte
	at      int
	hash    int
	version uint32
	index   *Index
}

// entry reads one entry. They are sorted by their paths; a path in conflict has
// up to three.
func (r *reader) entry() error {
	from := r.at
	name := from + stats + r.hash + 2
	if name > len(r.b) {
		return errBroken
	}
	e := entry{link: binary.BigEndian.Uint32(r.b[from+modeAt:])&typeMask == gitlink}
	if r.version >= 3 && binary.BigEndian.Uint16(r.b[name-2:])&extended != 0 {
		name += 2
	}
	if name > len(r.b) {
		return errBroken
	}
	end := bytes.IndexByte(r.b[name:], 0)
	if r.version == 4 {
		return r.shortened(e, name)
	}
	if end <= 0 {
		return errBroken
	}
	e.start, e.end = uint32(name), uint32(name+end)
	r.at = from + (name+end-from+8)&^7 // one to eight NULs
	return r.add(e)
}

// shortened reads the path of a version 4 entry: how many bytes to take off the
// end of the one before, and what comes in their place.
func (r *reader) shortened(e entry, at int) error {
	off := -1
	for ; at < len(r.b) && off < mostName; at++ {
		off = (off+1)<<7 | int(r.b[at]&0x7f)
		if r.b[at]&0x80 == 0 {
			break
		}
	}
	end := -1
	if at++; at <= len(r.b) {
		end = bytes.IndexByte(r.b[at:], 0)
	}
	var before []byte
	if n := len(r.index.entries); n > 0 {
		before = r.index.name(n - 1)
	}
	if end < 0 || off > len(before) {
		return errBroken
	}
	x := r.index
	e.start = uint32(len(x.names))
	if len(before)-off+end > mostName || len(x.names)+len(before)-off+end > mostNames {
		return fmt.Errorf("%w: its paths are too long", errBroken)
	}
	x.names = append(x.names, before[:len(before)-off]...)
	x.names = append(x.names, r.b[at:at+end]...)
	e.end = uint32(len(x.names))
	r.at = at + end + 1
	return r.add(e)
}

func (r *reader) add(e entry) error {
	x := r.index
	x.entries = append(x.entries, e)
	if n := len(x.entries); n > 1 && bytes.Compare(x.name(n-2), x.name(n-1)) > 0 || e.start == e.end {
		return errBroken
	}
	return nil
}

// extensions looks for what changes the meaning of the entries. One whose name
// begins in lower case must be understood; "sdir" is: a folder outside of a
// sparse checkout is one entry with a slash at its end.
func (r *reader) extensions() error {
	for r.at+8 <= len(r.b) {
		name, size := string(r.b[r.at:r.at+4]), int64(binary.BigEndian.Uint32(r.b[r.at+4:]))
		switch {
		case name[0] >= 'a' && name[0] <= 'z' && name != "sdir": // "link": the rest lies in another file
			return fmt.Errorf("%w: it has an extension %q", errBroken, name)
		case size > int64(len(r.b)-r.at-8):
			return errBroken
		}
		r.at += 8 + int(size)
	}
	return nil
}

func (x *Index) name(i int) []byte { return x.names[x.entries[i].start:x.entries[i].end] }

// find is the place of the first path that is not before one.
func (x *Index) find(path string) int {
	return sort.Search(len(x.entries), func(i int) bool { return string(x.name(i)) >= path })
}

// File reports whether git tracks a file.
func (x *Index) File(path string) bool {
	if x == nil {
		return false
	}
	i := x.find(path)
	return i < len(x.entries) && string(x.name(i)) == path
}

// Folder reports whether git tracks anything in a folder, and whether that folder
// is a submodule, of whose files the index says nothing.
func (x *Index) Folder(path string) (tracked, submodule bool) {
	if x == nil {
		return false, false
	}
	if i := x.find(path); i < len(x.entries) && string(x.name(i)) == path && x.entries[i].link {
		return true, true
	}
	i := x.find(path + "/")
	return i < len(x.entries) && strings.HasPrefix(string(x.name(i)), path+"/"), false
}
