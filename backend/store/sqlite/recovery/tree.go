package recovery

import "encoding/binary"

// Kinds of pages (section 1.6), and what the pointer map says of one (1.8).
const (
	tableLeaf     = 0x0d
	tableInterior = 0x05

	isRoot, isFree, isNode = 1, 2, 5
	mapEntry               = 5 // bytes
)

// deepest is more than any tree is high.
const deepest = 40

// trees says which pages are in use and to which tree each belongs.
type trees struct {
	*file
	free   map[uint32]bool
	parent map[uint32]uint32
}

func (f *file) trees() trees {
	t := trees{file: f, free: map[uint32]bool{}, parent: map[uint32]uint32{}}
	for n := uint32(1); n <= f.count; n++ {
		for _, child := range f.children(n) {
			t.parent[child] = n
		}
		switch kind, parent := f.mapped(n); kind {
		case isFree:
			t.free[n] = true
		case isNode:
			t.parent[n] = parent
		}
	}
	t.walkFree()
	return t
}

// mapped is what the pointer map says of a page, 0 where it cannot be told. The
// map's pages are there in files that can shrink in steps.
func (f *file) mapped(n uint32) (kind byte, parent uint32) {
	each := uint32(f.usable/mapEntry + 1) //nolint:gosec // a page has at most 64 KiB
	if n < 3 || (n-2)%each == 0 {
		return 0, 0
	}
	first := (n-2)/each*each + 2
	m := f.page(first)
	at := int(n-first-1) * mapEntry
	if m == nil || at+mapEntry > f.usable {
		return 0, 0
	}
	kind, parent = m[at], binary.BigEndian.Uint32(m[at+1:])
	switch {
	case (kind == isRoot || kind == isFree) && parent == 0:
		return kind, 0
	case kind == isNode && parent > 0 && parent <= f.count && parent != n:
		return kind, parent
	}
	return 0, 0
}

// walkFree marks the pages of the list of free ones: what is on them was
// deleted. The map knows better where it says otherwise.
func (t trees) walkFree() {
	if t.head == nil {
		return
	}
	seen := map[uint32]bool{}
	next := binary.BigEndian.Uint32(t.page(1)[atFreeList:])
	for trunk := t.page(next); trunk != nil && !seen[next]; trunk = t.page(next) {
		seen[next] = true
		t.free[next] = true
		n := min(int(binary.BigEndian.Uint32(trunk[4:])), t.usable/4-2)
		for i := range n {
			leaf := binary.BigEndian.Uint32(trunk[8+4*i:])
			if kind, _ := t.mapped(leaf); kind == 0 {
				t.free[leaf] = true
			}
		}
		next = binary.BigEndian.Uint32(trunk)
	}
}

// root is the page at the top of a page's tree, as far as that can be told.
func (t trees) root(n uint32) uint32 {
	for range deepest {
		up, known := t.parent[n]
		if !known || up == n {
			return n
		}
		n = up
	}
	return n
}

// start is where a page's own header begins.
func start(n uint32) int {
	if n == 1 {
		return headerSize
	}
	return 0
}

// cells gives where each cell of a page begins, of one of a kind; nil for
// another.
func (f *file) cells(n uint32, content []byte, kind byte, header int) []int {
	at := start(n)
	if content == nil || content[at] != kind {
		return nil
	}
	count := int(binary.BigEndian.Uint16(content[at+3:]))
	list := at + header
	if list+2*count > f.usable {
		count = max(f.usable-list, 0) / 2
	}
	out := make([]int, 0, count)
	for i := range count {
		if where := int(binary.BigEndian.Uint16(content[list+2*i:])); where >= list && where < f.usable {
			out = append(out, where)
		}
	}
	return out
}

// children are the pages below one within a table.
func (f *file) children(n uint32) []uint32 {
	content := f.page(n)
	cells := f.cells(n, content, tableInterior, 12)
	if cells == nil {
		return nil
	}
	pages := make([]uint32, 0, len(cells)+1)
	add := func(at int) {
		if at+4 > len(content) {
			return
		}
		if child := binary.BigEndian.Uint32(content[at:]); child > 1 && child <= f.count && child != n {
			pages = append(pages, child)
		}
	}
	for _, at := range cells {
		add(at)
	}
	add(start(n) + 8)
	return pages
}

// cell reads one row: its number and its record, which goes on in other pages
// where it is long. false: a part of it is not there any more.
func (f *file) cell(content []byte, at int) (number int64, record []byte, ok bool) {
	size, n := varint(content[at:])
	at += n
	number, m := varint(content[at:])
	at += m
	if n == 0 || m == 0 || size < 2 || size > int64(f.count)*int64(f.usable) {
		return 0, nil, false
	}
	local := f.local(int(size))
	if at+local > f.usable {
		return 0, nil, false
	}
	record = append(make([]byte, 0, local), content[at:at+local]...)
	if int64(local) == size {
		return number, record, true
	}
	at += local
	if at+4 > f.usable {
		return 0, nil, false
	}
	next := binary.BigEndian.Uint32(content[at:])
	for int64(len(record)) < size {
		more := f.page(next)
		if more == nil {
			return 0, nil, false
		}
		part := min(int(size)-len(record), f.usable-4)
		record = append(record, more[4:4+part]...)
		next = binary.BigEndian.Uint32(more)
	}
	return number, record, next == 0
}

// local is how much of a record of a size lies in its own page (section 1.6).
func (f *file) local(size int) int {
	most := f.usable - 35
	if size <= most {
		return size
	}
	least := (f.usable-12)*32/255 - 23
	if fit := least + (size-least)%(f.usable-4); fit <= most {
		return fit
	}
	return least
}
