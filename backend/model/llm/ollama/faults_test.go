package ollama

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
		ContentType: "application/x-ndjson",
		Answer: []string{
			`{"model":"m","message":{"role":"assistant","content":"Hel"},"done":false}` + "\n",
			`{"model":"m","message":{"role":"assistant","content":"lo"},"done":false}` + "\n",
			`{"model":"m","message":{"role":"assistant","content":""},"done":true,"done_reason":"stop"}` + "\n",
		},
		Begun:      1,
		NoModel:    `{"error":"model 'nope:7b' not found"}`,
		BadKey:     `{"error":"unauthorized: %s"}`,
		Limited:    `{"error":"server busy, please try again.  maximum pending requests exceeded"}`,
		TooLong:    `{"error":"input length exceeds the context length"}`,
		NoTools:    `{"error":"registry.ollama.ai/library/gemma:2b does not support tools"}`,
		Midway:     `{"error":"llama runner process has terminated: signal: killed"}` + "\n",
		MidwayKind: llm.ServerFault,
		Garbage:    `{"message":{"role":"assistant","content":7},"done":false}` + "\n",
		Keyless:    true,
	}
}
