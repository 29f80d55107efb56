package window

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// ollama speaks Ollama's protocol and remembers what it was sent.
type ollama struct {
	*httptest.Server
	mu     sync.Mutex
	bodies []string
	answer string // to every chat
	status int    // of every chat; 0 is 200

	hang chan struct{} // a chat waits until it is closed; nil: none waits
	came chan struct{} // told of a chat that waits
	left chan struct{} // told of one whose asker went away
}

func ollamaServer(t *testing.T, answer string) *ollama {
	t.Helper()
	s := &ollama{answer: answer}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/api/tags":
			_, _ = io.WriteString(w, `{"models":[{"name":"qwen2.5-coder:7b","size":4700000000}]}`)
		case "/api/chat":
			s.chat(w, r)
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *ollama) chat(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if s.hang != nil {
		s.came <- struct{}{}
		select {
		case <-s.hang:
		case <-r.Context().Done():
			s.left <- struct{}{}
			return
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.bodies = append(s.bodies, string(body))
	if err != nil || s.status != 0 {
		w.WriteHeader(s.status)
		_, _ = fmt.Fprintf(w, `{"error":"refused: %s"}`, canaryKey)
		return
	}
	text, _ := json.Marshal(s.answer)
	_, _ = fmt.Fprintf(w, `{"model":"qwen2.5-coder:7b","message":{"role":"assistant","content":%s},"done":false}`+"\n", text)
	_, _ = io.WriteString(w, `{"model":"qwen2.5-coder:7b","message":{"role":"assistant","content":""},"done":true,"done_reason":"stop","prompt_eval_count":321,"eval_count":12}`+"\n")
}

func (s *ollama) sent() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string{}, s.bodies...)
}

// openAIServer speaks OpenAI's protocol and answers everything with one text.
func openAIServer(t *testing.T, answer string) *httptest.Server {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasSuffix(r.URL.Path, "/chat/completions") {
			http.NotFound(w, r)
			return
		}
		text, _ := json.Marshal(answer)
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = fmt.Fprintf(w, "data: {\"id\":\"1\",\"object\":\"chat.completion.chunk\",\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":%s},\"finish_reason\":null}]}\n\n", text)
		_, _ = io.WriteString(w, "data: {\"id\":\"1\",\"object\":\"chat.completion.chunk\",\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n"+
			"data: {\"id\":\"1\",\"object\":\"chat.completion.chunk\",\"choices\":[],\"usage\":{\"prompt_tokens\":11,\"completion_tokens\":3,\"total_tokens\":14}}\n\ndata: [DONE]\n\n")
	}))
	t.Cleanup(server.Close)
	return server
}
