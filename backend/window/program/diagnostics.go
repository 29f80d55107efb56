package program

import (
	"slices"

	"aipack/backend/store"
	"aipack/backend/window/page"
)

// mostTimed is how many runs the diagnostics show the time of.
const mostTimed = 100

// Diagnostics is what a problem report needs.
func (p *Program) Diagnostics() (Diagnostics, error) {
	return page.Guard(p.Page, "Program.Diagnostics", p.diagnostics)
}

func (p *Program) diagnostics() (Diagnostics, error) {
	d := Diagnostics{
		Version: p.Page.About.Version, DataFolder: p.Page.About.Data, Database: p.Store.Path(),
		Phases: []PhaseTime{}, Tools: []ToolTime{}, Runs: []RunTime{}, Log: p.Page.Log.All(),
	}
	d.Sizes.DatabaseBytes = p.Store.Bytes()
	runs, total, err := p.Store.Runs(store.Filter{}, 0, mostTimed)
	if err != nil {
		return d, err
	}
	d.Sizes.Runs = total
	for _, r := range slices.Backward(runs) {
		if r.State == "completed" {
			d.Runs = append(d.Runs, RunTime{r.Name, r.StartedAt, r.DurationMS})
		}
	}
	for _, t := range p.Metrics.Phases() {
		d.Phases = append(d.Phases, PhaseTime(t))
	}
	for _, t := range p.Metrics.Tools() {
		d.Tools = append(d.Tools, ToolTime(t))
	}
	d.Models.Calls, d.Models.Tokens = p.Metrics.LLM()
	d.Models.Cache = CacheUse(p.Metrics.Cache())
	d.Models.CacheHitRate = p.Metrics.CacheHitRate()
	d.Insight, err = p.insight()
	return d, err
}
