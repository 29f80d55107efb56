package gguf

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// entry is one pair of a header's metadata; its value is a string, a uint32, or
// an array of strings, uint32, int32 or bool.
type entry struct {
	key   string
	value any
}

// weight is a tensor without its data.
type weight struct {
	name     string
	elements uint64
}

// file writes a model file of floats.
func file(entries []entry, weights ...weight) []byte {
	var b bytes.Buffer
	word := func(v any) { _ = binary.Write(&b, binary.LittleEndian, v) }
	text := func(s string) { word(uint64(len(s))); b.WriteString(s) }
	b.WriteString("GGUF")
	word(uint32(3))
	word(uint64(len(weights)))
	word(uint64(len(entries)))
	for _, e := range entries {
		text(e.key)
		switch v := e.value.(type) {
		case string:
			word(uint32(typeString))
			text(v)
		case uint32:
			word(uint32(4))
			word(v)
		case []string:
			word(uint32(typeArray))
			word(uint32(typeString))
			word(uint64(len(v)))
			for _, s := range v {
				text(s)
			}
		case []uint32:
			word(uint32(typeArray))
			word(uint32(4))
			word(uint64(len(v)))
			word(v)
		case []bool:
			word(uint32(typeArray))
			word(uint32(typeBool))
			word(uint64(len(v)))
			word(v)
		default:
			panic("a value of no such type")
		}
	}
	var at uint64
	for _, w := range weights {
		text(w.name)
		word(uint32(1))
		word(w.elements)
		word(uint32(0))
		word(at)
		at += (4*w.elements + 31) / 32 * 32
	}
	for b.Len()%32 != 0 {
		b.WriteByte(0)
	}
	b.Write(make([]byte, at))
	return b.Bytes()
}

func tiny() []byte {
	return file([]entry{
		{"general.architecture", "qwen2"}, {"general.name", "Tiny Test"}, {"general.file_type", uint32(0)},
		{"qwen2.context_length", uint32(4096)}, {"qwen2.block_count", uint32(2)}, {"qwen2.embedding_length", uint32(64)},
		{"qwen2.attention.head_count", uint32(4)}, {"qwen2.attention.head_count_kv", uint32(2)}, {"tokenizer.ggml.tokens", []string{"a", "b", "c"}},
	}, weight{"token_embd.weight", 200}, weight{"blk.0.attn.weight", 400}, weight{"blk.0.ffn.weight", 80}, weight{"blk.1.attn.weight", 320})
}

func TestHeaderIsRead(t *testing.T) {
	data := tiny()
	h, err := Parse(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	want := Header{
		Version: 3, Architecture: "qwen2", Name: "Tiny Test", Quantisation: "F32", Context: 4096, Layers: 2, Embedding: 64, Heads: 4,
		Vocabulary: 3, Parameters: 1000, Active: 1000, Tensors: 4, Least: int64(len(data)), Start: int64(len(data) - 4000),
		LargestLayer: 4 * 480, Outside: 4 * 200,
		Cache: Cache{Token: 2 * 2 * 2 * 16 * 2}, // K and V, two bytes, 2 layers, 16 wide heads, 2 of them
	}
	if h != want {
		t.Errorf("got  %+v\nwant %+v", h, want)
	}
}

// TestOnlySomeExpertsCount: of 8 experts 2 work on a token.
func TestOnlySomeExpertsCount(t *testing.T) {
	h, err := Parse(bytes.NewReader(file([]entry{
		{"general.architecture", "qwen3moe"}, {"qwen3moe.expert_count", uint32(8)}, {"qwen3moe.expert_used_count", uint32(2)},
	}, weight{"blk.0.attn_q.weight", 100}, weight{"blk.0.ffn_up_exps.weight", 800}, weight{"blk.0.ffn_up_shexp.weight", 50})))
	if err != nil || h.Parameters != 950 || h.Active != 100+50+200 {
		t.Errorf("%+v, %v", h, err)
	}
}

// TestWeightsNameTheirType: a file that does not say its type has the one of
// most of its weights.
func TestWeightsNameTheirType(t *testing.T) {
	data := bytes.Replace(tiny(), []byte("general.file_type"), []byte("general.nothing_x"), 1)
	if h, err := Parse(bytes.NewReader(data)); err != nil || h.Quantisation != "F32" {
		t.Errorf("%q, %v", h.Quantisation, err)
	}
}

// TestEveryCutIsSeen: no file that lacks its end is taken for whole.
func TestEveryCutIsSeen(t *testing.T) {
	data := tiny()
	path := filepath.Join(t.TempDir(), "cut.gguf")
	for n := range data {
		if err := os.WriteFile(path, data[:n], 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(path); !errors.Is(err, ErrNot) || n >= 8 && !errors.Is(err, ErrCut) {
			t.Fatalf("%d of %d bytes: %v", n, len(data), err)
		}
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(path); err != nil {
		t.Fatal(err)
	}
}

func FuzzHeader(f *testing.F) {
	f.Add(tiny())
	f.Add(file(qwen35(8)))
	f.Add([]byte("GGUF\x03\x00\x00\x00\xff\xff\xff\xff\xff\xff\xff\xff\x01\x00\x00\x00\x00\x00\x00\x00"))
	f.Add([]byte("GGUF\x02\x00\x00\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		h, err := Parse(bytes.NewReader(data))
		if err != nil {
			if h != (Header{}) || !errors.Is(err, ErrNot) {
				t.Fatalf("%+v with %v", h, err)
			}
			return
		}
		if h.Parameters < 0 || h.Active < 0 || h.Active > h.Parameters || h.Least < 0 || h.Cache.At(h.Context) < 0 || h.Context < 0 || h.Layers < 0 || h.Vocabulary < 0 ||
			h.LargestLayer < 0 || h.Outside < 0 || h.Start < 0 {
			t.Fatalf("below zero: %+v", h)
		}
	})
}
