//go:build !headless || window

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"aipack/backend/fault"
	llmkeys "aipack/backend/llm/keys"
	"aipack/backend/llm/llamacpp"
	"aipack/backend/llm/selector"
	"aipack/backend/modelfile"
	"aipack/backend/prove/builder"
	"aipack/backend/settings"
	"aipack/backend/whole"
)

// firstSteps is how far the onboarding came. It lies in a file of its own: the
// settings hold what follows from it.
type firstSteps struct {
	Choice string `json:"choice"`
	Model  string `json:"model"`
	Step   int    `json:"step"`
}

// The steps: choosing, downloading, the container engine; then it is finished.
const (
	firstStep = 1
	finished  = 4
)

// choices are what the first step can choose.
var choices = []string{"", "embedded", "ollama", "cloud", "rules"}

// probeTime bounds what is asked before the first step is shown (PRODUCT 4.1).
const probeTime = 2 * time.Second

func (a *App) stepsFile() string { return filepath.Join(a.data, "onboarding.json") }

// steps reads how far it came; a file that cannot be read begins anew.
func (a *App) steps() (s firstSteps, made bool) {
	b, err := os.ReadFile(a.stepsFile())
	if err != nil || json.Unmarshal(b, &s) != nil || s.Step < firstStep || s.Step > finished || !slices.Contains(choices, s.Choice) {
		return firstSteps{Step: firstStep}, false
	}
	return s, true
}

// Onboarding says how far the first steps are, and what there is to choose
// from. Everything is looked for side by side.
func (a *App) Onboarding() (Onboarding, error) {
	return guard(a, "Onboarding", func() (Onboarding, error) {
		s, _ := a.steps()
		out := Onboarding{Needed: s.Step < finished, Choice: s.Choice, Model: s.Model, Step: min(s.Step, finished-1), Options: make([]OnboardingOption, 4)}
		ctx, cancel := context.WithTimeout(context.Background(), probeTime)
		defer cancel()
		pick := choosing()
		out.Options[3] = OnboardingOption{
			ID: "rules", Title: "Rules only", Detail: "Nothing to download and nothing is sent anywhere; what the rules are unsure of is marked.",
			Ready: true, Found: true, Models: []string{}, KeyNames: []string{}, Looked: []string{},
		}
		return out, together(a, "Onboarding",
			func() { out.Options[0] = a.embeddedOption(ctx, &out) },
			func() { out.Options[1] = ollamaOption(ctx, pick) },
			func() { out.Options[2] = cloudOption(ctx, pick) },
			func() { out.Rule = rule(ctx, pick) },
			func() { out.Builder = proofBuilder(ctx) },
		)
	})
}

// embeddedOption is the model on this computer. It fills in the model to begin
// with where none was chosen.
func (a *App) embeddedOption(ctx context.Context, out *Onboarding) OnboardingOption {
	o := OnboardingOption{ID: "embedded", Title: "On this computer", Models: []string{}, KeyNames: []string{}, Looked: []string{}}
	room := a.embedded.room(ctx)
	choice := modelfile.Choose(modelfile.Catalogue(), room)
	if out.Model == "" {
		out.Model = choice.Model.ID
	}
	o.Detail = fmt.Sprintf("No account, the code stays here. %s, %s to download: %s.", choice.Model.Name, modelfile.FileSize(choice.Model.Bytes), choice.Why)
	a.embedded.mu.Lock()
	trouble := a.embedded.decision.Trouble
	a.embedded.mu.Unlock()
	if o.Found = trouble == ""; !o.Found {
		o.Detail = "This does not work yet: " + strings.TrimSuffix(trouble, ".") + "."
		if llamacpp.FindLibraries() == "" {
			o.Looked = llamacpp.Places()
		}
	}
	if e, err := a.embedded.downloads.Shelf.Best(room); err == nil && o.Found {
		o.Ready, o.Models = true, []string{e.ID}
		o.Detail = "No account, the code stays here. " + e.Name + " is on this computer already."
	}
	return o
}

func ollamaOption(ctx context.Context, pick selector.Selector) OnboardingOption {
	o := OnboardingOption{ID: "ollama", Title: "Ollama", Models: []string{}, KeyNames: []string{}, Looked: []string{}}
	c, state, reason := pick.Look(ctx, "ollama", selector.Want{})
	o.Ready, o.Found = state == selector.Ready, state == selector.Ready || state == selector.NoModel
	o.Detail = sentence(reason)
	if o.Ready && c.Model != "" {
		o.Models = []string{c.Model}
	}
	return o
}

func cloudOption(ctx context.Context, pick selector.Selector) OnboardingOption {
	o := OnboardingOption{ID: "cloud", Title: "Cloud", Models: []string{}, KeyNames: []string{}, Looked: []string{}, Detail: "Answers best. Manifests and parts of the code are sent to the provider you choose; what looks like a secret is taken out first."}
	for _, provider := range []string{"anthropic", "openai", "gemini"} {
		c, state, _ := pick.Look(ctx, provider, selector.Want{})
		if state != selector.Ready {
			continue
		}
		o.Ready, o.Found = true, true
		o.Models = append(o.Models, c.Model)
		if c.Key.Where == llmkeys.Environment {
			o.KeyNames = append(o.KeyNames, c.Key.Name)
		}
	}
	return o
}

// rule is the choice that the specified order would make.
func rule(ctx context.Context, pick selector.Selector) string {
	c := pick.Choose(ctx, selector.Want{})
	if c.Ready() {
		return sentence(c.Chosen.Reason)
	}
	return "Nobody can be asked yet, so the rules answer alone."
}

// proofBuilder is the container engine that proofs would use, nil for none.
func proofBuilder(ctx context.Context) *BuilderInfo {
	for _, c := range builder.Survey(ctx) {
		if c.Problem == "" {
			return &BuilderInfo{c.Address, c.Why, c.Version, true, ""}
		}
	}
	return nil
}

func sentence(s string) string {
	if s == "" {
		return ""
	}
	return strings.ToUpper(s[:1]) + strings.TrimSuffix(s[1:], ".") + "."
}

// SaveOnboarding remembers a step; what was chosen becomes the settings' choice.
func (a *App) SaveOnboarding(choice, model string, step int) error {
	return guarded(a, "SaveOnboarding", func() error {
		if !slices.Contains(choices, choice) || step < firstStep || step > finished {
			return &fault.Fault{Code: fault.WrongUse, Message: fmt.Sprintf("there is no step %d of %q", step, choice)}
		}
		if choice == "rules" {
			step = finished
		}
		b, err := json.Marshal(firstSteps{choice, model, step})
		if err != nil {
			return err
		}
		if err = os.MkdirAll(a.data, 0o700); err == nil {
			err = whole.Write(a.stepsFile(), b, 0o600)
		}
		a.unsaved(err)
		return a.applyChoice(choice, model)
	})
}

// applyChoice makes the settings say what was chosen.
func (a *App) applyChoice(choice, model string) error {
	if choice == "" {
		return nil
	}
	return a.changeSettings(func(s Settings) Settings {
		s.Mode = "full"
		switch choice {
		case "rules":
			s.Mode = "static"
		case "cloud":
			if !slices.Contains([]string{"anthropic", "openai", "gemini"}, s.Provider) {
				s.Provider = selector.Auto
			}
		default:
			s.Provider = choice
			if model != "" {
				s = s.With(settings.Provider{Provider: choice, Model: model, BaseURL: s.Of(choice).BaseURL})
			}
		}
		return s
	})
}
