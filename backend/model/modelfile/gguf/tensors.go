package gguf

import (
	"maps"
	"slices"
	"strings"
)

// tensors reads the tensors' descriptions, counts parameters and works out how
// long the file must be.
func (g *reader) tensors(h *Header, n uint64) {
	var sum sums
	for i := uint64(0); i < n && g.err == nil; i++ {
		t := g.tensor()
		if g.err == nil {
			sum.add(t)
		}
		if sum.elements > 1<<50 {
			g.fail("it claims more parameters than any model has")
		}
	}
	if g.err != nil {
		return
	}
	h.Tensors, h.Parameters, h.LargestLayer, h.Outside = int(n), int64(sum.elements), int64(sum.largest), int64(sum.outside)
	h.Active = int64(sum.elements)
	if all, used := g.meta.count(h.Architecture+".expert_count", 1<<16), g.meta.count(h.Architecture+".expert_used_count", 1<<16); all > 0 && used < all {
		h.Active -= int64(sum.experts / uint64(all) * uint64(all-used))
	}
	if h.Quantisation == "" {
		h.Quantisation = mostly(sum.byType)
	}
	align := uint64(32)
	if v, ok := g.meta["general.alignment"].(uint64); ok && v > 0 && v <= 1<<20 {
		align = v
	}
	h.Start = g.at
	if n > 0 {
		h.Start = int64((uint64(g.at) + align - 1) / align * align)
	}
	h.Least = h.Start + int64(sum.end)
}

// tensor is one entry of the list.
type tensor struct {
	name           string
	elements, kind uint64
	offset         uint64 // from where the weights begin
}

func (g *reader) tensor() tensor {
	t := tensor{name: g.text(mostText), elements: 1}
	dims := g.uint(4)
	if g.err == nil && dims > 4 {
		g.fail("a tensor has %d dimensions", dims)
	}
	for d := uint64(0); d < dims && g.err == nil; d++ {
		k := g.uint(8)
		if k > 1<<40 || (k > 0 && t.elements > (1<<48)/k) {
			g.fail("a tensor is larger than any")
			return t
		}
		t.elements *= k
	}
	t.kind, t.offset = g.uint(4), g.uint(8)
	if g.err == nil && t.offset > 1<<50 {
		g.fail("a tensor lies beyond the end of any file")
	}
	return t
}

// sums are what tensors come to.
type sums struct {
	elements, experts uint64 // all, and those of experts
	end               uint64 // where the last one ends, from where the weights begin
	largest, outside  uint64 // bytes of the largest layer, and of what is in none
	byType            map[uint64]uint64
	byLayer           map[string]uint64
}

func (s *sums) add(t tensor) {
	if s.byType == nil {
		s.byType, s.byLayer = map[uint64]uint64{}, map[string]uint64{}
	}
	bytes := tensorBytes(t.kind, t.elements)
	s.elements += t.elements
	s.byType[t.kind] += t.elements
	s.end = max(s.end, t.offset+bytes)
	rest, inLayer := strings.CutPrefix(t.name, "blk.")
	if !inLayer {
		s.outside += bytes
		return
	}
	layer, rest, _ := strings.Cut(rest, ".")
	s.byLayer[layer] += bytes
	s.largest = max(s.largest, s.byLayer[layer])
	if strings.Contains(rest, "_exps.") { // all experts of a layer lie in one tensor
		s.experts += t.elements
	}
}

// mostly names the type of most weights, for a file that does not name its own.
func mostly(weights map[uint64]uint64) string {
	names := map[uint64]string{
		0: "F32", 1: "F16", 2: "Q4_0", 3: "Q4_1", 6: "Q5_0", 7: "Q5_1", 8: "Q8_0", 10: "Q2_K", 11: "Q3_K",
		12: "Q4_K", 13: "Q5_K", 14: "Q6_K", 30: "BF16", 39: "MXFP4",
	}
	best := ""
	most := uint64(0)
	for _, kind := range slices.Sorted(maps.Keys(weights)) {
		if weights[kind] > most {
			best, most = names[kind], weights[kind]
		}
	}
	return best
}

// tensorBytes is what a tensor takes: elements of a block and bytes of a block
// by ggml's type numbers (ggml.h, ggml_type). A type that is not listed counts
// nothing.
func tensorBytes(kind, elements uint64) uint64 {
	blocks := map[uint64][2]uint64{
		0: {1, 4}, 1: {1, 2}, 2: {32, 18}, 3: {32, 20}, 6: {32, 22}, 7: {32, 24}, 8: {32, 34}, 9: {32, 36},
		10: {256, 84}, 11: {256, 110}, 12: {256, 144}, 13: {256, 176}, 14: {256, 210}, 15: {256, 292},
		24: {1, 1}, 25: {1, 2}, 26: {1, 4}, 27: {1, 8}, 28: {1, 8}, 30: {1, 2}, 39: {32, 17},
	}
	b, ok := blocks[kind]
	if !ok {
		return 0
	}
	return (elements + b[0] - 1) / b[0] * b[1]
}
