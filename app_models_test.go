//go:build headless && window

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"aipack/backend/event"
	"aipack/backend/llm"
	"aipack/backend/llm/failover"
	"aipack/backend/llm/ledger"
	"aipack/backend/llm/openai"
	"aipack/backend/llm/selector"
)

// server speaks Ollama's protocol and remembers what it was sent.
type server struct {
	*httptest.Server
	mu     sync.Mutex
	bodies []string
	answer string // to every chat
	status int    // of every chat; 0 is 200

	hang chan struct{} // a chat waits until it is closed; nil: none waits
	came chan struct{} // told of a chat that waits
	left chan struct{} // told of one whose asker went away
}

func ollamaServer(t *testing.T, answer string) *server {
	t.Helper()
	s := &server{answer: answer}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/api/tags":
			_, _ = io.WriteString(w, `{"models":[{"name":"qwen2.5-coder:7b","size":4700000000}]}`)
		case "/api/chat":
			s.chat(w, r)
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *server) chat(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if s.hang != nil {
		s.came <- struct{}{}
		select {
		case <-s.hang:
		case <-r.Context().Done():
			s.left <- struct{}{}
			return
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.bodies = append(s.bodies, string(body))
	if err != nil || s.status != 0 {
		w.WriteHeader(s.status)
		_, _ = fmt.Fprintf(w, `{"error":"refused: %s"}`, canaryKey)
		return
	}
	text, _ := json.Marshal(s.answer)
	_, _ = fmt.Fprintf(w, `{"model":"qwen2.5-coder:7b","message":{"role":"assistant","content":%s},"done":false}`+"\n", text)
	_, _ = io.WriteString(w, `{"model":"qwen2.5-coder:7b","message":{"role":"assistant","content":""},"done":true,"done_reason":"stop","prompt_eval_count":321,"eval_count":12}`+"\n")
}

func (s *server) sent() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string{}, s.bodies...)
}

// canaryKey stands for a key in the environment; the others are planted in the
// project. They are put together here so that no line looks like a secret.
var (
	canaryKey = "sk-ant-" + "canary0123456789abcdefCANARY"
	canaries  = []string{canaryKey, "canary-" + "in-env-file", "canary-" + "in-dockerfile", "canary-" + "in-compose", "canary-" + "in-source", "canary-" + "in-url", "canaryKey" + "Material0123456789"}
)

// unnamed is a value of the .env file whose name does not say that it is a
// secret.
const unnamed = "private words of the user"

// alone is a machine with nothing but one Ollama, and a key in the environment
// that nobody chose.
func alone(t testing.TB, ollama string) string {
	t.Helper()
	models.Breakers = failover.Breakers{}
	data := t.TempDir()
	for _, name := range []string{"ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY", "OLLAMA_API_KEY", "ANTHROPIC_BASE_URL", "OPENAI_BASE_URL"} {
		t.Setenv(name, "")
	}
	t.Setenv("AIPACK_DATA", data)
	t.Setenv("AIPACK_MODELS", filepath.Join(data, "models"))
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent")
	t.Setenv("OLLAMA_HOST", ollama)
	return data
}

// doubtful is a project whose start the rules cannot be sure of, full of secrets.
func doubtful(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"requirements.txt":   "requests==2.32.0\n",
		"worker.py":          "import requests\nAPI_TOKEN = '" + canaries[4] + "'\ndef main():\n    requests.get('https://user:" + canaries[5] + "@example.com')\nmain()\n",
		"report.py":          "import requests\ndef main():\n    pass\nmain()\n",
		".env":               "SMTP_PASSWORD=" + canaries[1] + "\nSOMETHING=" + unnamed + "\nPORT=8080\n",
		"Dockerfile":         "FROM python:3.12\nENV DB_PASSWORD=" + canaries[2] + "\n",
		"docker-compose.yml": "services:\n  app:\n    build: .\n    environment:\n      DB_PASSWORD: " + canaries[3] + "\n",
		"README.md":          "# A worker\nThe key of the service is " + canaries[0] + ".\n-----BEGIN PRIVATE KEY-----\n" + canaries[6] + "\n-----END PRIVATE KEY-----\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func withMode(t testing.TB, a *App, change func(*Settings)) {
	t.Helper()
	s, err := a.Settings()
	if err != nil {
		t.Fatal(err)
	}
	s.Mode = "llm"
	change(&s)
	if err := a.SaveSettings(s); err != nil {
		t.Fatal(err)
	}
}

func kinds(s Snapshot) string {
	var out []string
	for _, e := range s.Events {
		out = append(out, e.Type)
	}
	return strings.Join(out, " ")
}

