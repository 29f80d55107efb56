package worker

import (
	"path/filepath"
	"testing"

	"aipack/backend/llm/llamacpp/gguftest"
	"aipack/backend/llm/llamacpp/protocol"
)

// loaded is a worker with the tiny model, in this process: what llama.cpp
// aborts on is tested through the real worker.
func loaded(t testing.TB) *worker {
	t.Helper()
	path := filepath.Join(t.TempDir(), "tiny.gguf")
	if err := gguftest.Write(path, gguftest.Tiny()); err != nil {
		t.Fatal(err)
	}
	w := &worker{}
	m := protocol.Model{LibDir: "../../../../build/lib/llama", Path: path, Threads: 1, ContextTokens: 4096}
	if _, err := w.load(t.Context(), m, func(float64) {}); err != nil {
		t.Fatal(err)
	}
	return w
}

func BenchmarkGenerate(b *testing.B) {
	w := loaded(b)
	for _, c := range []struct {
		name string
		form *protocol.Form
	}{{"free", nil}, {"forced", &protocol.Form{Schema: []byte(`{"type":"array","minItems":60,"items":{"type":"string","minLength":3}}`)}}} {
		b.Run(c.name, func(b *testing.B) {
			tokens := 0
			for i := 0; b.Loop(); i++ {
				g, err := w.engine.generate(b.Context(), protocol.Order{
					Prompt: []protocol.Part{{Text: "hello"}}, MaxTokens: 400, Temperature: 1, Seed: int64(i), Form: c.form,
				}, func(string) {})
				if err != nil {
					b.Fatal(err)
				}
				tokens += g.Tokens
			}
			b.ReportMetric(float64(tokens)/b.Elapsed().Seconds(), "tokens/s")
		})
	}
}
