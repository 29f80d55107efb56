package onboarding

import (
	"context"
	"os"
	"path/filepath"
	"time"

	"aipack/backend/base/atomicfile"
	"aipack/backend/base/fault"
	"aipack/backend/base/settings"
	"aipack/backend/model/llm/gateway"
	"aipack/backend/model/modelfile"
	"aipack/backend/window/models/files"
	"aipack/backend/window/page"
	"aipack/backend/window/session"
)

// Onboarding are the first steps: how aipack thinks, on this computer, in the
// cloud, or by rules alone.
type Onboarding struct {
	Page        *page.Link
	Preferences *session.Preferences
	Gateway     *gateway.Models
	Machine     *files.Machine
	Files       *modelfile.Downloads
	Data        string // the data folder
}

// probeTime bounds what is asked before the first step is shown (PRODUCT 4.1).
const probeTime = 2 * time.Second

// file keeps how far it came apart from the settings, which hold what follows
// from it.
func (o *Onboarding) file() string { return filepath.Join(o.Data, "onboarding.json") }

func (o *Onboarding) steps() settings.Steps {
	b, err := os.ReadFile(o.file())
	if err != nil {
		b = nil // it begins
	}
	return settings.ParseSteps(b)
}

// State says how far the first steps are, and what there is to choose
// from. Everything is looked for side by side.
func (o *Onboarding) State() (Info, error) {
	return page.Guard(o.Page, "Onboarding.State", func() (Info, error) {
		s := o.steps()
		out := Info{Needed: s.Step < settings.Finished, Choice: s.Choice, Model: s.Model, Step: min(s.Step, settings.Finished-1), Options: make([]Option, 4)}
		ctx, cancel := context.WithTimeout(context.Background(), probeTime)
		defer cancel()
		pick := o.Gateway.Selector()
		out.Options[3] = Option{
			ID: "rules", Title: "Rules only", Detail: "Nothing to download and nothing is sent anywhere; what the rules are unsure of is marked.",
			Ready: true, Found: true, Models: []string{}, KeyNames: []string{}, Looked: []string{},
		}
		return out, o.Page.Together("Onboarding.State",
			func() { out.Options[0] = o.embedded(ctx, &out) },
			func() { out.Options[1] = ollamaOption(ctx, pick) },
			func() { out.Options[2] = cloudOption(ctx, pick) },
			func() { out.Rule = rule(ctx, pick) },
			func() { out.Builder = engine(ctx, o.Preferences.InForce().Builder) },
		)
	})
}

// Save remembers a step; what was chosen becomes the settings' choice.
func (o *Onboarding) Save(choice, model string, step int) error {
	return page.Guarded(o.Page, "Onboarding.Save", func() error {
		steps := settings.Steps{Choice: choice, Model: model, Step: step}
		if err := steps.Check(); err != nil {
			return &fault.Fault{Code: fault.WrongUse, Message: err.Error()}
		}
		steps = steps.Taken()
		b, err := steps.JSON()
		if err != nil {
			return err
		}
		if err = os.MkdirAll(o.Data, 0o700); err == nil {
			err = atomicfile.Write(o.file(), b, 0o600)
		}
		o.Page.Unsaved(err)
		if choice == "" {
			return nil
		}
		return o.Preferences.Change(func(s settings.Preferences) settings.Preferences { return s.Following(steps) })
	})
}
