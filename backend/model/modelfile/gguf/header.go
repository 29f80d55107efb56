// Package gguf reads what a model file in the GGUF format says of itself at its
// beginning (versions 2 and 3, ggml's docs/gguf.md): its shape, what it takes in
// memory, and how long the file must be. It is read before the library of
// inference sees a file: a cut or hostile file deserves a better word than a crash.
package gguf

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
)

// What a file is that cannot be used; every error of Read but those of the
// system is one of them.
var (
	ErrNot = errors.New("not a GGUF file that can be read") // no GGUF file, or a broken one
	ErrCut = fmt.Errorf("%w: it is cut short", ErrNot)      // its end is missing
)

// Header is what a file says about itself.
type Header struct {
	Version      uint32
	Architecture string // as llama.cpp names it: "qwen35"
	Name         string
	Licence      string
	Quantisation string // "Q4_K_M"; "" where the file does not say
	Context      int    // tokens the model was trained for, 0 unknown
	Layers       int
	Embedding    int
	Heads        int
	Vocabulary   int   // number of tokens
	Template     bool  // it has a chat template
	Encoder      bool  // it reads a text at once and writes none
	Vectors      bool  // of an encoder: it gives one vector for a text
	Parameters   int64 // counted over the tensors
	Active       int64 // of them, those that one token is computed with: not all of a mixture of experts
	Tensors      int
	Parts        int   // of a model cut into several files; 0 or 1 is whole
	Start        int64 // where the weights begin
	Least        int64 // bytes that the file must at least have
	LargestLayer int64 // bytes of its weights
	Outside      int64 // bytes of the weights that belong to no layer
	Cache        Cache
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
	mostLayers  = 1024 // llama.cpp's own bound is 512
	mostHeads   = 1024 // with these, what a cache comes to stays a number
	mostWidth   = 8192 // of a head
	mostContext = 64 << 20
)

// Read reads a file's header and checks the file's length against it.
func Read(path string) (Header, error) {
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
		return Header{}, fmt.Errorf("%w: it is no ordinary file", ErrNot)
	}
	h, err := Parse(f)
	if err != nil {
		return Header{}, err
	}
	if info.Size() < h.Least {
		return Header{}, fmt.Errorf("%w, %d of at least %d bytes are there", ErrCut, info.Size(), h.Least)
	}
	return h, nil
}

// Parse reads a header. It reads no further than the header goes, and never
// more than 256 MiB.
func Parse(r io.Reader) (Header, error) {
	limited := &io.LimitedReader{R: r, N: mostHeader}
	g := &reader{in: bufio.NewReaderSize(limited, 64<<10)}
	h := g.header()
	switch {
	case g.err == nil:
		return h, nil
	case errors.Is(g.err, io.EOF) || errors.Is(g.err, io.ErrUnexpectedEOF):
		switch {
		case limited.N <= 0:
			return Header{}, fmt.Errorf("%w: its header is larger than any model's", ErrNot)
		case g.at < 8:
			return Header{}, fmt.Errorf("%w: it does not begin with GGUF", ErrNot)
		}
		return Header{}, fmt.Errorf("%w within its header", ErrCut)
	}
	return Header{}, g.err
}

func (g *reader) header() Header {
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
	g.meta = metadata{}
	for i := uint64(0); i < entries && g.err == nil; i++ {
		g.entry()
	}
	h.fill(g.meta)
	g.tensors(&h, tensors)
	return h
}

// fill takes what is wanted out of the metadata.
func (h *Header) fill(meta metadata) {
	h.Architecture, h.Name, h.Licence = meta.text("general.architecture"), meta.text("general.name"), meta.text("general.license")
	of := h.Architecture + "."
	h.Context, h.Layers, h.Embedding = meta.count(of+"context_length", mostContext), meta.count(of+"block_count", mostLayers), meta.count(of+"embedding_length", 1<<20)
	h.Heads = meta.count(of+"attention.head_count", mostHeads)
	h.Parts = meta.count("split.count", 1<<16)
	h.Template = meta.text("tokenizer.chat_template") != ""
	if tokens, ok := meta["tokenizer.ggml.tokens"].(counted); ok {
		h.Vocabulary = int(tokens.n)
	}
	if kind, ok := meta["general.file_type"].(uint64); ok {
		h.Quantisation = fileType(kind)
	}
	// Every token of an encoder sees the whole text: nothing is kept for the next.
	// Pooling 1 to 3 is the mean, the first token or the last; 4 ranks, and gives no
	// vector (llama.h, llama_pooling_type).
	if causal, ok := meta[of+"attention.causal"].(bool); ok && !causal {
		pooling := meta.count(of+"pooling_type", 1<<16)
		h.Encoder, h.Vectors = true, pooling >= 1 && pooling <= 3
		return
	}
	h.Cache = h.cache(meta)
}

// fileType names llama.cpp's file types (enum llama_ftype); an unknown one by
// its number.
func fileType(kind uint64) string {
	names := map[uint64]string{
		0: "F32", 1: "F16", 2: "Q4_0", 3: "Q4_1", 7: "Q8_0", 8: "Q5_0", 9: "Q5_1", 10: "Q2_K", 11: "Q3_K_S", 12: "Q3_K_M", 13: "Q3_K_L",
		14: "Q4_K_S", 15: "Q4_K_M", 16: "Q5_K_S", 17: "Q5_K_M", 18: "Q6_K", 19: "IQ2_XXS", 20: "IQ2_XS", 21: "Q2_K_S", 22: "IQ3_XS",
		23: "IQ3_XXS", 24: "IQ1_S", 25: "IQ4_NL", 26: "IQ3_S", 27: "IQ3_M", 28: "IQ2_S", 29: "IQ2_M", 30: "IQ4_XS", 31: "IQ1_M", 32: "BF16",
		38: "MXFP4",
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
