package openai

import (
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"aipack/backend/model/llm"
	"aipack/backend/model/llm/server"
	"aipack/backend/model/llm/wire/wiretest"
)

// recorded is what one server says to one request, as a file of
// testdata/servers holds it: "NAME STATUS [Header=Value]".
type recorded struct {
	status  int
	headers []string
	body    string
}

func (r recorded) handler() http.HandlerFunc {
	if strings.HasPrefix(r.body, "{") || strings.HasPrefix(r.body, "[") {
		return wiretest.Status(r.status, r.body, r.headers...)
	}
	return wiretest.Stream("text/event-stream", strings.SplitAfter(r.body, "\n\n")...)
}

func recordings(t *testing.T, id string) map[string]recorded {
	t.Helper()
	archive, err := txtar.ParseFile(filepath.Join("testdata", "servers", id+".txtar"))
	if err != nil {
		t.Fatal(err)
	}
	if len(archive.Comment) == 0 {
		t.Errorf("%s does not say where it comes from", id)
	}
	out := map[string]recorded{}
	for _, f := range archive.Files {
		words := strings.Fields(f.Name)
		status, err := strconv.Atoi(words[1])
		if err != nil {
			t.Fatal(f.Name)
		}
		r := recorded{status: status, body: string(f.Data)}
		for _, h := range words[2:] {
			r.headers = append(r.headers, strings.Replace(h, "=", ": ", 1))
		}
		out[words[0]] = r
	}
	return out
}

// told are the faults that each server has its own words for, and what they are.
var told = map[string]struct {
	kind llm.Kind
	hint string
}{
	"key": {llm.Unauthorised, "key"}, "model": {llm.ModelAbsent, "model"}, "long": {llm.TooLong, "window"}, "limited": {llm.Overloaded, ""}, "overloaded": {llm.Overloaded, ""},
	"tools": {llm.UnsupportedModel, "functions"}, "path": {llm.BadRequest, "looks like"}, "unfit": {llm.BadRequest, ""}, "midway": {llm.ServerFault, ""},
}

// TestServersAsTheyAnswer asks the same of every server that is known, in its
// own recorded words. What no source shows is not recorded, and the test says so.
func TestServersAsTheyAnswer(t *testing.T) {
	t.Parallel()
	known := map[string]bool{}
	for _, k := range server.All() {
		if k.ID == "bedrock-mantle" {
			continue // as Bedrock's other address; no recording of its own was found
		}
		known[k.ID+".txtar"] = true
		t.Run(k.ID, func(t *testing.T) {
			t.Parallel()
			all := recordings(t, k.ID)
			for _, name := range []string{"plain", "call", "calls", "schema", "models", "key", "model", "long", "limited", "overloaded"} {
				if _, is := all[name]; !is {
					t.Logf("not recorded: %s", name)
				}
			}
			if _, is := all["plain"]; !is {
				t.Error("not even a plain answer is recorded")
			}
			for name, r := range all {
				t.Run(name, func(t *testing.T) { conforms(t, k, name, r) })
			}
		})
	}
	files, err := os.ReadDir(filepath.Join("testdata", "servers"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !known[f.Name()] {
			t.Errorf("%s is of no server", f.Name())
		}
	}
}

// at asks a local server under a known one's address.
type at struct{ local string }

func (a at) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host = "http", strings.TrimPrefix(a.local, "http://")
	return http.DefaultTransport.RoundTrip(r)
}

func conforms(t *testing.T, k server.Kind, name string, r recorded) {
	t.Helper()
	s := wiretest.Serve(t, r.handler())
	address := strings.NewReplacer("RESOURCE", "r", "REGION", "eu-west-1", "PROJECT", "p").Replace(k.Address)
	c := wiretest.Must(t, New, Options{BaseURL: address, Key: wiretest.Key, Model: "m", HTTPClient: &http.Client{Transport: at{s.URL}}})
	if name == "models" {
		listed(t, c)
		return
	}
	request, want := asked(name)
	heard := ""
	got, err := c.Chat(t.Context(), request, func(p llm.Piece) { heard += p.Text })
	if fault, is := told[name]; is {
		var e *llm.Error
		if !errors.As(err, &e) || e.Kind != fault.kind || !strings.Contains(e.Hint, fault.hint) || len(s.Requests()) != 1 {
			t.Errorf("%+v after %d requests", e, len(s.Requests()))
		}
		if e != nil && len(r.headers) > 0 && e.RetryAfter != 20*time.Second {
			t.Errorf("%s: again after %s", r.headers, e.RetryAfter)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	answers(t, got, want, heard)
	if path := s.Requests()[0].Path; !strings.HasSuffix(path, "/chat/completions") || strings.Contains(path, "//") {
		t.Errorf("asked at %s", path)
	}
}

// asked is the request of a name, and what it is answered.
func asked(name string) (llm.Request, llm.Response) {
	request := llm.Request{Messages: []llm.Message{{Role: llm.User, Text: "hi"}}}
	want := llm.Response{Message: llm.Message{Text: "Hello"}, Stop: llm.StopDone}
	switch name {
	case "call", "calls":
		request.Tools = []llm.ToolDefinition{{Name: "read_file", Schema: json.RawMessage(`{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}`)}}
		want = llm.Response{Stop: llm.StopCalls, Message: llm.Message{Calls: []llm.ToolCall{{Name: "read_file", Arguments: `{"path":"go.mod"}`}}}}
		if name == "call" {
			request.Choice = "read_file"
		} else {
			want.Message.Calls = append(want.Message.Calls, llm.ToolCall{Name: "read_file", Arguments: `{"path":"main.go"}`})
		}
	case "schema":
		request.Schema = json.RawMessage(`{"type":"object","properties":{"port":{"type":"integer"}},"required":["port"],"additionalProperties":false}`)
		want.Message.Text = `{"port":8080}`
	}
	return request, want
}

func answers(t *testing.T, got *llm.Response, want llm.Response, heard string) {
	t.Helper()
	if got.Message.Text != want.Message.Text || heard != want.Message.Text || got.Stop != want.Stop || len(got.Message.Calls) != len(want.Message.Calls) {
		t.Fatalf("%+v, heard %q", got, heard)
	}
	ids := map[string]bool{"": true}
	for i, call := range got.Message.Calls {
		if call.Name != want.Message.Calls[i].Name || call.Arguments != want.Message.Calls[i].Arguments || ids[call.ID] {
			t.Errorf("%+v", call)
		}
		ids[call.ID] = true
	}
	if u := got.Usage; !u.Reported || u.Prompt != 12 || u.Completion != 2 {
		t.Errorf("%+v", u)
	}
}

// windows are what a list tells of its first model's, 0 where it is silent.
var windows = map[string]int{"vLLM": 32768, "OpenRouter": 128000, "llama.cpp's server": 16384}

func listed(t *testing.T, c *Client) {
	t.Helper()
	all, err := c.Models(t.Context())
	if err != nil || len(all) == 0 || all[0].Name == "" {
		t.Fatalf("%+v, %v", all, err)
	}
	want := 0
	for title, window := range windows {
		if strings.Contains(c.Looks, title) {
			want = window
		}
	}
	if all[0].Window != want {
		t.Errorf("%+v, wanted %d", all[0], want)
	}
}
