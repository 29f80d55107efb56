package openai

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"aipack/backend/model/llm"
	"aipack/backend/model/llm/wire/wiretest"
)

// chat sends r to a server that answers with events, and gives the answer.
func chat(t *testing.T, r llm.Request, events ...string) *llm.Response {
	t.Helper()
	s := wiretest.Serve(t, wiretest.Stream("text/event-stream", events...))
	got, err := client(t, s.URL).Chat(t.Context(), r, nil)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func delta(d string) string { return event(`{"choices":[{"index":0,"delta":` + d + `}]}`) }
func finish(reason string) string {
	return event(`{"choices":[{"index":0,"delta":{},"finish_reason":"` + reason + `"}]}`)
}

func call(id, name, arguments string) llm.ToolCall {
	return llm.ToolCall{ID: id, Name: name, Arguments: arguments}
}

func TestToolCallsAsServersSendThem(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		events []string
		want   []llm.ToolCall
	}{
		"OpenAI: numbered, the id once": {[]string{
			delta(`{"role":"assistant","content":null,"tool_calls":[{"index":0,"id":"call_a","type":"function","function":{"name":"read_file","arguments":""}}]}`),
			delta(`{"tool_calls":[{"index":0,"function":{"arguments":"{\"path\":"}}]}`),
			delta(`{"tool_calls":[{"index":1,"id":"call_b","type":"function","function":{"name":"list","arguments":""}}]}`),
			delta(`{"tool_calls":[{"index":0,"function":{"arguments":"\"go.mod\"}"}}]}`),
			delta(`{"tool_calls":[{"index":1,"function":{"arguments":"{}"}}]}`),
			finish("tool_calls"), event("[DONE]"),
		}, []llm.ToolCall{call("call_a", "read_file", `{"path":"go.mod"}`), call("call_b", "list", "{}")}},
		"every call has the number 0, whole": {[]string{
			delta(`{"tool_calls":[{"index":0,"id":"a","function":{"name":"x","arguments":"{\"n\":1}"}}]}`),
			delta(`{"tool_calls":[{"index":0,"id":"b","function":{"name":"y","arguments":"{\"n\":2}"}}]}`),
			finish("stop"),
		}, []llm.ToolCall{call("a", "x", `{"n":1}`), call("b", "y", `{"n":2}`)}},
		"no id, no number, no type": {[]string{
			delta(`{"tool_calls":[{"function":{"name":"x","arguments":"{\"n\""}}]}`),
			delta(`{"tool_calls":[{"function":{"arguments":":1}"}}]}`),
			delta(`{"tool_calls":[{"function":{"name":"x","arguments":"{\"n\":2}"}}]}`),
			finish("tool_calls"),
		}, []llm.ToolCall{call("call_1", "x", `{"n":1}`), call("call_2", "x", `{"n":2}`)}},
		"the id and the name in every part": {[]string{
			delta(`{"tool_calls":[{"index":0,"id":"a","function":{"name":"x","arguments":"{\"n\""}}]}`),
			delta(`{"tool_calls":[{"index":0,"id":"a","function":{"name":"x","arguments":":1}"}}]}`),
			delta(`{"tool_calls":[{"index":0,"id":"a","function":{"name":"x","arguments":""}}]}`),
			finish("tool_calls"),
		}, []llm.ToolCall{call("a", "x", `{"n":1}`)}},
		"one id twice": {[]string{
			delta(`{"tool_calls":[{"index":0,"id":"a","function":{"name":"x","arguments":"{}"}}]}`),
			delta(`{"tool_calls":[{"index":1,"id":"a","function":{"name":"y","arguments":"{}"}}]}`),
			finish("tool_calls"),
		}, []llm.ToolCall{call("a", "x", "{}"), call("call_2", "y", "{}")}},
		"the name after the arguments began": {[]string{
			delta(`{"tool_calls":[{"index":0,"id":"a","function":{"arguments":"{"}}]}`),
			delta(`{"tool_calls":[{"index":0,"function":{"name":"x","arguments":"}"}}]}`),
			finish("tool_calls"),
		}, []llm.ToolCall{call("a", "x", "{}")}},
		"no arguments at all": {[]string{
			delta(`{"tool_calls":[{"index":0,"id":"a","function":{"name":"x"}}]}`), finish("tool_calls"),
		}, []llm.ToolCall{call("a", "x", "{}")}},
		"broken arguments are handed on": {[]string{
			delta(`{"tool_calls":[{"index":0,"id":"a","function":{"name":"x","arguments":"{\"path\": \"a"}}]}`), finish("tool_calls"),
		}, []llm.ToolCall{call("a", "x", `{"path": "a`)}},
		"an empty part": {[]string{
			delta(`{"tool_calls":[{}]}`), delta(`{"content":"done"}`), finish("stop"),
		}, nil},
		"no reason for the end, only its mark": {[]string{
			delta(`{"tool_calls":[{"id":"a","function":{"name":"x","arguments":"{}"}}]}`), event("[DONE]"),
		}, []llm.ToolCall{call("a", "x", "{}")}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := chat(t, llm.Request{}, c.events...)
			if d := cmp.Diff(c.want, got.Message.Calls); d != "" {
				t.Error(d)
			}
			if want := map[bool]llm.Stop{true: llm.StopCalls, false: llm.StopDone}[len(c.want) > 0]; got.Stop != want || got.Usage.Reported {
				t.Errorf("stop %s, usage %+v", got.Stop, got.Usage)
			}
		})
	}
}