// TestNoSecretLeavesAndNoneIsKept plants secrets in a project and a key in the
// environment, and looks for them in everything that a run leaves behind.
func TestNoSecretLeavesAndNoneIsKept(t *testing.T) {
	s := ollamaServer(t, `{"known":false,"answer":"","path":"","quote":"","confidence":0}`)
	data := alone(t, s.URL)
	t.Setenv("ANTHROPIC_API_KEY", canaryKey)
	a, p := opened(t, data)
	withMode(t, a, func(s *Settings) { s.Provider = "ollama" })
	if _, err := a.SetKey("openai", canaryKey); err != nil {
		t.Fatal(err)
	}
	run := analysed(t, a, p, doubtful(t))
	s.mu.Lock()
	s.status = http.StatusUnauthorized // its message repeats a key
	s.mu.Unlock()
	failed := analysed(t, a, p, doubtful(t))

	if n := strings.Count(kinds(failed), "llm.failed"); n != 1 {
		t.Errorf("a refusal is told %d times: %s", n, kinds(failed))
	}
	if page, err := a.History("", 0, 2); err != nil || len(page.Runs) != 2 || page.Runs[0].RulesAlone == "" || page.Runs[1].RulesAlone != "" {
		t.Errorf("the history does not say where the rules were left alone: %+v %v", page.Runs, err)
	}
	seen := map[string]string{"requests": strings.Join(s.sent(), "\n")}
	if len(s.sent()) < 2 || !strings.Contains(seen["requests"], "«secret:") {
		t.Fatalf("the filter had nothing to do: %d requests, events %s", len(s.sent()), kinds(run))
	}
	for name, snapshot := range map[string]Snapshot{"run": run, "failed run": failed} {
		prompts, err := a.SentPrompts(snapshot.RunID)
		if err != nil {
			t.Fatal(err)
		}
		seen["prompts of the "+name] = asText(t, prompts)
		seen["events of the "+name] = asText(t, snapshot.Events)
		exported, err := a.store.Export(snapshot.RunID)
		if err != nil {
			t.Fatal(err)
		}
		seen["export of the "+name] = string(exported)
	}
	diagnostics, err := a.Diagnostics()
	if err != nil {
		t.Fatal(err)
	}
	if u := diagnostics.Models; u.Calls == 0 || u.Tokens == 0 || len(diagnostics.Runs) == 0 || diagnostics.Runs[0].StartedAt > diagnostics.Runs[len(diagnostics.Runs)-1].StartedAt {
		t.Errorf("the diagnostics: %+v, %+v", u, diagnostics.Runs)
	}
	seen["log"] = asText(t, diagnostics)
	providers, err := a.Providers()
	if err != nil {
		t.Fatal(err)
	}
	seen["providers"] = asText(t, providers)
	a.close()
	for name, text := range filesOf(t, data) {
		if name != "keys.json" {
			seen["file "+name] = text
		}
	}
	for where, text := range seen {
		if strings.Contains(text, unnamed) {
			t.Errorf("a value of the .env file is in the %s", where)
		}
		for _, canary := range canaries {
			if i := strings.Index(text, canary); i >= 0 {
				t.Errorf("%s is in the %s: …%s…", canary, where, text[max(0, i-120):min(len(text), i+80)])
			}
		}
	}
}

func asText(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func filesOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Type().IsRegular() {
			content, err := os.ReadFile(filepath.Join(dir, e.Name()))
			if err != nil {
				t.Fatal(err)
			}
			out[e.Name()] = string(content)
		}
	}
	return out
}

// TestARunIsRecordedCountedAndReplayed asks a server, unplugs it, and has the
// same run again from its recording.
func TestARunIsRecordedCountedAndReplayed(t *testing.T) {
	s := ollamaServer(t, `{"known":true,"answer":["python","worker.py"],"path":"Dockerfile","quote":"CMD [\"python\",\"worker.py\"]","confidence":0.9}`)
	a, p := opened(t, alone(t, s.URL))
	withMode(t, a, func(*Settings) {})
	first := analysed(t, a, p, doubtful(t))
	prompts, err := a.SentPrompts(first.RunID)
	if err != nil || len(prompts) == 0 || len(prompts) != len(s.sent()) {
		t.Fatalf("%d prompts of %d requests, %v; events %s", len(prompts), len(s.sent()), err, kinds(first))
	}
	one := prompts[0]
	if one.Provider != "ollama" || one.Model != "qwen2.5-coder:7b" || !one.Reported || one.PromptTokens != 321 || one.Messages[0].Role != "system" || one.Answer.Text != s.answer {
		t.Errorf("%+v", one)
	}
	cost, err := a.RunCost(first.RunID)
	month, err2 := a.MonthCost()
	if err != nil || err2 != nil || cost.Calls != len(prompts) || cost.PromptTokens != 321*len(prompts) || !cost.Priced || cost.USD != 0 || month != cost {
		t.Errorf("%+v %+v %v %v", cost, month, err, err2)
	}
	if !strings.Contains(kinds(first), "model.chosen") {
		t.Error(kinds(first))
	}

	s.Close()
	id, err := a.ReplayRun(first.RunID)
	if err != nil {
		t.Fatal(err)
	}
	again := ended(t, a, p, id)
	if asText(t, again.Documents) != asText(t, first.Documents) || strings.Contains(kinds(again), "llm.failed") || !strings.Contains(kinds(again), "llm.response") {
		t.Errorf("%s\n%s", kinds(first), kinds(again))
	}
}

