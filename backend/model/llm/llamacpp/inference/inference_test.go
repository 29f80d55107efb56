package inference

import (
	"path/filepath"
	"testing"

	"aipack/backend/model/llm/llamacpp/protocol"
	"aipack/backend/model/modelfile/gguftest"
)

// loaded is a host with the tiny model, in this process: what llama.cpp
// aborts on is tested through the real worker.
func loaded(t testing.TB) *host {
	t.Helper()
	path := filepath.Join(t.TempDir(), "tiny.gguf")
	if err := gguftest.Write(path, gguftest.Tiny()); err != nil {
		t.Fatal(err)
	}
	h := &host{}
	m := protocol.Model{LibDir: "../../../../../build/lib/llama", Path: path, Threads: 1, ContextTokens: 4096}
	if _, err := h.load(t.Context(), m, func(float64) {}); err != nil {
		t.Fatal(err)
	}
	return h
}

func BenchmarkGenerate(b *testing.B) {
	h := loaded(b)
	for _, c := range []struct {
		name string
		form *protocol.Form
	}{{"free", nil}, {"forced", &protocol.Form{Schema: []byte(`{"type":"array","minItems":60,"items":{"type":"string","minLength":3}}`)}}} {
		b.Run(c.name, func(b *testing.B) {
			tokens := 0
			for i := 0; b.Loop(); i++ {
				g, err := h.engine.generate(b.Context(), protocol.Order{
					Talk: protocol.Talk{Messages: []protocol.Message{{Role: "user", Text: "hello"}}}, MaxTokens: 400, Temperature: 1, Seed: int64(i), Form: c.form,
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
