package gateway

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"aipack/backend/llm"
	"aipack/backend/llm/ledger"
	"aipack/backend/llm/openai"
	"aipack/backend/llm/selector"
)

// TestTheCapOfAMonthIsKept: a model of the cloud is asked no more once the
// month has cost what the user allows; one of this machine still is.
func TestTheCapOfAMonthIsKept(t *testing.T) {
	asked := 0
	cloud := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked++
		http.Error(w, `{"error":{"message":"not today"}}`, http.StatusBadRequest)
	}))
	t.Cleanup(cloud.Close)
	books := ledger.In(t.TempDir(), time.Now)
	if err := books.Add(ledger.Entry{Provider: "openai", Model: "gpt-4o-mini", Calls: 1, Prompt: 10_000_000}); err != nil {
		t.Fatal(err)
	}
	limited := Terms{Books: books, Cap: 1}
	for name, c := range map[string]selector.Candidate{
		"the cloud": {Provider: "openai", Model: "gpt-4o-mini", Cloud: true}, "a model without a price": {Provider: "openai", Model: "nobody-knows", Cloud: true}, "this machine": {Provider: "openai", Model: "own"},
	} {
		client, err := openai.New(openai.Options{BaseURL: cloud.URL, Key: "k", Model: c.Model})
		if err != nil {
			t.Fatal(err)
		}
		asked = 0
		_, err = limited.Hold(client, c).Chat(t.Context(), llm.Request{Messages: []llm.Message{{Role: llm.User, Text: "hello"}}}, nil)
		var e *llm.Error
		if errors.As(err, &e) && (e.Kind == llm.OverCap) != c.Cloud || asked > 0 == c.Cloud || name == "the cloud" && !strings.Contains(err.Error(), "$1.50 of the $1.00 that you allow") {
			t.Errorf("%s: asked %d times, %v", name, asked, err)
		}
	}
}
