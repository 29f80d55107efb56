package modelfile

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"
)

// ErrNotGGUF says that a file is no GGUF file, or a broken one.
var ErrNotGGUF = errors.New("not a GGUF file that can be read")

// Header is what a GGUF file says about itself (GGUF versions 2 and 3, ggml's
// docs/gguf.md).
type Header struct {
	Version      uint32
	Architecture string
	Name         string
	Licence      string
	Quantisation string // "Q4_K_M"; "" where the file does not say
	Context      int    // tokens the model was trained for, 0 unknown
	Layers       int
	Embedding    int
	Heads        int
	CacheHeads   int   // heads of the key and value cache
	Vocabulary   int   // number of tokens
	Template     bool  // it has a chat template
	Parameters   int64 // counted over the tensors
	Tensors      int
	Parts        int   // of a model cut into several files; 0 or 1 is whole
	Least        int64 // bytes that the file must at least have
}

// CacheByte is what a token takes in an f16 key and value cache, in bytes.
func (h Header) CacheByte() int64 {
	if h.Heads == 0 || h.Layers == 0 {
		return 0
	}
	heads := h.CacheHeads
	if heads == 0 {
		heads = h.Heads
	}
	return 2 * 2 * int64(h.Layers) * int64(h.Embedding/h.Heads) * int64(heads)
}

// Bounds on what a header may hold. A 150,000-word vocabulary with its merges
// is 6 MB; the largest models have about 2,000 tensors.
const (
	mostHeader  = 256 << 20
	mostEntries = 4096
	mostTensors = 65536
	mostElement = 4 << 20 // of one array
	mostString  = 4 << 20
	mostText    = 4096 // of a value that is kept
)

// ReadHeader reads a file's header and checks the file's length against it.
func ReadHeader(path string) (Header, error) {
	f, err := os.Open(path)
	if err != nil {
		return Header{}, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return Header{}, err
	}
	if !info.Mode().IsRegular() {
		return Header{}, fmt.Errorf("%w: it is no ordinary file", ErrNotGGUF)
	}
	h, err := Parse(f)
	if err != nil {
		return Header{}, err
	}
	if info.Size() < h.Least {
		return Header{}, fmt.Errorf("%w: it is cut short, %d of at least %d bytes are there", ErrNotGGUF, info.Size(), h.Least)
	}
	return h, nil
}

// Parse reads a header. It reads no further than the header goes, and never
// more than 256 MiB.
func Parse(r io.Reader) (Header, error) {
	limited := &io.LimitedReader{R: r, N: mostHeader}
	g := &ggufReader{in: bufio.NewReaderSize(limited, 64<<10)}
	h := g.header()
	switch {
	case g.err == nil:
		return h, nil
	case errors.Is(g.err, io.EOF) || errors.Is(g.err, io.ErrUnexpectedEOF):
		if limited.N <= 0 {
			return Header{}, fmt.Errorf("%w: its header is larger than any model's", ErrNotGGUF)
		}
		return Header{}, fmt.Errorf("%w: it ends within its header", ErrNotGGUF)
	}
	return Header{}, g.err
}

func (g *ggufReader) header() Header {
	var h Header
	if magic := g.uint(4); g.err == nil && magic != 0x46554747 { // "GGUF"
		g.fail("it does not begin with GGUF")
	}
	h.Version = uint32(g.uint(4))
	if g.err == nil && h.Version != 2 && h.Version != 3 {
		g.fail("its version %d is not known (2 and 3 are)", h.Version)
	}
	tensors, entries := g.uint(8), g.uint(8)
	if g.err == nil && (tensors > mostTensors || entries > mostEntries) {
		g.fail("it claims %d tensors and %d entries", tensors, entries)
	}
	g.meta = map[string]any{}
	for i := uint64(0); i < entries && g.err == nil; i++ {
		g.entry()
	}
	h.fill(g.meta)
	g.tensors(&h, tensors)
	return h
}

// tensors reads the tensors' descriptions, counts parameters and works out how
// long the file must be.
func (g *ggufReader) tensors(h *Header, n uint64) {
	var end uint64
	weights := map[uint64]uint64{} // elements by type
	for i := uint64(0); i < n && g.err == nil; i++ {
		g.text(mostText)
		dims := g.uint(4)
		if g.err == nil && dims > 4 {
			g.fail("a tensor has %d dimensions", dims)
		}
		size := uint64(1)
		for d := uint64(0); d < dims && g.err == nil; d++ {
			k := g.uint(8)
			if k > 1<<40 || (k > 0 && size > (1<<48)/k) {
				g.fail("a tensor is larger than any")
				return
			}
			size *= k
		}
		kind, offset := g.uint(4), g.uint(8)
		weights[kind] += size
		if g.err == nil && offset > 1<<50 {
			g.fail("a tensor lies beyond the end of any file")
			return
		}
		if h.Parameters += int64(size); h.Parameters > 1<<50 {
			g.fail("it claims more parameters than any model has")
			return
		}
		end = max(end, offset+tensorBytes(kind, size))
	}
	if g.err != nil {
		return
	}
	h.Tensors = int(n)
	if h.Quantisation == "" {
		h.Quantisation = mostly(weights)
	}
	align := uint64(32)
	if v, ok := g.meta["general.alignment"].(uint64); ok && v > 0 && v <= 1<<20 {
		align = v
	}
	start := (uint64(g.at) + align - 1) / align * align
	if n > 0 {
		h.Least = int64(start + end)
	} else {
		h.Least = g.at
	}
}

