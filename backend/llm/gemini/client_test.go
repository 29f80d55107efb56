package gemini

import (
	"strings"
	"testing"

	"aipack/backend/llm"
	"aipack/backend/llm/wire/wiretest"
)

func event(data string) string { return "data: " + data + "\r\n\r\n" }

func client(t testing.TB, url, model string) *Client {
	t.Helper()
	c, err := New(Options{BaseURL: url, Key: "test-key-123456", Model: model})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestTextArrivesInPieces(t *testing.T) {
	t.Parallel()
	s := wiretest.Serve(t, wiretest.Stream("text/event-stream",
		event(`{"candidates":[{"content":{"parts":[{"text":"Hel"}],"role":"model"},"index":0}],"usageMetadata":{"promptTokenCount":7,"totalTokenCount":7},"modelVersion":"gemini-2.5-flash","responseId":"x"}`),
		event(`{"candidates":[{"content":{"parts":[{"text":"lo"}],"role":"model"},"finishReason":"STOP","index":0}],"usageMetadata":{"promptTokenCount":7,"candidatesTokenCount":2,"thoughtsTokenCount":30,"cachedContentTokenCount":4,"totalTokenCount":39}}`)))
	var heard []string
	got, err := client(t, s.URL, "gemini-2.5-flash").Chat(t.Context(), llm.Request{Messages: []llm.Message{{Role: llm.User, Text: "hi"}}}, func(p llm.Piece) { heard = append(heard, p.Text) })
	if err != nil {
		t.Fatal(err)
	}
	if got.Message.Text != "Hello" || strings.Join(heard, "|") != "Hel|lo" || got.Stop != llm.StopDone {
		t.Fatalf("got %+v, heard %q", got, heard)
	}
	if want := (llm.Usage{Prompt: 7, Completion: 32, Cached: 4, Reported: true}); got.Usage != want {
		t.Fatalf("usage %+v", got.Usage)
	}
	seen := s.Requests()[0]
	if seen.Path != "/v1beta/models/gemini-2.5-flash:streamGenerateContent" || seen.Header.Get("X-Goog-Api-Key") != "test-key-123456" {
		t.Fatalf("request %+v", seen)
	}
}
