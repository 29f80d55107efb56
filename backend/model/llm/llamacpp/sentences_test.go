//go:build weights

package llamacpp

import (
	"encoding/json"
	"os"
	"testing"
	"time"
)

// minilm is an embedder with all-MiniLM-L6-v2's weights. build/weights.sh makes its
// file of what its makers published.
func minilm(t *testing.T) *Embedder {
	t.Helper()
	path := os.Getenv("AIPACK_MINILM")
	if path == "" {
		t.Fatal("AIPACK_MINILM names no model file; make test-weights makes one")
	}
	return embedder(t, func(o *Options) { o.Model, o.ContextTokens = path, 256 })
}

// TestRealWeightsGiveTheirMakersVectors: those of sentence-transformers, computed
// from the makers' weights and tokenizer (testdata/sentences.py).
func TestRealWeightsGiveTheirMakersVectors(t *testing.T) {
	text, err := os.ReadFile(os.Getenv("AIPACK_VECTORS"))
	if err != nil {
		t.Fatal(err)
	}
	var want []struct {
		Text   string
		Vector []float32
	}
	if err := json.Unmarshal(text, &want); err != nil || len(want) < 30 {
		t.Fatalf("%d vectors, %v", len(want), err)
	}
	var texts []string
	for _, w := range want {
		texts = append(texts, w.Text)
	}
	e := minilm(t)
	got, err := e.Embed(t.Context(), texts, nil)
	if err != nil {
		t.Fatal(err)
	}
	least := 1.0
	for i, w := range want {
		c := cosine(got[i], w.Vector)
		if w.Text == "नमस्ते दुनिया" { // see cleaned
			t.Logf("%q: cosine %f", w.Text, c)
			continue
		}
		if least = min(least, c); c < .999 {
			t.Errorf("%.60q: cosine %f", w.Text, c)
		}
	}
	t.Logf("%d texts, the least cosine is %f", len(want), least)
	began := time.Now()
	const times = 3
	for range times {
		if _, err := e.Embed(t.Context(), texts, nil); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%.0f texts a second on one thread", float64(times*len(texts))/time.Since(began).Seconds())
}