// mostly names the type of most weights, for a file that does not name its own.
func mostly(weights map[uint64]uint64) string {
	names := map[uint64]string{0: "F32", 1: "F16", 2: "Q4_0", 3: "Q4_1", 6: "Q5_0", 7: "Q5_1", 8: "Q8_0", 10: "Q2_K", 11: "Q3_K", 12: "Q4_K", 13: "Q5_K", 14: "Q6_K", 30: "BF16"}
	best := ""
	most := uint64(0)
	for _, kind := range slices.Sorted(maps.Keys(weights)) {
		if weights[kind] > most {
			best, most = names[kind], weights[kind]
		}
	}
	return best
}

// tensorBytes is what a tensor takes: elements of a block and bytes of a block
// by ggml's type numbers. A type that is not listed counts nothing.
func tensorBytes(kind, elements uint64) uint64 {
	blocks := map[uint64][2]uint64{
		0: {1, 4}, 1: {1, 2}, 2: {32, 18}, 3: {32, 20}, 6: {32, 22}, 7: {32, 24}, 8: {32, 34}, 9: {32, 36},
		10: {256, 84}, 11: {256, 110}, 12: {256, 144}, 13: {256, 176}, 14: {256, 210}, 15: {256, 292},
		24: {1, 1}, 25: {1, 2}, 26: {1, 4}, 27: {1, 8}, 28: {1, 8}, 30: {1, 2},
	}
	b, ok := blocks[kind]
	if !ok {
		return 0
	}
	return (elements + b[0] - 1) / b[0] * b[1]
}

// fill takes what is wanted out of the metadata.
func (h *Header) fill(meta map[string]any) {
	text := func(key string) string { s, _ := meta[key].(string); return s }
	count := func(key string, most uint64) int {
		found := uint64(0)
		switch v := meta[key].(type) {
		case uint64:
			found = v
		case []uint64: // one number a layer
			for _, k := range v {
				found = max(found, k)
			}
		}
		if found > most {
			return 0
		}
		return int(found)
	}
	h.Architecture, h.Name, h.Licence = text("general.architecture"), text("general.name"), text("general.license")
	of := h.Architecture + "."
	h.Context, h.Layers, h.Embedding = count(of+"context_length", 1<<28), count(of+"block_count", 1<<13), count(of+"embedding_length", 1<<20)
	h.Heads, h.CacheHeads = count(of+"attention.head_count", 1<<16), count(of+"attention.head_count_kv", 1<<16)
	h.Parts = count("split.count", 1<<16)
	h.Template = text("tokenizer.chat_template") != ""
	if tokens, ok := meta["tokenizer.ggml.tokens"].(counted); ok {
		h.Vocabulary = int(tokens.n)
	}
	if kind, ok := meta["general.file_type"].(uint64); ok {
		h.Quantisation = fileType(kind)
	}
}

// fileType names llama.cpp's file types (enum llama_ftype); an unknown one by
// its number.
func fileType(kind uint64) string {
	names := map[uint64]string{
		0: "F32", 1: "F16", 2: "Q4_0", 3: "Q4_1", 7: "Q8_0", 8: "Q5_0", 9: "Q5_1", 10: "Q2_K", 11: "Q3_K_S", 12: "Q3_K_M", 13: "Q3_K_L",
		14: "Q4_K_S", 15: "Q4_K_M", 16: "Q5_K_S", 17: "Q5_K_M", 18: "Q6_K", 19: "IQ2_XXS", 20: "IQ2_XS", 21: "Q2_K_S", 22: "IQ3_XS",
		23: "IQ3_XXS", 24: "IQ1_S", 25: "IQ4_NL", 26: "IQ3_S", 27: "IQ3_M", 28: "IQ2_S", 29: "IQ2_M", 30: "IQ4_XS", 31: "IQ1_M", 32: "BF16",
	}
	if name, ok := names[kind]; ok {
		return name
	}
	return "type " + strconv.FormatUint(kind, 10)
}

// Count writes a number of parameters: "7.6B", "494M".
func Count(parameters int64) string {
	switch {
	case parameters >= 1e9:
		return fmt.Sprintf("%.1fB", float64(parameters)/1e9)
	case parameters >= 1e6:
		return fmt.Sprintf("%.0fM", float64(parameters)/1e6)
	}
	return strconv.FormatInt(parameters, 10)
}
