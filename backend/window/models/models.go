package models

import (
	"context"
	"time"

	"aipack/backend/base/fault"
	"aipack/backend/base/settings"
	"aipack/backend/model/llm/gateway"
	"aipack/backend/model/llm/selector"
	"aipack/backend/model/llm/server"
	"aipack/backend/model/llm/spending"
	"aipack/backend/window/page"
	"aipack/backend/window/session"
)

// Models are the providers of models: how they stand, what the user prefers of
// each, and what they cost.
type Models struct {
	Page        *page.Link
	Preferences *session.Preferences
	Gateway     *gateway.Models
	Books       *spending.Ledger
	Tested      *Tests
	Now         func() time.Time
}

// Providers says how each provider stands, in the specified order. Only Ollama
// is asked.
func (ms *Models) Providers() ([]ProviderInfo, error) {
	return page.Guard(ms.Page, "Models.Providers", func() ([]ProviderInfo, error) {
		s := ms.Preferences.InForce()
		choose, want := ms.Gateway.Selector(), gateway.Wanted(s)
		ids := selector.Providers()
		out, chosen := make([]ProviderInfo, len(ids)), ""
		// Side by side: Ollama and a keychain may let us wait.
		parts := []func(){func() { chosen = choose.Choose(context.Background(), want).Chosen.Provider }}
		for i, id := range ids {
			parts = append(parts, func() { out[i] = ms.stands(id, choose, s, want) })
		}
		if err := ms.Page.Together("Models.Providers", parts...); err != nil {
			return nil, err
		}
		for i := range out {
			out[i].Chosen = out[i].Provider == chosen
		}
		return out, nil
	})
}

// stands says how one provider stands.
func (ms *Models) stands(id string, choose selector.Chooser, s settings.Preferences, want selector.Want) ProviderInfo {
	c, state, reason := choose.Look(context.Background(), id, want)
	known := server.Kind{}
	if id == "openai" {
		known, _ = server.At(c.BaseURL)
	}
	info := ProviderInfo{
		Provider: id, Name: selector.Name(id), Cloud: c.Cloud, State: string(state), Reason: reason, Key: string(c.Key.Where), KeyName: c.KeyName,
		Model: c.Model, DefaultModel: ms.Gateway.Usual(id), BaseURL: s.Of(id).BaseURL, Tested: ms.Tested.of(c), Server: known.ID,
	}
	fares := ms.Gateway.Breakers.State(id, c.Model)
	info.Breaker = fares.Breaker
	if !fares.RestsUntil.IsZero() {
		info.State, info.Reason, info.RestingUntil = "resting", "it failed three times in a row: "+fares.Problem, fares.RestsUntil.UnixMilli()
	}
	return info
}

// Choice says who would be asked now, and why.
func (ms *Models) Choice() (ModelChoiceInfo, error) {
	return page.Guard(ms.Page, "Models.Choice", func() (ModelChoiceInfo, error) {
		s := ms.Preferences.InForce()
		out := ModelChoiceInfo{Passed: []PassedOver{}, Then: []NextModel{}}
		if s.Mode == "static" {
			out.Hint = "Settings say that the rules answer alone."
			return out, nil
		}
		c := ms.Gateway.Selector().Choose(context.Background(), gateway.Wanted(s))
		out.Ready, out.Provider, out.Name, out.Model = c.Ready(), c.Chosen.Provider, c.Chosen.Name, c.Chosen.Model
		out.Cloud, out.Reason, out.Hint = c.Chosen.Cloud, c.Chosen.Reason, c.Hint
		for _, p := range c.Passed {
			out.Passed = append(out.Passed, PassedOver{p.Provider, p.Name, string(p.State), p.Reason})
		}
		for _, t := range c.Then {
			out.Then = append(out.Then, NextModel{t.Provider, t.Name, t.Model})
		}
		return out, nil
	})
}

// SaveProvider keeps what the user prefers of one provider.
func (ms *Models) SaveProvider(p ProviderSettings) error {
	return page.Guarded(ms.Page, "Models.SaveProvider", func() error {
		if p.BaseURL != "" {
			if _, err := ms.Gateway.Selector().Account(p.Provider, p.BaseURL); err != nil {
				return &fault.Fault{Code: fault.WrongUse, Message: "The address was not saved: " + err.Error(), Hint: "It looks like http://localhost:1234/v1."}
			}
			if known, whole := server.Complete(p.BaseURL); p.Provider == "openai" && !whole {
				return &fault.Fault{
					Code: fault.WrongUse, Message: "The address was not saved: it is not complete",
					Hint: "An address of " + known.Title + " looks like " + known.Address + "; the words in capitals are yours to fill in.",
				}
			}
		}
		return ms.Preferences.Change(func(s settings.Preferences) settings.Preferences { return s.With(settings.Provider(p)) })
	})
}

// Servers lists the servers that speak OpenAI's protocol and are known.
func (ms *Models) Servers() ([]ServerInfo, error) {
	return page.Guard(ms.Page, "Models.Servers", func() ([]ServerInfo, error) {
		out := []ServerInfo{}
		for _, s := range server.All() {
			_, ready := server.Complete(s.Address)
			key := ""
			if len(s.KeyNames) > 0 {
				key = s.KeyNames[0]
			}
			out = append(out, ServerInfo{
				ID: s.ID, Title: s.Title, Address: s.Address, Ready: ready, Keyless: len(s.Hosts) == 0,
				KeyName: key, Model: s.Model, Note: s.Note,
			})
		}
		return out, nil
	})
}
