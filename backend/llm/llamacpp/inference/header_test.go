package inference

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"aipack/backend/llm/llamacpp/native"
	"aipack/backend/llm/llamacpp/protocol"
	"aipack/backend/modelfile/gguftest"
)

func TestTheHeaderTellsTheSizes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tiny.gguf")
	if err := gguftest.Write(path, gguftest.Tiny()); err != nil {
		t.Fatal(err)
	}
	h, err := readHeader(path)
	if err != nil {
		t.Fatal(err)
	}
	// 2 (keys, values) x 2 bytes x 2 heads x 16 wide.
	if h.number("block_count") != 2 || h.cacheBytes() != 128 || h.needs > h.size || h.size-h.needs >= 32 {
		t.Errorf("%+v, cache %d", h, h.cacheBytes())
	}
	if sum := h.dataAt + 2*h.layerBytes + h.otherBytes; sum > h.size || h.size-sum > 1024 {
		t.Errorf("the parts are %d bytes, the file %d", sum, h.size)
	}
}

func TestLayersGoWhereTheyFit(t *testing.T) {
	h := &header{architecture: "q", numbers: map[string]uint64{
		"q.block_count": 28, "q.attention.head_count": 12, "q.attention.head_count_kv": 2, "q.embedding_length": 1536,
	}, layerBytes: 50 << 20, otherBytes: 240 << 20}
	gpu := func(kind string, free uint64) native.Device {
		return native.Device{Name: "x", Description: "card", Type: kind, FreeBytes: free}
	}
	cpu := native.Device{Type: "cpu", FreeBytes: 64 << 30}
	for _, c := range []struct {
		name    string
		devices []native.Device
		wanted  int
		layers  int
	}{
		{"no card", []native.Device{cpu}, protocol.Auto, 0},
		{"a large card", []native.Device{gpu("gpu", 24<<30), cpu}, protocol.Auto, 29},
		{"a small card", []native.Device{gpu("gpu", 1<<30), cpu}, protocol.Auto, 7}, // 512 MB for layers of 66 MB
		{"a full card", []native.Device{gpu("gpu", 600<<20), cpu}, protocol.Auto, 1},
		{"no room", []native.Device{gpu("gpu", 520<<20), cpu}, protocol.Auto, 0},
		{"own graphics beside a card", []native.Device{gpu("gpu", 520<<20), gpu("igpu", 32<<30)}, protocol.Auto, 0},
		{"own graphics alone", []native.Device{gpu("igpu", 32<<30), cpu}, protocol.Auto, 29},
		{"two cards", []native.Device{gpu("gpu", 1700<<20), gpu("gpu", 1700<<20)}, protocol.Auto, 29},
		{"none asked for", []native.Device{gpu("gpu", 24<<30)}, 0, 0},
		{"some asked for", []native.Device{gpu("gpu", 1<<30)}, 12, 12},
		{"too many asked for", []native.Device{gpu("gpu", 1<<30)}, 99, 29},
	} {
		at := place(c.devices, h, c.wanted, 16384)
		if at.layers != c.layers || at.note == "" || (at.device == "CPU") != (c.layers == 0) {
			t.Errorf("%s: %+v, wanted %d layers", c.name, at, c.layers)
		}
	}
}

// FuzzHeader: no file makes the reader panic or take much memory.
func FuzzHeader(f *testing.F) {
	path := filepath.Join(f.TempDir(), "tiny.gguf")
	s := gguftest.Least()
	s.WithoutWeights = true
	if err := gguftest.Write(path, s); err != nil {
		f.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(whole)
	f.Add(whole[:len(whole)/2])
	f.Add(append(whole[:24:24], bytes.Repeat([]byte{0xFF}, 100)...))
	f.Fuzz(func(t *testing.T, content []byte) {
		path := filepath.Join(t.TempDir(), "x.gguf")
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		h, err := readHeader(path)
		if err == nil {
			place([]native.Device{{Type: "gpu", FreeBytes: 8 << 30}}, h, protocol.Auto, 16384)
		}
	})
}
