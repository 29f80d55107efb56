package inference

import (
	"math"
	"math/rand/v2"

	"aipack/backend/model/llm/llamacpp/constrain"
	"aipack/backend/model/llm/llamacpp/native"
)

// sampler chooses the next token from its probabilities. The same seed chooses
// the same tokens.
type sampler struct {
	temperature float64
	topK        int
	topP        float64
	random      *rand.Rand
	best        []candidate // scratch
}

type candidate struct {
	token native.Token
	logit float32
	p     float64
}

func newSampler(temperature float64, topK int, topP float64, seed int64) *sampler {
	if topK <= 0 {
		topK = 40
	}
	if temperature <= 0 {
		topK = 1
	}
	if topP <= 0 || topP > 1 {
		topP = 1
	}
	return &sampler{
		temperature: temperature, topK: topK, topP: topP,
		random: rand.New(rand.NewPCG(uint64(seed), 0x9E3779B97F4A7C15)),
	}
}

// pick chooses among the tokens of a mask, or among all where it is nil: the
// best K, of those the best that make up P, one of these by chance. It gives
// -1 where the mask is empty.
func (s *sampler) pick(logits []float32, mask constrain.Mask) native.Token {
	s.top(logits, mask)
	if len(s.best) == 0 {
		return -1
	}
	if len(s.best) == 1 {
		return s.best[0].token
	}
	sum := 0.0
	for i := range s.best {
		c := &s.best[i]
		c.p = math.Exp(float64(c.logit-s.best[0].logit) / s.temperature)
		sum += c.p
	}
	kept, n := 0.0, 0
	for n < len(s.best) && kept < s.topP*sum {
		kept += s.best[n].p
		n++
	}
	x := s.random.Float64() * kept
	for _, c := range s.best[:n] {
		if x -= c.p; x < 0 {
			return c.token
		}
	}
	return s.best[0].token
}

// top finds the best K tokens, best first. A vocabulary has 150,000 words and
// few of them pass the worst of the best, so one pass is enough.
func (s *sampler) top(logits []float32, mask constrain.Mask) {
	best := s.best[:0]
	worst := float32(math.Inf(-1))
	for i, l := range logits {
		if !(l > worst) || mask != nil && !mask.Has(int32(i)) {
			continue
		}
		if len(best) < s.topK {
			best = append(best, candidate{})
		}
		at := len(best) - 1
		for at > 0 && best[at-1].logit < l {
			best[at] = best[at-1]
			at--
		}
		best[at] = candidate{token: native.Token(i), logit: l}
		if len(best) == s.topK {
			worst = best[len(best)-1].logit
		}
	}
	s.best = best
}
