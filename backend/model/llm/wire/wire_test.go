package wire

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"aipack/backend/model/llm"
)

func TestReportsInEveryForm(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]report{
		`{"error":{"message":"slow down","type":"requests","code":"rate_limit_exceeded"}}`: {message: "slow down", code: "requests rate_limit_exceeded "},
		`{"error":{"message":"upstream","code":502,"metadata":{"raw":"x"}}}`:               {message: "upstream", code: " 502 ", status: 502},
		`{"error":"model 'x' not found"}`:                                                  {message: "model 'x' not found"},
		`{"message":"no","code":40101}`:                                                    {message: "no", code: " 40101"},
		`{"detail":"Not Found"}`:                                                           {message: `"Not Found"`, code: " "},
		`[{"error":{"code":429,"message":"quota","status":"RESOURCE_EXHAUSTED"}}]`:         {message: "quota", code: " 429 RESOURCE_EXHAUSTED", status: 429},
		"upstream connect error\r\n\tor disconnect":                                        {message: "upstream connect error or disconnect"},
		"":                         {},
		"\xff\xfe\x00":             {},
		`{"error":null}`:           {code: " "},
		`{"error":{"message":[]}}`: {code: "  "},
	} {
		if d := cmp.Diff(want, readReport([]byte(body)), cmp.AllowUnexported(report{})); d != "" {
			t.Errorf("%s: %s", body, d)
		}
	}
}

func TestKindsByTheProvidersWords(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		status int
		body   string
		want   llm.Kind
	}{
		{429, `{"error":{"message":"You exceeded your current quota","type":"insufficient_quota","code":"insufficient_quota"}}`, llm.Unauthorised},
		{400, `{"type":"error","error":{"type":"invalid_request_error","message":"Your credit balance is too low to access the Anthropic API."}}`, llm.Unauthorised},
		{400, `{"error":{"code":400,"message":"the request exceeds the available context size, try increasing it","type":"exceed_context_size_error"}}`, llm.TooLong},
		{400, `{"error":{"message":"Please reduce the length; maximum context length is 4096"}}`, llm.TooLong},
		{404, `{"error":{"message":"No endpoints found that support tool use."}}`, llm.UnsupportedModel},
		{500, `{"error":{"code":500,"message":"tools param requires --jinja flag","type":"server_error"}}`, llm.UnsupportedModel},
		{400, `{"error":{"message":"Failed to call a function.","type":"invalid_request_error","code":"tool_use_failed"}}`, llm.BadAnswer},
		{400, `{"error":{"message":"invalid model ID","code":"model_not_found"}}`, llm.ModelAbsent},
		{429, `{"error":{"message":"tokens per minute: request too large, maximum context"}}`, llm.Overloaded},
		{400, `{"error":{"message":"'tool_calls' must be followed by tool messages"}}`, llm.BadRequest},
		{418, ``, llm.BadRequest},
		{524, ``, llm.TimedOut},
	} {
		if got := told(readReport([]byte(c.body)), c.status); got.Kind != c.want || got.Message == "" {
			t.Errorf("%d %s: %+v", c.status, c.body, got)
		}
	}
	for body, want := range map[string]llm.Kind{
		`{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`:     llm.Overloaded,
		`{"type":"error","error":{"type":"api_error","message":"Internal server error"}}`: llm.ServerFault,
		`{"error":{"message":"x","type":"rate_limit_exceeded"}}`:                          llm.Overloaded,
		`{"error":{"message":"x","code":"401"}}`:                                          llm.Unauthorised,
		`{"error":{"message":"x","type":"invalid_request_error"}}`:                        llm.BadRequest,
		`llama runner process has terminated`:                                             llm.ServerFault,
		`{"type":"error","error":{"type":"timeout_error","message":"Request timed out"}}`: llm.TimedOut,
		`{"type":"error","error":{"type":"not_found_error","message":"model: claude-9"}}`: llm.ModelAbsent,
	} {
		if got := Told([]byte(body), 0); got.Kind != want || got.Status != 0 {
			t.Errorf("midway %s: %+v", body, got)
		}
	}
}

func TestNoKeyIsShown(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"bad key my-own-key-77, sorry":              "bad key [key], sorry",
		"Incorrect API key provided: sk-ab***wxyz.": "Incorrect API key provided: [key]",
		"token 'sk-proj-abcdefgh12345' is revoked":  "token [key] is revoked",
		"AIzaSyA1234567890 is not valid":            "[key] is not valid",
		"a **bold** word and a sk-8 bus":            "a **bold** word and a sk-8 bus",
	} {
		if got := redact(text, "my-own-key-77"); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
	if got := redact("abc", "a"); got != "abc" {
		t.Errorf("a key of one letter: %q", got)
	}
}

