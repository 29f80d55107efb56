package anthropic

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"aipack/backend/model/llm"
	"aipack/backend/model/llm/wire/wiretest"
)

const eventStream = "text/event-stream"

var begin = event("message_start", `{"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","content":[],"model":"claude","usage":{"input_tokens":10,"output_tokens":1}}}`)

func start(index, content string) string {
	return event("content_block_start", `{"type":"content_block_start","index":`+index+`,"content_block":`+content+`}`)
}

func delta(index, d string) string {
	return event("content_block_delta", `{"type":"content_block_delta","index":`+index+`,"delta":`+d+`}`)
}

func stop(index string) string {
	return event("content_block_stop", `{"type":"content_block_stop","index":`+index+`}`)
}

func end(reason string) string {
	return event("message_delta", `{"type":"message_delta","delta":{"stop_reason":"`+reason+`"},"usage":{"output_tokens":20}}`) + event("message_stop", `{"type":"message_stop"}`)
}

func call(id, name, arguments string) llm.ToolCall {
	return llm.ToolCall{ID: id, Name: name, Arguments: arguments}
}

var used = llm.Usage{Prompt: 10, Completion: 20, Reported: true}

func TestAnswersAsAnthropicSendsThem(t *testing.T) {
	t.Parallel()
	const model = "claude-sonnet-4-20250514"
	for name, c := range map[string]struct {
		events []string
		want   llm.Response
	}{
		"two calls at once": {[]string{
			start("0", `{"type":"text","text":""}`), delta("0", `{"type":"text_delta","text":"I look."}`), stop("0"),
			start("1", `{"type":"tool_use","id":"toolu_1","name":"read_file","input":{}}`),
			delta("1", `{"type":"input_json_delta","partial_json":""}`), delta("1", `{"type":"input_json_delta","partial_json":"{\"path\": \"go"}`), delta("1", `{"type":"input_json_delta","partial_json":".mod\"}"}`), stop("1"),
			start("2", `{"type":"tool_use","id":"toolu_2","name":"list","input":{}}`), stop("2"),
			end("tool_use"),
		}, llm.Response{Stop: llm.StopCalls, Message: llm.Message{Text: "I look.", Calls: []llm.ToolCall{call("toolu_1", "read_file", `{"path": "go.mod"}`), call("toolu_2", "list", "{}")}}}},
		"arguments at once, one id twice, parts out of turn": {[]string{
			start("0", `{"type":"tool_use","id":"t","name":"a","input":{"x":1}}`),
			start("1", `{"type":"tool_use","id":"t","name":"b","input":{}}`),
			delta("1", `{"type":"input_json_delta","partial_json":"{\"y\":"}`), stop("0"), delta("1", `{"type":"input_json_delta","partial_json":"2}"}`),
			delta("9", `{"type":"text_delta","text":"a block that never began"}`),
			end("tool_use"),
		}, llm.Response{Stop: llm.StopCalls, Message: llm.Message{Calls: []llm.ToolCall{call("t", "a", `{"x":1}`), call("call_2", "b", `{"y":2}`)}}}},
		"broken arguments are handed on": {[]string{
			start("0", `{"type":"tool_use","id":"t","name":"a","input":{}}`), delta("0", `{"type":"input_json_delta","partial_json":"{\"x\": "}`), end("max_tokens"),
		}, llm.Response{Stop: llm.StopLength, Message: llm.Message{Calls: []llm.ToolCall{call("t", "a", `{"x": `)}}}},
		"thinking": {[]string{
			start("0", `{"type":"thinking","thinking":"","signature":""}`), delta("0", `{"type":"thinking_delta","thinking":"hm"}`), delta("0", `{"type":"thinking_delta","thinking":"m"}`), delta("0", `{"type":"signature_delta","signature":"EqQB=="}`), stop("0"),
			start("1", `{"type":"redacted_thinking","data":"SECRET"}`), stop("1"),
			start("2", `{"type":"text","text":"ok"}`), stop("2"), end("end_turn"),
		}, llm.Response{Stop: llm.StopDone, Message: llm.Message{Text: "ok", Thinking: []llm.Thinking{
			{Provider: provider, Text: "hmm", Opaque: json.RawMessage(`{"model":"` + model + `","signature":"EqQB=="}`)},
			{Provider: provider, Opaque: json.RawMessage(`{"model":"` + model + `","redacted":"SECRET"}`)},
		}}}},
		"refusal":          {[]string{end("refusal")}, llm.Response{Stop: llm.StopFilter}},
		"window used up":   {[]string{end("model_context_window_exceeded")}, llm.Response{Stop: llm.StopLength}},
		"a reason to come": {[]string{start("0", `{"type":"text","text":"ok"}`), end("something_new")}, llm.Response{Stop: llm.StopDone, Message: llm.Message{Text: "ok"}}},
		"an event to come": {[]string{event("novelty", `{"type":"novelty","content":[1]}`), start("0", `{"type":"novel_block","x":1}`), delta("0", `{"type":"novel_delta","text":"no"}`), stop("0"), end("end_turn")}, llm.Response{Stop: llm.StopDone}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := wiretest.Serve(t, wiretest.Stream(eventStream, append([]string{begin}, c.events...)...))
			got, err := client(t, s.URL).Chat(t.Context(), llm.Request{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			c.want.Message.Role, c.want.Usage = llm.Assistant, used
			if d := cmp.Diff(&c.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestUsageMissing(t *testing.T) {
	t.Parallel()
	s := wiretest.Serve(t, wiretest.Stream(eventStream, start("0", `{"type":"text","text":"ok"}`), event("message_delta", `{"type":"message_delta","delta":{"stop_reason":"end_turn"}}`), event("message_stop", `{"type":"message_stop"}`)))
	got, err := client(t, s.URL).Chat(t.Context(), llm.Request{}, nil)
	if err != nil || got.Usage.Reported || got.Message.Text != "ok" {
		t.Fatalf("%+v, %v", got, err)
	}
}

// TestTheRequest holds what goes over the wire: turns by turns, results first,
// marks of the cache, thinking only to the model that thought it.
func TestTheRequest(t *testing.T) {
	t.Parallel()
	s := wiretest.Serve(t, wiretest.Stream(eventStream, begin, end("end_turn")))
	const own = `{"model":"claude-sonnet-4-20250514","signature":"sig"}`
	_, err := client(t, s.URL).Chat(t.Context(), llm.Request{
		Messages: []llm.Message{
			{Role: llm.System, Text: "sys"},
			{Role: llm.User, Text: "hi"},
			{Role: llm.Assistant, Text: " ", Thinking: []llm.Thinking{
				{Provider: provider, Text: "mine", Opaque: json.RawMessage(own)},
				{Provider: provider, Text: "another model's", Opaque: json.RawMessage(`{"model":"claude-opus-4-20250514","signature":"sig"}`)},
				{Provider: "gemini", Text: "not mine", Opaque: json.RawMessage(own)},
				{Provider: provider, Text: "unsigned"},
			}, Calls: []llm.ToolCall{call("toolu_1", "grep", `{"b":1,"a":2}`), call("functions.grep:1", "grep", `{"broken`)}},
			{Role: llm.Tool, CallID: "toolu_1", ToolName: "grep", Text: "found"},
			{Role: llm.Tool, CallID: "functions.grep:1", ToolName: "grep", Text: "", Failed: true},
			{Role: llm.User, Text: "go on"},
		},
		Tools:  []llm.ToolDefinition{{Name: "list"}, {Name: "grep", Description: "finds", Schema: json.RawMessage(`{"type":"object","properties":{"z":{"type":"string","minLength":1},"a":{}},"required":["z"]}`)}},
		Choice: "grep", MaxTokens: 1500, Temperature: 0.1,
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	seen := s.Requests()[0]
	want := `{"max_tokens":1500,"model":"claude-sonnet-4-20250514","temperature":0.1,"stream":true,
		"system":[{"text":"sys","cache_control":{"type":"ephemeral"},"type":"text"}],
		"tool_choice":{"name":"grep","type":"tool"},
		"tools":[{"name":"list","input_schema":{"type":"object"}},
			{"name":"grep","description":"finds","cache_control":{"type":"ephemeral"},"input_schema":{"type":"object","properties":{"z":{"type":"string","minLength":1},"a":{}},"required":["z"]}}],
		"messages":[{"role":"user","content":[{"text":"hi","type":"text"}]},
			{"role":"assistant","content":[{"type":"thinking","thinking":"mine","signature":"sig"},
				{"type":"tool_use","id":"toolu_1","name":"grep","input":{"b":1,"a":2}},
				{"type":"tool_use","id":"functions_grep_1_2","name":"grep","input":{"invalid_arguments":"{\"broken"}}]},
			{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":[{"type":"text","text":"found"}]},
				{"type":"tool_result","tool_use_id":"functions_grep_1_2","is_error":true},
				{"type":"text","text":"go on","cache_control":{"type":"ephemeral"}}]}]}`
	if d := cmp.Diff(wiretest.Fields(t, want), wiretest.Fields(t, seen.Body)); d != "" {
		t.Error(d)
	}
	if !strings.Contains(seen.Body, `"properties":{"z"`) {
		t.Errorf("the properties' order is lost: %s", seen.Body)
	}
}

func TestASchemaIsAskedFor(t *testing.T) {
	t.Parallel()
	schema := json.RawMessage(`{"type":"object","properties":{"port":{"type":"integer"}},"required":["port"],"additionalProperties":false}`)
	text := wiretest.Stream(eventStream, begin, start("0", `{"type":"text","text":""}`), delta("0", `{"type":"text_delta","text":"{\"port\":80}"}`), stop("0"), end("end_turn"))
	wrapped := wiretest.Stream(eventStream, begin, start("0", `{"type":"tool_use","id":"t","name":"give_answer","input":{}}`), delta("0", `{"type":"input_json_delta","partial_json":"{\"port\""}`), delta("0", `{"type":"input_json_delta","partial_json":":80}"}`), stop("0"), end("tool_use"))
	refused := wiretest.Status(400, `{"type":"error","error":{"type":"invalid_request_error","message":"output_config: Extra inputs are not permitted"}}`)
	for name, c := range map[string]struct {
		model    string
		handlers []http.HandlerFunc
		format   bool
	}{
		"by its own means":      {"claude-sonnet-4-6", []http.HandlerFunc{text}, true},
		"by a tool":             {"claude-sonnet-4-20250514", []http.HandlerFunc{wrapped}, false},
		"by a tool, in the end": {"claude-unknown", []http.HandlerFunc{refused, wrapped}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := wiretest.Serve(t, c.handlers...)
			made, err := New(Options{BaseURL: s.URL, Key: "k", Model: c.model})
			if err != nil {
				t.Fatal(err)
			}
			heard := ""
			for range 2 {
				heard = ""
				got, err := made.Chat(t.Context(), llm.Request{Messages: []llm.Message{{Role: llm.User, Text: "hi"}}, Schema: schema}, func(p llm.Piece) { heard += p.Text })
				if err != nil || got.Message.Text != `{"port":80}` || heard != got.Message.Text || len(got.Message.Calls) != 0 || got.Stop != llm.StopDone {
					t.Fatalf("%+v, %v, heard %q", got, err, heard)
				}
			}
			all := s.Requests()
			if len(all) != len(c.handlers)+1 {
				t.Errorf("%d requests", len(all))
			}
			last := all[len(all)-1].Body
			if strings.Contains(last, "output_config") != c.format || strings.Contains(last, `"tool_choice":{"name":"give_answer"`) == c.format {
				t.Errorf("request %s", last)
			}
		})
	}
}

// TestWhatNewerModelsRefuse: no temperature, no forced tool, no thinking of a
// conversation that has changed since.
func TestWhatNewerModelsRefuse(t *testing.T) {
	t.Parallel()
	no := func(message string) http.HandlerFunc {
		return wiretest.Status(400, `{"type":"error","error":{"type":"invalid_request_error","message":"`+message+`"}}`)
	}
	s := wiretest.Serve(t,
		no("temperature: not supported by this model"),
		no("tool_choice: forced tool use is not supported"),
		no("messages.1.content.0: Invalid signature in thinking block"),
		wiretest.Stream(eventStream, begin, start("0", `{"type":"tool_use","id":"t","name":"a","input":{}}`), stop("0"), end("tool_use")))
	c, err := New(Options{BaseURL: s.URL, Key: "k", Model: "claude-opus-4-6"})
	if err != nil {
		t.Fatal(err)
	}
	r := llm.Request{
		Messages: []llm.Message{{Role: llm.User, Text: "hi"}, {Role: llm.Assistant, Text: "hm", Thinking: []llm.Thinking{{Provider: provider, Text: "x", Opaque: json.RawMessage(`{"model":"claude-opus-4-6","signature":"s"}`)}}}, {Role: llm.User, Text: "go"}},
		Tools:    []llm.ToolDefinition{{Name: "a"}, {Name: "b"}}, Choice: "a", MaxTokens: 1500,
	}
	got, err := c.Chat(t.Context(), r, nil)
	if err != nil || got.Message.Calls[0].Name != "a" || len(r.Messages[1].Thinking) != 1 {
		t.Fatalf("%+v, %v", got, err)
	}
	all := s.Requests()
	first, last := all[0].Body, all[len(all)-1].Body
	for _, word := range []string{`"temperature"`, `"tool_choice"`, `"thinking"`} {
		if !strings.Contains(first, word) || strings.Contains(last, word) {
			t.Errorf("%s: first %s\nlast %s", word, first, last)
		}
	}
	if !strings.Contains(last, "Answer by calling the tool a.") || !strings.Contains(last, `"max_tokens":1500`) {
		t.Errorf("last %s", last)
	}
}

func TestWhatIsKnownOfModels(t *testing.T) {
	t.Parallel()
	for model, want := range map[string]string{
		"claude-sonnet-4-20250514": `{"max_tokens":1500,"temperature":0.1}`,
		"claude-haiku-4-5":         `{"max_tokens":1500,"temperature":0.1}`,
		"claude-3-5-haiku-latest":  `{"max_tokens":1500,"temperature":0.1}`,
		"claude-opus-4-8":          `{"max_tokens":1500}`,
		"claude-sonnet-5-5":        `{"max_tokens":9692}`,
		"claude-opus-5":            `{"max_tokens":9692}`,
	} {
		c, err := New(Options{Key: "k", Model: model})
		if err != nil {
			t.Fatal(err)
		}
		p, _ := c.params(llm.Request{MaxTokens: 1500, Temperature: 0.1})
		body, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		got := wiretest.Fields(t, string(body))
		delete(got, "model")
		delete(got, "messages")
		if d := cmp.Diff(wiretest.Fields(t, want), got); d != "" {
			t.Errorf("%s: %s", model, d)
		}
	}
}

func TestModels(t *testing.T) {
	t.Parallel()
	s := wiretest.Serve(t, wiretest.Status(200, `{"data":[{"type":"model","id":"claude-z","display_name":"Z","created_at":"2026-01-01T00:00:00Z","max_input_tokens":1000000,"max_tokens":128000},{"type":"model","id":"claude-a","display_name":"A"},{}],"has_more":false,"first_id":"a","last_id":"z"}`))
	got, err := client(t, s.URL).Models(t.Context())
	want := []llm.ModelInfo{{Name: "claude-a"}, {Name: "claude-z", Window: 1000000}}
	if d := cmp.Diff(want, got); err != nil || d != "" || s.Requests()[0].Path != "/v1/models" {
		t.Fatal(err, d)
	}
	s = wiretest.Serve(t, wiretest.Status(200, `{"type":"model","id":"claude-sonnet-4-20250514","max_input_tokens":200000}`))
	own, err := client(t, s.URL).Describe(t.Context())
	if err != nil || own.Window != 200000 || s.Requests()[0].Path != "/v1/models/claude-sonnet-4-20250514" {
		t.Fatalf("%+v, %v, %+v", own, err, s.Requests())
	}
}

func TestTheEnvironmentIsLeftAlone(t *testing.T) {
	wiretest.Environment(t, protocol(), map[string]string{
		"ANTHROPIC_AUTH_TOKEN": wiretest.Canary, "ANTHROPIC_CUSTOM_HEADERS": "X-Canary: " + wiretest.Canary, "ANTHROPIC_API_KEY": wiretest.Canary,
		"ANTHROPIC_BASE_URL": "http://127.0.0.1:1",
	})
	if _, err := New(Options{Model: "m"}); err == nil || !strings.Contains(err.Error(), "no key") {
		t.Errorf("without a key: %v", err)
	}
}
