package inference

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"

	"aipack/backend/llm/llamacpp/protocol"
)

// header is what a model file says of itself at its beginning (ggml's
// docs/gguf.md). It is read before llama.cpp sees the file: for the number of
// layers, and because a cut file deserves a better word than a crash.
type header struct {
	architecture string
	numbers      map[string]uint64
	dataAt       int64 // where the weights begin
	needs        int64 // bytes that the file must have
	layerBytes   int64 // of the largest layer
	otherBytes   int64 // of what belongs to no layer
	size         int64
}

// Bounds on what a hostile file can make us do.
const (
	mostTensors = 1 << 16
	mostValues  = 1 << 16
	mostText    = 1 << 24
	mostArray   = 1 << 26
)

var errHeader = errors.New("its header is damaged")

// readHeader reads a model file's header.
func readHeader(path string) (*header, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fail(protocol.NoModel, "the model file cannot be read: %v", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || info.IsDir() {
		return nil, fail(protocol.NoModel, "there is no model file %s", path)
	}
	r := &headerReader{in: bufio.NewReaderSize(f, 1<<16)}
	h, err := r.header()
	switch {
	case errors.Is(err, errNotGGUF):
		return nil, fail(protocol.NoModel, "%s is no GGUF model file", path)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return nil, fail(protocol.NoModel, "%s is cut off in its header", path)
	case err != nil:
		return nil, fail(protocol.NoModel, "%s is damaged: %v", path, err)
	}
	if h.size = info.Size(); h.size < h.needs {
		return nil, fail(protocol.NoModel, "%s is cut off: %d of %d bytes are there", path, h.size, h.needs)
	}
	return h, nil
}

// number gives a value of the model's architecture.
func (h *header) number(key string) int {
	return int(min(h.numbers[h.architecture+"."+key], math.MaxInt32))
}

// cacheBytes is what the key-value cache takes for a layer and a token: both
// in half precision.
func (h *header) cacheBytes() int64 {
	heads, width := h.number("attention.head_count"), h.number("embedding_length")
	kv := h.number("attention.head_count_kv")
	if heads == 0 {
		return 0
	}
	if kv == 0 {
		kv = heads
	}
	return 2 * 2 * int64(width) / int64(heads) * int64(kv)
}

var errNotGGUF = errors.New("no GGUF file")

type headerReader struct {
	in *bufio.Reader
	at int64
}

func (r *headerReader) header() (*header, error) {
	var magic [4]byte
	if _, err := io.ReadFull(r.in, magic[:]); err != nil || string(magic[:]) != "GGUF" {
		return nil, errNotGGUF
	}
	r.at = 4
	version, tensors, values := r.u32(), r.u64(), r.u64()
	switch {
	case version.err != nil:
		return nil, version.err
	case tensors.err != nil || values.err != nil:
		return nil, errors.Join(tensors.err, values.err)
	case version.n != 2 && version.n != 3:
		return nil, fmt.Errorf("version %d of GGUF is unknown", version.n)
	case tensors.n > mostTensors || values.n > mostValues:
		return nil, errHeader
	}
	h := &header{numbers: map[string]uint64{}}
	for range values.n {
		if err := r.value(h); err != nil {
			return nil, err
		}
	}
	return h, r.tensors(h, int(tensors.n))
}

// number is a value that was read, or why it was not.
type number struct {
	n   uint64
	err error
}

func (r *headerReader) u32() number { return r.fixed(4) }
func (r *headerReader) u64() number { return r.fixed(8) }

func (r *headerReader) fixed(size int) number {
	var raw [8]byte
	if _, err := io.ReadFull(r.in, raw[:size]); err != nil {
		return number{err: err}
	}
	r.at += int64(size)
	return number{n: binary.LittleEndian.Uint64(raw[:])}
}

func (r *headerReader) text() (string, error) {
	n := r.u64()
	if n.err != nil {
		return "", n.err
	}
	if n.n > mostText {
		return "", errHeader
	}
	raw, err := io.ReadAll(io.LimitReader(r.in, int64(n.n)))
	if err == nil && uint64(len(raw)) < n.n {
		err = io.ErrUnexpectedEOF
	}
	r.at += int64(len(raw))
	return string(raw), err
}

// sizes of the value types 0 to 12; strings and arrays have none.
var sizes = [...]int{1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8}

const (
	typeString = 8
	typeArray  = 9
)

// value reads one pair of key and value and keeps whole numbers and the
// architecture.
func (r *headerReader) value(h *header) error {
	key, err := r.text()
	if err != nil {
		return err
	}
	kind := r.u32()
	switch {
	case kind.err != nil:
		return kind.err
	case kind.n >= uint64(len(sizes)):
		return errHeader
	case kind.n == typeString:
		text, err := r.text()
		if key == "general.architecture" {
			h.architecture = text
		}
		return err
	case kind.n == typeArray:
		return r.array()
	}
	n := r.fixed(sizes[kind.n])
	if isWhole := kind.n < 6 || kind.n > 9 && kind.n < 12; isWhole {
		h.numbers[key] = n.n
	}
	return n.err
}

func (r *headerReader) array() error {
	kind, count := r.u32(), r.u64()
	switch {
	case kind.err != nil || count.err != nil:
		return errors.Join(kind.err, count.err)
	case kind.n >= uint64(len(sizes)) || kind.n == typeArray || count.n > mostArray:
		return errHeader
	case kind.n == typeString:
		for range count.n {
			if err := r.skipText(); err != nil {
				return err
			}
		}
		return nil
	}
	return r.skip(int64(count.n) * int64(sizes[kind.n]))
}

func (r *headerReader) skipText() error {
	n := r.u64()
	if n.err != nil {
		return n.err
	}
	if n.n > mostText {
		return errHeader
	}
	return r.skip(int64(n.n))
}

func (r *headerReader) skip(n int64) error {
	skipped, err := r.in.Discard(int(n))
	r.at += int64(skipped)
	return err
}
