package selector

import (
	"slices"
	"strings"
	"testing"
)

// TestWhoseKeyGoesWhere: OpenAI's key stays away from other companies' servers,
// each server gets its own, and nothing crosses a network in the clear.
func TestWhoseKeyGoesWhere(t *testing.T) {
	env := map[string]string{
		"OPENAI_API_KEY": "openai", "OPENROUTER_API_KEY": "openrouter", "AZURE_OPENAI_API_KEY": "azure", "AWS_BEARER_TOKEN_BEDROCK": "bedrock",
		"LITELLM_API_KEY": "litellm", "LLAMA_API_KEY": "llama",
	}
	alone := map[string]string{"OPENAI_API_KEY": "openai"}
	with := func(base map[string]string, name, value string) map[string]string {
		out := map[string]string{name: value}
		for k, v := range base {
			out[k] = v
		}
		return out
	}
	for name, c := range map[string]struct {
		env   map[string]string
		saved map[string]string
		base  string
		key   string
		state State
	}{
		"OpenRouter":                               {env, nil, "https://openrouter.ai", "openrouter", Ready},
		"Azure":                                    {env, nil, "https://acme.openai.azure.com", "azure", Ready},
		"Bedrock":                                  {env, nil, "https://bedrock-runtime.eu-west-1.amazonaws.com", "bedrock", Ready},
		"Vertex has no variable":                   {env, nil, "https://aiplatform.googleapis.com/v1/projects/p/locations/l", "", NoKey},
		"OpenAI's does not go to OpenRouter":       {alone, nil, "https://openrouter.ai/api/v1", "", NoKey},
		"nor to Azure":                             {alone, nil, "https://acme.openai.azure.com", "", NoKey},
		"nor past a key that was saved":            {alone, map[string]string{"openai@openrouter.ai": "saved"}, "https://openrouter.ai/api/v1", "saved", Ready},
		"nor is OpenAI's saved key taken":          {nil, map[string]string{"openai": "saved"}, "https://openrouter.ai/api/v1", "", NoKey},
		"unless the environment names the address": {with(alone, "OPENAI_BASE_URL", "https://openrouter.ai/api/v1"), nil, "", "openai", Ready},
		"its own comes first even then":            {with(env, "OPENAI_BASE_URL", "https://openrouter.ai/api/v1"), nil, "", "openrouter", Ready},
		"a program's own comes first":              {env, nil, "http://localhost:4000", "litellm", Ready},
		"a program without one":                    {alone, nil, "http://localhost:8080", "openai", Ready},
		"not in the clear":                         {env, nil, "http://192.168.1.9:8080", "", Ready},
		"not in the clear, but the saved one":      {env, map[string]string{"openai@192.168.1.9:8080": "saved"}, "http://192.168.1.9:8080", "saved", Ready},
		"a cloud's name in the clear":              {env, nil, "http://openrouter.ai/api/v1", "", NoKey},
	} {
		t.Run(name, func(t *testing.T) {
			s := world{env: c.env, saved: c.saved, embedded: errNoModel}.selector()
			got, state, why := s.Look(t.Context(), "openai", Want{Model: "m", BaseURL: c.base})
			if state != c.state || got.Key.Key.Reveal() != c.key || why == "" {
				t.Errorf("%s, the key %q: %s", state, got.Key.Key.Reveal(), why)
			}
		})
	}
}

func TestAKnownServerIsNamedAndWantsAModel(t *testing.T) {
	s := world{env: map[string]string{"AZURE_OPENAI_API_KEY": "k"}, embedded: errNoModel}.selector()
	got, state, why := s.Look(t.Context(), "openai", Want{BaseURL: "https://acme.openai.azure.com"})
	if state != NoModel || !strings.Contains(why, "the name of your deployment") || got.Name != "Azure OpenAI at acme.openai.azure.com" || got.KeyName != "AZURE_OPENAI_API_KEY" {
		t.Errorf("%+v, %s, %s", got, state, why)
	}
	if c := s.Choose(t.Context(), Want{Provider: "openai", BaseURL: "https://acme.openai.azure.com"}); c.Ready() || !strings.Contains(c.Hint, "--model") {
		t.Errorf("%+v", c)
	}
	c := s.Choose(t.Context(), Want{Provider: "openai", Model: "m", BaseURL: "https://openrouter.ai"})
	if c.Ready() || !strings.Contains(c.Hint, "OPENROUTER_API_KEY") || !strings.Contains(c.Hint, "--base-url https://openrouter.ai") {
		t.Errorf("%+v", c)
	}
	// Where a key is looked for is where it is removed from.
	a, err := s.Account("openai", "https://openrouter.ai")
	if err != nil || a.Host != "openrouter.ai" || !slices.Equal(a.Variables, []string{"OPENROUTER_API_KEY"}) {
		t.Errorf("%+v %v", a, err)
	}
}
