package gguf

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"strings"
)

// reader reads until the first error, and gives zeros after it.
type reader struct {
	in   *bufio.Reader
	at   int64
	err  error
	buf  [8]byte
	meta metadata
}

func (g *reader) fail(format string, args ...any) {
	if g.err == nil {
		g.err = fmt.Errorf("%w: "+format, append([]any{ErrNot}, args...)...)
	}
}

// entry reads one key with its value.
func (g *reader) entry() {
	key := g.text(mostText)
	kind := g.uint(4)
	if value := g.value(kind, 0); value != nil {
		g.meta[key] = value
	}
}

// The value types of GGUF.
const (
	typeBool   = 7
	typeString = 8
	typeArray  = 9
)

// widths are the sizes of the number types, by type.
var widths = [...]int{0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 8: 0, 9: 0, 10: 8, 11: 8, 12: 8}

// value reads a value; it gives nil for one that is not kept.
func (g *reader) value(kind uint64, depth int) any {
	switch {
	case g.err != nil:
		return nil
	case kind == typeString:
		return g.text(mostText)
	case kind == typeArray:
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
	case typeBool:
		return bits != 0
	}
	return bits
}

// array reads an array: of numbers as they are where there are few, otherwise
// only how many there are, as its length.
func (g *reader) array(depth int) any {
	kind, n := g.uint(4), g.uint(8)
	switch {
	case g.err != nil:
		return nil
	case n > mostElement || depth > 2:
		g.fail("an array has %d elements, %d deep", n, depth)
		return nil
	case kind == typeString:
		for i := uint64(0); i < n && g.err == nil; i++ {
			g.text(0)
		}
		return counted{n}
	case kind == typeArray:
		for i := uint64(0); i < n && g.err == nil; i++ {
			g.array(depth + 1)
		}
		return nil
	case kind >= uint64(len(widths)):
		g.fail("an array is of unknown type %d", kind)
		return nil
	case n > mostLayers:
		g.skip(int64(n) * int64(widths[kind]))
		return counted{n}
	}
	list := make([]uint64, 0, n)
	for i := uint64(0); i < n && g.err == nil; i++ {
		switch v := number(kind, g.uint(widths[kind])).(type) {
		case uint64:
			list = append(list, v)
		case bool:
			if v {
				list = append(list, 1)
			} else {
				list = append(list, 0)
			}
		}
	}
	return list
}

// counted is the length of an array whose elements are not kept.
type counted struct{ n uint64 }

func (g *reader) uint(n int) uint64 {
	if g.err != nil {
		return 0
	}
	g.buf = [8]byte{}
	_, g.err = io.ReadFull(g.in, g.buf[:n])
	g.at += int64(n)
	return binary.LittleEndian.Uint64(g.buf[:])
}

func (g *reader) skip(n int64) {
	if g.err != nil {
		return
	}
	done, err := io.CopyN(io.Discard, g.in, n)
	g.at += done
	g.err = err
}

// text reads a string and keeps its first bytes, at most keep.
func (g *reader) text(keep int) string {
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
