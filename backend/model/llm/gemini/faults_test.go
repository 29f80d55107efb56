package gemini

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
		return New(Options{BaseURL: "http://server", Key: "k", Model: "m", HTTPClient: h})
	})
}

func protocol() wiretest.Protocol {
	return wiretest.Protocol{
		Make: func(t testing.TB, url, key string) llm.Client {
			return wiretest.Must(t, New, Options{BaseURL: url, Key: key, Model: "gemini-2.5-flash"})
		},
		ContentType: "text/event-stream",
		Answer: []string{
			event(`{"candidates":[{"content":{"parts":[{"text":"Hel"}],"role":"model"},"index":0}]}`),
			event(`{"candidates":[{"content":{"parts":[{"text":"lo"}],"role":"model"},"index":0}]}`),
			event(`{"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}]}`),
		},
		Begun:      1,
		NoModel:    `{"error":{"code":404,"message":"models/gemini-9 is not found for API version v1beta, or is not supported for generateContent.","status":"NOT_FOUND"}}`,
		BadKey:     `{"error":{"code":401,"message":"API key %s not valid. Please pass a valid API key.","status":"UNAUTHENTICATED","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"API_KEY_INVALID","domain":"googleapis.com"}]}}`,
		Limited:    `[{"error":{"code":429,"message":"You exceeded your current quota, please check your plan and billing details.","status":"RESOURCE_EXHAUSTED"}}]`,
		TooLong:    `{"error":{"code":400,"message":"The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).","status":"INVALID_ARGUMENT"}}`,
		Midway:     event(`{"error":{"code":503,"message":"The model is overloaded. Please try again later.","status":"UNAVAILABLE"}}`),
		MidwayKind: llm.Overloaded,
		Garbage:    event(`{"candidates":"none"}`),
	}
}
