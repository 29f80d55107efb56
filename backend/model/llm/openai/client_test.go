package openai

import (
	"testing"

	"aipack/backend/model/llm"
	"aipack/backend/model/llm/wire/wiretest"
)

func event(data string) string { return "data: " + data + "\n\n" }

func client(t testing.TB, url string) *Client {
	t.Helper()
	return wiretest.Must(t, New, Options{BaseURL: url, Key: wiretest.Key, Model: "m"})
}

func TestTextArrivesInPieces(t *testing.T) {
	t.Parallel()
	seen := wiretest.Text(t, func(url string) llm.Client { return client(t, url) }, "text/event-stream", llm.Usage{Prompt: 12, Completion: 2, Cached: 8, Reported: true},
		event(`{"id":"1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}]}`),
		event(`{"id":"1","choices":[{"index":0,"delta":{"content":"Hel"}}]}`),
		event(`{"id":"1","choices":[{"index":0,"delta":{"content":"lo"}}]}`),
		event(`{"id":"1","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`),
		event(`{"id":"1","choices":[],"usage":{"prompt_tokens":12,"completion_tokens":2,"total_tokens":14,"prompt_tokens_details":{"cached_tokens":8}}}`),
		"data: [DONE]\n\n")
	if seen.Path != "/v1/chat/completions" || seen.Header.Get("Authorization") != "Bearer "+wiretest.Key {
		t.Fatalf("request %+v", seen)
	}
}
