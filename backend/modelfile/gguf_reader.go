package modelfile

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"strings"
)

// ggufReader reads until the first error, and gives zeros after it.
type ggufReader struct {
	in   *bufio.Reader
	at   int64
	err  error
	buf  [8]byte
	meta map[string]any // what of the metadata is kept: uint64, float64, bool, string, and []uint64 of short arrays
}

func (g *ggufReader) fail(format string, args ...any) {
	if g.err == nil {
		g.err = fmt.Errorf("%w: "+format, append([]any{ErrNotGGUF}, args...)...)
	}
}

// entry reads one key with its value.
func (g *ggufReader) entry() {
	key := g.text(mostText)
	kind := g.uint(4)
	if value := g.value(kind, 0); value != nil {
		g.meta[key] = value
	}
}

// The value types of GGUF.
const (
	ggufBool   = 7
	ggufString = 8
	ggufArray  = 9
)

// widths are the sizes of the number types, by type.
var widths = [...]int{0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 8: 0, 9: 0, 10: 8, 11: 8, 12: 8}

// value reads a value; it gives nil for one that is not kept.
func (g *ggufReader) value(kind uint64, depth int) any {
	switch {
	case g.err != nil:
		return nil
	case kind == ggufString:
		return g.text(mostText)
	case kind == ggufArray:
		return g.array(depth)
	case kind < uint64(len(widths)):
		return number(kind, g.uint(widths[kind]))
	}
	g.fail("a value is of unknown type %d", kind)
	return nil
}

// number reads a number's bits; a negative one and anything else that makes no
// count stays what it is.
func number(kind, bits uint64) any {
	switch kind {
	case 1:
		return uint64(int64(int8(bits)))
	case 3:
		return uint64(int64(int16(bits)))
	case 5:
		return uint64(int64(int32(bits)))
	case 6:
		return float64(math.Float32frombits(uint32(bits)))
	case 12:
		return math.Float64frombits(bits)
	case ggufBool:
		return bits != 0
	}
	return bits
}

// array reads an array: of numbers as they are where there are few, otherwise
// only how many there are, as its length.
func (g *ggufReader) array(depth int) any {
	kind, n := g.uint(4), g.uint(8)
	switch {
	case g.err != nil:
		return nil
	case n > mostElement || depth > 2:
		g.fail("an array has %d elements, %d deep", n, depth)
		return nil
	case kind == ggufString:
		for i := uint64(0); i < n && g.err == nil; i++ {
			g.text(0)
		}
		return counted{n}
	case kind == ggufArray:
		for i := uint64(0); i < n && g.err == nil; i++ {
			g.array(depth + 1)
		}
		return nil
	case kind >= uint64(len(widths)):
		g.fail("an array is of unknown type %d", kind)
		return nil
	case n > 1024:
		g.skip(int64(n) * int64(widths[kind]))
		return counted{n}
	}
	list := make([]uint64, 0, n)
	for i := uint64(0); i < n && g.err == nil; i++ {
		if v, ok := number(kind, g.uint(widths[kind])).(uint64); ok {
			list = append(list, v)
		}
	}
	return list
}

// counted is the length of an array whose elements are not kept.
type counted struct{ n uint64 }

func (g *ggufReader) uint(n int) uint64 {
	if g.err != nil {
		return 0
	}
	g.buf = [8]byte{}
	_, g.err = io.ReadFull(g.in, g.buf[:n])
	g.at += int64(n)
	return binary.LittleEndian.Uint64(g.buf[:])
}

func (g *ggufReader) skip(n int64) {
	if g.err != nil {
		return
	}
	done, err := io.CopyN(io.Discard, g.in, n)
	g.at += done
	g.err = err
}

// text reads a string and keeps its first bytes, at most keep.
func (g *ggufReader) text(keep int) string {
	n := g.uint(8)
	if g.err == nil && n > mostString {
		g.fail("a string has %d bytes", n)
	}
	if g.err != nil {
		return ""
	}
	kept := make([]byte, min(int(n), keep))
	_, g.err = io.ReadFull(g.in, kept)
	g.at += int64(len(kept))
	g.skip(int64(n) - int64(len(kept)))
	return strings.ToValidUTF8(string(kept), "\uFFFD")
}
