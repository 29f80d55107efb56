package conversation

import (
	"aipack/backend/base/tokens"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

var counters = map[string]Counter{"estimated": tokens.Estimate{}, "OpenAI's": CounterFor(client{provider: "openai", model: "gpt-4o"})}

func TestCountAll(t *testing.T) {
	for name, c := range counters {
		var texts []string
		var want []int
		for i := range 300 {
			texts = append(texts, strings.Repeat("two words ", i%40)+"お")
			want = append(want, c.Count(texts[i]))
		}
		if got := CountAll(c, texts); !slices.Equal(got, want) {
			t.Errorf("%s: %v", name, got)
		}
	}
	if got := CountAll(tokens.Estimate{}, nil); len(got) != 0 {
		t.Error(got)
	}
}

// A text is cut so that no letter more would fit.
func TestTruncate(t *testing.T) {
	for name, c := range counters {
		for _, text := range []string{"", "hello", strings.Repeat("func f(a int) { return a } // 日本語のコメント\n", 40), strings.Repeat("é", 300), strings.Repeat("👩‍🚀", 50)} {
			for _, tokens := range []int{-1, 0, 1, 2, 7, 50, 1 << 20} {
				got := Truncate(c, text, tokens)
				if !strings.HasPrefix(text, got) || !utf8.ValidString(got) || len(got) > 0 && c.Count(got) > tokens {
					t.Fatalf("%s, %d tokens: %q", name, tokens, got)
				}
				if tokens > 0 && len(got) < len(text) {
					_, size := utf8.DecodeRuneInString(text[len(got):])
					if c.Count(text[:len(got)+size]) <= tokens {
						t.Errorf("%s, %d tokens: %q could be longer", name, tokens, got)
					}
				}
				if over := WouldExceed(c, tokens, text); over != (c.Count(text) > max(tokens, -1)) && tokens >= 0 {
					t.Errorf("%s: %d letters exceed %d tokens: %v", name, len(text), tokens, over)
				}
			}
		}
	}
}

func TestWouldExceedCountsTogether(t *testing.T) {
	for name, c := range counters {
		half := strings.Repeat("word ", 40)
		n := c.Count(half)
		if WouldExceed(c, 2*n, half, half) || !WouldExceed(c, 2*n-1, half, half) {
			t.Errorf("%s: %d and %d tokens", name, n, n)
		}
	}
}
