package openai

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"

	"aipack/backend/model/llm"
	"aipack/backend/model/llm/wire/wiretest"
)

// canned answers without a network and keeps what it was asked.
type canned struct {
	status      int
	contentType string
	body        string
	seen        []*http.Request
	bodies      []string
}

func (c *canned) RoundTrip(r *http.Request) (*http.Response, error) {
	c.seen = append(c.seen, r)
	if r.Body != nil {
		b, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		c.bodies = append(c.bodies, string(b))
	}
	return &http.Response{StatusCode: c.status, Header: http.Header{"Content-Type": {c.contentType}}, Body: io.NopCloser(strings.NewReader(c.body)), Request: r}, nil
}

// TestWhatIsKnownOfAServerIsUsed from the first request on: its path, the
// header of its key, what it does not heed.
func TestWhatIsKnownOfAServerIsUsed(t *testing.T) {
	t.Parallel()
	const token = "eyJhbGciOi.test.token"
	named := `"tool_choice":{"function":{"name":"b"},"type":"function"}`
	for name, c := range map[string]struct {
		address, key string
		url          string
		header       string // name: value
		none         string // a header that is not sent
		choice       string
	}{
		"Azure, the host alone":  {"https://acme.openai.azure.com", wiretest.Key, "https://acme.openai.azure.com/openai/v1/chat/completions", "Api-Key: " + wiretest.Key, "Authorization", named},
		"Azure, Entra's token":   {"https://acme.openai.azure.com/openai", token, "https://acme.openai.azure.com/openai/v1/chat/completions", "Authorization: Bearer " + token, "Api-Key", named},
		"OpenRouter":             {"https://openrouter.ai", wiretest.Key, "https://openrouter.ai/api/v1/chat/completions", "Authorization: Bearer " + wiretest.Key, "Api-Key", named},
		"copied with its method": {"https://openrouter.ai/api/v1/chat/completions", wiretest.Key, "https://openrouter.ai/api/v1/chat/completions", "Authorization: Bearer " + wiretest.Key, "", named},
		"Bedrock":                {"https://bedrock-runtime.eu-west-1.amazonaws.com", wiretest.Key, "https://bedrock-runtime.eu-west-1.amazonaws.com/openai/v1/chat/completions", "Authorization: Bearer " + wiretest.Key, "", `"tool_choice":"required"`},
		"Vertex":                 {"https://aiplatform.googleapis.com/v1/projects/p/locations/l", wiretest.Key, "https://aiplatform.googleapis.com/v1/projects/p/locations/l/endpoints/openapi/chat/completions", "Authorization: Bearer " + wiretest.Key, "", `"tool_choice":"required"`},
		"Ollama heeds no choice": {"http://localhost:11434", "", "http://localhost:11434/v1/chat/completions", "", "Authorization", ""},
		"LM Studio":              {"http://localhost:1234/", "", "http://localhost:1234/v1/chat/completions", "", "Authorization", `"tool_choice":"required"`},
		"anybody":                {"https://example.com", wiretest.Key, "https://example.com/v1/chat/completions", "Authorization: Bearer " + wiretest.Key, "", `"tool_choice":"required"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			at := &canned{status: 200, contentType: "text/event-stream", body: finish("stop") + event("[DONE]")}
			made := wiretest.Must(t, New, Options{BaseURL: c.address, Key: c.key, Model: "m", HTTPClient: &http.Client{Transport: at}})
			r := llm.Request{Messages: []llm.Message{{Role: llm.User, Text: "hi"}}, Tools: []llm.ToolDefinition{{Name: "a"}, {Name: "b"}}, Choice: "b"}
			if _, err := made.Chat(t.Context(), r, nil); err != nil {
				t.Fatal(err)
			}
			sent := at.seen[0]
			header, value, _ := strings.Cut(c.header, ": ")
			if sent.URL.String() != c.url || c.header != "" && sent.Header.Get(header) != value || c.none != "" && sent.Header.Get(c.none) != "" {
				t.Errorf("%s with %v", sent.URL, sent.Header)
			}
			body := at.bodies[0]
			if c.choice == "" && strings.Contains(body, "tool_choice") || !strings.Contains(body, c.choice) {
				t.Errorf("choice in %s", body)
			}
			if words := strings.Contains(body, "calling the tool b"); words == (c.choice == named) {
				t.Errorf("the choice in words: %v", words)
			}
		})
	}
}

// TestAWrongAddressIsNamed: whoever gave one is told what that server's look like.
func TestAWrongAddressIsNamed(t *testing.T) {
	t.Parallel()
	ask := func(address string, at *canned) *llm.Error {
		made, err := New(Options{BaseURL: address, Key: wiretest.Key, Model: "m", HTTPClient: &http.Client{Transport: at}})
		if err == nil {
			_, err = made.Chat(context.Background(), llm.Request{}, nil)
		}
		return wiretest.Known(t, err)
	}
	for name, c := range map[string]struct {
		address string
		at      canned
		kind    llm.Kind
		hint    string
	}{
		"Azure's older address, as its portal shows it": {"https://acme.cognitiveservices.azure.com/openai/deployments/d/chat/completions?api-version=2025-01-01-preview", canned{}, llm.BadRequest, "https://RESOURCE.openai.azure.com/openai/v1"},
		"no project": {"https://aiplatform.googleapis.com", canned{}, llm.BadRequest, "/v1/projects/PROJECT/locations/"},
		"a page":     {"https://openrouter.ai/v1", canned{status: 200, contentType: "text/html", body: "<html>"}, llm.BadAnswer, "https://openrouter.ai/api/v1"},
		"no path":    {"https://acme.openai.azure.com/v1", canned{status: 404, contentType: "application/json", body: `{"error":{"code":"404","message":"Resource not found"}}`}, llm.BadRequest, "/openai/v1"},
		"LM Studio's success without one": {"http://localhost:1234/api", canned{status: 200, contentType: "application/json", body: `{"error":"Unexpected endpoint or method. (POST /api/chat/completions)"}`},
			llm.BadRequest, "http://localhost:1234"},
		"a server nobody knows": {"https://example.com", canned{status: 404, contentType: "application/json", body: `{"detail":"Not Found"}`}, llm.BadRequest, "check the base URL"},
	} {
		if e := ask(c.address, &c.at); e.Kind != c.kind || !strings.Contains(e.Hint, c.hint) || strings.Contains(e.Message, "api-version") {
			t.Errorf("%s: %+v", name, e)
		}
	}
}

func TestModelsThatAreNotListed(t *testing.T) {
	t.Parallel()
	at := &canned{}
	made := wiretest.Must(t, New, Options{BaseURL: "https://acme.openai.azure.com", Key: "k", Model: "m", HTTPClient: &http.Client{Transport: at}})
	_, err := made.Models(t.Context())
	if e := wiretest.Known(t, err); len(at.seen) != 0 || e.Kind != llm.BadRequest || !strings.Contains(e.Message, "not your deployments") {
		t.Errorf("%+v after %d requests", e, len(at.seen))
	}
}
