//go:build engine || !headless || window

package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"aipack/backend/advise"
	"aipack/backend/event"
	"aipack/backend/llm"
	"aipack/backend/llm/failover"
	"aipack/backend/llm/recording"
	"aipack/backend/llm/script"
	"aipack/backend/llm/selector"
	"aipack/backend/pipeline"
	"aipack/backend/repo"
	"aipack/backend/universalbuild"
)

// served is a scripted model behind a real HTTP server.
type served struct {
	*httptest.Server
	mu     sync.Mutex
	bodies []string
}

// seen gives the bodies of all requests.
func (s *served) seen() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Join(s.bodies, "\n")
}

// serve speaks a provider's protocol: write turns an answer into its stream.
func serve(t *testing.T, client *script.Client, write func(w io.Writer, m llm.Message)) *served {
	t.Helper()
	s := &served{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/v1/models":
			fmt.Fprint(w, `{"object":"list","data":[{"id":"toy","object":"model"}]}`)
			return
		case "/api/tags":
			fmt.Fprint(w, `{"models":[{"name":"qwen2.5-coder:7b","model":"qwen2.5-coder:7b"}]}`)
			return
		case "/api/show":
			fmt.Fprint(w, `{"capabilities":["completion","tools"],"model_info":{}}`)
			return
		case "/api/version":
			fmt.Fprint(w, `{"version":"0.12.0"}`)
			return
		}
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		s.mu.Lock()
		s.bodies = append(s.bodies, string(body))
		s.mu.Unlock()
		answer, err := client.Chat(r.Context(), llm.Request{}, nil)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		write(w, answer.Message)
	}))
	t.Cleanup(s.Close)
	return s
}

