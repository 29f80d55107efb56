package gateway

import (
	"cmp"
	"context"
	"slices"

	"aipack/backend/hardware"
	"aipack/backend/llm/catalogue"
	"aipack/backend/llm/selector"
	"aipack/backend/modelfile"
)

// order lists Ollama's models as this machine should ask them.
func (g *Models) order(ctx context.Context) []string {
	room := g.room(ctx)
	if g.picture.Graphics() || room.GPU > 0 {
		return selector.Preferred()
	}
	return onProcessor(room.Pace)
}

// onProcessor lists Ollama's models for a machine without a GPU: the
// specification's model for processors (A091), then the others in their usual
// order, as far as they answer in time; then those that do not, the soonest first.
func onProcessor(pace hardware.Pace) []string {
	known := catalogue.Of("ollama")
	specified := slices.IndexFunc(known, func(m catalogue.Model) bool { return m.Tier == 3 })
	names := []string{known[specified].Name}
	for _, name := range selector.Preferred() {
		if m, exact := catalogue.Lookup("ollama", name); exact {
			names = append(names, m.Name)
		}
	}
	for _, m := range known {
		names = append(names, m.Name)
	}
	seconds := map[string]float64{}
	var quick, slow []string
	for _, name := range names {
		m, _ := catalogue.Lookup("ollama", name)
		if _, seen := seconds[name]; seen {
			continue
		}
		seconds[name] = modelfile.Ollama(m.Weights).Seconds(pace)
		if modelfile.Patient(seconds[name]) {
			quick = append(quick, name)
		} else {
			slow = append(slow, name)
		}
	}
	slices.SortStableFunc(slow, func(a, b string) int { return cmp.Compare(seconds[a], seconds[b]) })
	return append(quick, slow...)
}
