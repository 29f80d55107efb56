package window

import (
	"slices"

	"aipack/backend/store"
	"aipack/backend/window/page"
)

// mostTimed is how many runs the diagnostics show the time of.
const mostTimed = 100

// Diagnostics is what a problem report needs.
func (p *Program) Diagnostics() (Diagnostics, error) {
	return page.Guard(p.page, "Program.Diagnostics", func() (Diagnostics, error) {
		d := Diagnostics{
			Version: p.page.About.Version, DataFolder: p.page.About.Data, Database: p.archive.Path(),
			Phases: []PhaseTime{}, Tools: []ToolTime{}, Runs: []RunTime{}, Log: p.page.Log.All(),
		}
		d.Sizes.DatabaseBytes = p.archive.Bytes()
		runs, total, err := p.archive.Runs(store.Filter{}, 0, mostTimed)
		if err != nil {
			return d, err
		}
		d.Sizes.Runs = total
		for _, r := range slices.Backward(runs) {
			if r.State == "completed" {
				d.Runs = append(d.Runs, RunTime{r.Name, r.StartedAt, r.DurationMS})
			}
		}
		for _, t := range p.metrics.Phases() {
			d.Phases = append(d.Phases, PhaseTime(t))
		}
		for _, t := range p.metrics.Tools() {
			d.Tools = append(d.Tools, ToolTime(t))
		}
		d.Models.Calls, d.Models.Tokens = p.metrics.LLM()
		d.Models.Cache = CacheUse(p.metrics.Cache())
		d.Models.CacheHitRate = p.metrics.CacheHitRate()
		return d, nil
	})
}
