//go:build servers

package openai

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"aipack/backend/model/llm"
	"aipack/backend/model/llm/wire/wiretest"
)

// program starts one of the servers that build/servers.sh has made, and waits
// until it answers at its path.
func program(t *testing.T, name, file, path string, env []string, arguments func(port string) []string) string {
	t.Helper()
	if !slices.Contains(strings.Fields(os.Getenv("AIPACK_HAVE")), name) {
		t.Skipf("%s is not here; make test-servers says why", name)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(l.Addr().String())
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	log, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), filepath.Join(os.Getenv("AIPACK_SERVERS"), file), arguments(port)...)
	c.Env = append(os.Environ(), strings.Split(strings.ReplaceAll(strings.Join(env, "\n"), "PORT", port), "\n")...)
	c.Stdout, c.Stderr, c.Cancel = log, log, func() error { return c.Process.Signal(os.Interrupt) }
	c.WaitDelay = 10 * time.Second
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = c.Process.Signal(os.Interrupt)
		_ = c.Wait()
		if t.Failed() {
			said, _ := os.ReadFile(log.Name())
			t.Logf("%s said: %s", name, said[max(0, len(said)-4000):])
		}
	})
	url := "http://127.0.0.1:" + port
	for range 240 {
		if answer, err := http.Get(url + path); err == nil {
			_ = answer.Body.Close()
			if answer.StatusCode == http.StatusOK {
				return url
			}
		}
		time.Sleep(time.Second / 2)
	}
	t.Fatalf("%s does not answer", name)
	return ""
}

func ask(t *testing.T, c *Client, r llm.Request) (*llm.Response, string, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	heard := ""
	got, err := c.Chat(ctx, r, func(p llm.Piece) { heard += p.Text })
	return got, heard, err
}

func faulty(t *testing.T, c *Client, r llm.Request, kind llm.Kind) {
	t.Helper()
	_, _, err := ask(t, c, r)
	var e *llm.Error
	if !errors.As(err, &e) || e.Kind != kind {
		t.Errorf("wanted %s: %+v", kind, err)
	} else {
		t.Logf("%s: %s", kind, e.Message)
	}
}

// TestRealServerLiteLLM asks LiteLLM's proxy, behind which is OpenAI's protocol
// as Azure's recording has it.
func TestRealServerLiteLLM(t *testing.T) {
	all := recordings(t, "azure")
	behind := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		var asked struct {
			Model  string          `json:"model"`
			Tools  []any           `json:"tools"`
			Choice json.RawMessage `json:"tool_choice"`
			Format json.RawMessage `json:"response_format"`
		}
		_ = json.Unmarshal(body, &asked)
		name := "plain"
		switch {
		case asked.Model != "toy":
			name = asked.Model
		case asked.Format != nil:
			name = "schema"
		case asked.Choice != nil:
			name = "call"
		case asked.Tools != nil:
			name = "calls"
		}
		all[name].handler()(w, r)
	}))
	defer behind.Close()
	config := "model_list:\n"
	for _, m := range []string{"toy", "long", "limited"} {
		config += fmt.Sprintf("  - {model_name: %s, litellm_params: {model: openai/%s, api_base: %q, api_key: k, max_retries: 0}}\n", m, m, behind.URL)
	}
	config += "general_settings: {master_key: sk-real-1234}\nrouter_settings: {num_retries: 0}\n"
	file := filepath.Join(t.TempDir(), "config.yaml")
	if err := os.WriteFile(file, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	url := program(t, "litellm", "python/bin/litellm", "/health/liveliness", []string{"LITELLM_LOCAL_MODEL_COST_MAP=True"}, func(port string) []string {
		return []string{"--config", file, "--host", "127.0.0.1", "--port", port}
	})
	with := func(key, model string) *Client {
		return wiretest.Must(t, New, Options{BaseURL: url, Key: key, Model: model})
	}
	for _, name := range []string{"plain", "call", "calls", "schema"} {
		r, want := asked(name)
		got, heard, err := ask(t, with("sk-real-1234", "toy"), r)
		if err != nil {
			t.Fatal(name, err)
		}
		answers(t, got, want, heard)
	}
	r, _ := asked("plain")
	faulty(t, with("sk-wrong", "toy"), r, llm.Unauthorised)
	faulty(t, with("sk-real-1234", "nope"), r, llm.ModelAbsent)
	faulty(t, with("sk-real-1234", "long"), r, llm.TooLong)
	faulty(t, with("sk-real-1234", "limited"), r, llm.Overloaded)
	if models, err := with("sk-real-1234", "toy").Models(t.Context()); err != nil || len(models) != 3 {
		t.Errorf("%+v, %v", models, err)
	}
}

