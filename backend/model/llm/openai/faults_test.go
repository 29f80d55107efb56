package openai

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
			return wiretest.Must(t, New, Options{BaseURL: url, Key: key, Model: "m"})
		},
		ContentType: "text/event-stream",
		Answer: []string{
			event(`{"choices":[{"index":0,"delta":{"role":"assistant","content":""}}]}`),
			event(`{"choices":[{"index":0,"delta":{"content":"Hel"}}]}`),
			event(`{"choices":[{"index":0,"delta":{"content":"lo"}}]}`),
			event(`{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`),
			event("[DONE]"),
		},
		Begun:      2,
		NoModel:    `{"error":{"message":"The model 'gpt-9' does not exist or you do not have access to it.","type":"invalid_request_error","param":null,"code":"model_not_found"}}`,
		BadKey:     `{"error":{"message":"Incorrect API key provided: %s. You can find your API key at https://platform.openai.com/account/api-keys.","type":"invalid_request_error","param":null,"code":"invalid_api_key"}}`,
		Limited:    `{"error":{"message":"Rate limit reached for gpt-4o-mini in organization org-x on requests per min (RPM): Limit 3, Used 3, Requested 1. Please try again in 20s.","type":"requests","param":null,"code":"rate_limit_exceeded"}}`,
		TooLong:    `{"error":{"message":"This model's maximum context length is 128000 tokens. However, your messages resulted in 130000 tokens.","type":"invalid_request_error","param":"messages","code":"context_length_exceeded"}}`,
		NoTools:    `{"object":"error","message":"\"auto\" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set","type":"BadRequestError","param":null,"code":400}`,
		Midway:     event(`{"error":{"message":"Provider overloaded","type":"overloaded","code":502}}`),
		MidwayKind: llm.ServerFault,
		Garbage:    event(`{"choices":[{]}`),
		Keyless:    true,
	}
}
