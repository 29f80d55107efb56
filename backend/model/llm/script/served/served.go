// Package served puts a scripted model behind a real HTTP server that speaks a
// provider's protocol, for tests of everything between a question and the wire.
package served

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"aipack/backend/model/llm"
	"aipack/backend/model/llm/script"
)

// Model is a scripted model behind a server.
type Model struct {
	*httptest.Server
	mu     sync.Mutex
	bodies []string
}

// Seen gives the bodies of all requests.
func (s *Model) Seen() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Join(s.bodies, "\n")
}

// New serves a script in a provider's protocol: write turns an answer into its
// stream. The server ends with the test.
func New(t testing.TB, client *script.Client, write func(w io.Writer, m llm.Message)) *Model {
	t.Helper()
	s := &Model{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/v1/models":
			fmt.Fprint(w, `{"object":"list","data":[{"id":"toy","object":"model"}]}`)
			return
		case "/api/tags":
			fmt.Fprint(w, `{"models":[{"name":"qwen2.5-coder:7b","model":"qwen2.5-coder:7b"}]}`)
			return
		case "/api/show":
			fmt.Fprint(w, `{"capabilities":["completion","tools"],"model_info":{}}`)
			return
		case "/api/version":
			fmt.Fprint(w, `{"version":"0.12.0"}`)
			return
		}
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		s.mu.Lock()
		s.bodies = append(s.bodies, string(body))
		s.mu.Unlock()
		answer, err := client.Chat(r.Context(), llm.Request{}, nil)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		write(w, answer.Message)
	}))
	t.Cleanup(s.Close)
	return s
}

// OpenAI writes server-sent events as OpenAI's chat completions do.
func OpenAI(w io.Writer, m llm.Message) {
	if h, ok := w.(http.ResponseWriter); ok {
		h.Header().Set("Content-Type", "text/event-stream")
	}
	send := func(delta any, finish any) {
		b, _ := json.Marshal(map[string]any{
			"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "toy",
			"choices": []any{map[string]any{"index": 0, "delta": delta, "finish_reason": finish}},
		})
		fmt.Fprintf(w, "data: %s\n\n", b)
	}
	finish := "stop"
	send(map[string]any{"role": "assistant", "content": m.Text}, nil)
	for i, c := range m.Calls {
		finish = "tool_calls"
		half := len(c.Arguments) / 2
		send(map[string]any{"tool_calls": []any{map[string]any{
			"index": i, "id": c.ID, "type": "function",
			"function": map[string]any{"name": c.Name, "arguments": c.Arguments[:half]},
		}}}, nil)
		send(map[string]any{"tool_calls": []any{map[string]any{"index": i, "function": map[string]any{"arguments": c.Arguments[half:]}}}}, nil)
	}
	send(map[string]any{}, finish)
	fmt.Fprint(w, `data: {"id":"1","object":"chat.completion.chunk","created":1,"model":"toy","choices":[],"usage":{"prompt_tokens":1500,"completion_tokens":60,"total_tokens":1560}}`+"\n\ndata: [DONE]\n\n")
}

// Ollama writes lines of JSON as Ollama does: calls without ids.
func Ollama(w io.Writer, m llm.Message) {
	message := map[string]any{"role": "assistant", "content": m.Text}
	var calls []any
	for _, c := range m.Calls {
		calls = append(calls, map[string]any{"function": map[string]any{"name": c.Name, "arguments": json.RawMessage(c.Arguments)}})
	}
	if calls != nil {
		message["tool_calls"] = calls
	}
	enc := json.NewEncoder(w)
	_ = enc.Encode(map[string]any{"model": "qwen2.5-coder:7b", "message": message, "done": false})
	_ = enc.Encode(map[string]any{
		"model": "qwen2.5-coder:7b", "message": map[string]any{"role": "assistant", "content": ""},
		"done": true, "done_reason": "stop", "prompt_eval_count": 1600, "eval_count": 70,
	})
}
