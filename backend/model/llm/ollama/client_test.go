package ollama

import (
	"testing"

	"aipack/backend/model/llm"
	"aipack/backend/model/llm/wire/wiretest"
)

func client(t testing.TB, url string) *Client {
	t.Helper()
	return wiretest.Must(t, New, Options{BaseURL: url, Model: "qwen2.5-coder:7b"})
}

func TestTextArrivesInPieces(t *testing.T) {
	t.Parallel()
	wiretest.Text(t, func(url string) llm.Client { return client(t, url) }, "application/x-ndjson", llm.Usage{Prompt: 26, Completion: 7, Reported: true},
		`{"model":"m","created_at":"2025-01-01T00:00:00Z","message":{"role":"assistant","content":"Hel"},"done":false}`+"\n",
		`{"model":"m","created_at":"2025-01-01T00:00:00Z","message":{"role":"assistant","content":"lo"},"done":false}`+"\n",
		`{"model":"m","created_at":"2025-01-01T00:00:00Z","message":{"role":"assistant","content":""},"done_reason":"stop","done":true,"total_duration":1,"prompt_eval_count":26,"eval_count":7}`+"\n")
}
