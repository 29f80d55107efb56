package inference

import (
	"os"
	"path/filepath"
	"testing"

	"aipack/backend/model/llm/llamacpp/native"
	"aipack/backend/model/llm/llamacpp/protocol"
	"aipack/backend/model/modelfile/gguf"
	"aipack/backend/model/modelfile/gguftest"
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
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	// 2 layers x 2 (keys, values) x 2 bytes x 2 heads x 16 wide.
	if h.Layers != 2 || h.Cache.At(1) != 256 || h.Least > info.Size() || info.Size()-h.Least >= 32 {
		t.Errorf("%+v", h)
	}
	if sum := h.Start + 2*h.LargestLayer + h.Outside; sum > info.Size() || info.Size()-sum > 1024 {
		t.Errorf("the parts are %d bytes, the file %d", sum, info.Size())
	}
}

func TestLayersGoWhereTheyFit(t *testing.T) {
	h := gguf.Header{Layers: 28, LargestLayer: 50 << 20, Outside: 240 << 20, Cache: gguf.Cache{Token: 28 << 10}}
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
