package ollama

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"aipack/backend/model/llm"
	"aipack/backend/model/llm/wire/wiretest"
)

const jsonLines = "application/x-ndjson"

func part(message string) string {
	return `{"model":"m","created_at":"2025-06-01T10:00:00.5Z","message":` + message + `,"done":false}` + "\n"
}

func end(reason string) string {
	return `{"model":"m","message":{"role":"assistant","content":""},"done":true,"done_reason":"` + reason + `"}` + "\n"
}

func call(id, name, arguments string) llm.ToolCall {
	return llm.ToolCall{ID: id, Name: name, Arguments: arguments}
}

func TestAnswersAsOllamaSendsThem(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		lines []string
		want  llm.Response
	}{
		"calls without ids, in two parts": {[]string{
			part(`{"role":"assistant","content":"","tool_calls":[{"function":{"name":"read_file","arguments":{"path":"go.mod","line_start":1}}}]}`),
			part(`{"role":"assistant","content":"","tool_calls":[{"function":{"index":0,"name":"list","arguments":{}}},{"function":{"name":"list","arguments":null}}]}`),
			end("stop"),
		}, llm.Response{Stop: llm.StopCalls, Message: llm.Message{Role: llm.Assistant, Calls: []llm.ToolCall{
			call("call_1", "read_file", `{"path":"go.mod","line_start":1}`), call("call_2", "list", "{}"), call("call_3", "list", "{}"),
		}}}},
		"calls with ids": {[]string{
			part(`{"role":"assistant","content":"","tool_calls":[{"id":"call_x9","function":{"index":0,"name":"a","arguments":{"q":"<&>"}}}]}`), end("stop"),
		}, llm.Response{Stop: llm.StopCalls, Message: llm.Message{Role: llm.Assistant, Calls: []llm.ToolCall{call("call_x9", "a", `{"q":"<&>"}`)}}}},
		"thinking": {[]string{
			part(`{"role":"assistant","content":"","thinking":"let me "}`), part(`{"role":"assistant","content":"","thinking":"see"}`), part(`{"role":"assistant","content":"ok"}`), end("stop"),
		}, llm.Response{Stop: llm.StopDone, Message: llm.Message{Role: llm.Assistant, Text: "ok", Thinking: []llm.Thinking{{Provider: "ollama", Text: "let me see"}}}}},
		"the window is used up": {[]string{part(`{"role":"assistant","content":"half"}`), end("length")},
			llm.Response{Stop: llm.StopLength, Message: llm.Message{Role: llm.Assistant, Text: "half"}}},
		"nothing to say": {[]string{end("stop")}, llm.Response{Stop: llm.StopDone, Message: llm.Message{Role: llm.Assistant}}},
		"the end without a line end": {[]string{part(`{"role":"assistant","content":"ok"}`), strings.TrimSpace(end("stop"))},
			llm.Response{Stop: llm.StopDone, Message: llm.Message{Role: llm.Assistant, Text: "ok"}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := wiretest.Serve(t, wiretest.Stream(jsonLines, c.lines...))
			got, err := client(t, s.URL).Chat(t.Context(), llm.Request{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			for i := range got.Message.Calls {
				got.Message.Calls[i].Arguments = compact(t, got.Message.Calls[i].Arguments)
			}
			if d := cmp.Diff(&c.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

// compact undoes the library's escapes, which mean the same.
func compact(t *testing.T, s string) string {
	t.Helper()
	for from, to := range map[string]string{`\u003c`: "<", `\u0026`: "&", `\u003e`: ">"} {
		s = strings.ReplaceAll(s, from, to)
	}
	if !json.Valid([]byte(s)) {
		t.Errorf("arguments %s", s)
	}
	return s
}

// TestArgumentsInAString is what some servers that imitate Ollama send.
func TestArgumentsInAString(t *testing.T) {
	t.Parallel()
	s := wiretest.Serve(t, wiretest.Stream(jsonLines, part(`{"role":"assistant","tool_calls":[{"function":{"name":"a","arguments":"{\"x\":1}"}}]}`), end("stop")))
	_, err := client(t, s.URL).Chat(t.Context(), llm.Request{}, nil)
	if e := wiretest.Known(t, err); e.Kind != llm.BadAnswer {
		t.Errorf("got %v", err)
	}
}

func TestTheRequest(t *testing.T) {
	t.Parallel()
	s := wiretest.Serve(t, wiretest.Stream(jsonLines, end("stop")))
	seed := int64(7)
	_, err := client(t, s.URL).Chat(t.Context(), llm.Request{
		Messages: []llm.Message{
			{Role: llm.System, Text: "sys"},
			{Role: llm.User, Text: "hi"},
			{Role: llm.Assistant, Thinking: []llm.Thinking{{Provider: "ollama", Text: "mine"}, {Provider: "gemini", Text: "not mine"}}, Calls: []llm.ToolCall{call("c1", "grep", `{"b":1,"a":2}`), call("c2", "grep", `[1]`)}},
			{Role: llm.Tool, CallID: "c1", ToolName: "grep", Text: "found"},
		},
		Tools:  []llm.ToolDefinition{{Name: "grep", Description: "finds", Schema: json.RawMessage(`{"type":"object","properties":{"pattern":{"type":"string","description":"what"},"kind":{"enum":["a","b"]}},"required":["pattern"]}`)}},
		Choice: llm.SomeTool, MaxTokens: 100, Temperature: 0.1, Seed: &seed,
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	seen := s.Requests()[0]
	want := `{"model":"qwen2.5-coder:7b","messages":[{"role":"system","content":"sys"},{"role":"user","content":"hi"},` +
		`{"role":"assistant","content":"","thinking":"mine","tool_calls":[{"id":"c1","function":{"index":0,"name":"grep","arguments":{"b":1,"a":2}}},{"id":"c2","function":{"index":1,"name":"grep","arguments":{"invalid_arguments":"[1]"}}}]},` +
		`{"role":"tool","content":"found\n\nAnswer by calling one of the tools.","tool_name":"grep","tool_call_id":"c1"}],` +
		`"keep_alive":"15m0s","tools":[{"type":"function","function":{"name":"grep","description":"finds","parameters":{"type":"object","required":["pattern"],"properties":{"pattern":{"type":"string","description":"what"},"kind":{"enum":["a","b"]}}}}}],` +
		`"options":{"num_ctx":16384,"num_predict":100,"seed":7,"temperature":0.1},"truncate":false,"shift":false}`
	if seen.Path != "/api/chat" {
		t.Fatalf("request %+v", seen)
	}
	if d := cmp.Diff(wiretest.Fields(t, want), wiretest.Fields(t, seen.Body)); d != "" {
		t.Error(d)
	}
	if !strings.Contains(seen.Body, `"properties":{"pattern"`) {
		t.Errorf("the properties' order is lost: %s", seen.Body)
	}
}

func TestChoicesAndSchemas(t *testing.T) {
	t.Parallel()
	c, err := New(Options{Model: "m"})
	if err != nil {
		t.Fatal(err)
	}
	two := []llm.ToolDefinition{{Name: "a"}, {Name: "b", Schema: json.RawMessage(`{"type":"object"}`)}}
	schema := json.RawMessage(`{"type":"object"}`)
	for name, want := range map[string]struct {
		request llm.Request
		tools   int
		format  bool
		words   string
	}{
		"as it likes":       {llm.Request{Tools: two}, 2, false, ""},
		"none":              {llm.Request{Tools: two, Choice: llm.NoTool}, 0, false, ""},
		"by name":           {llm.Request{Tools: two, Choice: "b"}, 2, false, "calling the tool b"},
		"schema":            {llm.Request{Schema: schema}, 0, true, ""},
		"schema and tools":  {llm.Request{Schema: schema, Tools: two}, 2, false, "JSON Schema"},
		"schema, no choice": {llm.Request{Schema: schema, Tools: two, Choice: llm.NoTool}, 0, true, ""},
	} {
		p, err := c.request(want.request)
		if err != nil {
			t.Fatal(err)
		}
		words := ""
		for _, m := range p.Messages {
			words += m.Content
		}
		if len(p.Tools) != want.tools || (p.Format != nil) != want.format || (want.words == "") != (words == "") || !strings.Contains(words, want.words) {
			t.Errorf("%s: %d tools, format %s, words %q", name, len(p.Tools), p.Format, words)
		}
	}
	_, err = c.request(llm.Request{Tools: []llm.ToolDefinition{{Name: "odd", Schema: json.RawMessage(`{"type":7}`)}}})
	if e := wiretest.Known(t, err); e.Kind != llm.BadRequest || !strings.Contains(e.Message, "odd") {
		t.Errorf("a schema that is none: %v", err)
	}
}

// TestTheWindowGrows: it fits what is sent, and a smaller request after a
// larger one does not make Ollama load the model again.
func TestTheWindowGrows(t *testing.T) {
	t.Parallel()
	c, err := New(Options{Model: "m"})
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct{ bytes, answer, want int }{
		{10, 0, 16384}, {3 * 14000, 0, 16384}, {3 * 14000, 4096, 32768}, {10, 0, 32768}, {3 * 60000, 0, 65536}, {1, 1 << 40, 1 << 24},
	} {
		p, err := c.request(llm.Request{Messages: []llm.Message{{Role: llm.User, Text: strings.Repeat("x", step.bytes)}}, MaxTokens: step.answer})
		if err != nil || p.Options["num_ctx"] != step.want {
			t.Errorf("%d bytes and %d tokens: %v, want %d", step.bytes, step.answer, p.Options["num_ctx"], step.want)
		}
	}
}

func TestModels(t *testing.T) {
	t.Parallel()
	s := wiretest.Serve(t, wiretest.Status(200, `{"models":[
		{"name":"qwen2.5-coder:7b","model":"qwen2.5-coder:7b","modified_at":"2025-01-01T00:00:00Z","size":4683087332,"digest":"x","details":{"format":"gguf","family":"qwen2","parameter_size":"7.6B","quantization_level":"Q4_K_M"}},
		{"name":"gpt-oss:120b-cloud","size":384,"remote_model":"gpt-oss:120b","remote_host":"https://ollama.com:443"},
		{}]}`))
	got, err := client(t, s.URL).Models(t.Context())
	want := []llm.ModelInfo{{Name: "gpt-oss:120b-cloud", Bytes: 384, Remote: "https://ollama.com:443"}, {Name: "qwen2.5-coder:7b", Bytes: 4683087332}}
	if d := cmp.Diff(want, got); err != nil || d != "" || s.Requests()[0].Path != "/api/tags" {
		t.Fatal(err, d)
	}
}

func TestDescribe(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]int{
		`{"model_info":{"general.architecture":"qwen2","qwen2.context_length":32768,"qwen2.block_count":28},"capabilities":["completion","tools"]}`: 32768,
		`{"model_info":{"llama.context_length":"many","x.context_length":-4,"y.context_length":1e300}}`:                                             0,
		`{"model_info":null}`: 0,
	} {
		s := wiretest.Serve(t, wiretest.Status(200, body))
		got, err := client(t, s.URL).Describe(t.Context())
		if err != nil || got.Window != want || got.Name != "qwen2.5-coder:7b" {
			t.Errorf("%s: %+v, %v", body, got, err)
		}
		if seen := s.Requests()[0]; seen.Path != "/api/show" || !strings.Contains(seen.Body, "qwen2.5-coder:7b") {
			t.Errorf("request %+v", seen)
		}
	}
	for status, want := range map[int]llm.Kind{404: llm.ModelAbsent, 503: llm.Overloaded} {
		s := wiretest.Serve(t, wiretest.Status(status, `{"error":"model 'qwen2.5-coder:7b' not found"}`))
		_, err := client(t, s.URL).Describe(t.Context())
		if e := wiretest.Known(t, err); e.Kind != want {
			t.Errorf("%d: %v", status, err)
		}
	}
}

// TestAKeyGoesToItsHostAlone: Ollama has no keys, gateways before it do.
func TestAKeyGoesToItsHostAlone(t *testing.T) {
	t.Parallel()
	s := wiretest.Serve(t, wiretest.Stream(jsonLines, end("stop")))
	c, err := New(Options{BaseURL: s.URL, Key: "k-123", Model: "m"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Chat(t.Context(), llm.Request{}, nil); err != nil {
		t.Fatal(err)
	}
	if got := s.Requests()[0].Header.Get("Authorization"); got != "Bearer k-123" {
		t.Errorf("Authorization %q", got)
	}
	if _, err := New(Options{BaseURL: "localhost:11434"}); err == nil {
		t.Error("an address without http")
	}
}

func TestTheEnvironmentIsLeftAlone(t *testing.T) {
	wiretest.Environment(t, protocol(), map[string]string{"OLLAMA_API_KEY": wiretest.Canary, "OLLAMA_HOST": "http://127.0.0.1:1"})
}
