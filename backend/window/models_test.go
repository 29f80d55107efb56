package window

import (
	"strings"
	"testing"

	"aipack/backend/base/settings"
	"aipack/backend/model/llm/script/served"
	"aipack/backend/window/models"
)

// TestTheRulesStandWhereNobodyCanBeAsked: no provider is no failure.
func TestTheRulesStandWhereNobodyCanBeAsked(t *testing.T) {
	a, p := opened(t, served.Alone(t, served.Nowhere))
	withMode(t, a, func(s *settings.Preferences) { s.Mode = "static" })
	dir := doubtful(t)
	rules := analysed(t, a, p, dir)
	withMode(t, a, func(s *settings.Preferences) { s.Mode = "full" })
	full := analysed(t, a, p, dir)
	if full.State != "completed" || asText(t, full.Documents) != asText(t, rules.Documents) {
		t.Errorf("%s\n%s", full.State, kinds(full))
	}
	choice, err := a.Models.Choice()
	if err != nil || choice.Ready || choice.Hint == "" || len(choice.Passed) != 5 {
		t.Errorf("%+v %v", choice, err)
	}
	if _, err := a.Runs.Replay(full.RunID); err == nil {
		t.Error("a run without a model is replayed")
	}
}

func TestProvidersSayHowTheyStand(t *testing.T) {
	s := ollamaServer(t, "ready")
	a, _ := opened(t, served.Alone(t, s.URL))
	withMode(t, a, func(*settings.Preferences) {})
	place, err := a.Models.SetKey("anthropic", canaryKey)
	if err != nil || place.Where != "file" || place.Warning == "" {
		t.Fatalf("%+v %v", place, err)
	}
	all, err := a.Models.Providers()
	if err != nil || len(all) != 5 {
		t.Fatal(all, err)
	}
	if c := all[0]; c.Provider != "anthropic" || c.State != "ready" || c.Key != "file" || !c.Chosen || c.Breaker != "closed" {
		t.Errorf("%+v", c)
	}
	if o := all[3]; o.Provider != "ollama" || o.State != "ready" || o.Chosen || o.Cloud {
		t.Errorf("%+v", o)
	}
	if err := a.Models.RemoveKey("anthropic"); err != nil {
		t.Fatal(err)
	}
	choice, err := a.Models.Choice()
	if err != nil || choice.Provider != "ollama" || !strings.HasPrefix(choice.Reason, "Using Ollama (") {
		t.Errorf("%+v %v", choice, err)
	}
	test, err := a.Models.Test("ollama") // it answers everything with a word, so it calls no tool
	if err != nil || test.OK || test.Message == "" || test.Model != "qwen2.5-coder:7b" {
		t.Errorf("%+v %v", test, err)
	}
	if all, err := a.Models.Providers(); err != nil || all[3].Tested == nil || all[3].Tested.OK || all[3].State != "no_tools" {
		t.Errorf("%+v %v", all, err)
	}
	choice, err = a.Models.Choice()
	if err != nil || choice.Ready || !strings.Contains(choice.Passed[3].Reason, "qwen2.5-coder:7b cannot call tools") || choice.Passed[3].State != "no_tools" {
		t.Errorf("a model that cannot do the work is asked: %+v %v", choice, err)
	}
	if err := a.Models.SaveProvider(models.ProviderSettings{Provider: "openai", BaseURL: "ftp://x"}); err == nil {
		t.Error("a wrong address is kept")
	}
	if err := a.Models.SaveProvider(models.ProviderSettings{Provider: "ollama", Model: "phi3"}); err != nil {
		t.Fatal(err)
	}
	if choice, err := a.Models.Choice(); err != nil || choice.Ready {
		t.Errorf("%+v %v", choice, err)
	}
	models, err := a.Models.List("ollama")
	if err != nil || len(models) == 0 {
		t.Fatal(models, err)
	}
	for _, m := range models {
		if m.Installed != (m.ID == "qwen2.5-coder:7b") {
			t.Errorf("%+v", m)
		}
	}
}

// TestServersAreOffered: each that is offered can be saved once it is filled in,
// and is known again.
func TestServersAreOffered(t *testing.T) {
	a, _ := opened(t, served.Alone(t, served.Nowhere))
	all, err := a.Models.Servers()
	if err != nil || len(all) < 9 {
		t.Fatal(all, err)
	}
	filled := strings.NewReplacer("RESOURCE", "acme", "REGION", "eu-west-1", "PROJECT", "p")
	for _, s := range all {
		err := a.Models.SaveProvider(models.ProviderSettings{Provider: "openai", BaseURL: s.Address})
		if (err == nil) != s.Ready {
			t.Errorf("%s: %v", s.Address, err)
		}
		if err := a.Models.SaveProvider(models.ProviderSettings{Provider: "openai", BaseURL: filled.Replace(s.Address), Model: "m"}); err != nil {
			t.Errorf("%s: %v", s.ID, err)
		}
		providers, err := a.Models.Providers()
		if err != nil || providers[1].Server != s.ID || !s.Keyless && providers[1].State != "no_key" {
			t.Errorf("%+v %v", providers[1], err)
		}
	}
}
