package gguftest

// bert is the architecture of encoders, as llama.cpp names it.
const bert = "bert"

// wordPieces is the smallest vocabulary that spells every word of small letters and
// digits: "▁" begins a word.
func wordPieces() vocabulary {
	var v vocabulary
	for _, mark := range []string{"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"} {
		v.tokens, v.kinds = append(v.tokens, mark), append(v.kinds, control)
	}
	for _, r := range "abcdefghijklmnopqrstuvwxyz0123456789_.,(){}" {
		v.tokens, v.kinds = append(v.tokens, "▁"+string(r), string(r)), append(v.kinds, normal, normal)
	}
	return v
}

func (s Shape) encoderHeader(v vocabulary, tensors []tensor) []byte {
	var h header
	h.text("general.architecture", bert)
	h.text("general.name", "random weights")
	h.number("bert.block_count", s.Layers)
	h.number("bert.context_length", s.Context)
	h.number("bert.embedding_length", s.Width)
	h.number("bert.feed_forward_length", s.Inner)
	h.number("bert.attention.head_count", s.Heads)
	h.float("bert.attention.layer_norm_epsilon", 1e-12)
	h.flag("bert.attention.causal", false)
	if s.Pooling != 0 {
		h.number("bert.pooling_type", s.Pooling)
	}
	h.number("tokenizer.ggml.token_type_count", 2)
	h.text("tokenizer.ggml.model", bert)
	h.texts("tokenizer.ggml.tokens", v.tokens)
	h.numbers("tokenizer.ggml.token_type", v.kinds)
	for i, key := range []string{"padding", "unknown", "cls", "seperator", "mask"} { // as gguf spells it
		h.number("tokenizer.ggml."+key+"_token_id", i)
	}
	h.number("tokenizer.ggml.bos_token_id", 2)
	h.number("tokenizer.ggml.eos_token_id", 3)
	return h.bytes(tensors)
}

// encoder lists the weights that llama.cpp reads for bert.
func (s Shape) encoder(words int) []tensor {
	var list []tensor
	matrix := func(name string, in, out int) {
		list = append(list, tensor{name: name + ".weight", dims: []int{in, out}, scale: 1 / sqrt(in)}, tensor{name: name + ".bias", dims: []int{out}, scale: .1})
	}
	norm := func(name string) {
		list = append(list, tensor{name: name + ".weight", dims: []int{s.Width}}, tensor{name: name + ".bias", dims: []int{s.Width}, scale: .1})
	}
	list = append(list,
		tensor{name: "token_embd.weight", dims: []int{s.Width, words}, scale: 1},
		tensor{name: "position_embd.weight", dims: []int{s.Width, s.Context}, scale: .1},
		tensor{name: "token_types.weight", dims: []int{s.Width, 2}, scale: .1})
	norm("token_embd_norm")
	for i := range s.Layers {
		p := "blk." + itoa(i) + "."
		for _, name := range []string{"attn_q", "attn_k", "attn_v", "attn_output"} {
			matrix(p+name, s.Width, s.Width)
		}
		norm(p + "attn_output_norm")
		matrix(p+"ffn_up", s.Width, s.Inner)
		matrix(p+"ffn_down", s.Inner, s.Width)
		norm(p + "layer_output_norm")
	}
	return list
}