func ended(t *testing.T, a *App, p *page, id string) Snapshot {
	t.Helper()
	select {
	case <-p.end:
	case <-time.After(60 * time.Second):
		t.Fatal("the analysis does not end")
	}
	s, err := a.Snapshot(id)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestTheRulesStandWhereNobodyCanBeAsked: no provider is no failure.
func TestTheRulesStandWhereNobodyCanBeAsked(t *testing.T) {
	a, p := opened(t, alone(t, "127.0.0.1:1"))
	withMode(t, a, func(s *Settings) { s.Mode = "static" })
	dir := doubtful(t)
	rules := analysed(t, a, p, dir)
	withMode(t, a, func(s *Settings) { s.Mode = "full" })
	full := analysed(t, a, p, dir)
	if full.State != "completed" || asText(t, full.Documents) != asText(t, rules.Documents) {
		t.Errorf("%s\n%s", full.State, kinds(full))
	}
	choice, err := a.ModelChoice()
	if err != nil || choice.Ready || choice.Hint == "" || len(choice.Passed) != 5 {
		t.Errorf("%+v %v", choice, err)
	}
	if _, err := a.ReplayRun(full.RunID); err == nil {
		t.Error("a run without a model is replayed")
	}
}

func TestProvidersSayHowTheyStand(t *testing.T) {
	s := ollamaServer(t, "ready")
	a, _ := opened(t, alone(t, s.URL))
	withMode(t, a, func(*Settings) {})
	place, err := a.SetKey("anthropic", canaryKey)
	if err != nil || place.Where != "file" || place.Warning == "" {
		t.Fatalf("%+v %v", place, err)
	}
	all, err := a.Providers()
	if err != nil || len(all) != 5 {
		t.Fatal(all, err)
	}
	if c := all[0]; c.Provider != "anthropic" || c.State != "ready" || c.Key != "file" || !c.Chosen || c.Breaker != "closed" {
		t.Errorf("%+v", c)
	}
	if o := all[3]; o.Provider != "ollama" || o.State != "ready" || o.Chosen || o.Cloud {
		t.Errorf("%+v", o)
	}
	if err := a.RemoveKey("anthropic"); err != nil {
		t.Fatal(err)
	}
	choice, err := a.ModelChoice()
	if err != nil || choice.Provider != "ollama" || !strings.HasPrefix(choice.Reason, "Using Ollama (") {
		t.Errorf("%+v %v", choice, err)
	}
	test, err := a.TestModel("ollama") // it answers everything with a word, so it calls no tool
	if err != nil || test.OK || test.Message == "" || test.Model != "qwen2.5-coder:7b" {
		t.Errorf("%+v %v", test, err)
	}
	if all, err := a.Providers(); err != nil || all[3].Tested == nil || all[3].Tested.OK {
		t.Errorf("%+v %v", all, err)
	}
	if err := a.SaveProvider(ProviderSettings{Provider: "openai", BaseURL: "ftp://x"}); err == nil {
		t.Error("a wrong address is kept")
	}
	if err := a.SaveProvider(ProviderSettings{Provider: "ollama", Model: "phi3"}); err != nil {
		t.Fatal(err)
	}
	if choice, err := a.ModelChoice(); err != nil || choice.Ready {
		t.Errorf("%+v %v", choice, err)
	}
	models, err := a.Models("ollama")
	if err != nil || len(models) == 0 {
		t.Fatal(models, err)
	}
	for _, m := range models {
		if m.Installed != (m.ID == "qwen2.5-coder:7b") {
			t.Errorf("%+v", m)
		}
	}
}

// openAIServer speaks OpenAI's protocol and answers everything with one text.
func openAIServer(t *testing.T, answer string) *httptest.Server {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasSuffix(r.URL.Path, "/chat/completions") {
			http.NotFound(w, r)
			return
		}
		text, _ := json.Marshal(answer)
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = fmt.Fprintf(w, "data: {\"id\":\"1\",\"object\":\"chat.completion.chunk\",\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":%s},\"finish_reason\":null}]}\n\n", text)
		_, _ = io.WriteString(w, "data: {\"id\":\"1\",\"object\":\"chat.completion.chunk\",\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n"+
			"data: {\"id\":\"1\",\"object\":\"chat.completion.chunk\",\"choices\":[],\"usage\":{\"prompt_tokens\":11,\"completion_tokens\":3,\"total_tokens\":14}}\n\ndata: [DONE]\n\n")
	}))
	t.Cleanup(server.Close)
	return server
}

