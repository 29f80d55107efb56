package onboarding

import (
	"context"
	"fmt"
	"strings"

	"aipack/backend/model/llm/keys"
	"aipack/backend/model/llm/llamacpp"
	"aipack/backend/model/llm/selector"
	"aipack/backend/model/modelfile"
	"aipack/backend/prove/builder"
	"aipack/backend/window/page"
	"aipack/backend/window/proofs"
)

// embedded is the model on this computer. It fills in the model to begin
// with where none was chosen.
func (o *Onboarding) embedded(ctx context.Context, out *Info) Option {
	way := Option{ID: "embedded", Title: "On this computer", Models: []string{}, KeyNames: []string{}, Looked: []string{}}
	room := o.Machine.Room(ctx)
	choice := modelfile.Choose(modelfile.Catalogue(), room)
	if out.Model == "" {
		out.Model = choice.Model.ID
	}
	way.Detail = fmt.Sprintf("No account, the code stays here. %s, %s to download: %s.", choice.Model.Name, modelfile.FileSize(choice.Model.Bytes), choice.Why)
	trouble := o.Machine.Trouble()
	if way.Found = trouble == ""; !way.Found {
		way.Detail = "This does not work yet: " + strings.TrimSuffix(trouble, ".") + "."
		if llamacpp.FindLibraries() == "" {
			way.Looked = llamacpp.Places()
		}
	}
	if e, err := o.Files.Shelf.Best(func() modelfile.Room { return room }); err == nil && way.Found {
		way.Ready, way.Models = true, []string{e.ID}
		way.Detail = "No account, the code stays here. " + e.Name + " is on this computer already."
	}
	return way
}

func ollamaOption(ctx context.Context, pick selector.Chooser) Option {
	o := Option{ID: "ollama", Title: "Ollama", Models: []string{}, KeyNames: []string{}, Looked: []string{}}
	c, state, reason := pick.Look(ctx, "ollama", selector.Want{})
	o.Ready, o.Found = state == selector.Ready, state == selector.Ready || state == selector.NoModel
	o.Detail = page.Sentence(reason)
	if o.Ready && c.Model != "" {
		o.Models = []string{c.Model}
	}
	return o
}

func cloudOption(ctx context.Context, pick selector.Chooser) Option {
	o := Option{
		ID: "cloud", Title: "Cloud", Models: []string{}, KeyNames: []string{}, Looked: []string{},
		Detail: "Answers best. Manifests and parts of the code are sent to the provider you choose; what looks like a secret is taken out first.",
	}
	for _, provider := range []string{"anthropic", "openai", "gemini"} {
		c, state, _ := pick.Look(ctx, provider, selector.Want{})
		if state != selector.Ready {
			continue
		}
		o.Ready, o.Found = true, true
		o.Models = append(o.Models, c.Model)
		if c.Key.Where == keys.Environment {
			o.KeyNames = append(o.KeyNames, c.Key.Name)
		}
	}
	return o
}

// rule is the choice that the specified order would make.
func rule(ctx context.Context, pick selector.Chooser) string {
	c := pick.Choose(ctx, selector.Want{})
	if c.Ready() {
		return page.Sentence(c.Chosen.Reason)
	}
	return "No model yet: only rules are used."
}

// engine is the container engine that proofs would use, nil for none; named is the settings' word.
func engine(ctx context.Context, named string) *proofs.BuilderInfo {
	for _, c := range builder.Survey(ctx, named) {
		if c.Problem == "" {
			return &proofs.BuilderInfo{Address: c.Address, Why: c.Why, Version: c.Version, OK: true}
		}
	}
	return nil
}