func TestAddressesAndKeys(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"": "http://standard", " http://h:1/ ": "http://h:1", "http://h/v1/": "http://h", "https://h/a/api": "https://h/a", "http://h/v1x": "http://h/v1x", "h:1": "", "http://h?k=v": "", "http://h#f": "",
	} {
		u, err := Base("p", given, "http://standard", "/v1", "/api")
		if (err == nil) != (want != "") || err == nil && u.String() != want {
			t.Errorf("%q: %v, %v", given, u, err)
		}
	}
	for given, want := range map[string]string{"": "", " k-1\r\n": "k-1", "a b": "-", "a\nb": "-", "schlüssel": "-"} {
		key, err := Key("p", given)
		if (err != nil) != (want == "-") || err == nil && key != want || err != nil && strings.Contains(err.Error(), given) {
			t.Errorf("%q: %q, %v", given, key, err)
		}
	}
}

func TestTheCausesOfAFault(t *testing.T) {
	t.Parallel()
	peer := Peer{provider: "openai", model: "m", key: "secret-key-1"}
	cause := errors.New("parsing: secret-key-1")
	e := peer.Fault(t.Context(), &Exchange{status: 200}, cause)
	if e.Kind != llm.BadAnswer || strings.Contains(e.Error(), "secret-key-1") || e.Provider != "openai" || e.Model != "m" {
		t.Errorf("%+v", e)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if e := peer.Fault(ctx, &Exchange{status: 500}, cause); e.Kind != llm.Cancelled || !errors.Is(e, context.Canceled) {
		t.Errorf("cancelled: %+v", e)
	}
	if e := peer.Fault(t.Context(), &Exchange{}, cause); e.Kind != llm.BadRequest {
		t.Errorf("before anything was sent: %+v", e)
	}
	if e := peer.Fault(t.Context(), &Exchange{status: 200, whole: true}, nil); e.Kind != llm.BadAnswer {
		t.Errorf("no stream: %+v", e)
	}
	own := &llm.Error{Kind: llm.TooLong, Message: "x"}
	if e := peer.Fault(t.Context(), &Exchange{}, own); e.Kind != llm.TooLong || own.Provider != "" {
		t.Errorf("one of ours: %+v, and it was changed: %+v", e, own)
	}
}

func TestObject(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		`{"a":1}`: `{"a":1}`, "": "{}", " \n": "{}", "null": `{"invalid_arguments":"null"}`, "[1]": `{"invalid_arguments":"[1]"}`, `{"a":`: `{"invalid_arguments":"{\"a\":"}`, `{"a":1}{`: `{"invalid_arguments":"{\"a\":1}{"}`,
	} {
		if got := string(Object(given)); got != want {
			t.Errorf("%q: %s", given, got)
		}
	}
}

func TestAnAnswerGrows(t *testing.T) {
	t.Parallel()
	var heard []llm.Piece
	a := NewAnswer(llm.Request{}, func(p llm.Piece) { heard = append(heard, p) })
	a.Think("h")
	a.Think("m")
	a.Thought("p", nil)
	a.Thought("p", nil)
	a.Text("x")
	a.Text("")
	n := a.Call("", "")
	a.Name(n, "t")
	a.Name(n, "again")
	a.Arguments(n, "{}")
	a.Opaque(n, "o")
	got := a.Response("", llm.Usage{})
	want := &llm.Response{Stop: llm.StopCalls, Message: llm.Message{Role: llm.Assistant, Text: "x", Thinking: []llm.Thinking{{Provider: "p", Text: "hm"}}, Calls: []llm.ToolCall{{ID: "call_1", Name: "t", Arguments: "{}", Opaque: "o"}}}}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]llm.Piece{{Thinking: "h"}, {Thinking: "m"}, {Text: "x"}, {}, {CallName: "t"}, {Arguments: "{}"}}, heard); d != "" {
		t.Error(d)
	}
}

