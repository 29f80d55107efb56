package anthropic

import (
	"testing"

	"aipack/backend/model/llm"
	"aipack/backend/model/llm/wire/wiretest"
)

func event(name, data string) string { return "event: " + name + "\ndata: " + data + "\n\n" }

func client(t testing.TB, url string) *Client {
	t.Helper()
	return wiretest.Must(t, New, Options{BaseURL: url, Key: wiretest.Key, Model: "claude-sonnet-4-20250514"})
}

func TestTextArrivesInPieces(t *testing.T) {
	t.Parallel()
	seen := wiretest.Text(t, func(url string) llm.Client { return client(t, url) }, "text/event-stream", llm.Usage{Prompt: 135, Completion: 15, Cached: 100, Reported: true},
		event("message_start", `{"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","content":[],"model":"claude","stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":25,"cache_creation_input_tokens":10,"cache_read_input_tokens":100,"output_tokens":1}}}`),
		event("content_block_start", `{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}`),
		event("ping", `{"type":"ping"}`),
		event("content_block_delta", `{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hel"}}`),
		event("content_block_delta", `{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"lo"}}`),
		event("content_block_stop", `{"type":"content_block_stop","index":0}`),
		event("message_delta", `{"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":15}}`),
		event("message_stop", `{"type":"message_stop"}`))
	if seen.Path != "/v1/messages" || seen.Header.Get("X-Api-Key") != wiretest.Key || seen.Header.Get("Anthropic-Version") == "" {
		t.Fatalf("request %+v", seen)
	}
}
