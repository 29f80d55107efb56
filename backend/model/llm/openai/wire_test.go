package openai

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"aipack/backend/model/llm"
	"aipack/backend/model/llm/wire/wiretest"
)

// TestTheRequest holds what goes over the wire to a compatible server.
func TestTheRequest(t *testing.T) {
	t.Parallel()
	s := wiretest.Serve(t, wiretest.Stream("text/event-stream", finish("stop")))
	seed := int64(7)
	_, err := client(t, s.URL+"/custom/").Chat(t.Context(), llm.Request{
		Messages: []llm.Message{
			{Role: llm.System, Text: "sys"},
			{Role: llm.User, Text: "hi"},
			{Role: llm.Assistant, Thinking: []llm.Thinking{{Provider: "anthropic", Text: "not yours"}}, Calls: []llm.ToolCall{call("c1", "grep", `{"b":1,"a":2}`), call("c2", "grep", `{"broken`)}},
			{Role: llm.Tool, CallID: "c1", ToolName: "grep", Text: "found"},
			{Role: llm.Tool, CallID: "c2", ToolName: "grep", Text: "no such pattern", Failed: true},
		},
		Tools: []llm.ToolDefinition{
			{Name: "grep", Description: "finds", Schema: json.RawMessage(`{"type":"object","properties":{"pattern":{"type":"string","minLength":1},"glob":{"type":"string"}},"required":["pattern"]}`)},
			{Name: "other"},
		},
		Choice: "grep", MaxTokens: 100, Temperature: 0, Seed: &seed,
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	seen := s.Requests()[0]
	want := `{"messages":[{"content":"sys","role":"system"},{"content":"hi","role":"user"},` +
		`{"tool_calls":[{"id":"c1","function":{"arguments":"{\"b\":1,\"a\":2}","name":"grep"},"type":"function"},` +
		`{"id":"c2","function":{"arguments":"{\"invalid_arguments\":\"{\\\"broken\"}","name":"grep"},"type":"function"}],"role":"assistant"},` +
		`{"content":"found","tool_call_id":"c1","role":"tool"},{"content":"no such pattern\n\nAnswer by calling the tool grep.","tool_call_id":"c2","role":"tool"}],` +
		`"model":"m","max_tokens":100,"seed":7,"temperature":0,"stream_options":{"include_usage":true},"tool_choice":"required",` +
		`"tools":[{"function":{"name":"grep","description":"finds","parameters":{"type":"object","properties":{"pattern":{"type":"string","minLength":1},"glob":{"type":"string"}},"required":["pattern"]}},"type":"function"},{"function":{"name":"other"},"type":"function"}],"stream":true}`
	if seen.Path != "/custom/chat/completions" {
		t.Errorf("path %s", seen.Path)
	}
	if d := cmp.Diff(wiretest.Fields(t, want), wiretest.Fields(t, seen.Body)); d != "" {
		t.Error(d)
	}
	// The order of a schema's properties is kept: it is the order of writing.
	if !strings.Contains(seen.Body, `"properties":{"pattern":{"type":"string","minLength":1},"glob"`) {
		t.Errorf("body %s", seen.Body)
	}
}

// TestOpenAIsOwnServer differs from its likes: the newer name of the bound, a
// choice by name, no temperature for models that reason.
func TestOpenAIsOwnServer(t *testing.T) {
	t.Parallel()
	r := llm.Request{
		Messages:  []llm.Message{{Role: llm.User, Text: "hi"}},
		Tools:     []llm.ToolDefinition{{Name: "a"}, {Name: "b"}},
		Choice:    "b",
		MaxTokens: 10,
	}
	for model, want := range map[string]string{
		"gpt-4o-mini": `{"max_completion_tokens":10,"temperature":0}`,
		"gpt-6-luna":  `{"max_completion_tokens":8202}`,
		"o3":          `{"max_completion_tokens":8202}`,
	} {
		c, err := New(Options{Key: "k", Model: model})
		if err != nil {
			t.Fatal(err)
		}
		body, err := json.Marshal(c.params(r))
		if err != nil {
			t.Fatal(err)
		}
		got := wiretest.Fields(t, string(body))
		if n := len(got["tools"].([]any)); n != 2 || strings.Contains(string(body), "calling the tool") || fmt.Sprint(got["tool_choice"]) != "map[function:map[name:b] type:function]" {
			t.Errorf("%s: tools %d, choice %v", model, n, got["tool_choice"])
		}
		for _, other := range []string{"messages", "model", "tools", "tool_choice", "stream_options"} {
			delete(got, other)
		}
		if d := cmp.Diff(wiretest.Fields(t, want), got); d != "" {
			t.Errorf("%s: %s", model, d)
		}
	}
}

func TestASchemaIsAskedFor(t *testing.T) {
	t.Parallel()
	schema := json.RawMessage(`{"type":"object","properties":{"port":{"type":"integer"}},"required":["port"],"additionalProperties":false}`)
	answer := wiretest.Stream("text/event-stream", delta(`{"content":"{\"port\":80}"}`), finish("stop"))
	for name, c := range map[string]struct {
		refusals []string
		format   string
		words    bool
	}{
		"known":          {nil, "json_schema", false},
		"objects only":   {[]string{`{"error":{"message":"This model does not support response format 'json_schema'. See supported models","param":"response_format"}}`}, "json_object", true},
		"nothing":        {[]string{`{"error":{"message":"response_format is not supported"}}`}, "<nil>", true},
		"FastAPI's word": {[]string{`{"detail":[{"type":"extra_forbidden","loc":["body","stream_options"],"msg":"Extra inputs are not permitted"}]}`, `{"detail":[{"type":"extra_forbidden","loc":["body","seed"]}]}`}, "json_schema", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var handlers []http.HandlerFunc
			for _, body := range c.refusals {
				handlers = append(handlers, wiretest.Status(400, body))
			}
			s := wiretest.Serve(t, append(handlers, answer)...)
			made := client(t, s.URL)
			seed := int64(1)
			r := llm.Request{Messages: []llm.Message{{Role: llm.User, Text: "hi"}}, Schema: schema, Seed: &seed}
			for range 2 {
				got, err := made.Chat(t.Context(), r, nil)
				if err != nil || got.Message.Text != `{"port":80}` {
					t.Fatalf("%+v, %v", got, err)
				}
			}
			// The second question asks at once for what the server takes.
			if n := len(s.Requests()); n != len(c.refusals)+2 {
				t.Errorf("%d requests", n)
			}
			last := wiretest.Fields(t, s.Requests()[len(s.Requests())-1].Body)
			format, _ := last["response_format"].(map[string]any)
			if got := fmt.Sprint(format["type"]); got != c.format {
				t.Errorf("format %s", got)
			}
			if words := strings.Contains(fmt.Sprint(last["messages"]), "JSON Schema"); words != c.words {
				t.Errorf("messages %v", last["messages"])
			}
		})
	}
}

func TestStrictSchemas(t *testing.T) {
	t.Parallel()
	for schema, want := range map[string]bool{
		`{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":false}`:                                                                true,
		`{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}`:                                                                                             false,
		`{"type":"object","properties":{"a":{"type":"string"}},"required":[],"additionalProperties":false}`:                                                                   false,
		`{"type":"object","properties":{"a":{"type":"array","items":{"type":"object","properties":{"b":{}}}}},"required":["a"],"additionalProperties":false}`:                 false,
		`{"type":"object","properties":{"a":{"anyOf":[{"type":"null"},{"type":"string"}]}},"required":["a"],"additionalProperties":false}`:                                    true,
		`{"type":"object","properties":{"a":{"$ref":"#/$defs/x"}},"required":["a"],"additionalProperties":false,"$defs":{"x":{"type":"object","additionalProperties":true}}}`: false,
		`{"type":["object","null"],"properties":{},"required":[],"additionalProperties":false}`:                                                                               true,
		`[]`: false,
	} {
		if got := isStrict(json.RawMessage(schema)); got != want {
			t.Errorf("%s: %v", schema, got)
		}
	}
}

func TestModelsAndTheirWindows(t *testing.T) {
	t.Parallel()
	s := wiretest.Serve(t, wiretest.Status(200, `{"object":"list","data":[
		{"id":"vllm","object":"model","created":1,"owned_by":"vllm","max_model_len":32768},
		{"id":"m","object":"model","meta":{"n_ctx_train":131072,"n_ctx":8192}},
		{"id":"openrouter","context_length":200000},
		{"id":"groq","context_window":131072},
		{"id":"odd","max_model_len":"many"},
		{"id":"bare"},{}]}`))
	c := client(t, s.URL)
	got, err := c.Models(t.Context())
	want := []llm.ModelInfo{{Name: "bare"}, {Name: "groq", Window: 131072}, {Name: "m", Window: 8192}, {Name: "odd"}, {Name: "openrouter", Window: 200000}, {Name: "vllm", Window: 32768}}
	if d := cmp.Diff(want, got); err != nil || d != "" {
		t.Fatal(err, d)
	}
	own, err := c.Describe(t.Context())
	if err != nil || own.Window != 8192 {
		t.Fatalf("%+v, %v", own, err)
	}
	if s.Requests()[0].Path != "/v1/models" {
		t.Errorf("path %s", s.Requests()[0].Path)
	}
}

func TestModelsThatAreNotForChat(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"gpt-4o": false, "gpt-6-luna": false, "o3": false, "text-embedding-3-small": true, "whisper-1": true, "gpt-4o-audio-preview": true, "gpt-realtime": true, "gpt-4o-mini-tts": true,
	} {
		if got := isOther(name); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestAddresses(t *testing.T) {
	t.Parallel()
	for address, ok := range map[string]bool{
		"": true, "http://localhost:8000": true, "https://api.groq.com/openai/v1/": true,
		"localhost:8000": false, "ftp://x": false, "file:///etc/passwd": false, "http://": false, "http://user:secret@host": false, "http://h/v1?key=secret": false, "http://[::1": false, "http://h\x00": false,
	} {
		_, err := New(Options{BaseURL: address, Key: "k", Model: "m"})
		if (err == nil) != ok || err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: %v", address, err)
		}
	}
	if _, err := New(Options{Model: "m"}); err == nil || !strings.Contains(err.Error(), "no key") {
		t.Errorf("without a key: %v", err)
	}
}

// TestTheEnvironmentIsLeftAlone: a key for OpenAI must not reach another server.
func TestTheEnvironmentIsLeftAlone(t *testing.T) {
	wiretest.Environment(t, protocol(), map[string]string{
		"OPENAI_API_KEY": wiretest.Canary, "OPENAI_ORG_ID": wiretest.Canary, "OPENAI_PROJECT_ID": wiretest.Canary, "OPENAI_ADMIN_KEY": wiretest.Canary,
		"OPENAI_BASE_URL": "http://127.0.0.1:1",
	})
}
