package selector

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"aipack/backend/model/llm"
	"aipack/backend/model/llm/keys"
	"aipack/backend/model/llm/script"
)

// world is a machine: its environment, saved keys, Ollama and embedded model.
type world struct {
	env      map[string]string
	saved    map[string]string // account → key
	ollama   string            // address, "" for none
	embedded error             // why there is no model; nil: there is one
}

func (w world) selector() Chooser {
	env := func(n string) string {
		if n == "OLLAMA_HOST" && w.ollama == "" && w.env[n] == "" {
			return "127.0.0.1:1" // nothing listens there
		} else if n == "OLLAMA_HOST" && w.env[n] == "" {
			return w.ollama
		}
		return w.env[n]
	}
	s := Chooser{
		Keys: keys.Places{Getenv: env, Ring: saved(w.saved)}, Getenv: env, HTTP: http.DefaultClient, Make: map[string]func(Spec) (llm.Client, error){},
		Embedded: func(_ context.Context, want string) (string, error) { return want, w.embedded },
	}
	for _, p := range Providers() {
		s.Make[p] = func(spec Spec) (llm.Client, error) {
			return &script.Client{ProviderID: p, ModelName: spec.Model}, nil
		}
	}
	return s
}

type saved map[string]string

func (s saved) Get(a string) (string, error) {
	if s[a] == "" {
		return "", keys.ErrAbsent
	}
	return s[a], nil
}
func (saved) Set(string, string) error { return nil }
func (saved) Delete(string) error      { return nil }

var errNoModel = errors.New("no model is downloaded")

func ollamaWith(t *testing.T, body string) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet || r.URL.Path != "/api/tags" {
			t.Errorf("%s %s", r.Method, r.URL)
		}
		_, _ = w.Write([]byte(body))
	}))
	t.Cleanup(server.Close)
	return server.URL
}

const qwen = `{"models":[{"name":"zephyr:7b"},{"name":"qwen2.5-coder:7b","size":4700000000}]}`

func TestTheSpecifiedOrder(t *testing.T) {
	ollama := ollamaWith(t, qwen)
	both := map[string]string{"ANTHROPIC_API_KEY": "a", "OPENAI_API_KEY": "o"}
	for name, c := range map[string]struct {
		world    world
		want     Want
		provider string
		model    string
		reason   string
		then     string
	}{
		"explicit wins over keys":   {world{env: both, ollama: ollama}, Want{Provider: "ollama", By: "on the command line"}, "ollama", "qwen2.5-coder:7b", "Using Ollama (chosen on the command line)", ""},
		"explicit model":            {world{env: both}, Want{Provider: "openai", Model: "gpt-4o"}, "openai", "gpt-4o", "Using OpenAI (chosen)", ""},
		"Anthropic's key first":     {world{env: both, ollama: ollama}, Want{}, "anthropic", "claude-sonnet-4-20250514", "Using Claude (ANTHROPIC_API_KEY found)", "openai ollama embedded"},
		"then OpenAI's":             {world{env: map[string]string{"OPENAI_API_KEY": "o"}, ollama: ollama, embedded: errNoModel}, Want{Provider: Auto}, "openai", "gpt-4o-mini", "Using OpenAI (OPENAI_API_KEY found)", "ollama"},
		"a saved key counts":        {world{saved: map[string]string{"openai": "o"}, embedded: errNoModel}, Want{}, "openai", "gpt-4o-mini", "Using OpenAI (its key is in the keychain)", ""},
		"then Ollama":               {world{ollama: ollama}, Want{}, "ollama", "qwen2.5-coder:7b", "Using Ollama (it answers at " + ollama + ")", "embedded"},
		"otherwise embedded":        {world{}, Want{}, "embedded", "qwen2.5-coder", "Using the embedded model (qwen2.5-coder is on this machine)", ""},
		"none":                      {world{embedded: errNoModel}, Want{}, "", "", "", ""},
		"Gemini only when chosen":   {world{env: map[string]string{"GEMINI_API_KEY": "g"}, ollama: ollama, embedded: errNoModel}, Want{}, "ollama", "qwen2.5-coder:7b", "", "gemini"},
		"no fallback wanted":        {world{env: both, ollama: ollama}, Want{Fallback: NoFallback}, "anthropic", "", "", ""},
		"one fallback wanted":       {world{env: both, ollama: ollama}, Want{Fallback: "ollama"}, "anthropic", "", "", "ollama"},
		"a fallback of one's own":   {world{env: both, ollama: ollama}, Want{Provider: "ollama", Fallback: "openai"}, "ollama", "", "", "openai"},
		"a server of one's own":     {world{embedded: errNoModel}, Want{Preferences: map[string]Preference{"openai": {BaseURL: "http://localhost:1234/v1", Model: "qwen"}}}, "openai", "qwen", "Using OpenAI at localhost:1234 (its address is set: http://localhost:1234/v1)", ""},
		"no key and yet chosen":     {world{ollama: ollama}, Want{Provider: "anthropic"}, "", "", "", ""},
		"a provider nobody knows":   {world{env: both}, Want{Provider: "acme"}, "", "", "", ""},
		"a model Ollama has not":    {world{ollama: ollama}, Want{Provider: "ollama", Model: "phi3"}, "", "", "", ""},
		"auto ignores a base URL":   {world{env: both, embedded: errNoModel}, Want{BaseURL: "http://10.1.1.1"}, "anthropic", "", "", "openai"},
		"auto ignores model's name": {world{env: both, embedded: errNoModel}, Want{Model: "qwen"}, "anthropic", "claude-sonnet-4-20250514", "", "openai"},
	} {
		t.Run(name, func(t *testing.T) {
			got := c.world.selector().Choose(t.Context(), c.want)
			if got.Chosen.Provider != c.provider || c.model != "" && got.Chosen.Model != c.model || c.reason != "" && got.Chosen.Reason != c.reason {
				t.Errorf("%+v", got.Chosen)
			}
			then := []string{}
			for _, n := range got.Then {
				then = append(then, n.Provider)
			}
			if strings.Join(then, " ") != c.then {
				t.Errorf("then %v, wanted %s", then, c.then)
			}
			if got.Ready() == (got.Hint != "") {
				t.Errorf("ready %v with the hint %q", got.Ready(), got.Hint)
			}
			for _, p := range got.Passed {
				if p.Reason == "" || p.Provider == got.Chosen.Provider {
					t.Errorf("passed: %+v", p)
				}
			}
			if Known(c.want.Provider) || c.want.Provider == "" || c.want.Provider == Auto {
				if n := len(got.Passed); got.Ready() && n != 4 || !got.Ready() && n != 5 {
					t.Errorf("%d were passed over", n)
				}
			}
		})
	}
}

