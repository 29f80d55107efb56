package gateway

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"aipack/backend/model/llm/catalogue"
	"aipack/backend/model/llm/selector"
	"aipack/backend/model/modelfile"
)

// order lists Ollama's models as this machine should ask them.
func (g *Models) order(ctx context.Context) []string {
	picture, decision := g.machine(ctx)
	room := modelfile.RoomOn(picture, decision)
	if picture.Graphics() || room.GPU > 0 {
		return selector.Preferred()
	}
	return onProcessor(room)
}

// onProcessor lists Ollama's models for a machine without a GPU: the
// specification's model for processors (A091), then the others in their usual
// order, as far as they answer in time; then those that do not, the soonest
// first; then those that its memory, where it is known, does not hold; then any
// model of a usual family, under whatever tag.
func onProcessor(room modelfile.Room) []string {
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
	var quick, slow, large []string
	for _, name := range names {
		m, _ := catalogue.Lookup("ollama", name)
		if _, seen := seconds[name]; seen {
			continue
		}
		seconds[name] = modelfile.Ollama(m.Weights).Seconds(room.Pace)
		switch {
		case room.Memory > 0 && room.Memory < int64(max(m.RAM, m.VRAM))<<30:
			large = append(large, name)
		case modelfile.Patient(seconds[name]):
			quick = append(quick, name)
		default:
			slow = append(slow, name)
		}
	}
	slices.SortStableFunc(slow, func(a, b string) int { return cmp.Compare(seconds[a], seconds[b]) })
	families := slices.DeleteFunc(selector.Preferred(), func(name string) bool { return strings.Contains(name, ":") })
	return slices.Concat(quick, slow, large, families)
}
