package ollama

import (
	"strings"
	"testing"

	"aipack/backend/llm"
	"aipack/backend/llm/wire/wiretest"
)

func client(t testing.TB, url string) *Client {
	t.Helper()
	c, err := New(Options{BaseURL: url, Model: "qwen2.5-coder:7b"})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestTextArrivesInPieces(t *testing.T) {
	t.Parallel()
	s := wiretest.Serve(t, wiretest.Stream("application/x-ndjson",
		`{"model":"m","created_at":"2025-01-01T00:00:00Z","message":{"role":"assistant","content":"Hel"},"done":false}`+"\n",
		`{"model":"m","created_at":"2025-01-01T00:00:00Z","message":{"role":"assistant","content":"lo"},"done":false}`+"\n",
		`{"model":"m","created_at":"2025-01-01T00:00:00Z","message":{"role":"assistant","content":""},"done_reason":"stop","done":true,"total_duration":1,"prompt_eval_count":26,"eval_count":7}`+"\n"))
	var heard []string
	got, err := client(t, s.URL).Chat(t.Context(), llm.Request{Messages: []llm.Message{{Role: llm.User, Text: "hi"}}}, func(p llm.Piece) { heard = append(heard, p.Text) })
	if err != nil {
		t.Fatal(err)
	}
	if got.Message.Text != "Hello" || strings.Join(heard, "|") != "Hel|lo" || got.Stop != llm.StopDone {
		t.Fatalf("got %+v, heard %q", got, heard)
	}
	if want := (llm.Usage{Prompt: 26, Completion: 7, Reported: true}); got.Usage != want {
		t.Fatalf("usage %+v", got.Usage)
	}
}
