package openai

import (
	"strings"
	"testing"

	"aipack/backend/llm"
	"aipack/backend/llm/wire/wiretest"
)

func event(data string) string { return "data: " + data + "\n\n" }

func client(t testing.TB, url string) *Client {
	t.Helper()
	c, err := New(Options{BaseURL: url, Key: "test-key-123456", Model: "m"})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestTextArrivesInPieces(t *testing.T) {
	t.Parallel()
	s := wiretest.Serve(t, wiretest.Stream("text/event-stream",
		event(`{"id":"1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}]}`),
		event(`{"id":"1","choices":[{"index":0,"delta":{"content":"Hel"}}]}`),
		event(`{"id":"1","choices":[{"index":0,"delta":{"content":"lo"}}]}`),
		event(`{"id":"1","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`),
		event(`{"id":"1","choices":[],"usage":{"prompt_tokens":12,"completion_tokens":2,"total_tokens":14,"prompt_tokens_details":{"cached_tokens":8}}}`),
		"data: [DONE]\n\n"))
	var heard []string
	got, err := client(t, s.URL).Chat(t.Context(), llm.Request{Messages: []llm.Message{{Role: llm.User, Text: "hi"}}}, func(p llm.Piece) { heard = append(heard, p.Text) })
	if err != nil {
		t.Fatal(err)
	}
	if got.Message.Text != "Hello" || strings.Join(heard, "|") != "Hel|lo" || got.Stop != llm.StopDone {
		t.Fatalf("got %+v, heard %q", got, heard)
	}
	if want := (llm.Usage{Prompt: 12, Completion: 2, Cached: 8, Reported: true}); got.Usage != want {
		t.Fatalf("usage %+v", got.Usage)
	}
	seen := s.Requests()[0]
	if seen.Path != "/v1/chat/completions" || seen.Header.Get("Authorization") != "Bearer test-key-123456" {
		t.Fatalf("request %+v", seen)
	}
}