// sensible asks a model with real weights for what its server can force.
func sensible(t *testing.T, c *Client) {
	t.Helper()
	r, _ := asked("plain")
	r.MaxTokens = 24
	got, heard, err := ask(t, c, r)
	if err != nil || got.Message.Text == "" || got.Message.Text != heard || !got.Usage.Reported || got.Usage.Completion == 0 {
		t.Fatalf("%+v, heard %q: %v", got, heard, err)
	}
	r, _ = asked("schema")
	r.MaxTokens = 64
	got, _, err = ask(t, c, r)
	var answer struct {
		Port *int `json:"port"`
	}
	if err != nil || json.Unmarshal([]byte(got.Message.Text), &answer) != nil || answer.Port == nil {
		t.Errorf("by a schema: %+v, %v", got, err)
	}
}

func TestRealServerLlama(t *testing.T) {
	// A template that shows tools.
	template := filepath.Join(os.Getenv("AIPACK_SERVERS"), "llama.cpp", "models", "templates", "Qwen-Qwen2.5-7B-Instruct.jinja")
	url := program(t, "llama-server", "llama-server", "/health", nil, func(port string) []string {
		return []string{"--model", os.Getenv("AIPACK_WEIGHTS"), "--host", "127.0.0.1", "--port", port, "--ctx-size", "2048", "--parallel", "1", "--jinja", "--chat-template-file", template, "--api-key", "sk-real-1234"}
	})
	c := wiretest.Must(t, New, Options{BaseURL: url, Key: "sk-real-1234", Model: "gemma"})
	sensible(t, c)
	r, _ := asked("call")
	r.MaxTokens = 64
	// The server lets a model talk before the call that is required: one that was
	// never taught to call talks until its tokens are spent, and does not end before.
	switch got, _, err := ask(t, c, r); {
	case err != nil:
		t.Errorf("a forced call: %v", err)
	case len(got.Message.Calls) == 0 && got.Stop != llm.StopLength:
		t.Errorf("it ended without the call that was required: %+v", got)
	case len(got.Message.Calls) == 0:
		t.Log("no call within the tokens that it had")
	case got.Message.Calls[0].Name != "read_file" || !json.Valid([]byte(got.Message.Calls[0].Arguments)):
		t.Errorf("%+v", got.Message.Calls)
	}
	models, err := c.Models(t.Context())
	if err != nil || len(models) != 1 || models[0].Window != 2048 {
		t.Errorf("%+v, %v", models, err)
	}
	r, _ = asked("plain")
	faulty(t, wiretest.Must(t, New, Options{BaseURL: url, Key: "sk-wrong-12345", Model: "gemma"}), r, llm.Unauthorised)
	r.Messages[0].Text = strings.Repeat("A long question. ", 2000)
	faulty(t, c, r, llm.TooLong)
}

func TestRealServerOllama(t *testing.T) {
	home := t.TempDir()
	env := []string{"HOME=" + home, "OLLAMA_MODELS=" + filepath.Join(home, "models"), "OLLAMA_HOST=127.0.0.1:PORT", "OLLAMA_CONTEXT_LENGTH=2048"}
	url := program(t, "ollama", "ollama", "/api/version", env, func(string) []string { return []string{"serve"} })
	file := filepath.Join(home, "Modelfile")
	if err := os.WriteFile(file, []byte("FROM "+os.Getenv("AIPACK_WEIGHTS")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	create := exec.CommandContext(t.Context(), filepath.Join(os.Getenv("AIPACK_SERVERS"), "ollama"), "create", "gemma", "-f", file)
	create.Env = append(os.Environ(), "HOME="+home, "OLLAMA_HOST="+strings.TrimPrefix(url, "http://"))
	if said, err := create.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	c := wiretest.Must(t, New, Options{BaseURL: url, Model: "gemma"})
	sensible(t, c)
	if models, err := c.Models(t.Context()); err != nil || len(models) != 1 || models[0].Name != "gemma:latest" {
		t.Errorf("%+v, %v", models, err)
	}
	r, _ := asked("call")
	faulty(t, c, r, llm.UnsupportedModel) // its file has no template for tools
	r, _ = asked("plain")
	faulty(t, wiretest.Must(t, New, Options{BaseURL: url, Model: "nope"}), r, llm.ModelAbsent)
}