// TestNoCloudWithoutChoiceOrKey goes through every machine without keys.
func TestNoCloudWithoutChoiceOrKey(t *testing.T) {
	for _, ollama := range []string{"", ollamaWith(t, qwen), ollamaWith(t, `{"models":[{"name":"big-cloud","remote_host":"https://ollama.com"}]}`)} {
		for _, embedded := range []error{nil, errNoModel} {
			for _, fallback := range []string{"", "anthropic", "openai", "gemini"} {
				got := world{ollama: ollama, embedded: embedded}.selector().Choose(t.Context(), Want{Fallback: fallback})
				for _, c := range append(got.Then, got.Chosen) {
					if c.Cloud {
						t.Errorf("%+v", c)
					}
				}
			}
		}
	}
}

// TestALocalChoiceStaysLocal: keys in the environment do not make a cloud of a
// model that the user chose for being here.
func TestALocalChoiceStaysLocal(t *testing.T) {
	w := world{env: map[string]string{"ANTHROPIC_API_KEY": "a", "OPENAI_API_KEY": "o", "GEMINI_API_KEY": "g"}, ollama: ollamaWith(t, qwen)}
	for _, p := range []string{"ollama", "embedded"} {
		if got := w.selector().Choose(t.Context(), Want{Provider: p}); !got.Ready() || len(got.Then) != 0 {
			t.Errorf("%+v", got)
		}
	}
}

// TestWhatNoDownloadMends: a missing library is no missing model, and no
// download is proposed.
func TestWhatNoDownloadMends(t *testing.T) {
	got := world{embedded: Lacking("the library is missing")}.selector().Choose(t.Context(), Want{Provider: "embedded", By: "on the command line"})
	if got.Ready() || got.Passed[0].State != Absent || !strings.Contains(got.Passed[0].Reason, "the library is missing") || strings.Contains(got.Hint, "setup") {
		t.Errorf("%+v", got)
	}
}

