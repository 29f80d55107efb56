package settings

import (
	"encoding/json"
	"fmt"
	"slices"
)

// Steps are how far the onboarding came. They are kept beside the settings,
// which hold what follows from them.
type Steps struct {
	Choice string `json:"choice"` // "", embedded, ollama, cloud, rules
	Model  string `json:"model"`
	Step   int    `json:"step"` // First to Finished
}

// The steps: choosing, downloading, the container engine; then it is finished.
const (
	First    = 1
	Finished = 4
)

// choices are what the first step can choose.
var choices = []string{"", "embedded", "ollama", "cloud", "rules"}

// clouds are the providers of the cloud.
var clouds = []string{"anthropic", "openai", "gemini"}

// ParseSteps reads saved steps; what cannot be read begins anew.
func ParseSteps(content []byte) Steps {
	var s Steps
	if json.Unmarshal(content, &s) != nil || s.Check() != nil {
		return Steps{Step: First}
	}
	return s
}

// Check says in one sentence what makes no sense; nil where nothing is wrong.
func (s Steps) Check() error {
	if !slices.Contains(choices, s.Choice) || s.Step < First || s.Step > Finished {
		return fmt.Errorf("there is no step %d of %q", s.Step, s.Choice)
	}
	return nil
}

// Taken gives the steps once they were taken: whoever wants rules alone has
// nothing to download and no more to choose.
func (s Steps) Taken() Steps {
	if s.Choice == "rules" {
		s.Step = Finished
	}
	return s
}

// JSON writes the steps for keeping.
func (s Steps) JSON() ([]byte, error) { return json.Marshal(s) }

// Following makes the settings say what the first steps chose; without a choice
// they stay as they are.
func (s Preferences) Following(steps Steps) Preferences {
	switch steps.Choice {
	case "":
		return s
	case "rules":
		s.Mode = "static"
		return s
	case "cloud":
		if !slices.Contains(clouds, s.Provider) {
			s.Provider = "auto"
		}
	default:
		s.Provider = steps.Choice
		if steps.Model != "" {
			s = s.With(Provider{Provider: steps.Choice, Model: steps.Model, BaseURL: s.Of(steps.Choice).BaseURL})
		}
	}
	s.Mode = "full"
	return s
}
