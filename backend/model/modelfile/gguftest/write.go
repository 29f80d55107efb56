package gguftest

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"
	"math"
	"math/rand/v2"
	"os"
)

// Types of a header's values (ggml's gguf.md).
const (
	typeUint32  = 4
	typeInt32   = 5
	typeFloat32 = 6
	typeBool    = 7
	typeString  = 8
	typeArray   = 9
)

// Types of a tensor.
const (
	tensorF32 = 0
	tensorQ80 = 8
)

// alignment of each tensor in the file.
const alignment = 32

// Write makes a model file. The same shape gives the same bytes.
func Write(path string, s Shape) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f, 1<<20)
	err = s.write(w)
	if err == nil {
		err = w.Flush()
	}
	if closing := f.Close(); err == nil {
		err = closing
	}
	return err
}

func (s Shape) write(w io.Writer) error {
	v := s.vocabulary()
	tensors := s.tensors(v)
	head := s.header(v, tensors)
	if _, err := w.Write(head); err != nil || s.WithoutWeights {
		return err
	}
	r := rand.NewChaCha8([32]byte{byte(s.Seed), byte(s.Seed >> 8)})
	for _, t := range tensors {
		if err := t.write(w, r); err != nil {
			return err
		}
		if _, err := w.Write(make([]byte, padding(t.bytes()))); err != nil {
			return err
		}
	}
	return nil
}

func padding(n int) int { return (alignment - n%alignment) % alignment }

func (s Shape) header(v vocabulary, tensors []tensor) []byte {
	var h header
	if s.Architecture == bert {
		return s.encoderHeader(v, tensors)
	}
	arch := s.Architecture
	if arch == "" {
		arch = "qwen2"
	}
	h.text("general.architecture", arch)
	h.text("general.name", "random weights")
	h.number(arch+".block_count", s.Layers)
	h.number(arch+".context_length", s.Context)
	h.number(arch+".embedding_length", s.Width)
	h.number(arch+".feed_forward_length", s.Inner)
	h.number(arch+".attention.head_count", s.Heads)
	h.number(arch+".attention.head_count_kv", s.HeadsKV)
	h.float(arch+".attention.layer_norm_rms_epsilon", 1e-6)
	h.float(arch+".rope.freq_base", 1e6)
	s.more(&h, arch)
	h.text("tokenizer.ggml.model", "gpt2")
	h.text("tokenizer.ggml.pre", "qwen2")
	h.texts("tokenizer.ggml.tokens", v.tokens)
	h.numbers("tokenizer.ggml.token_type", v.kinds)
	h.texts("tokenizer.ggml.merges", v.merges)
	h.number("tokenizer.ggml.eos_token_id", v.first+2)
	h.number("tokenizer.ggml.padding_token_id", v.first)
	h.number("tokenizer.ggml.bos_token_id", v.first)
	h.flag("tokenizer.ggml.add_bos_token", false)
	return h.bytes(tensors)
}

// header collects the values of a GGUF header.
type header struct {
	values bytes.Buffer
	count  uint64
}

func (h *header) put(values ...any) {
	for _, v := range values {
		if s, ok := v.(string); ok {
			h.put(uint64(len(s)))
			h.values.WriteString(s)
			continue
		}
		// A buffer takes every fixed-size value.
		_ = binary.Write(&h.values, binary.LittleEndian, v)
	}
}

func (h *header) text(key, v string)          { h.count++; h.put(key, uint32(typeString), v) }
func (h *header) number(key string, v int)    { h.count++; h.put(key, uint32(typeUint32), uint32(v)) }
func (h *header) float(key string, v float32) { h.count++; h.put(key, uint32(typeFloat32), v) }
func (h *header) flag(key string, v bool)     { h.count++; h.put(key, uint32(typeBool), v) }

func (h *header) numbers(key string, v []int32) {
	h.count++
	h.put(key, uint32(typeArray), uint32(typeInt32), uint64(len(v)), v)
}

func (h *header) flags(key string, v []bool) {
	h.count++
	h.put(key, uint32(typeArray), uint32(typeBool), uint64(len(v)), v)
}

func (h *header) texts(key string, v []string) {
	h.count++
	h.put(key, uint32(typeArray), uint32(typeString), uint64(len(v)))
	for _, s := range v {
		h.put(s)
	}
}

// bytes puts the header together: magic, version, counts, values, the list of
// tensors, and zeros up to where the first begins.
func (h *header) bytes(tensors []tensor) []byte {
	var out header
	out.values.WriteString("GGUF")
	out.put(uint32(3), uint64(len(tensors)), h.count)
	out.values.Write(h.values.Bytes())
	offset := 0
	for _, t := range tensors {
		kind := uint32(tensorF32)
		if t.q8 {
			kind = tensorQ80
		}
		out.put(t.name, uint32(len(t.dims)))
		for _, d := range t.dims {
			out.put(uint64(d))
		}
		out.put(kind, uint64(offset))
		offset += t.bytes() + padding(t.bytes())
	}
	out.values.Write(make([]byte, padding(out.values.Len())))
	return out.values.Bytes()
}

// write makes a tensor's values up.
func (t tensor) write(w io.Writer, r *rand.ChaCha8) error {
	if t.q8 {
		return t.writeQ8(w, r)
	}
	random := rand.New(r)
	raw := make([]byte, 4*t.values())
	for i := range t.values() {
		v := float32(1)
		switch {
		case t.scale != 0:
			v = float32(random.NormFloat64() * t.scale)
		case t.level != 0:
			v = float32(t.level)
		}
		if t.loud > 0 && i/t.dims[0] == t.loud {
			v *= 4
		}
		binary.LittleEndian.PutUint32(raw[4*i:], math.Float32bits(v))
	}
	_, err := w.Write(raw)
	return err
}

// writeQ8 writes blocks of a scale, a half-precision float, and 32 bytes whose
// spread is 74 where they are uniform.
func (t tensor) writeQ8(w io.Writer, r *rand.ChaCha8) error {
	scale := half(t.scale / 74)
	chunk := make([]byte, 34*4096)
	for left := t.bytes(); left > 0; left -= len(chunk) {
		chunk = chunk[:min(left, len(chunk))]
		if _, err := r.Read(chunk); err != nil {
			return err
		}
		for i := 0; i < len(chunk); i += 34 {
			binary.LittleEndian.PutUint16(chunk[i:], scale)
		}
		if _, err := w.Write(chunk); err != nil {
			return err
		}
	}
	return nil
}

// half is a small positive number as IEEE 754 half precision.
func half(f float64) uint16 {
	fraction, exponent := math.Frexp(f)
	return uint16((exponent+14)<<10) | uint16((fraction*2-1)*1024)
}
