package window

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"aipack/backend/base/settings"
	"aipack/backend/model/llm/script/served"
	"aipack/backend/window/history"
	"aipack/backend/window/session"
)

// canaryKey stands for a key in the environment; the others are planted in the
// project. They are put together here so that no line looks like a secret.
var (
	canaryKey = "sk-ant-" + "canary0123456789abcdefCANARY"
	canaries  = []string{canaryKey, "canary-" + "in-env-file", "canary-" + "in-dockerfile", "canary-" + "in-compose", "canary-" + "in-source", "canary-" + "in-url", "canaryKey" + "Material0123456789"}
)

// unnamed is a value of the .env file whose name does not say that it is a
// secret.
const unnamed = "private words of the user"

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

// TestNoSecretLeavesAndNoneIsKept plants secrets in a project and a key in the
// environment, and looks for them in everything that a run leaves behind.
func TestNoSecretLeavesAndNoneIsKept(t *testing.T) {
	s := ollamaServer(t, `{"known":false,"answer":"","path":"","quote":"","confidence":0}`)
	data := served.Alone(t, s.URL)
	t.Setenv("ANTHROPIC_API_KEY", canaryKey)
	a, p := opened(t, data)
	withMode(t, a, func(s *settings.Preferences) { s.Provider = "ollama" })
	if _, err := a.Models.SetKey("openai", canaryKey); err != nil {
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
	if page, err := a.History.Page(history.Filter{}, 0, 2); err != nil || len(page.Runs) != 2 || page.Runs[0].RulesAlone == "" || page.Runs[1].RulesAlone != "" {
		t.Errorf("the history does not say where the rules were left alone: %+v %v", page.Runs, err)
	}
	seen := map[string]string{"requests": strings.Join(s.sent(), "\n")}
	if len(s.sent()) < 2 || !strings.Contains(seen["requests"], "«secret:") {
		t.Fatalf("the filter had nothing to do: %d requests, events %s", len(s.sent()), kinds(run))
	}
	leaves(t, a, seen, "run", run)
	leaves(t, a, seen, "failed run", failed)
	diagnostics, err := a.Program.Diagnostics()
	if err != nil {
		t.Fatal(err)
	}
	if u := diagnostics.Models; u.Calls == 0 || u.Tokens == 0 || len(diagnostics.Runs) == 0 || diagnostics.Runs[0].StartedAt > diagnostics.Runs[len(diagnostics.Runs)-1].StartedAt {
		t.Errorf("the diagnostics: %+v, %+v", u, diagnostics.Runs)
	}
	seen["log"] = asText(t, diagnostics)
	providers, err := a.Models.Providers()
	if err != nil {
		t.Fatal(err)
	}
	seen["providers"] = asText(t, providers)
	a.Close()
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

// leaves adds what a run leaves behind, in words, to what is seen.
func leaves(t *testing.T, a *App, seen map[string]string, name string, run session.Snapshot) {
	t.Helper()
	prompts, err := a.Runs.SentPrompts(run.RunID)
	if err != nil {
		t.Fatal(err)
	}
	exported, err := a.store.Export(run.RunID)
	if err != nil {
		t.Fatal(err)
	}
	seen["prompts of the "+name] = asText(t, prompts)
	seen["events of the "+name] = asText(t, run.Events)
	seen["export of the "+name] = string(exported)
}
