package gguf

import (
	"bytes"
	"testing"
)

// qwen35 is the metadata of a Qwen3.5 of so many layers and the 9B's width.
func qwen35(layers uint32) []entry {
	return []entry{
		{"general.architecture", "qwen35"}, {"qwen35.context_length", uint32(262144)}, {"qwen35.block_count", layers},
		{"qwen35.embedding_length", uint32(4096)}, {"qwen35.attention.head_count", uint32(16)}, {"qwen35.attention.head_count_kv", uint32(4)},
		{"qwen35.attention.key_length", uint32(256)}, {"qwen35.attention.value_length", uint32(256)}, {"qwen35.full_attention_interval", uint32(4)},
		{"qwen35.ssm.conv_kernel", uint32(4)}, {"qwen35.ssm.inner_size", uint32(4096)}, {"qwen35.ssm.state_size", uint32(128)}, {"qwen35.ssm.group_count", uint32(16)},
	}
}

// repeated gives n times a pattern, cut to n layers.
func repeated[T any](n int, pattern ...T) []T {
	out := make([]T, 0, n)
	for i := range n {
		out = append(out, pattern[i%len(pattern)])
	}
	return out
}

// TestCachesAreThoseOfLlamaCpp holds what llama.cpp says that it allocates, or
// what its rules come to, for the shapes of published models.
func TestCachesAreThoseOfLlamaCpp(t *testing.T) {
	const mb = 1 << 20
	for _, c := range []struct {
		name    string
		entries []entry
		tokens  int
		want    int64
	}{
		// llama.cpp's log of this model: "262144 cells, 8 layers, K (q8_0): 2176.00 MiB, V (q8_0): 2176.00 MiB",
		// in half precision 4096 each; "RS buffer size = 50.25 MiB".
		{"Qwen3.5 9B", qwen35(32), 262144, 2*4096*mb + 50*mb + mb/4},
		// 48 layers, every sixth with one head of 512, the others with 8 of 256 and a window of 1024.
		{"Gemma 4 12B", []entry{
			{"general.architecture", "gemma4"}, {"gemma4.block_count", uint32(48)}, {"gemma4.embedding_length", uint32(3840)}, {"gemma4.attention.head_count", uint32(16)},
			{"gemma4.attention.head_count_kv", repeated[uint32](48, 8, 8, 8, 8, 8, 1)}, {"gemma4.attention.key_length", uint32(512)}, {"gemma4.attention.value_length", uint32(512)},
			{"gemma4.attention.key_length_swa", uint32(256)}, {"gemma4.attention.value_length_swa", uint32(256)}, {"gemma4.attention.sliding_window", uint32(1024)},
			{"gemma4.attention.sliding_window_pattern", repeated(48, true, true, true, true, true, false)},
		}, 16384, 8*1*1024*2*16384 + 40*8*512*2*1536},
		// gpt-oss does not say which layers have the window: every second.
		{"gpt-oss 20B", []entry{
			{"general.architecture", "gpt-oss"}, {"gpt-oss.block_count", uint32(24)}, {"gpt-oss.embedding_length", uint32(2880)}, {"gpt-oss.attention.head_count", uint32(64)},
			{"gpt-oss.attention.head_count_kv", uint32(8)}, {"gpt-oss.attention.key_length", uint32(64)}, {"gpt-oss.attention.value_length", uint32(64)},
			{"gpt-oss.attention.sliding_window", uint32(128)},
		}, 16384, 12*8*128*2*16384 + 12*8*128*2*768},
		{"a window larger than the conversation", []entry{
			{"general.architecture", "gemma2"}, {"gemma2.block_count", uint32(2)}, {"gemma2.embedding_length", uint32(64)}, {"gemma2.attention.head_count", uint32(4)},
			{"gemma2.attention.sliding_window", uint32(4096)},
		}, 1000, 2 * 4 * 32 * 2 * 1000},
		// Layers that read the caches of others.
		{"shared caches", []entry{
			{"general.architecture", "gemma4"}, {"gemma4.block_count", uint32(4)}, {"gemma4.embedding_length", uint32(64)}, {"gemma4.attention.head_count", uint32(4)},
			{"gemma4.attention.shared_kv_layers", uint32(2)},
		}, 10, 2 * 4 * 32 * 2 * 10},
		// Granite's hybrids mark their recurrent layers with no heads.
		{"layers without heads", []entry{
			{"general.architecture", "granitehybrid"}, {"granitehybrid.block_count", uint32(3)}, {"granitehybrid.embedding_length", uint32(64)}, {"granitehybrid.attention.head_count", uint32(4)},
			{"granitehybrid.attention.head_count_kv", []uint32{0, 2, 0}}, {"granitehybrid.ssm.conv_kernel", uint32(4)}, {"granitehybrid.ssm.inner_size", uint32(128)},
			{"granitehybrid.ssm.state_size", uint32(16)}, {"granitehybrid.ssm.group_count", uint32(1)},
		}, 10, 2*32*2*10 + 2*4*(3*(128+2*16)+128*16)},
		{"no shape", []entry{{"general.architecture", "other"}}, 10, 0},
	} {
		h, err := Parse(bytes.NewReader(file(c.entries)))
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if got := h.Cache.At(c.tokens); got != c.want {
			t.Errorf("%s: %d bytes for %d tokens, want %d (%+v)", c.name, got, c.tokens, c.want, h.Cache)
		}
	}
}