func TestRemindChangesTheEndAlone(t *testing.T) {
	t.Parallel()
	user := llm.Message{Role: llm.User, Text: "hi"}
	for name, c := range map[string]struct{ given, want []llm.Message }{
		"nothing":       {nil, []llm.Message{{Role: llm.User, Text: "a\n\nb"}}},
		"user":          {[]llm.Message{user}, []llm.Message{{Role: llm.User, Text: "hi\n\na\n\nb"}}},
		"tool":          {[]llm.Message{user, {Role: llm.Tool, CallID: "c"}}, []llm.Message{user, {Role: llm.Tool, CallID: "c", Text: "a\n\nb"}}},
		"the model":     {[]llm.Message{user, {Role: llm.Assistant, Text: "x"}}, []llm.Message{user, {Role: llm.Assistant, Text: "x"}, {Role: llm.User, Text: "a\n\nb"}}},
		"system's only": {[]llm.Message{{Role: llm.System, Text: "s"}}, []llm.Message{{Role: llm.System, Text: "s"}, {Role: llm.User, Text: "a\n\nb"}}},
	} {
		before := slices.Clone(c.given)
		if d := cmp.Diff(c.want, Remind(c.given, "a", "", "b")); d != "" {
			t.Errorf("%s: %s", name, d)
		}
		if d := cmp.Diff(before, c.given); d != "" {
			t.Errorf("%s: the caller's messages changed: %s", name, d)
		}
	}
}

func TestQuirksAreLearntOnce(t *testing.T) {
	t.Parallel()
	var q Quirks
	x := &Exchange{status: 400, body: []byte(`{"error":"unknown field: seed"}`)}
	if !q.Learn(x, "temperature", "seed") || !q.Refuses("seed") || q.Refuses("temperature") || q.Learn(x, "temperature", "seed") {
		t.Error("a parameter is learnt once")
	}
	if q.Learn(&Exchange{status: 500, body: []byte("temperature")}, "temperature") || q.Learn(&Exchange{status: 400}, "temperature") {
		t.Error("learnt from nothing")
	}
}

// endless is a body that never ends.
type endless struct{}

func (endless) Read(p []byte) (int, error) { return copy(p, "data: {}\n\n"), nil }
func (endless) Close() error               { return nil }

func TestAnAnswerIsBounded(t *testing.T) {
	t.Parallel()
	x := &Exchange{status: 200}
	read, err := io.ReadAll(&bounded{from: endless{}, x: x, left: 1001})
	if err != nil || len(read) != 1001 || !errors.Is(x.Broken(), errLarge) {
		t.Fatalf("%d bytes, %v, %v", len(read), err, x.Broken())
	}
	if e := (Peer{provider: "p"}).Fault(t.Context(), x, nil); e.Kind != llm.BadAnswer {
		t.Errorf("%+v", e)
	}
}

// TestTheTailOfAnAnswer holds however the reads fall.
func TestTheTailOfAnAnswer(t *testing.T) {
	t.Parallel()
	x := &Exchange{}
	for _, piece := range []string{strings.Repeat("a", 3*tailSize), "data: [DO", "NE]\n", "\n"} {
		x.remember([]byte(piece), false)
	}
	if !x.EndsWith("[DONE]") || len(x.tail) > tailSize {
		t.Errorf("tail of %d bytes", len(x.tail))
	}
	x.remember([]byte(strings.Repeat("b", tailSize)), true)
	if x.EndsWith("[DONE]") || !x.ended {
		t.Error("the tail does not move on")
	}
}

func FuzzReport(f *testing.F) {
	for _, seed := range []string{`{"error":{"message":"m","details":[{"retryDelay":"1s"}]}}`, `[{"error":{}}]`, `{"detail":[1]}`, "\xff", `{"error":{"code":1e9}}`} {
		f.Add([]byte(seed), 400, "key-1234")
	}
	f.Fuzz(func(t *testing.T, body []byte, status int, key string) {
		for _, e := range []*llm.Error{told(readReport(body), status), Told(body, status)} {
			e = Peer{provider: "p", key: key}.Fault(t.Context(), &Exchange{}, e)
			if e.Message == "" || e.RetryAfter < 0 || e.RetryAfter > longestWait || strings.ContainsAny(e.Message, "\n\r\x00\x1b") || len(e.Message) > 8*longestMessage {
				t.Errorf("%q: %+v", body, e)
			}
		}
	})
}

func FuzzObject(f *testing.F) {
	for _, seed := range []string{"", "null", `{"a":1}`, "\xff", `{"a":1}}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, arguments string) {
		var fields map[string]any
		if err := json.Unmarshal(Object(arguments), &fields); err != nil || fields == nil || !utf8.Valid(Object(arguments)) {
			t.Errorf("%q: %s, %v", arguments, Object(arguments), err)
		}
	})
}

func TestRetryAfterIsBounded(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for value, want := range map[string]time.Duration{
		"120": 2 * time.Minute, "Thu, 01 Jan 2026 00:00:30 GMT": 30 * time.Second, "Wed, 31 Dec 2025 23:59:00 GMT": 0, "-1": 0, "+Inf": longestWait, "": 0, "1 2": 0,
	} {
		if got := retryAfter(http.Header{"Retry-After": {value}}, now); got != want {
			t.Errorf("%q: %s", value, got)
		}
	}
}
