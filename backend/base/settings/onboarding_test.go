package settings

import "testing"

func TestTheChoiceOfTheFirstStepsIsFollowed(t *testing.T) {
	before := Default()
	before.Mode = "llm"
	before = before.With(Provider{Provider: "ollama", BaseURL: "http://attic:11434"})
	for name, c := range map[string]struct {
		provider string // before
		steps    Steps
		want     func(Preferences) bool
	}{
		"nothing":                {"gemini", Steps{}, func(s Preferences) bool { return s.Mode == "llm" && s.Provider == "gemini" }},
		"rules alone":            {"gemini", Steps{Choice: "rules"}, func(s Preferences) bool { return s.Mode == "static" && s.Provider == "gemini" }},
		"the cloud":              {"ollama", Steps{Choice: "cloud"}, func(s Preferences) bool { return s.Mode == "full" && s.Provider == "auto" }},
		"the cloud, one of them": {"gemini", Steps{Choice: "cloud"}, func(s Preferences) bool { return s.Mode == "full" && s.Provider == "gemini" }},
		"a model of one's own": {"auto", Steps{Choice: "ollama", Model: "phi3"}, func(s Preferences) bool {
			return s.Mode == "full" && s.Provider == "ollama" && s.Of("ollama") == Provider{"ollama", "phi3", "http://attic:11434"}
		}},
		"any model": {"auto", Steps{Choice: "embedded"}, func(s Preferences) bool { return s.Provider == "embedded" && s.Of("embedded").Model == "" }},
	} {
		s := before
		s.Provider = c.provider
		if got := s.Following(c.steps); !c.want(got) || got.Check() != nil {
			t.Errorf("%s: %+v, %v", name, got, got.Check())
		}
	}
}

func TestStepsThatMakeNoSenseBeginAnew(t *testing.T) {
	for _, text := range []string{"", "{", `{"step":0}`, `{"step":5}`, `{"choice":"magic","step":2}`} {
		if got := ParseSteps([]byte(text)); got != (Steps{Step: First}) {
			t.Errorf("%q: %+v", text, got)
		}
	}
	kept := Steps{Choice: "embedded", Model: "qwen", Step: 2}
	text, err := kept.JSON()
	if err != nil || ParseSteps(text) != kept || kept.Taken() != kept {
		t.Errorf("%s, %v", text, err)
	}
	if got := (Steps{Choice: "rules", Step: 1}).Taken(); got.Step != Finished {
		t.Errorf("%+v", got)
	}
}
