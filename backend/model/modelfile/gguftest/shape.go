// Package gguftest writes model files with random weights: real in their form,
// senseless in what they say. Tests and benchmarks use them, so that neither
// needs a download.
package gguftest

import "slices"

// Shape is the size of a model, of the qwen2 architecture unless it names another.
type Shape struct {
	Layers, Width, Inner int
	Heads, HeadsKV       int
	Context              int
	Words                int  // size of the vocabulary; the smallest possible where 0
	Tied                 bool // the output has the embedding's weights: the model repeats itself
	Eighths              bool // 8-bit weights (Q8_0), else 32-bit floats
	Seed                 uint64
	Loud                 string // a token that the model is fond of
	Architecture         string // "qwen2" where empty; see Architectures
	Pooling              int    // of an encoder: how a text's vector is made, as llama.h counts

	// What a damaged or foreign file has.
	OtherMarks     bool // control tokens of another family of models
	DoubledTokens  bool // the same token twice, on which llama.cpp aborts
	WithoutWeights bool // the header alone
}

// Tiny is a model of half a megabyte: thousands of tokens a second.
func Tiny() Shape {
	return Shape{Layers: 2, Width: 64, Inner: 128, Heads: 4, HeadsKV: 2, Context: 32768, Seed: 1}
}

// Least is the smallest model there can be, for tests of many tokens.
func Least() Shape {
	return Shape{Layers: 1, Width: 32, Inner: 32, Heads: 1, HeadsKV: 1, Context: 32768, Seed: 1}
}

// TinyOf is a model like Tiny of another architecture: one layer in two or four
// remembers in another way where the architecture has such layers.
func TinyOf(architecture string) Shape {
	return Shape{Layers: 4, Width: 64, Inner: 128, Heads: 4, HeadsKV: 2, Context: 32768, Seed: 1, Architecture: architecture}
}

// Encoder is a tiny model of the bert architecture, which gives vectors of 64 numbers
// for texts of up to 64 tokens.
func Encoder() Shape {
	return Shape{Layers: 2, Width: 64, Inner: 128, Heads: 4, Context: 64, Seed: 1, Architecture: bert, Pooling: 1}
}

// Coder15B has the shape of Qwen2.5-Coder-1.5B (its config.json): 1.64 GB.
func Coder15B() Shape {
	return Shape{
		Layers: 28, Width: 1536, Inner: 8960, Heads: 12, HeadsKV: 2,
		Context: 32768, Words: 151936, Tied: true, Eighths: true, Seed: 1,
	}
}

type tensor struct {
	name  string
	dims  []int
	scale float64 // standard deviation of the values; all the same where 0
	level float64 // of values that are the same; 1 where 0
	loud  int     // a row that is louder than the rest, 0 for none
	q8    bool
}

func (t tensor) values() int {
	n := 1
	for _, d := range t.dims {
		n *= d
	}
	return n
}

// bytes is the size in the file: Q8_0 packs 32 values into 34 bytes.
func (t tensor) bytes() int {
	if t.q8 {
		return t.values() / 32 * 34
	}
	return t.values() * 4
}

// tensors lists the weights. Names and dimensions are those that llama.cpp
// reads for qwen2.
func (s Shape) tensors(v vocabulary) []tensor {
	words := len(v.tokens)
	if s.Architecture == bert {
		return s.encoder(words)
	}
	matrix := func(name string, dims ...int) tensor {
		return tensor{name: name, dims: dims, scale: 1 / sqrt(dims[0]), q8: s.Eighths}
	}
	vector := func(name string, n int, scale float64) tensor {
		return tensor{name: name, dims: []int{n}, scale: scale}
	}
	list := []tensor{
		{name: "token_embd.weight", dims: []int{s.Width, words}, scale: 1, q8: s.Eighths},
		vector("output_norm.weight", s.Width, 0),
	}
	if !s.Tied {
		output := matrix("output.weight", s.Width, words)
		output.loud = max(0, slices.Index(v.tokens, s.Loud))
		list = append(list, output)
	}
	for i := range s.Layers {
		list = append(list, s.layer(i, matrix, vector)...)
	}
	return append(list, s.shared()...)
}
