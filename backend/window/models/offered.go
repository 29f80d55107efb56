package models

import (
	"context"
	"slices"
	"time"

	"aipack/backend/model/llm"
	"aipack/backend/model/llm/catalogue"
	"aipack/backend/model/llm/gateway"
	"aipack/backend/model/llm/selector"
	"aipack/backend/model/modelfile"
	"aipack/backend/window/page"
)

// List lists what a provider offers: the catalogue, and what the user's own
// server has.
func (ms *Models) List(id string) ([]ModelInfo, error) {
	return page.Guard(ms.Page, "Models.List", func() ([]ModelInfo, error) {
		if id == "embedded" {
			return embeddedModels()
		}
		out := []ModelInfo{}
		for _, m := range catalogue.Of(id) {
			info := ModelInfo{
				ID: m.Name, Name: m.Title, ContextWindow: m.Window, Priced: m.Price != nil || id == "ollama", Note: m.Note,
				Usual: m.Name == ms.Gateway.Usual(id), Tier: m.Tier, VRAM: m.VRAM, RAM: m.RAM, Pull: m.Pull(),
			}
			if m.Price != nil {
				info.USDIn, info.USDOut = m.Price.Input, m.Price.Output
			}
			if m.Gone(ms.Now()) {
				info.Note = "Its provider took it off on " + m.Retired + "."
			}
			out = append(out, info)
		}
		return ms.listed(id, out), nil
	})
}

// mostListing bounds the question to a server which models it has.
const mostListing = 5 * time.Second

// listed marks what the user's own server has, and adds what the catalogue
// does not know.
func (ms *Models) listed(id string, known []ModelInfo) []ModelInfo {
	prefers := ms.Preferences.InForce()
	if id != "ollama" && prefers.Of(id).BaseURL == "" {
		return known
	}
	ctx, cancel := context.WithTimeout(context.Background(), mostListing)
	defer cancel()
	s := ms.Gateway.Selector()
	c, _, _ := s.Look(ctx, id, gateway.Wanted(prefers))
	client, err := s.Open(selector.Choice{Chosen: c})
	if err != nil {
		return known
	}
	lister, able := client[0].(llm.Lister)
	if !able {
		return known
	}
	models, err := lister.Models(ctx)
	if id == "openai" {
		known = among(known, models) // another server has other models than OpenAI
	}
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

// among are those of the known models that a server lists.
func among(known []ModelInfo, listed []llm.ModelInfo) []ModelInfo {
	return slices.DeleteFunc(known, func(m ModelInfo) bool {
		return !slices.ContainsFunc(listed, func(l llm.ModelInfo) bool { return l.Name == m.ID })
	})
}

// embeddedModels are the model files, those that are here first.
func embeddedModels() ([]ModelInfo, error) {
	all, err := modelfile.Shelf{Dir: modelfile.Folder()}.List()
	if err != nil {
		return nil, err
	}
	out := []ModelInfo{}
	for _, e := range all {
		if !e.Vectors {
			out = append(out, ModelInfo{ID: e.ID, Name: e.Name, ContextWindow: e.Context, Priced: true, Installed: e.State == modelfile.Ready})
		}
	}
	return out, nil
}