// TestAServerThatFailsIsReplacedByTheNext: one server is there and cannot answer;
// the other one answers, and the run says so.
func TestAServerThatFailsIsReplacedByTheNext(t *testing.T) {
	const unknown = `{"known":false,"answer":"","path":"","quote":"","confidence":0}`
	spare := openAIServer(t, unknown)
	s := ollamaServer(t, unknown)
	a, p := opened(t, alone(t, s.URL))
	if err := a.SaveProvider(ProviderSettings{Provider: "openai", Model: "local-model", BaseURL: spare.URL + "/v1"}); err != nil {
		t.Fatal(err)
	}
	withMode(t, a, func(s *Settings) { s.Provider, s.Fallback, s.Retries = "ollama", "openai", 1 })
	s.mu.Lock()
	s.status = http.StatusServiceUnavailable
	s.mu.Unlock()
	run := analysed(t, a, p, doubtful(t))
	if run.State != "completed" || !strings.Contains(kinds(run), "llm.failed") || !strings.Contains(kinds(run), "provider.switched") {
		t.Fatalf("%s: %s", run.State, kinds(run))
	}
	prompts, err := a.SentPrompts(run.RunID)
	if err != nil || len(prompts) == 0 {
		t.Fatal(prompts, err)
	}
	for _, sent := range prompts {
		if sent.Provider != "openai" || sent.Model != "local-model" || sent.PromptTokens != 11 {
			t.Errorf("%+v", sent)
		}
	}
	for _, e := range run.Events {
		if f, ok := e.Event.(event.LLMFailed); ok && (f.Provider != "ollama" || f.Of != 2) {
			t.Errorf("a failure is told twice: %+v", f)
		}
	}
	all, err := a.Providers()
	if err != nil {
		t.Fatal(err)
	}
	if o := all[3]; len(prompts) >= 3 && (o.State != "resting" || o.RestingUntil == 0) {
		t.Errorf("after %d failures: %+v", len(prompts), o)
	}
}

// TestStoppingEndsARequestThatHangs: the server sees that its asker is gone.
func TestStoppingEndsARequestThatHangs(t *testing.T) {
	s := ollamaServer(t, "never")
	s.hang, s.came, s.left = make(chan struct{}), make(chan struct{}, 8), make(chan struct{}, 8)
	defer close(s.hang)
	a, p := opened(t, alone(t, s.URL))
	withMode(t, a, func(*Settings) {})
	id, err := a.Analyse(doubtful(t), "")
	if err != nil {
		t.Fatal(err)
	}
	select {
	case <-s.came:
	case <-time.After(30 * time.Second):
		t.Fatal("no request was made")
	}
	if err := a.Stop(id); err != nil {
		t.Fatal(err)
	}
	if run := ended(t, a, p, id); run.State != "cancelled" {
		t.Errorf("%s: %s", run.State, kinds(run))
	}
	select {
	case <-s.left:
	case <-time.After(30 * time.Second):
		t.Error("the request goes on")
	}
}

// TestTheCapOfAMonthIsKept: a model of the cloud is asked no more once the
// month has cost what the user allows; one of this machine still is.
func TestTheCapOfAMonthIsKept(t *testing.T) {
	data := alone(t, "127.0.0.1:1")
	t.Setenv("OPENAI_API_KEY", canaryKey)
	asked := 0
	cloud := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked++
		http.Error(w, `{"error":{"message":"not today"}}`, http.StatusBadRequest)
	}))
	t.Cleanup(cloud.Close)
	a, _ := opened(t, data)
	if err := a.books.Add(ledger.Entry{Provider: "openai", Model: "gpt-4o-mini", Calls: 1, Prompt: 10_000_000}); err != nil {
		t.Fatal(err)
	}
	limited := ModelChoice{Books: a.books, Cap: 1}
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
