package server

import (
	"net/url"
	"path"
	"strings"
	"testing"
)

func TestWhoseAnAddressIs(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"http://localhost:1234":                           "lmstudio",
		"http://127.0.0.1:8080/v1":                        "llama-server",
		"http://gpu-box:8000":                             "vllm",
		"http://192.168.1.9:4000":                         "litellm",
		"http://[::1]:11434":                              "ollama",
		"https://openrouter.ai/api/v1":                    "openrouter sure",
		"https://acme.openai.azure.com":                   "azure sure",
		"https://ACME.services.ai.azure.com/openai/v1":    "azure sure",
		"https://bedrock-runtime.eu-west-1.amazonaws.com": "bedrock sure",
		"https://bedrock-mantle.us-east-1.api.aws/v1":     "bedrock-mantle sure",
		"https://europe-west4-aiplatform.googleapis.com":  "vertex sure",
		"https://aiplatform.googleapis.com":               "vertex sure",

		"https://api.openai.com/v1":                 "",
		"https://example.com:8080":                  "", // a company's server, not a program of one's own
		"https://openai.azure.com.example.com":      "",
		"https://evilopenrouter.ai/api/v1":          "",
		"https://openrouter.ai.example.com":         "",
		"https://generativelanguage.googleapis.com": "",
		"localhost:1234":                            "",
		"http://[::1":                               "",
	} {
		s, sure := At(address)
		got := s.ID
		if sure {
			got += " sure"
		}
		if got != want {
			t.Errorf("%s: %q, wanted %q", address, got, want)
		}
	}
}

func TestAnAddressIsCompleted(t *testing.T) {
	t.Parallel()
	const vertex = "https://aiplatform.googleapis.com"
	for address, want := range map[string]string{
		"https://acme.openai.azure.com":                          "https://acme.openai.azure.com/openai/v1",
		"https://acme.openai.azure.com/openai/":                  "https://acme.openai.azure.com/openai/v1",
		"https://acme.openai.azure.com/openai/v1":                "https://acme.openai.azure.com/openai/v1",
		"https://openrouter.ai":                                  "https://openrouter.ai/api/v1",
		"https://openrouter.ai/api":                              "https://openrouter.ai/api/v1",
		"http://localhost:11434/":                                "http://localhost:11434/v1",
		vertex + "/v1/projects/p-1/locations/eu":                 vertex + "/v1/projects/p-1/locations/eu/endpoints/openapi",
		vertex + "/v1/projects/p/locations/g/endpoints/openapi/": vertex + "/v1/projects/p/locations/g/endpoints/openapi/",

		// Another path is the user's own.
		"https://openrouter.ai/v1":                                           "https://openrouter.ai/v1",
		"https://acme.openai.azure.com/openai/deployments/x":                 "https://acme.openai.azure.com/openai/deployments/x",
		vertex + "/v1beta1/projects/p/locations/l/endpoints/openapi":         vertex + "/v1beta1/projects/p/locations/l/endpoints/openapi",
		"http://localhost:4000/team/v1":                                      "http://localhost:4000/team/v1",
		"https://example.com":                                                "https://example.com",
		"https://bedrock-runtime.us-west-2.amazonaws.com/openai/v1/anything": "https://bedrock-runtime.us-west-2.amazonaws.com/openai/v1/anything",

		// What only the user knows is not made up.
		"https://RESOURCE.openai.azure.com/openai/v1":                      "",
		vertex + "/v1/projects/PROJECT/locations/global/endpoints/openapi": "",
		vertex:                                "",
		vertex + "/v1":                        "",
		vertex + "/v1/projects/p":             "",
		vertex + "/v1/projects/p/locations/":  "",
		vertex + "/v1/projects/p/locations/l": vertex + "/v1/projects/p/locations/l/endpoints/openapi",
	} {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		s, _ := Of(u)
		got, whole := s.Whole(u)
		if whole != (want != "") || whole && got.String() != want {
			t.Errorf("%s: %s %v, wanted %q", address, got, whole, want)
		}
		if u.String() != address {
			t.Errorf("%s was changed to %s", address, u)
		}
	}
}

// TestTheTable holds what every row promises: an address of its own leads back
// to it and to its path.
func TestTheTable(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, s := range All() {
		// What the user must fill in is filled in here.
		filled := strings.NewReplacer("RESOURCE", "r", "REGION", "eu-west-1", "PROJECT", "p", "LOCATION", "l").Replace(s.Address)
		u, err := url.Parse(filled)
		if err != nil {
			t.Fatal(err)
		}
		found, sure := Of(u)
		whole, complete := s.Whole(u)
		wanted := strings.NewReplacer("PROJECT", "p", "LOCATION", "global").Replace(s.Path)
		if found.ID != s.ID || sure != (len(s.Hosts) > 0) || !complete || whole.Path != wanted {
			t.Errorf("%s: its address is %s's, sure %v, whole %s", s.ID, found.ID, sure, whole)
		}
		if seen[s.ID] || s.Title == "" || s.Model == "" || s.Note == "" || (s.Port == "") == (len(s.Hosts) == 0) {
			t.Errorf("%+v", s)
		}
		seen[s.ID] = true
		for _, pattern := range s.Hosts {
			if _, err := path.Match(pattern, "x"); err != nil || strings.Count(pattern, ".") < 1 || strings.HasSuffix(pattern, "*") {
				t.Errorf("%s: %s is open at its end", s.ID, pattern)
			}
		}
	}
}
