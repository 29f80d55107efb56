package repo

import (
	"slices"
	"strings"
)

// kind is what a folder's entry is.
type kind uint8

const (
	kindOther kind = iota // pipes, sockets, devices: never opened
	kindFile
	kindFolder
	kindLink
)

// batch is one folder's listing. The paths of all entries stand one after
// another in a single buffer that becomes a single string: a large tree costs
// a few allocations per folder, none per file.
type batch struct {
	prefix  string // the folder's path with a slash, "" for the root
	bytes   []byte
	entries []entry
	most    int  // entries to take before the listing counts as cut
	cut     bool // there was more
}

type entry struct {
	start, end int
	kind       kind
}

// reset begins the listing of a folder.
func (b *batch) reset(dir string, most int) {
	b.prefix = ""
	if dir != "." {
		b.prefix = dir + "/"
	}
	b.bytes, b.entries, b.most, b.cut = b.bytes[:0], b.entries[:0], most, false
}

func (b *batch) full() bool { return b.cut }

func (b *batch) add(name string, k kind) { b.addBytes([]byte(name), k) }

func (b *batch) addBytes(name []byte, k kind) {
	if len(b.entries) >= b.most {
		b.cut = true
		return
	}
	start := len(b.bytes)
	b.bytes = append(b.bytes, b.prefix...)
	b.bytes = append(b.bytes, name...)
	b.entries = append(b.entries, entry{start, len(b.bytes), k})
}

// sorted ends the listing: the buffer as a string, and the entries in the order
// of the paths that they lead to.
func (b *batch) sorted() (string, []entry) {
	all := string(b.bytes)
	slices.SortFunc(b.entries, func(x, y entry) int {
		return pathOrder(all[x.start:x.end], x.kind == kindFolder, all[y.start:y.end], y.kind == kindFolder)
	})
	return all, b.entries
}

// pathOrder compares two entries of one folder; a folder stands where the files
// below it do: "a-b" before the folder "a", since "a-b" < "a/".
func pathOrder(a string, aFolder bool, b string, bFolder bool) int {
	n := min(len(a), len(b))
	if c := strings.Compare(a[:n], b[:n]); c != 0 {
		return c
	}
	return next(a, n, aFolder) - next(b, n, bFolder)
}

func next(s string, n int, folder bool) int {
	switch {
	case len(s) > n:
		return int(s[n])
	case folder:
		return '/'
	}
	return -1
}
