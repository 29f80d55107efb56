package inference

import (
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"aipack/backend/model/llm/llamacpp/constrain"
)

// TestCharactersArriveWhole cuts texts at every place.
func TestCharactersArriveWhole(t *testing.T) {
	for _, text := range []string{"aä漢🙂z", "🙂", "plain", "\U0010FFFF!"} {
		for cut := range len(text) + 1 {
			for second := cut; second <= len(text); second++ {
				var a assembler
				var out strings.Builder
				for _, piece := range []string{text[:cut], text[cut:second], text[second:]} {
					got := a.add([]byte(piece))
					if !utf8.ValidString(got) {
						t.Fatalf("%q is half a character", got)
					}
					out.WriteString(got)
				}
				out.WriteString(a.flush())
				if out.String() != text || a.broken != 0 {
					t.Errorf("%q cut at %d and %d became %q", text, cut, second, out.String())
				}
			}
		}
	}
	var a assembler
	if got := a.add([]byte("a\xff\xc3")) + a.add([]byte("(")) + a.add([]byte{0xF0, 0x9F}) + a.flush(); got != "a\uFFFD\uFFFD(\uFFFD" || a.broken != 3 {
		t.Errorf("broken bytes became %q, counted %d", got, a.broken)
	}
}

func TestTheSamplerFollowsTheProbabilities(t *testing.T) {
	logits := []float32{0, float32(math.Log(3)), float32(math.Inf(-1)), float32(math.Log(6)), -20}
	count := map[int32]int{}
	s := newSampler(1, 40, 1, 1)
	for range 10000 {
		count[s.pick(logits, nil)]++
	}
	for token, share := range map[int32]float64{0: .1, 1: .3, 3: .6} {
		if got := float64(count[token]) / 10000; math.Abs(got-share) > .02 {
			t.Errorf("token %d came in %.3f of the draws, not %.1f", token, got, share)
		}
	}
	if count[2] > 0 {
		t.Error("what is impossible came")
	}
	if got := newSampler(0, 40, .5, 1).pick(logits, nil); got != 3 {
		t.Errorf("at temperature 0 token %d is best", got)
	}
	narrow := newSampler(1, 40, .5, 1)
	for range 100 {
		if got := narrow.pick(logits, nil); got != 3 {
			t.Fatalf("token %d is not among the best half", got)
		}
	}
	if got := newSampler(1, 1, 1, 1).pick(logits, constrain.Mask{0b00011}); got != 1 {
		t.Errorf("of the mask token %d is best", got)
	}
	if got := s.pick(logits, constrain.Mask{0}); got != -1 {
		t.Errorf("an empty mask gave %d", got)
	}
}