func TestOllamasModels(t *testing.T) {
	for body, want := range map[string]string{
		qwen:                                  "qwen2.5-coder:7b",
		`{"models":[{"name":"llama3.1:8b"}]}`: "llama3.1:8b",
		`{"models":[{"name":"zz"},{"name":"a"}]}`:                  "a",
		`{"models":[{"name":"gpt-oss:120b-cloud"},{"name":"zz"}]}`: "zz",
		`{"models":[]}`: "", `{}`: "", `<html>`: "", `{"models":[{"name":""}]}`: "",
	} {
		got := world{ollama: ollamaWith(t, body), embedded: errNoModel}.selector().Choose(t.Context(), Want{})
		if got.Chosen.Model != want {
			t.Errorf("%s: %+v", body, got.Chosen)
		}
	}
	named := world{ollama: ollamaWith(t, `{"models":[{"name":"gpt-oss:120b-cloud"}]}`)}.selector()
	named.Order = func(context.Context) []string {
		t.Error("the order of this machine, which asks its devices, was worked out for a model that is named")
		return Preferred()
	}
	if got := named.Choose(t.Context(), Want{Provider: "ollama", Model: "gpt-oss:120b-cloud"}); !got.Ready() {
		t.Errorf("a cloud model that the user named is refused: %+v", got)
	}
}

func TestOllamaHost(t *testing.T) {
	for text, want := range map[string]string{
		"": "http://localhost:11434", "example.com": "http://example.com:11434", "0.0.0.0": "http://127.0.0.1:11434", "0.0.0.0:1234": "http://127.0.0.1:1234",
		":5000": "http://127.0.0.1:5000", "https://example.com": "https://example.com:443", "http://example.com/": "http://example.com:80",
		"http://example.com:11434/ollama/": "http://example.com:11434/ollama", "[::1]:99": "http://[::1]:99", "[::1]": "http://[::1]:11434", `"127.0.0.1"`: "http://127.0.0.1:11434",
	} {
		if got, err := ollamaAddress(text); err != nil || got.String() != want {
			t.Errorf("%q: %v %v, wanted %s", text, got, err, want)
		}
	}
	for _, text := range []string{"ftp://x", "http://u:p@host", "a b", "host:notaport"} {
		if got, err := ollamaAddress(text); err == nil {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestASilentOllamaIsGivenUp(t *testing.T) {
	release := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-release }))
	defer server.Close()
	defer close(release)
	begun := time.Now()
	if _, err := Tags(t.Context(), server.Client(), server.URL, keys.Key{}, 50*time.Millisecond); err == nil || time.Since(begun) > 20*time.Second {
		t.Errorf("%v after %s", err, time.Since(begun))
	}
}

func TestAKeyDoesNotTravelInTheClear(t *testing.T) {
	s := world{env: map[string]string{"OPENAI_API_KEY": "o"}, embedded: errNoModel}.selector()
	for base, sent := range map[string]bool{"http://203.0.113.5/v1": false, "http://10.0.0.7:8000/v1": false, "https://api.groq.com/openai/v1": true, "http://localhost:1234/v1": true, "": true} {
		got := s.Choose(t.Context(), Want{Provider: "openai", BaseURL: base})
		if !got.Ready() || got.Chosen.Key.Key.Empty() == sent {
			t.Errorf("%s: %+v", base, got.Chosen)
		}
	}
	for base, cloud := range map[string]bool{"https://api.groq.com/openai/v1": true, "http://localhost:1234/v1": false, "http://192.168.1.9/v1": false, "http://gpu-box:8000": false, "": true} {
		if got := s.Choose(t.Context(), Want{Provider: "openai", BaseURL: base}); got.Chosen.Cloud != cloud {
			t.Errorf("%s: cloud %v", base, got.Chosen.Cloud)
		}
	}
	for _, base := range []string{"ftp://x", "http://user:pass@host/v1", "nonsense", "http://"} {
		if got := s.Choose(t.Context(), Want{Provider: "openai", BaseURL: base}); got.Ready() || strings.Contains(got.Passed[1].Reason, "pass@") {
			t.Errorf("%s: %+v", base, got)
		}
	}
}

func TestOpenMakesTheClientsInOrder(t *testing.T) {
	s := world{env: map[string]string{"ANTHROPIC_API_KEY": "a", "OPENAI_API_KEY": "o"}, embedded: errNoModel}.selector()
	clients, err := s.Open(s.Choose(t.Context(), Want{}))
	if err != nil || len(clients) != 2 || clients[0].Provider() != "anthropic" || clients[1].Model() != "gpt-4o-mini" {
		t.Errorf("%v %v", clients, err)
	}
}

func TestAKeyIsKeptForTheServerThatIsAsked(t *testing.T) {
	s := world{env: map[string]string{"ANTHROPIC_BASE_URL": "https://gateway.example/v1"}}.selector()
	for _, c := range []struct{ provider, base, want string }{
		{"openai", "", ""}, {"openai", "https://api.groq.com/openai/v1", "api.groq.com"}, {"anthropic", "", "gateway.example"}, {"ollama", "", "127.0.0.1:1"}, {"ollama", "box", "box:11434"},
	} {
		if got, err := s.Account(c.provider, c.base); err != nil || got.Host != c.want {
			t.Errorf("%s %s: %s %v", c.provider, c.base, got, err)
		}
	}
	if _, err := s.Account("openai", "nonsense"); err == nil {
		t.Error("nonsense is an address")
	}
}

