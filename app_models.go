//go:build !headless || window

package main

import (
	"context"
	"errors"
	"time"

	"aipack/backend/fault"
	"aipack/backend/llm"
	"aipack/backend/llm/catalogue"
	llmkeys "aipack/backend/llm/keys"
	"aipack/backend/llm/selector"
	"aipack/backend/modelfile"
	"aipack/backend/settings"
)

// preferences are the settings in force.
func (a *App) preferences() settings.Settings {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.settings
}

// wantOf is what the settings say about the model.
func wantOf(s settings.Settings) selector.Want {
	w := selector.Want{Provider: s.Provider, By: "in Settings", Fallback: s.Fallback, Preferences: map[string]selector.Preference{}}
	for _, p := range s.Providers {
		w.Preferences[p.Provider] = selector.Preference{Model: p.Model, BaseURL: p.BaseURL}
	}
	return w
}

// Providers says how each provider stands, in the specified order. Only Ollama
// is asked.
func (a *App) Providers() ([]ProviderInfo, error) {
	return guard(a, "Providers", func() ([]ProviderInfo, error) {
		s := a.preferences()
		choose, want := choosing(), wantOf(s)
		ids := selector.Providers()
		out, chosen := make([]ProviderInfo, len(ids)), ""
		// Side by side: Ollama and a keychain may let us wait.
		parts := []func(){func() { chosen = choose.Choose(context.Background(), want).Chosen.Provider }}
		for i, id := range ids {
			parts = append(parts, func() { out[i] = a.stands(id, choose, s, want) })
		}
		if err := together(a, "Providers", parts...); err != nil {
			return nil, err
		}
		for i := range out {
			out[i].Chosen = out[i].Provider == chosen
		}
		return out, nil
	})
}

// stands says how one provider stands.
func (a *App) stands(id string, choose selector.Selector, s settings.Settings, want selector.Want) ProviderInfo {
	c, state, reason := choose.Look(context.Background(), id, want)
	info := ProviderInfo{
		Provider: id, Name: selector.Name(id), Cloud: c.Cloud, State: string(state), Reason: reason, Key: string(c.Key.Where), KeyName: llmkeys.Name(id),
		Model: c.Model, DefaultModel: usualModel(id), BaseURL: s.Of(id).BaseURL, Tested: a.lastTest(id, c.Model),
	}
	fares := models.Breakers.State(id, c.Model)
	info.Breaker = fares.Breaker
	if !fares.RestsUntil.IsZero() {
		info.State, info.Reason, info.RestingUntil = "resting", "it failed three times in a row: "+fares.Problem, fares.RestsUntil.UnixMilli()
	}
	return info
}

// usualModel is the model of a provider where the user names none.
func usualModel(id string) string {
	if model := catalogue.Default(id, time.Now()); model != "" {
		return model
	}
	return selector.UsualModel(id)
}

// lastTest is the last test of a model, nil where it was not tested since the
// start.
func (a *App) lastTest(id, model string) *ModelTest {
	a.mu.Lock()
	defer a.mu.Unlock()
	if t, ok := a.tested[id]; ok && t.Model == model {
		return &t
	}
	return nil
}

// ModelChoice says who would be asked now, and why.
func (a *App) ModelChoice() (ModelChoiceInfo, error) {
	return guard(a, "ModelChoice", func() (ModelChoiceInfo, error) {
		s := a.preferences()
		out := ModelChoiceInfo{Passed: []PassedOver{}, Then: []NextModel{}}
		if s.Mode == "static" {
			out.Hint = "Settings say that the rules answer alone."
			return out, nil
		}
		c := choosing().Choose(context.Background(), wantOf(s))
		out.Ready, out.Provider, out.Name, out.Model = c.Ready(), c.Chosen.Provider, c.Chosen.Name, c.Chosen.Model
		out.Cloud, out.Reason, out.Hint = c.Chosen.Cloud, c.Chosen.Reason, c.Hint
		for _, p := range c.Passed {
			out.Passed = append(out.Passed, PassedOver{p.Provider, p.Name, p.Reason})
		}
		for _, t := range c.Then {
			out.Then = append(out.Then, NextModel{t.Provider, t.Name, t.Model})
		}
		return out, nil
	})
}

// SaveProvider keeps what the user prefers of one provider.
func (a *App) SaveProvider(p ProviderSettings) error {
	return guarded(a, "SaveProvider", func() error {
		if p.BaseURL != "" {
			if _, err := choosing().KeyHost(p.Provider, p.BaseURL); err != nil {
				return &fault.Fault{Code: fault.WrongUse, Message: "The address was not saved: " + err.Error(), Hint: "It looks like http://localhost:1234/v1."}
			}
		}
		return a.changeSettings(func(s Settings) Settings { return s.With(settings.Provider(p)) })
	})
}

// server is who a provider's key is for.
func (a *App) server(id string) (string, error) {
	if llmkeys.Name(id) == "" {
		return "", &fault.Fault{Code: fault.WrongUse, Message: "There is no key for " + id, Hint: "Only providers of the cloud, and Ollama behind a gateway, have one."}
	}
	return choosing().KeyHost(id, a.preferences().Of(id).BaseURL)
}

// SetKey keeps a provider's key in the keychain, or in a private file where
// there is none.
func (a *App) SetKey(id, key string) (KeyPlace, error) {
	return guard(a, "SetKey", func() (KeyPlace, error) {
		host, err := a.server(id)
		if err != nil {
			return KeyPlace{}, err
		}
		where, warning, err := keyring().Set(context.Background(), id, host, key)
		if err != nil {
			return KeyPlace{}, &fault.Fault{Code: fault.WrongUse, Message: "The key was not kept: " + err.Error(), Hint: "Copy it once more from the provider's page."}
		}
		a.anew(id)
		return KeyPlace{string(where), warning}, nil
	})
}

