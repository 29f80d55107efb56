package recovery

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"os"
)

// usual is the size in bytes of the pages of a file whose first page no longer
// says it: SQLite's own since 2016.
const usual = 4096

// Where the first page says what (section 1.3).
const (
	magic      = "SQLite format 3\x00"
	atPageSize = 16
	atReserved = 20
	atFreeList = 32
	atVersion  = 60
	headerSize = 100
)

// file is a database with what its write-ahead log holds, as pages.
type file struct {
	main, log *os.File // log: nil for none
	size      int      // of a page, in bytes
	usable    int      // of that, for content
	count     uint32   // pages
	frames    map[uint32]int64
	head      []byte // the first bytes, nil where they are damaged
}

func open(path string) (*file, error) {
	f := &file{size: usual, usable: usual}
	var err error
	if f.main, err = os.Open(path); err != nil {
		return nil, err
	}
	info, err := f.main.Stat()
	if err == nil {
		err = f.readHead()
	}
	if err == nil {
		f.count = uint32((info.Size() + int64(f.size) - 1) / int64(f.size)) //nolint:gosec // SQLite has no more pages than that
		err = f.openLog(path + "-wal")
	}
	if err != nil {
		return nil, errors.Join(err, f.close())
	}
	return f, nil
}

func (f *file) readHead() error {
	head := make([]byte, headerSize)
	if _, err := f.main.ReadAt(head, 0); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	size := int(binary.BigEndian.Uint16(head[atPageSize:]))
	if size == 1 { // 65536 does not fit
		size = 1 << 16
	}
	reserved := int(head[atReserved])
	if string(head[:len(magic)]) != magic || size < 512 || size&(size-1) != 0 || size-reserved < 480 {
		return nil
	}
	f.head, f.size, f.usable = head, size, size-reserved
	return nil
}

func (f *file) openLog(path string) error {
	log, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	f.log = log
	frames, count := committed(log, f.size)
	f.frames, f.count = frames, max(count, f.count)
	return nil
}

func (f *file) close() error {
	err := f.main.Close()
	if f.log != nil {
		err = errors.Join(err, f.log.Close())
	}
	return err
}

// page gives a page's bytes, zeros behind the end of a file that was cut off;
// nil where there is no such page or the disk does not give it.
func (f *file) page(n uint32) []byte {
	if n == 0 || n > f.count {
		return nil
	}
	content := make([]byte, f.size)
	from, at := f.main, int64(n-1)*int64(f.size)
	if frame, newer := f.frames[n]; newer {
		from, at = f.log, frame
	}
	if _, err := from.ReadAt(content, at); err != nil && !errors.Is(err, io.EOF) {
		return nil
	}
	return content
}

// Sizes of the log's parts in bytes (section 4.1).
const (
	logHeader   = 32
	frameHeader = 24
)

// committed says where in a write-ahead log the newest content of each page
// lies, and how many pages the database has by it. What was not committed, or
// does not agree with its sum, is as if it were not there.
func committed(log io.ReaderAt, size int) (at map[uint32]int64, count uint32) {
	head := make([]byte, logHeader)
	if _, err := log.ReadAt(head, 0); err != nil {
		return nil, 0
	}
	var order binary.ByteOrder = binary.LittleEndian
	if head[3]&1 == 1 {
		order = binary.BigEndian
	}
	sum := summed(order, [2]uint32{}, head[:24])
	if int(binary.BigEndian.Uint32(head[8:])) != size || !sum.is(head[24:]) {
		return nil, 0
	}
	at = map[uint32]int64{}
	fresh := map[uint32]int64{} // since the last commit
	frame := make([]byte, frameHeader+size)
	for offset := int64(logHeader); ; offset += int64(len(frame)) {
		if _, err := log.ReadAt(frame, offset); err != nil || !bytes.Equal(frame[8:16], head[16:24]) {
			return at, count
		}
		sum = summed(order, summed(order, sum, frame[:8]), frame[frameHeader:])
		if !sum.is(frame[16:24]) {
			return at, count
		}
		fresh[binary.BigEndian.Uint32(frame)] = offset + frameHeader
		if size := binary.BigEndian.Uint32(frame[4:]); size != 0 {
			for page, where := range fresh {
				at[page] = where
			}
			clear(fresh)
			count = size
		}
	}
}

// check is a sum of the log (section 4.2).
type check [2]uint32

func summed(order binary.ByteOrder, s check, content []byte) check {
	for ; len(content) >= 8; content = content[8:] {
		s[0] += order.Uint32(content) + s[1]
		s[1] += order.Uint32(content[4:]) + s[0]
	}
	return s
}

func (c check) is(stored []byte) bool {
	return binary.BigEndian.Uint32(stored) == c[0] && binary.BigEndian.Uint32(stored[4:]) == c[1]
}
