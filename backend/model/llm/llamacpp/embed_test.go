package llamacpp

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"aipack/backend/model/llm"
	"aipack/backend/model/modelfile/gguftest"
)

// embedder is one of the tiny encoder.
func embedder(t testing.TB, change ...func(*Options)) *Embedder {
	t.Helper()
	o := Options{LibDir: libDir(t), Threads: 1, GPULayers: NoGPU, ContextTokens: 48}
	for _, f := range change {
		f(&o)
	}
	if o.Model == "" {
		o.Model = modelFile(t, gguftest.Encoder())
	}
	e := NewEmbedder(o)
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

func cosine(a, b []float32) float64 {
	var both, one, other float64
	for i := range a {
		both, one, other = both+float64(a[i])*float64(b[i]), one+float64(a[i])*float64(a[i]), other+float64(b[i])*float64(b[i])
	}
	return both / math.Sqrt(one*other)
}

// TestATextsVectorIsItsOwn: whatever else is read with it.
func TestATextsVectorIsItsOwn(t *testing.T) {
	e := embedder(t)
	var texts []string
	for i := range 200 {
		texts = append(texts, strings.Repeat("word ", i%30)+string(rune('a'+i%26)))
	}
	told := []int{}
	together, err := e.Embed(t.Context(), texts, func(done int) { told = append(told, done) })
	if err != nil {
		t.Fatal(err)
	}
	if len(together) != len(texts) || !slices.Equal(told, []int{128, 200}) {
		t.Fatalf("%d vectors, told %v", len(together), told)
	}
	for _, i := range []int{0, 1, 29, 77, 199} {
		alone, err := e.Embed(t.Context(), texts[i:i+1], nil)
		if err != nil {
			t.Fatal(err)
		}
		if c := cosine(alone[0], together[i]); c < .99999 {
			t.Errorf("text %d: cosine %f of alone and together", i, c)
		}
		if length := cosine(alone[0], alone[0]); len(alone[0]) != 64 || math.Abs(length-1) > 1e-6 {
			t.Errorf("%d numbers of length %f", len(alone[0]), length)
		}
	}
	if c := cosine(together[0], together[77]); c > .999 {
		t.Errorf("different texts have the same vector: %f", c)
	}
}

func TestTextsOfAnyKind(t *testing.T) {
	e := embedder(t)
	long := strings.Repeat("abc ", 4000)
	texts := []string{"", " ", long, long + "and more that is beyond the window", "漢字 🙂 \x00 \xff", "[SEP] [CLS] [MASK]", strings.Repeat("x", 100_000)}
	got, err := e.Embed(t.Context(), texts, nil)
	if err != nil {
		t.Fatal(err)
	}
	if c := cosine(got[2], got[3]); c < .99999 {
		t.Errorf("what is beyond the window changes the vector: %f", c)
	}
	if c := cosine(got[0], got[2]); c > .999 {
		t.Errorf("nothing and a long text are the same: %f", c)
	}
	if none, err := e.Embed(t.Context(), nil, nil); err != nil || len(none) != 0 {
		t.Errorf("%v, %v", none, err)
	}
}

// TestModelsAreUsedForWhatTheyWereMade: each is refused with a word, and the
// process lives on.
func TestModelsAreUsedForWhatTheyWereMade(t *testing.T) {
	ranks, unsaid := gguftest.Encoder(), gguftest.Encoder()
	ranks.Pooling, unsaid.Pooling = 4, 0
	for name, shape := range map[string]gguftest.Shape{"one that converses": gguftest.Tiny(), "one that ranks": ranks, "one that does not say": unsaid} {
		e := embedder(t, func(o *Options) { o.Model = modelFile(t, shape) })
		_, err := e.Embed(t.Context(), []string{"x"}, nil)
		if f := as[*llm.Error](t, err); f.Kind != llm.ModelAbsent || !strings.Contains(f.Message, "gives no vectors") {
			t.Errorf("%s: %s: %v", name, f.Kind, err)
		}
	}
	c := client(t, func(o *Options) { o.Model = modelFile(t, gguftest.Encoder()) })
	_, err := c.Chat(t.Context(), ask("hi", 1), nil)
	if f := as[*llm.Error](t, err); f.Kind != llm.ModelAbsent || !strings.Contains(f.Message, "cannot write an answer") {
		t.Errorf("%s: %v", f.Kind, err)
	}
}

func TestReadingTextsCanBeStopped(t *testing.T) {
	e := embedder(t)
	ctx, cancel := context.WithCancel(t.Context())
	texts := slices.Repeat([]string{strings.Repeat("a long text ", 20)}, 5000)
	_, err := e.Embed(ctx, texts, func(int) { cancel() })
	if f := as[*llm.Error](t, err); f.Kind != llm.Cancelled || !errors.Is(err, context.Canceled) {
		t.Errorf("%s: %v", f.Kind, err)
	}
	if _, err := e.Embed(t.Context(), texts[:3], nil); err != nil {
		t.Errorf("after it was stopped: %v", err)
	}
}