// RemoveKey forgets a provider's key.
func (a *App) RemoveKey(id string) error {
	return guarded(a, "RemoveKey", func() error {
		host, err := a.server(id)
		if err != nil {
			return err
		}
		err = keyring().Remove(context.Background(), id, host)
		a.anew(id)
		if errors.Is(err, llmkeys.ErrEnvironment) {
			return &fault.Fault{Code: fault.WrongUse, Message: "The key is set in the environment as " + llmkeys.Name(id), Hint: "aipack only reads the environment: unset it there."}
		}
		return err
	})
}

// anew gives a provider another chance after a change, and tells the page.
func (a *App) anew(id string) {
	models.Breakers.Forget(id)
	a.mu.Lock()
	delete(a.tested, id)
	a.mu.Unlock()
	a.emit("models", nil)
}

// mostTest bounds a test: a model on a slow processor is read in first.
const mostTest = 3 * time.Minute

// TestModel asks a provider's model to call a tool and to answer in JSON. That
// it cannot is an answer.
func (a *App) TestModel(id string) (ModelTest, error) {
	return guard(a, "TestModel", func() (ModelTest, error) {
		ctx, cancel := context.WithTimeout(context.Background(), mostTest)
		defer cancel()
		want := wantOf(a.preferences())
		want.Provider, want.Fallback = id, selector.NoFallback
		begun := a.now()
		test := ModelTest{At: begun.UnixMilli()}
		s := a.preferences()
		found, model, err := tried(ctx, want, ModelChoice{Books: a.books, Cap: float64(s.MonthlyCapUSD), Unbooked: a.unsaved})
		test.Model, test.DurationMS = model, a.now().Sub(begun).Milliseconds()
		test.Tools, test.JSONMode, test.ContextWindow = found.Tools, found.JSON, found.Window
		test.TokensPerSecond, test.Warning = found.TokensPerSecond, found.Warning
		if test.OK = err == nil; !test.OK {
			f := faultOf(err)
			test.Message, test.Hint = f.Message, f.Hint
		}
		a.anew(id)
		a.mu.Lock()
		a.tested[id] = test
		a.mu.Unlock()
		return test, nil
	})
}

// tried tests whoever is wanted, within the cap of m, and books it.
func tried(ctx context.Context, want selector.Want, m ModelChoice) (llm.Capabilities, string, error) {
	s := choosing()
	choice := s.Choose(ctx, want)
	if !choice.Ready() {
		return llm.Capabilities{}, "", choice.Unready()
	}
	clients, err := s.Open(choice)
	if err != nil {
		return llm.Capabilities{}, choice.Chosen.Model, llm.Fault(err)
	}
	found, err := llm.Validate(ctx, m.Hold(clients[0], choice.Chosen), catalogue.Window(want.Provider, choice.Chosen.Model))
	if err != nil {
		err = llm.Fault(err)
	}
	return found, choice.Chosen.Model, err
}

// Models lists what a provider offers: the catalogue, and what the user's own
// server has.
func (a *App) Models(id string) ([]ModelInfo, error) {
	return guard(a, "Models", func() ([]ModelInfo, error) {
		if id == "embedded" {
			return embeddedModels()
		}
		out := []ModelInfo{}
		for _, m := range catalogue.Of(id) {
			info := ModelInfo{ID: m.Name, Name: m.Title, ContextWindow: m.Window, Priced: m.Price != nil || id == "ollama", Note: m.Note, Usual: m.Name == usualModel(id)}
			if m.Price != nil {
				info.USDIn, info.USDOut = m.Price.Input, m.Price.Output
			}
			if m.Gone(a.now()) {
				info.Note = "Its provider took it off on " + m.Retired + "."
			}
			out = append(out, info)
		}
		return a.listed(id, out), nil
	})
}

// mostListing bounds the question to a server which models it has.
const mostListing = 5 * time.Second

// listed marks what the user's own server has, and adds what the catalogue
// does not know.
func (a *App) listed(id string, known []ModelInfo) []ModelInfo {
	prefers := a.preferences()
	if id != "ollama" && prefers.Of(id).BaseURL == "" {
		return known
	}
	ctx, cancel := context.WithTimeout(context.Background(), mostListing)
	defer cancel()
	s := choosing()
	c, _, _ := s.Look(ctx, id, wantOf(prefers))
	client, err := s.Open(selector.Choice{Chosen: c})
	if err != nil {
		return known
	}
	lister, able := client[0].(llm.Lister)
	if !able {
		return known
	}
	models, err := lister.Models(ctx)
	if err != nil {
		return known // the provider's own state says why
	}
	place := map[string]int{}
	for i, m := range known {
		place[m.ID] = i
	}
	for _, m := range models {
		if i, ok := place[m.Name]; ok {
			known[i].Installed = true
			continue
		}
		info := ModelInfo{ID: m.Name, Name: m.Name, ContextWindow: m.Window, Installed: true, Priced: !c.Cloud && m.Remote == ""}
		if m.Remote != "" {
			info.Note = "It runs at " + m.Remote + ", not on your machine."
		}
		known = append(known, info)
	}
	return known
}

// embeddedModels are the model files, those that are here first.
func embeddedModels() ([]ModelInfo, error) {
	all, err := modelfile.Shelf{Dir: modelfile.Folder()}.List()
	if err != nil {
		return nil, err
	}
	out := []ModelInfo{}
	for _, e := range all {
		out = append(out, ModelInfo{ID: e.ID, Name: e.Name, ContextWindow: e.Context, Priced: true, Installed: e.State == modelfile.Ready})
	}
	return out, nil
}