// openAIStream writes server-sent events as OpenAI's chat completions do.
func openAIStream(w io.Writer, m llm.Message) {
	if h, ok := w.(http.ResponseWriter); ok {
		h.Header().Set("Content-Type", "text/event-stream")
	}
	send := func(delta any, finish any) {
		b, _ := json.Marshal(map[string]any{"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "toy", "choices": []any{map[string]any{"index": 0, "delta": delta, "finish_reason": finish}}})
		fmt.Fprintf(w, "data: %s\n\n", b)
	}
	finish := "stop"
	send(map[string]any{"role": "assistant", "content": m.Text}, nil)
	for i, c := range m.Calls {
		finish = "tool_calls"
		half := len(c.Arguments) / 2
		send(map[string]any{"tool_calls": []any{map[string]any{"index": i, "id": c.ID, "type": "function", "function": map[string]any{"name": c.Name, "arguments": c.Arguments[:half]}}}}, nil)
		send(map[string]any{"tool_calls": []any{map[string]any{"index": i, "function": map[string]any{"arguments": c.Arguments[half:]}}}}, nil)
	}
	send(map[string]any{}, finish)
	fmt.Fprint(w, `data: {"id":"1","object":"chat.completion.chunk","created":1,"model":"toy","choices":[],"usage":{"prompt_tokens":1500,"completion_tokens":60,"total_tokens":1560}}`+"\n\ndata: [DONE]\n\n")
}

// ollamaStream writes lines of JSON as Ollama does: calls without ids.
func ollamaStream(w io.Writer, m llm.Message) {
	message := map[string]any{"role": "assistant", "content": m.Text}
	var calls []any
	for _, c := range m.Calls {
		calls = append(calls, map[string]any{"function": map[string]any{"name": c.Name, "arguments": json.RawMessage(c.Arguments)}})
	}
	if calls != nil {
		message["tool_calls"] = calls
	}
	enc := json.NewEncoder(w)
	_ = enc.Encode(map[string]any{"model": "qwen2.5-coder:7b", "message": message, "done": false})
	_ = enc.Encode(map[string]any{"model": "qwen2.5-coder:7b", "message": map[string]any{"role": "assistant", "content": ""}, "done": true, "done_reason": "stop", "prompt_eval_count": 1600, "eval_count": 70})
}

// canary is a secret that must not leave the computer.
const canary = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"

// project writes a scenario's files, and a secret, to a folder of their own.
func project(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	layOut(t, dir, withFile(files, ".env", "GITHUB_TOKEN="+canary+"\n"))
	return dir
}

// runWith analyses a folder with the wired providers and gives the outcome and
// what was told.
func runWith(t *testing.T, dir string, m ModelChoice) (*pipeline.Outcome, []event.Event) {
	t.Helper()
	r, err := repo.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var mu sync.Mutex
	var events []event.Event
	m.Retries = failover.Retries
	out, err := orchestrator().Execute(t.Context(), pipeline.Run{
		ID: "test", Repo: r, Mode: pipeline.Full, Adviser: advising(m, allLanguages, advise.Options{}, nil),
		Sink: func(e event.Stamped) { mu.Lock(); defer mu.Unlock(); events = append(events, e.Event) },
	})
	if err != nil {
		t.Fatal(err)
	}
	return out, events
}

func count(events []event.Event, name string) (n int) {
	for _, e := range events {
		if e.Name() == name {
			n++
		}
	}
	return n
}

// TestARunOverRealProtocols explores a project with a server that goes away in
// the middle: another provider takes over, the run is recorded, and replayed
// without any server. No request, event or recording holds the secret.
func TestARunOverRealProtocols(t *testing.T) {
	for _, name := range []string{"ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY"} {
		t.Setenv(name, "")
	}
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	steps := []script.Step{
		script.Call("read_file", `{"paths":["greeter.nimble","src/token.nim",".env"]}`),
		script.Call("read_file", `{"path":"src/greeter.nim"}`), submitting(nil),
	}
	dir := project(t, withFile(greeter, "src/token.nim", "const token = \""+canary+"\"\n"))
	client := script.New(steps[0])
	first := serve(t, client, openAIStream)
	client.Rest = script.FailAs(llm.ServerFault)
	second := serve(t, script.New(steps[1:]...), ollamaStream)
	t.Setenv("OLLAMA_HOST", second.URL)
	kept := &recording.Memory{}
	out, events := runWith(t, dir, ModelChoice{
		Want: selector.Want{Provider: "openai", Model: "toy", BaseURL: first.URL + "/v1", By: "in a test", Fallback: "ollama"},
		Mode: recording.Record, Recording: kept,
	})
	if len(out.Documents) != 1 || out.Documents[0].Metadata.Language != "nim" {
		t.Fatalf("%d documents; %+v", len(out.Documents), out.Spent)
	}
	if count(events, "provider.switched") == 0 || count(events, "llm.delta") == 0 || count(events, "tool.completed") < 3 {
		t.Errorf("%d switches, %d pieces, %d tools", count(events, "provider.switched"), count(events, "llm.delta"), count(events, "tool.completed"))
	}
	if out.Spent.Prompt != 1500+2*1600 || out.Spent.Estimated {
		t.Errorf("%+v", out.Spent)
	}
	told, err := json.Marshal(events)
	if err != nil {
		t.Fatal(err)
	}
	recorded, err := json.Marshal(kept.All)
	if err != nil {
		t.Fatal(err)
	}
	for where, text := range map[string]string{"the first server's requests": first.seen(), "the second's": second.seen(), "the events": string(told), "the recording": string(recorded)} {
		if strings.Contains(text, canary) {
			t.Errorf("%s hold the secret", where)
		}
	}
	if !strings.Contains(second.seen(), "«secret:") {
		t.Error("nothing was hidden: the model was not shown the file at all")
	}
	first.Close()
	second.Close()
	again, _ := runWith(t, dir, ModelChoice{Mode: recording.Replay, Recording: kept})
	a, _ := universalbuild.WriteJSON(out.Documents)
	b, _ := universalbuild.WriteJSON(again.Documents)
	if string(a) != string(b) {
		t.Errorf("replayed to something else: %+v", again.Spent)
	}
}
