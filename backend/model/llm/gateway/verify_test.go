package gateway

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"aipack/backend/base/fault"
	"aipack/backend/model/llm/script/served"
	"aipack/backend/model/llm/selector"
)

// TestAWrongKeyIsSaidBeforeTheFirstRequest, by one look at what the provider says of its
// models; what says nothing about the key stops nobody.
func TestAWrongKeyIsSaidBeforeTheFirstRequest(t *testing.T) {
	const refusal = `{"error":{"message":"Incorrect API key provided: sk-wr***","type":"invalid_request_error","code":"invalid_api_key"}}`
	for name, c := range map[string]struct {
		status int
		body   string
		wrong  bool
		asked  int32 // in two openings
	}{
		"wrong":        {http.StatusUnauthorized, refusal, true, 2},
		"right":        {http.StatusOK, `{"object":"list","data":[{"id":"toy"}]}`, false, 1},
		"no such list": {http.StatusNotFound, `{}`, false, 1},
		"not allowed":  {http.StatusForbidden, `{"error":{"message":"no"}}`, false, 1},
		"for requests": {http.StatusUnauthorized, `{"error":{"message":"You have insufficient permissions. Missing scopes: api.model.read"}}`, false, 1},
		"broken":       {http.StatusBadGateway, "oops", false, 1},
	} {
		t.Run(name, func(t *testing.T) {
			served.Alone(t, served.Nowhere)
			t.Setenv("OPENAI_API_KEY", "sk-wrong0000000000000000")
			var asked atomic.Int32
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if strings.HasSuffix(r.URL.Path, "/models") {
					asked.Add(1)
				} else {
					t.Errorf("%s is asked before the turn", r.URL.Path)
				}
				w.Header().Set("Content-Type", "application/json")
				w.WriteHeader(c.status)
				_, _ = io.WriteString(w, c.body) // who listens no more needs nothing
			}))
			defer s.Close()
			t.Setenv("OPENAI_BASE_URL", s.URL+"/v1")
			g := New("test")
			m := Terms{Want: selector.Want{Provider: "openai", Model: "toy", Fallback: selector.NoFallback}, Verify: true}
			for range 2 {
				client, _, err := g.Open(t.Context(), m)
				if c.wrong != (fault.CodeOf(err) == fault.PermissionDenied) || c.wrong != (client == nil) || !c.wrong && err != nil {
					t.Errorf("opened: %v, %v", client, err)
				}
			}
			if asked.Load() != c.asked {
				t.Errorf("asked %d times, want %d", asked.Load(), c.asked)
			}
		})
	}
}

// TestNobodyToAskAboutAKey: without a network the turn begins, and says itself that nobody
// answers.
func TestNobodyToAskAboutAKey(t *testing.T) {
	served.Alone(t, served.Nowhere)
	t.Setenv("OPENAI_API_KEY", "sk-right0000000000000000")
	s := httptest.NewServer(http.NotFoundHandler())
	s.Close()
	t.Setenv("OPENAI_BASE_URL", s.URL+"/v1")
	begun := time.Now()
	client, _, err := New("test").Open(t.Context(), Terms{Want: selector.Want{Provider: "openai", Model: "toy", Fallback: selector.NoFallback}, Verify: true})
	if client == nil || err != nil || time.Since(begun) > verifying+time.Second {
		t.Errorf("nobody answers: %v, %v after %s", client, err, time.Since(begun))
	}
}
