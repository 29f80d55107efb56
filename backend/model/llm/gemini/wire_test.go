package gemini

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"aipack/backend/model/llm"
	"aipack/backend/model/llm/wire/wiretest"
)

const eventStream = "text/event-stream"

func parts(list string) string {
	return event(`{"candidates":[{"content":{"parts":[` + list + `],"role":"model"},"index":0}]}`)
}

func finish(reason string) string {
	return event(`{"candidates":[{"content":{},"finishReason":"` + reason + `","index":0}]}`)
}

func call(id, name, arguments, opaque string) llm.ToolCall {
	return llm.ToolCall{ID: id, Name: name, Arguments: arguments, Opaque: opaque}
}

func TestAnswersAsGeminiSendsThem(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		events []string
		want   llm.Response
	}{
		"two calls, no ids, one signature": {[]string{
			parts(`{"functionCall":{"name":"read_file","args":{"path":"a<b&c","n":3}},"thoughtSignature":"AQID"},{"functionCall":{"name":"list"}}`), finish("STOP"),
		}, llm.Response{Stop: llm.StopCalls, Message: llm.Message{Calls: []llm.ToolCall{
			call("call_1", "read_file", `{"n":3,"path":"a<b&c"}`, `{"signature":"AQID","model":"gemini-2.5-flash"}`), call("call_2", "list", "{}", ""),
		}}}},
		"an id, twice": {[]string{
			parts(`{"functionCall":{"id":"f1","name":"a","args":{}}}`), parts(`{"functionCall":{"id":"f1","name":"b","args":{}}}`), finish("STOP"),
		}, llm.Response{Stop: llm.StopCalls, Message: llm.Message{Calls: []llm.ToolCall{
			call("f1", "a", "{}", `{"id":"f1","model":"gemini-2.5-flash"}`), call("call_2", "b", "{}", `{"id":"f1","model":"gemini-2.5-flash"}`),
		}}}},
		"thoughts, and a signature on an empty text": {[]string{
			parts(`{"text":"hm","thought":true}`), parts(`{"text":"m","thought":true},{"text":"ok"}`), parts(`{"text":"","thoughtSignature":"AQID"}`), finish("STOP"),
		}, llm.Response{Stop: llm.StopDone, Message: llm.Message{Text: "ok", Thinking: []llm.Thinking{{Provider: provider, Text: "hmm", Opaque: json.RawMessage(`{"signature":"AQID","model":"gemini-2.5-flash"}`)}}}}},
		"safety":             {[]string{parts(`{"text":"half"}`), finish("SAFETY")}, llm.Response{Stop: llm.StopFilter, Message: llm.Message{Text: "half"}}},
		"recitation":         {[]string{finish("RECITATION")}, llm.Response{Stop: llm.StopFilter}},
		"a reason to come":   {[]string{finish("SOMETHING_NEW")}, llm.Response{Stop: llm.StopFilter}},
		"the prompt is held": {[]string{event(`{"promptFeedback":{"blockReason":"PROHIBITED_CONTENT"},"usageMetadata":{"promptTokenCount":0}}`)}, llm.Response{Stop: llm.StopFilter}},
		"length":             {[]string{parts(`{"text":"half"}`), finish("MAX_TOKENS")}, llm.Response{Stop: llm.StopLength, Message: llm.Message{Text: "half"}}},
		"empty":              {[]string{finish("STOP")}, llm.Response{Stop: llm.StopDone}},
		"no candidate":       {[]string{event(`{}`), event(`{"candidates":[]}`), finish("STOP")}, llm.Response{Stop: llm.StopDone}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := wiretest.Serve(t, wiretest.Stream(eventStream, c.events...))
			got, err := client(t, s.URL, "gemini-2.5-flash").Chat(t.Context(), llm.Request{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			c.want.Message.Role = llm.Assistant
			if d := cmp.Diff(&c.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestABrokenCallIsABadAnswer(t *testing.T) {
	t.Parallel()
	for _, reason := range []string{"MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL"} {
		s := wiretest.Serve(t, wiretest.Stream(eventStream, finish(reason)))
		_, err := client(t, s.URL, "gemini-2.5-flash").Chat(t.Context(), llm.Request{}, nil)
		if e := wiretest.Known(t, err); e.Kind != llm.BadAnswer || !e.Passing() {
			t.Errorf("%s: %v", reason, err)
		}
	}
}

// TestNoBytesMakeItPanic: the library asserts types, and panics.
func TestNoBytesMakeItPanic(t *testing.T) {
	t.Parallel()
	for _, data := range []string{
		`{"candidates":"none"}`, `{"candidates":[7]}`, `{"candidates":{"0":1}}`, `null`, `[]`, `"x"`, `{"candidates":[{"content":{"parts":{}}}]}`,
		`{"candidates":[{"content":{"parts":[null]}}]}`, `{"candidates":[null]}`, `{"error":"text"}`, `{"error":7}`, `{"usageMetadata":[]}`, `{"promptFeedback":1}`,
		`{"candidates":[{"content":{"parts":[{"functionCall":"x"}]}}]}`, `{"candidates":[{"content":{"parts":[{"functionCall":{"args":"x"}}]}}]}`, `{"candidates":[{"content":{"parts":[{"thoughtSignature":"***"}]}}]}`,
	} {
		for _, handler := range []http.HandlerFunc{wiretest.Stream(eventStream, event(data)), wiretest.Status(200, data)} {
			c := client(t, wiretest.Serve(t, handler).URL, "gemini-2.5-flash")
			if _, err := c.Chat(t.Context(), llm.Request{}, nil); err == nil {
				t.Errorf("%s is an answer", data)
			}
			for _, err := range []error{second(c.Models(t.Context())), second(c.Describe(t.Context()))} {
				if err != nil && wiretest.Known(t, err).Message == "" {
					t.Errorf("%s: %v", data, err)
				}
			}
		}
	}
}

func second[T any](_ T, err error) error { return err }

func TestTheRequest(t *testing.T) {
	t.Parallel()
	s := wiretest.Serve(t, wiretest.Stream(eventStream, finish("STOP")))
	seed := int64(7)
	_, err := client(t, s.URL, "gemini-3.5-flash").Chat(t.Context(), llm.Request{
		Messages: []llm.Message{
			{Role: llm.System, Text: "sys"},
			{Role: llm.User, Text: "hi"},
			{Role: llm.Assistant, Text: "I look.", Thinking: []llm.Thinking{{Provider: provider, Text: "summary", Opaque: json.RawMessage(`{"signature":"BAUG","model":"gemini-3.5-flash"}`)}}, Calls: []llm.ToolCall{
				call("c1", "grep", `{"b":1}`, `{"id":"srv","signature":"AQID","model":"gemini-3.5-flash"}`), call("c2", "grep", `oops`, ""),
			}},
			{Role: llm.Tool, CallID: "c1", ToolName: "grep", Text: "found"},
			{Role: llm.Tool, CallID: "c2", ToolName: "grep", Text: "no", Failed: true},
			{Role: llm.Assistant, Calls: []llm.ToolCall{call("toolu_9", "grep", `{}`, ""), call("c3", "grep", `{}`, `{"signature":"AQID","model":"gemini-2.5-pro"}`)}},
			{Role: llm.Tool, CallID: "toolu_9", ToolName: "grep", Text: "x"},
		},
		Tools:  []llm.ToolDefinition{{Name: "grep", Description: "finds", Schema: json.RawMessage(`{"type":"object","properties":{"pattern":{"type":"string","minLength":1}},"required":["pattern"],"additionalProperties":false}`)}},
		Choice: "grep", MaxTokens: 1500, Temperature: 0, Seed: &seed,
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	foreign, err := base64.URLEncoding.DecodeString("skip_thought_signature_validator")
	if err != nil {
		t.Fatal(err)
	}
	want := `{"systemInstruction":{"role":"user","parts":[{"text":"sys"}]},
		"generationConfig":{"temperature":0,"maxOutputTokens":9692,"seed":7},
		"tools":[{"functionDeclarations":[{"name":"grep","description":"finds","parametersJsonSchema":{"type":"object","properties":{"pattern":{"type":"string","minLength":1}},"required":["pattern"],"additionalProperties":false}}]}],
		"toolConfig":{"functionCallingConfig":{"mode":"ANY","allowedFunctionNames":["grep"]}},
		"contents":[{"role":"user","parts":[{"text":"hi"}]},
			{"role":"model","parts":[{"text":"I look.","thoughtSignature":"BAUG"},
				{"functionCall":{"id":"srv","name":"grep","args":{"b":1}},"thoughtSignature":"AQID"},
				{"functionCall":{"name":"grep","args":{"invalid_arguments":"oops"}}}]},
			{"role":"user","parts":[{"functionResponse":{"id":"srv","name":"grep","response":{"output":"found"}}},{"functionResponse":{"name":"grep","response":{"error":"no"}}}]},
			{"role":"model","parts":[{"functionCall":{"name":"grep"},"thoughtSignature":"` + base64.StdEncoding.EncodeToString(foreign) + `"},{"functionCall":{"name":"grep"}}]},
			{"role":"user","parts":[{"functionResponse":{"name":"grep","response":{"output":"x"}}}]}]}`
	if d := cmp.Diff(wiretest.Fields(t, want), wiretest.Fields(t, s.Requests()[0].Body)); d != "" {
		t.Error(d)
	}
}

// TestOlderModelsGetNoSignature: those before Gemini 3 made none.
func TestOlderModelsGetNoSignature(t *testing.T) {
	t.Parallel()
	c := client(t, "http://127.0.0.1:1", "gemini-2.5-flash")
	got := c.contents([]llm.Message{{Role: llm.Assistant, Calls: []llm.ToolCall{call("c", "a", "{}", "")}}})
	if got[0].Parts[0].ThoughtSignature != nil {
		t.Errorf("signature %s", got[0].Parts[0].ThoughtSignature)
	}
}

func TestASchemaIsAskedFor(t *testing.T) {
	t.Parallel()
	r := llm.Request{Messages: []llm.Message{{Role: llm.User, Text: "hi"}}, Tools: []llm.ToolDefinition{{Name: "a"}}, Choice: llm.NoTool, Schema: json.RawMessage(`{"type":"object","properties":{"port":{"type":"integer"}}}`)}
	answer := wiretest.Stream(eventStream, parts(`{"text":"{\"port\":80}"}`), finish("STOP"))
	refused := wiretest.Status(400, `{"error":{"code":400,"message":"Function calling with a response mime type: 'application/json' is unsupported","status":"INVALID_ARGUMENT"}}`)
	s := wiretest.Serve(t, refused, answer)
	c := client(t, s.URL, "gemini-2.5-flash")
	for range 2 {
		got, err := c.Chat(t.Context(), r, nil)
		if err != nil || got.Message.Text != `{"port":80}` {
			t.Fatalf("%+v, %v", got, err)
		}
	}
	all := s.Requests()
	if len(all) != 3 || !strings.Contains(all[0].Body, `"responseJsonSchema":{"properties"`) || !strings.Contains(all[0].Body, `"mode":"NONE"`) {
		t.Fatalf("%d requests, the first %s", len(all), all[0].Body)
	}
	if last := all[2].Body; strings.Contains(last, "responseJsonSchema") || !strings.Contains(last, "JSON Schema") {
		t.Errorf("last %s", last)
	}
}

// TestRetryInfo: Gemini says in the body how long to wait.
func TestRetryInfo(t *testing.T) {
	t.Parallel()
	s := wiretest.Serve(t, wiretest.Status(429, `{"error":{"code":429,"message":"Quota exceeded","status":"RESOURCE_EXHAUSTED","details":[{"@type":"type.googleapis.com/google.rpc.Help"},{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"34.5s"}]}}`))
	_, err := client(t, s.URL, "gemini-2.5-flash").Chat(t.Context(), llm.Request{}, nil)
	if e := wiretest.Known(t, err); e.Kind != llm.Overloaded || e.RetryAfter.Seconds() != 34.5 {
		t.Errorf("got %+v", err)
	}
	s = wiretest.Serve(t, wiretest.Status(400, `{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT","details":[{"reason":"API_KEY_INVALID"}]}}`))
	_, err = client(t, s.URL, "gemini-2.5-flash").Chat(t.Context(), llm.Request{}, nil)
	if e := wiretest.Known(t, err); e.Kind != llm.Unauthorised {
		t.Errorf("got %+v", err)
	}
}

func TestModels(t *testing.T) {
	t.Parallel()
	s := wiretest.Serve(t,
		wiretest.Status(200, `{"models":[{"name":"models/gemini-z","inputTokenLimit":1048576,"outputTokenLimit":65536,"supportedGenerationMethods":["generateContent","countTokens"]},{"name":"models/embedding-001","supportedGenerationMethods":["embedContent"]}],"nextPageToken":"p2"}`),
		wiretest.Status(200, `{"models":[{"name":"models/gemini-a","inputTokenLimit":32768,"supportedGenerationMethods":["generateContent"]}]}`))
	got, err := client(t, s.URL, "m").Models(t.Context())
	want := []llm.ModelInfo{{Name: "gemini-a", Window: 32768}, {Name: "gemini-z", Window: 1048576}}
	if d := cmp.Diff(want, got); err != nil || d != "" || s.Requests()[0].Path != "/v1beta/models" {
		t.Fatal(err, d)
	}
	s = wiretest.Serve(t, wiretest.Status(200, `{"name":"models/gemini-2.5-flash","inputTokenLimit":1048576}`))
	own, err := client(t, s.URL, "gemini-2.5-flash").Describe(t.Context())
	if err != nil || own.Window != 1048576 || own.Name != "gemini-2.5-flash" || s.Requests()[0].Path != "/v1beta/models/gemini-2.5-flash" {
		t.Fatalf("%+v, %v", own, err)
	}
}

// TestAListWithoutEnd: every page points to another.
func TestAListWithoutEnd(t *testing.T) {
	t.Parallel()
	page := `{"models":[` + strings.TrimSuffix(strings.Repeat(`{"name":"models/x","supportedGenerationMethods":["generateContent"]},`, 500), ",") + `],"nextPageToken":"more"}`
	s := wiretest.Serve(t, wiretest.Status(200, page))
	got, err := client(t, s.URL, "m").Models(t.Context())
	if err != nil || len(got) != mostModels || len(s.Requests()) > 6 {
		t.Errorf("%d models after %d requests, %v", len(got), len(s.Requests()), err)
	}
}

func TestTheEnvironmentIsLeftAlone(t *testing.T) {
	wiretest.Environment(t, protocol(), map[string]string{
		"GOOGLE_API_KEY": wiretest.Canary, "GEMINI_API_KEY": wiretest.Canary,
		"GOOGLE_GENAI_USE_VERTEXAI": "true", "GOOGLE_GEMINI_BASE_URL": "http://127.0.0.1:1",
	})
	if _, err := New(Options{Model: "m"}); err == nil || !strings.Contains(err.Error(), "no key") || strings.Contains(err.Error(), "canary") {
		t.Errorf("without a key: %v", err)
	}
}
