package gemini

import (
	"testing"

	"aipack/backend/model/llm"
	"aipack/backend/model/llm/wire/wiretest"
)

func event(data string) string { return "data: " + data + "\r\n\r\n" }

func client(t testing.TB, url, model string) *Client {
	t.Helper()
	return wiretest.Must(t, New, Options{BaseURL: url, Key: wiretest.Key, Model: model})
}

func TestTextArrivesInPieces(t *testing.T) {
	t.Parallel()
	seen := wiretest.Text(t, func(url string) llm.Client { return client(t, url, "gemini-2.5-flash") }, "text/event-stream", llm.Usage{Prompt: 7, Completion: 32, Cached: 4, Reported: true},
		event(`{"candidates":[{"content":{"parts":[{"text":"Hel"}],"role":"model"},"index":0}],"usageMetadata":{"promptTokenCount":7,"totalTokenCount":7},"modelVersion":"gemini-2.5-flash","responseId":"x"}`),
		event(`{"candidates":[{"content":{"parts":[{"text":"lo"}],"role":"model"},"finishReason":"STOP","index":0}],"usageMetadata":{"promptTokenCount":7,"candidatesTokenCount":2,"thoughtsTokenCount":30,"cachedContentTokenCount":4,"totalTokenCount":39}}`))
	if seen.Path != "/v1beta/models/gemini-2.5-flash:streamGenerateContent" || seen.Header.Get("X-Goog-Api-Key") != wiretest.Key {
		t.Fatalf("request %+v", seen)
	}
}
