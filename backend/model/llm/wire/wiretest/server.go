// Package wiretest is a server that speaks a provider's protocol as far as a
// test wrote it down, and the faults that every client must tell apart.
package wiretest

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// Seen is one request that the server got.
type Seen struct {
	Method string
	Path   string
	Header http.Header
	Body   string
}

// Server answers with one handler per request; the last answers all that follow.
type Server struct {
	URL string

	mu       sync.Mutex
	handlers []http.HandlerFunc
	seen     []Seen
}

// Serve starts a server that ends with the test.
func Serve(t testing.TB, handlers ...http.HandlerFunc) *Server {
	t.Helper()
	s := &Server{handlers: handlers}
	h := httptest.NewServer(http.HandlerFunc(s.serve))
	t.Cleanup(func() {
		h.CloseClientConnections()
		h.Close()
	})
	s.URL = h.URL
	return s
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	s.mu.Lock()
	s.seen = append(s.seen, Seen{Method: r.Method, Path: r.URL.Path, Header: r.Header.Clone(), Body: string(body)})
	handler := s.handlers[min(len(s.seen), len(s.handlers))-1]
	s.mu.Unlock()
	handler(w, r)
}

// Requests gives what the server got so far.
func (s *Server) Requests() []Seen {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Seen(nil), s.seen...)
}

// Stream answers 200 with a content type and the pieces, each flushed by itself.
func Stream(contentType string, pieces ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		for _, piece := range pieces {
			if !send(w, piece) {
				return
			}
		}
	}
}

// Status answers with a status, a JSON body, and headers "Name: value".
func Status(status int, body string, headers ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		for _, h := range headers {
			name, value, _ := strings.Cut(h, ": ")
			w.Header().Set(name, value)
		}
		w.WriteHeader(status)
		send(w, body)
	}
}

// Then begins as first does and goes on as next does.
func Then(first, next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		first(w, r)
		next(w, r)
	}
}

// Hang sends nothing more until the client goes away.
func Hang(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }

// Cut breaks the connection.
func Cut(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }

func send(w http.ResponseWriter, s string) bool {
	if _, err := io.WriteString(w, s); err != nil {
		return false
	}
	if f, ok := w.(http.Flusher); ok {
		f.Flush()
	}
	return true
}

// Fields reads a request's body.
func Fields(t testing.TB, body string) map[string]any {
	t.Helper()
	var f map[string]any
	if err := json.Unmarshal([]byte(body), &f); err != nil {
		t.Fatal(err, body)
	}
	return f
}
