package modelfile

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestHeaderIsRead(t *testing.T) {
	data := gguf(1000, 1)
	h, err := Parse(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	want := Header{
		Version: 3, Architecture: "qwen2", Name: "Tiny Test", Quantisation: "F32", Context: 4096, Layers: 2, Embedding: 64, Heads: 4, CacheHeads: 2,
		Vocabulary: 3, Parameters: 1000, Tensors: 1, Least: int64(len(data)),
	}
	if h != want {
		t.Errorf("got  %+v\nwant %+v", h, want)
	}
	if got := h.CacheByte(); got != 2*2*2*16*2 { // K and V, two bytes, 2 layers, 16 wide heads, 2 of them
		t.Errorf("a token takes %d bytes", got)
	}
}

// TestWeightsNameTheirType: a file that does not say its type has the one of
// most of its weights.
func TestWeightsNameTheirType(t *testing.T) {
	data := bytes.Replace(gguf(1000, 1), []byte("general.file_type"), []byte("general.nothing_x"), 1)
	if h, err := Parse(bytes.NewReader(data)); err != nil || h.Quantisation != "F32" {
		t.Errorf("%q, %v", h.Quantisation, err)
	}
}

// TestEveryCutIsSeen: no file that lacks its end is taken for whole.
func TestEveryCutIsSeen(t *testing.T) {
	data := gguf(100, 1)
	path := filepath.Join(t.TempDir(), "cut.gguf")
	for n := range data {
		if err := os.WriteFile(path, data[:n], 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadHeader(path); !errors.Is(err, ErrNotGGUF) {
			t.Fatalf("%d of %d bytes: %v", n, len(data), err)
		}
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadHeader(path); err != nil {
		t.Fatal(err)
	}
}

// TestTheCataloguesCachesAreWhatTheirShapesGive: the cache per token follows
// from the published shapes (layers, key and value heads of 128).
func TestTheCataloguesCachesAreWhatTheirShapesGive(t *testing.T) {
	shapes := map[string]Header{
		"qwen2.5-coder-7b":   {Layers: 28, Embedding: 3584, Heads: 28, CacheHeads: 4},
		"qwen2.5-coder-3b":   {Layers: 36, Embedding: 2048, Heads: 16, CacheHeads: 2},
		"qwen2.5-coder-1.5b": {Layers: 28, Embedding: 1536, Heads: 12, CacheHeads: 2},
	}
	for _, m := range Catalogue() {
		if h := shapes[m.ID]; h.CacheByte() != m.CacheByte || h.Layers != m.Layers {
			t.Errorf("%s: %d bytes a token over %d layers, its shape gives %d", m.ID, m.CacheByte, m.Layers, h.CacheByte())
		}
	}
}

func FuzzHeader(f *testing.F) {
	f.Add(gguf(10, 1))
	f.Add([]byte("GGUF\x03\x00\x00\x00\xff\xff\xff\xff\xff\xff\xff\xff\x01\x00\x00\x00\x00\x00\x00\x00"))
	f.Add([]byte("GGUF\x02\x00\x00\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		h, err := Parse(bytes.NewReader(data))
		if err != nil {
			if h != (Header{}) || !errors.Is(err, ErrNotGGUF) {
				t.Fatalf("%+v with %v", h, err)
			}
			return
		}
		if h.Parameters < 0 || h.Least < 0 || h.CacheByte() < 0 || h.Context < 0 || h.Layers < 0 || h.Vocabulary < 0 {
			t.Fatalf("below zero: %+v", h)
		}
	})
}

// FuzzRecords: whatever lies beside a model, listing it ends without a panic
// and names no path outside that a record does not name.
func FuzzRecords(f *testing.F) {
	f.Add([]byte(`{"version":1,"model":{"id":"own:tiny.gguf","file":"tiny.gguf","bytes":3}}`))
	f.Add([]byte(`{"version":1,"model":{"file":"../x.gguf"},"path":"/etc/passwd"}`))
	f.Add([]byte(`{"version":1,"model":{"file":"tiny.gguf","bytes":-1}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		s := Shelf{Dir: t.TempDir()}
		for _, name := range []string{"tiny.gguf.json", "tiny.gguf.part.json"} {
			if err := os.WriteFile(filepath.Join(s.Dir, name), data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		list, err := s.List()
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range list {
			if !plainName(e.File) || e.Bytes < 0 || e.Need < 0 {
				t.Fatalf("listed: %+v", e)
			}
		}
		var r partRecord
		if readJSON(filepath.Join(s.Dir, "tiny.gguf.part.json"), &r) == nil && r.check() == nil && !plainName(r.Model.File) {
			t.Fatalf("accepted: %+v", r)
		}
	})
}
