package gguf

import "strings"

// Cache is what a conversation takes in memory beside the weights, in bytes,
// with keys and values in half precision. Layers with full attention grow with
// every token; those with a sliding window stop growing; recurrent ones hold one
// state however long the conversation is.
type Cache struct {
	Token       int64 `json:"cache_byte"`                  // of a token, over the layers with full attention
	WindowToken int64 `json:"cache_window_byte,omitempty"` // of a token, over the layers with a window
	Window      int   `json:"cache_window,omitempty"`      // tokens that the window holds at the most
	State       int64 `json:"cache_state,omitempty"`       // of the recurrent layers
}

// batch is how many tokens llama.cpp evaluates at once, for which its windows
// have room beside their own tokens (llama-kv-cache-iswa.cpp), and cells that a
// cache is rounded up to.
const (
	batch = 512
	cells = 256
)

// WindowOf is the number of tokens that llama.cpp keeps for layers that look
// back so many.
func WindowOf(tokens int) int { return (tokens + batch + cells - 1) / cells * cells }

// At is what a conversation of so many tokens takes.
func (c Cache) At(tokens int) int64 {
	return c.Token*int64(tokens) + c.WindowToken*int64(min(tokens, c.Window)) + c.State
}

// windows are the architectures that have a sliding window and do not always
// say in which layers: every n-th has full attention (llama.cpp, src/models, the
// calls of load_swa_pattern). Of any other, each layer counts as a full one.
func windows(architecture string) int {
	switch architecture {
	case "gpt-oss", "gemma2":
		return 2
	case "cohere2", "exaone4", "olmo2", "afmoe":
		return 4
	case "gemma3n":
		return 5
	case "gemma3":
		return 6
	}
	return 0
}

// cache works out what llama.cpp allocates for a shape.
func (h *Header) cache(meta metadata) Cache {
	of := h.Architecture + "."
	var c Cache
	if h.Layers == 0 || h.Heads == 0 {
		return c
	}
	width := h.Embedding / h.Heads
	key, value := orElse(meta.count(of+"attention.key_length", mostWidth), width), orElse(meta.count(of+"attention.value_length", mostWidth), width)
	keyW, valueW := orElse(meta.count(of+"attention.key_length_swa", mostWidth), key), orElse(meta.count(of+"attention.value_length_swa", mostWidth), value)
	window := meta.count(of+"attention.sliding_window", mostContext)
	shared := meta.count(of+"attention.shared_kv_layers", mostLayers)
	recurrent := h.recurrent(meta)
	for i := range h.Layers {
		heads := meta.each(of+"attention.head_count_kv", i, h.Heads)
		switch {
		case recurrent(i):
			c.State += h.state(meta)
		case i >= h.Layers-shared: // it reads the cache of another layer
		case window > 0 && h.windowed(meta, i):
			c.WindowToken += 2 * int64(heads) * int64(keyW+valueW)
			c.Window = WindowOf(window)
		default:
			c.Token += 2 * int64(heads) * int64(key+value)
		}
	}
	return c
}

func orElse(n, usual int) int {
	if n > 0 {
		return n
	}
	return usual
}

// windowed says whether a layer looks back through a window only.
func (h *Header) windowed(meta metadata, layer int) bool {
	const pattern = ".attention.sliding_window_pattern"
	if list, ok := meta[h.Architecture+pattern].([]uint64); ok {
		return layer < len(list) && list[layer] != 0
	}
	n := orElse(meta.count(h.Architecture+pattern, mostLayers), windows(h.Architecture))
	return n > 0 && layer%n < n-1
}

// recurrent says which layers have a state instead of a cache: those that the
// file lists, all but every n-th, or those without heads.
func (h *Header) recurrent(meta metadata) func(layer int) bool {
	of := h.Architecture + "."
	if list, ok := meta[of+"attention.recurrent_layers"].([]uint64); ok {
		return func(i int) bool { return i < len(list) && list[i] != 0 }
	}
	every := meta.count(of+"full_attention_interval", mostLayers)
	if every == 0 && strings.HasPrefix(h.Architecture, "qwen35") {
		every = 4 // llama.cpp's own, where the file does not say
	}
	if every > 0 {
		return func(i int) bool { return (i+1)%every != 0 }
	}
	if list, ok := meta[of+"attention.head_count_kv"].([]uint64); ok {
		return func(i int) bool { return i < len(list) && list[i] == 0 }
	}
	return func(int) bool { return false }
}

// state is what a recurrent layer holds, in single precision: what Mamba and
// its kin keep of the last tokens and of all before them, or what a short
// convolution keeps (llama.cpp, llama_hparams::n_embd_r and n_embd_s).
func (h *Header) state(meta metadata) int64 {
	of := h.Architecture + "."
	if short := meta.count(of+"shortconv.l_cache", 1<<10); short > 0 {
		return 4 * int64(h.Embedding) * int64(short-1)
	}
	n := func(key string) int64 { return int64(meta.count(of+"ssm."+key, 1<<14)) }
	inner, wide := n("inner_size"), n("state_size")
	return 4 * (max(0, n("conv_kernel")-1)*(inner+2*n("group_count")*wide) + inner*wide)
}