type broken struct{}

func (broken) Find(context.Context, keys.Account) (keys.Found, error) {
	return keys.Found{}, errors.New("the keychain is locked")
}

// TestABrokenKeychainKeepsNobodyFromAServerWithoutKey: and says so of the others.
func TestABrokenKeychainKeepsNobodyFromAServerWithoutKey(t *testing.T) {
	s := world{embedded: errNoModel}.selector()
	s.Keys = broken{}
	if got := s.Choose(t.Context(), Want{Provider: "openai", BaseURL: "http://localhost:1234/v1"}); !got.Ready() {
		t.Errorf("%+v", got)
	}
	if got := s.Choose(t.Context(), Want{Provider: "openai"}); got.Ready() || !strings.Contains(got.Passed[0].Reason, "locked") {
		t.Errorf("%+v", got)
	}
}

// TestOllamasCloudNeedsConsent: a model that a local Ollama sends to its cloud
// is one of the cloud, however it came to be the one in force.
func TestOllamasCloudNeedsConsent(t *testing.T) {
	const model = "gpt-oss:120b-cloud"
	server := ollamaWith(t, `{"models":[{"name":"`+model+`"},{"name":"alias","remote_host":"https://ollama.com"}]}`)
	alone, keyed := world{ollama: server, embedded: errNoModel}.selector(), world{ollama: server, embedded: errNoModel, env: map[string]string{"OLLAMA_API_KEY": "k"}}.selector()
	prefers := func(name string) map[string]Preference { return map[string]Preference{"ollama": {Model: name}} }
	for _, c := range []struct {
		name string
		s    Chooser
		want Want
		ok   bool
	}{
		{"preferred, and nobody was chosen", alone, Want{Preferences: prefers(model)}, false},
		{"an alias of one", alone, Want{Preferences: prefers("alias")}, false},
		{"Ollama was chosen", alone, Want{Provider: "ollama", Preferences: prefers(model)}, true},
		{"Ollama was chosen, no model", alone, Want{Provider: "ollama"}, false},
		{"there is a key for it", keyed, Want{Preferences: prefers(model)}, true},
		{"there is a key, and no model was named", keyed, Want{}, false},
	} {
		got := c.s.Choose(t.Context(), c.want)
		if got.Ready() != c.ok || c.ok && !got.Chosen.Cloud {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
	if _, state, why := alone.Look(t.Context(), "ollama", Want{Preferences: prefers(model)}); state != NoConsent || !strings.Contains(why, "only when you choose Ollama") {
		t.Errorf("%s, %s", state, why)
	}
	openai := world{ollama: server, embedded: errNoModel, env: map[string]string{"OPENAI_API_KEY": "k"}}.selector()
	if got := openai.Choose(t.Context(), Want{Preferences: prefers(model)}); len(got.Then) != 0 {
		t.Errorf("it is asked when OpenAI fails: %+v", got.Then)
	}
	if got := openai.Choose(t.Context(), Want{Provider: "openai", Fallback: "ollama", Preferences: prefers(model)}); len(got.Then) != 1 || !got.Then[0].Cloud {
		t.Errorf("chosen as fallback: %+v", got.Then)
	}
}

// TestAModelThatCannotDoTheWorkIsPassedOver, and named where the user chose it.
func TestAModelThatCannotDoTheWorkIsPassedOver(t *testing.T) {
	t.Parallel()
	ollama := ollamaWith(t, `{"models":[{"name":"phi3:latest"}]}`)
	s := world{env: map[string]string{"ANTHROPIC_API_KEY": "k", "OLLAMA_HOST": ollama}}.selector()
	s.Unfit = func(c Candidate) string {
		if c.Provider == "anthropic" || c.Model == "phi3:latest" && c.BaseURL == ollama {
			return c.Model + " cannot call tools"
		}
		return ""
	}
	c := s.Choose(t.Context(), Want{})
	if c.Chosen.Provider == "anthropic" || c.Chosen.Provider == "ollama" || c.Passed[0].State != NoTools {
		t.Errorf("%+v", c)
	}
	c = s.Choose(t.Context(), Want{Provider: "ollama", Model: "phi3:latest", By: "on the command line"})
	if c.Ready() || c.Passed[0].State != NoTools || c.Passed[0].Reason != "chosen on the command line, but phi3:latest cannot call tools" || !strings.Contains(c.Hint, "aipack provider test ollama") {
		t.Errorf("%+v", c)
	}
}
