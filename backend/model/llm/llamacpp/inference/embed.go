package inference

import (
	"context"
	"math"

	"aipack/backend/base/worker"
	"aipack/backend/model/llm/llamacpp/native"
	"aipack/backend/model/llm/llamacpp/protocol"
)

// encoder is a loaded model that gives vectors.
type encoder struct {
	model  *native.Model
	most   int  // tokens of a text, its marks counted
	pieces bool // it reads word pieces
}

func newEncoder(model *native.Model, most int) (*encoder, error) {
	if !model.Pools() {
		return nil, fail(protocol.NoModel, "this model does not say how a text's vector is made of its tokens'")
	}
	if trained := model.Facts().Trained; trained > 0 {
		most = min(most, trained)
	}
	return &encoder{model: model, most: min(most, model.Batch()), pieces: model.Meta("tokenizer.ggml.model") == "bert"}, nil
}

// embed gives a vector of length 1 for each text. What goes beyond the window of
// a text is left out.
func (e *encoder) embed(ctx context.Context, texts []string) ([][]float32, error) {
	var out [][]float32
	var batch [][]native.Token
	tokens := 0
	flush := func() error {
		if len(batch) == 0 {
			return nil
		}
		vectors, err := e.model.Encode(ctx, batch)
		switch {
		case ctx.Err() != nil:
			return fail(worker.Cancelled, "it was stopped")
		case err != nil:
			return fail(worker.Internal, "reading texts: %v", err)
		}
		for _, v := range vectors {
			if !normalise(v) {
				return fail(protocol.NoModel, "the model gives vectors that are no directions: its file is damaged")
			}
		}
		out = append(out, vectors...)
		batch, tokens = batch[:0], 0
		return nil
	}
	for _, text := range texts {
		if e.pieces {
			text = cleaned(text)
		}
		t := e.model.Framed(text, e.most)
		if tokens+len(t) > e.model.Batch() || len(batch) == native.MostTexts {
			if err := flush(); err != nil {
				return nil, err
			}
		}
		batch, tokens = append(batch, t), tokens+len(t)
	}
	return out, flush()
}

// normalise makes a vector one of length 1 and reports whether that can be done.
func normalise(v []float32) bool {
	sum := 0.0
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	if length := math.Sqrt(sum); length > 0 && !math.IsInf(length, 0) {
		for i := range v {
			v[i] = float32(float64(v[i]) / length)
		}
		return true
	}
	return false
}
