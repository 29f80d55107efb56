package native

import (
	"context"
	"fmt"
	"slices"
	"unsafe"
)

// MostTexts is how many texts one call of Encode takes.
const MostTexts = 64

// Pools says whether the model makes one vector of a text's tokens: their mean,
// the first's or the last's (llama.h, llama_pooling_type).
func (m *Model) Pools() bool {
	kind := m.lib.pooling(m.context)
	return kind >= 1 && kind <= 3
}

// Framed splits a text as Tokens does, without marks, and puts the marks around it
// that the model was trained with. Of a text of more than most tokens the end is cut
// off, not the mark that ends it.
func (m *Model) Framed(text string, most int) []Token {
	raw := append([]byte(text), 0)
	size := int32(len(raw) - 1)
	out := make([]Token, len(raw)+8)
	n := m.lib.tokenize(m.vocab, &raw[0], size, &out[0], int32(len(out)), true, false)
	if n < 0 {
		out = make([]Token, -n)
		n = m.lib.tokenize(m.vocab, &raw[0], size, &out[0], int32(len(out)), true, false)
	}
	out = out[:max(n, 0)]
	if len(out) <= most {
		return out
	}
	if last := out[len(out)-1]; m.Control(last) {
		out[most-1] = last
	}
	return out[:most]
}

// Encode gives a vector of Facts.Embedding numbers for each text, not normalised. At
// most MostTexts texts and Batch tokens are taken, none of the texts empty.
// Cancelling ctx stops it as it does Decode.
func (m *Model) Encode(ctx context.Context, texts [][]Token) ([][]float32, error) {
	total := 0
	for _, t := range texts {
		if len(t) == 0 {
			return nil, fmt.Errorf("a text without tokens cannot be read")
		}
		total += len(t)
	}
	if total == 0 || total > m.batch || len(texts) > MostTexts {
		return nil, fmt.Errorf("%d texts of %d tokens; 1 to %d tokens of at most %d texts can be read", len(texts), total, m.batch, MostTexts)
	}
	b := m.lib.batchNew(int32(total), 0, 1)
	defer m.lib.batchFree(b)
	b.fill(texts)
	m.running.Store(&ctx)
	code := m.lib.encode(m.context, b)
	m.running.Store(nil)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case code != 0:
		return nil, fmt.Errorf("llama_encode answered %d", code)
	}
	width := int(m.lib.modelEmbedding(m.model))
	out := make([][]float32, len(texts))
	for i := range texts {
		p := m.lib.pooledAt(m.context, int32(i))
		if p == nil {
			return nil, fmt.Errorf("the model gave no vector for a text")
		}
		out[i] = slices.Clone(unsafe.Slice(p, width))
	}
	return out, nil
}

// fill writes texts into a batch that has room for them, each a sequence.
func (b *batch) fill(texts [][]Token) {
	room := 0
	for _, t := range texts {
		room += len(t)
	}
	tokens, positions := unsafe.Slice(b.tokens, room), unsafe.Slice(b.positions, room)
	counts, sequences, outputs := unsafe.Slice(b.counts, room), unsafe.Slice(b.sequences, room), unsafe.Slice(b.outputs, room)
	at := 0
	for i, text := range texts {
		for position, t := range text {
			tokens[at], positions[at], counts[at], outputs[at] = t, int32(position), 1, 1
			*sequences[at] = int32(i)
			at++
		}
	}
	b.n = int32(room)
}
