package gguftest

import "slices"

// Architectures are those whose weights can be written, as llama.cpp names them.
func Architectures() []string {
	return []string{"qwen2", "qwen3moe", "gpt-oss", "gemma4", "qwen35", "granite", "mistral3"}
}

// Sizes of what some architectures have beside the rest.
const (
	window     = 64 // tokens of a sliding window
	wide       = 32 // of the heads of Gemma's layers without a window
	experts    = 4
	expertsFor = 2 // of them for a token
	state      = 16
	groups     = 2
	ranks      = 4
	kernel     = 4
)

// head is the width of a head.
func (s Shape) head() int { return s.Width / s.Heads }

// windowed says that a layer has a sliding window.
func (s Shape) windowed(layer int) bool {
	switch s.Architecture {
	case "gemma4":
		return layer%4 != 3
	case "gpt-oss":
		return layer%2 == 0
	}
	return false
}

// recurrent says that a layer has a state instead of a cache.
func (s Shape) recurrent(layer int) bool { return s.Architecture == "qwen35" && layer%4 != 3 }

type (
	matrices func(name string, dims ...int) tensor
	vectors  func(name string, n int, scale float64) tensor
)

// layer lists a layer's weights. Names and dimensions are those that llama.cpp
// reads (src/models, load_arch_tensors).
func (s Shape) layer(i int, matrix matrices, vector vectors) []tensor {
	p := "blk." + itoa(i) + "."
	list := []tensor{vector(p+"attn_norm.weight", s.Width, 0)}
	if s.recurrent(i) {
		list = append(list, s.deltaNet(p, matrix, vector)...)
	} else {
		list = append(list, s.attention(p, i, matrix, vector)...)
	}
	switch s.Architecture {
	case "qwen35", "gpt-oss":
		list = append(list, vector(p+"post_attention_norm.weight", s.Width, 0))
	case "gemma4":
		list = append(list, vector(p+"post_attention_norm.weight", s.Width, 0), vector(p+"ffn_norm.weight", s.Width, 0), vector(p+"post_ffw_norm.weight", s.Width, 0))
	default:
		list = append(list, vector(p+"ffn_norm.weight", s.Width, 0))
	}
	if s.Architecture == "qwen3moe" || s.Architecture == "gpt-oss" {
		return append(list, s.mixture(p, matrix, vector)...)
	}
	return append(list, matrix(p+"ffn_gate.weight", s.Width, s.Inner), matrix(p+"ffn_up.weight", s.Width, s.Inner), matrix(p+"ffn_down.weight", s.Inner, s.Width))
}

func (s Shape) attention(p string, i int, matrix matrices, vector vectors) []tensor {
	head, kv := s.head(), s.HeadsKV
	q := head * s.Heads
	switch {
	case s.Architecture == "gemma4" && !s.windowed(i):
		head = wide
		q = head * s.Heads
	case s.Architecture == "qwen35":
		q *= 2 // the gate's half
	}
	biased := !slices.Contains([]string{"gemma4", "qwen35", "qwen3moe", "granite", "mistral3"}, s.Architecture)
	var list []tensor
	for _, one := range []struct {
		name string
		out  int
	}{{"q", q}, {"k", head * kv}, {"v", head * kv}} {
		list = append(list, matrix(p+"attn_"+one.name+".weight", s.Width, one.out))
		if biased {
			list = append(list, vector(p+"attn_"+one.name+".bias", one.out, .1))
		}
	}
	list = append(list, matrix(p+"attn_output.weight", head*s.Heads, s.Width))
	switch s.Architecture {
	case "gemma4", "qwen35", "qwen3moe":
		list = append(list, vector(p+"attn_q_norm.weight", head, 0), vector(p+"attn_k_norm.weight", head, 0))
	case "gpt-oss":
		list = append(list, vector(p+"attn_output.bias", s.Width, .1), vector(p+"attn_sinks.weight", s.Heads, .1))
	}
	return list
}

// deltaNet is a layer of Qwen3.5 with a state.
func (s Shape) deltaNet(p string, matrix matrices, vector vectors) []tensor {
	key, value := state*groups, state*ranks
	return []tensor{
		matrix(p+"attn_qkv.weight", s.Width, 2*key+value), matrix(p+"attn_gate.weight", s.Width, value),
		matrix(p+"ssm_conv1d.weight", kernel, 2*key+value), vector(p+"ssm_dt.bias", ranks, .1), {name: p + "ssm_a", dims: []int{ranks}, level: -1}, // what was read fades
		matrix(p+"ssm_beta.weight", s.Width, ranks), matrix(p+"ssm_alpha.weight", s.Width, ranks), vector(p+"ssm_norm.weight", state, 0),
		matrix(p+"ssm_out.weight", value, s.Width),
	}
}

func (s Shape) mixture(p string, matrix matrices, _ vectors) []tensor {
	list := []tensor{
		matrix(p+"ffn_gate_inp.weight", s.Width, experts), matrix(p+"ffn_gate_exps.weight", s.Width, s.Inner, experts),
		matrix(p+"ffn_up_exps.weight", s.Width, s.Inner, experts), matrix(p+"ffn_down_exps.weight", s.Inner, s.Width, experts),
	}
	if s.Architecture == "gpt-oss" {
		list = append(list, matrix(p+"ffn_gate_inp.bias", experts), matrix(p+"ffn_gate_exps.bias", s.Inner, experts),
			matrix(p+"ffn_up_exps.bias", s.Inner, experts), matrix(p+"ffn_down_exps.bias", s.Width, experts))
	}
	return list
}

// shared are weights that layers have together.
func (s Shape) shared() []tensor {
	if s.Architecture != "gemma4" {
		return nil
	}
	return []tensor{{name: "rope_freqs.weight", dims: []int{wide / 2}}}
}

// more writes what an architecture's header has beside the rest.
func (s Shape) more(h *header, arch string) {
	switch arch {
	case "granite":
		h.float(arch+".logit_scale", 1)
	case "gpt-oss", "qwen3moe":
		h.number(arch+".expert_count", experts)
		h.number(arch+".expert_used_count", expertsFor)
		h.number(arch+".expert_feed_forward_length", s.Inner)
	case "qwen35":
		h.number(arch+".ssm.conv_kernel", kernel)
		h.number(arch+".ssm.inner_size", state*ranks)
		h.number(arch+".ssm.state_size", state)
		h.number(arch+".ssm.time_step_rank", ranks)
		h.number(arch+".ssm.group_count", groups)
		h.number(arch+".full_attention_interval", 4)
		h.numbers(arch+".rope.dimension_sections", []int32{3, 3, 2, 0})
	case "gemma4":
		h.number(arch+".embedding_length_per_layer_input", 0)
		h.number(arch+".attention.key_length", wide)
		h.number(arch+".attention.value_length", wide)
		h.number(arch+".attention.key_length_swa", s.head())
		h.number(arch+".attention.value_length_swa", s.head())
		h.number(arch+".rope.dimension_count", wide)
		h.number(arch+".rope.dimension_count_swa", s.head())
		pattern := make([]bool, s.Layers)
		for i := range pattern {
			pattern[i] = s.windowed(i)
		}
		h.flags(arch+".attention.sliding_window_pattern", pattern)
	}
	if s.windowed(0) {
		h.number(arch+".attention.sliding_window", window)
	}
}