func TestIdsOfTheConversationAreNotGivenAgain(t *testing.T) {
	t.Parallel()
	r := llm.Request{Messages: []llm.Message{{Role: llm.Assistant, Calls: []llm.ToolCall{call("call_2", "x", "{}")}}, {Role: llm.Tool, CallID: "call_2"}}}
	got := chat(t, r, delta(`{"tool_calls":[{"function":{"name":"x","arguments":"{}"}}]}`), delta(`{"tool_calls":[{"id":"call_2","function":{"name":"x","arguments":"{}"}}]}`), finish("tool_calls"))
	seen := map[string]bool{"call_2": true}
	for _, c := range got.Message.Calls {
		if seen[c.ID] {
			t.Errorf("%q was given before", c.ID)
		}
		seen[c.ID] = true
	}
	if len(got.Message.Calls) != 2 {
		t.Errorf("calls %+v", got.Message.Calls)
	}
}

func TestThinkingAndEnds(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		events []string
		want   llm.Response
	}{
		"DeepSeek, llama-server": {[]string{delta(`{"reasoning_content":"hm"}`), delta(`{"reasoning_content":"m","content":null}`), delta(`{"content":"ok"}`), finish("stop")},
			llm.Response{Message: llm.Message{Role: llm.Assistant, Text: "ok", Thinking: []llm.Thinking{{Provider: "openai", Text: "hmm"}}}, Stop: llm.StopDone}},
		"OpenRouter": {[]string{": OPENROUTER PROCESSING\n\n", delta(`{"reasoning":"hm","reasoning_content":"hm"}`), delta(`{"content":"ok"}`), finish("stop")},
			llm.Response{Message: llm.Message{Role: llm.Assistant, Text: "ok", Thinking: []llm.Thinking{{Provider: "openai", Text: "hm"}}}, Stop: llm.StopDone}},
		"length":  {[]string{delta(`{"content":"cut of"}`), finish("length")}, llm.Response{Message: llm.Message{Role: llm.Assistant, Text: "cut of"}, Stop: llm.StopLength}},
		"filter":  {[]string{finish("content_filter")}, llm.Response{Message: llm.Message{Role: llm.Assistant}, Stop: llm.StopFilter}},
		"refusal": {[]string{delta(`{"refusal":"I cannot"}`), finish("stop")}, llm.Response{Message: llm.Message{Role: llm.Assistant, Text: "I cannot"}, Stop: llm.StopFilter}},
		"empty":   {[]string{finish("stop"), event("[DONE]")}, llm.Response{Message: llm.Message{Role: llm.Assistant}, Stop: llm.StopDone}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if d := cmp.Diff(&c.want, chat(t, llm.Request{}, c.events...)); d != "" {
				t.Error(d)
			}
		})
	}
}

// TestAnEndThatIsNotAnnounced: a whole answer is one all the same, half of one is not.
func TestAnEndThatIsNotAnnounced(t *testing.T) {
	t.Parallel()
	counted := event(`{"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":1}}`)
	for name, c := range map[string]struct {
		events []string
		kind   llm.Kind
	}{
		"the tokens are counted": {[]string{delta(`{"content":"ok"}`), counted}, ""},
		"the call is complete":   {[]string{delta(`{"tool_calls":[{"id":"a","function":{"name":"x","arguments":"{}"}}]}`)}, ""},
		"half a call":            {[]string{delta(`{"tool_calls":[{"id":"a","function":{"name":"x","arguments":"{"}}]}`), counted}, llm.Unreachable},
		"half a text":            {[]string{delta(`{"content":"ok"}`)}, llm.Unreachable},
		"a reason in each chunk": {[]string{event(`{"choices":[{"delta":{"content":"o"},"finish_reason":"stop"}]}`), event(`{"choices":[{"delta":{"content":"k"},"finish_reason":"stop"}]}`)}, ""},
		"broken off":             {[]string{delta(`{"content":"ok"}`), finish("error"), event("[DONE]")}, llm.ServerFault},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := wiretest.Serve(t, wiretest.Stream("text/event-stream", c.events...))
			got, err := client(t, s.URL).Chat(t.Context(), llm.Request{}, nil)
			switch {
			case c.kind != "":
				if e := wiretest.Known(t, err); e.Kind != c.kind {
					t.Errorf("got %+v", e)
				}
			case err != nil || got.Message.Text != "ok" && len(got.Message.Calls) != 1:
				t.Errorf("got %+v, %v", got, err)
			}
		})
	}
}
