package anthropic

import (
	"net/http"
	"testing"

	"aipack/backend/model/llm"
	"aipack/backend/model/llm/wire/wiretest"
)

func TestFaults(t *testing.T) {
	t.Parallel()
	wiretest.Faults(t, protocol())
}

// BenchmarkFirstToken measures what lies between the server's sending and hear.
func BenchmarkFirstToken(b *testing.B) { wiretest.FirstToken(b, protocol()) }

func FuzzAnswer(f *testing.F) {
	wiretest.Bytes(f, protocol(), func(h *http.Client) (llm.Client, error) {
		return New(Options{BaseURL: "http://server", Model: "m", HTTPClient: h})
	})
}

func protocol() wiretest.Protocol {
	return wiretest.Protocol{
		Make: func(t testing.TB, url, key string) llm.Client {
			return wiretest.Must(t, New, Options{BaseURL: url, Key: key, Model: "claude-sonnet-4-20250514"})
		},
		ContentType: "text/event-stream",
		Answer: []string{
			event("message_start", `{"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","content":[],"model":"claude","usage":{"input_tokens":5,"output_tokens":1}}}`),
			event("content_block_start", `{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}`),
			event("content_block_delta", `{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hel"}}`),
			event("content_block_delta", `{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"lo"}}`),
			event("content_block_stop", `{"type":"content_block_stop","index":0}`),
			event("message_delta", `{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":2}}`),
			event("message_stop", `{"type":"message_stop"}`),
		},
		Begun:      3,
		NoModel:    `{"type":"error","error":{"type":"not_found_error","message":"model: claude-9"},"request_id":"req_1"}`,
		BadKey:     `{"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key %s"}}`,
		Limited:    `{"type":"error","error":{"type":"rate_limit_error","message":"This request would exceed your organization's rate limit"}}`,
		TooLong:    `{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 210000 tokens > 200000 maximum"}}`,
		Midway:     event("error", `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`),
		MidwayKind: llm.Overloaded,
		Garbage:    event("content_block_delta", `{"type":"content_block_delta","index":`),
		Keyless:    true,
	}
}
