package inference

import (
	"strings"
)

// blocks gives, for a tensor's type, the bytes and values of a block (ggml.h,
// ggml_type; the types that model files use).
var blocks = map[uint64][2]int64{
	0: {4, 1}, 1: {2, 1}, 30: {2, 1}, // F32, F16, BF16
	2: {18, 32}, 3: {20, 32}, 6: {22, 32}, 7: {24, 32}, 8: {34, 32}, // Q4_0, Q4_1, Q5_0, Q5_1, Q8_0
	10: {84, 256}, 11: {110, 256}, 12: {144, 256}, 13: {176, 256}, 14: {210, 256}, // Q2_K to Q6_K
}

// tensors reads the list of weights and adds up what they take.
func (r *headerReader) tensors(h *header, count int) error {
	layers := map[string]int64{}
	var end int64
	for range count {
		name, size, offset, err := r.tensor()
		if err != nil {
			return err
		}
		end = max(end, offset+size)
		if rest, ok := strings.CutPrefix(name, "blk."); ok {
			layer, _, _ := strings.Cut(rest, ".")
			layers[layer] += size
			h.layerBytes = max(h.layerBytes, layers[layer])
		} else {
			h.otherBytes += size
		}
	}
	alignment := int64(32)
	if a := h.numbers["general.alignment"]; a > 0 && a < 1<<20 {
		alignment = int64(a)
	}
	h.dataAt = (r.at + alignment - 1) / alignment * alignment
	h.needs = h.dataAt + end
	return nil
}

// tensor reads one entry: name, dimensions, type, place. The size is 0 for a
// type that blocks does not list.
func (r *headerReader) tensor() (name string, size, offset int64, err error) {
	if name, err = r.text(); err != nil {
		return "", 0, 0, err
	}
	dims := r.u32()
	if dims.err != nil {
		return "", 0, 0, dims.err
	}
	if dims.n > 4 {
		return "", 0, 0, errHeader
	}
	values := int64(1)
	for range dims.n {
		d := r.u64()
		if d.err != nil {
			return "", 0, 0, d.err
		}
		if d.n > 1<<31 || values > 1<<40 {
			return "", 0, 0, errHeader
		}
		values *= int64(d.n)
	}
	kind, at := r.u32(), r.u64()
	if at.err != nil {
		return "", 0, 0, at.err
	}
	if at.n > 1<<50 {
		return "", 0, 0, errHeader
	}
	if b, ok := blocks[kind.n]; ok {
		size = values / b[1] * b[0]
	}
	return name, size, int64(at.n), nil
}
