package repair

import (
	"slices"
	"testing"
)

// TestPhases: every pair of phases, against the transitions as they are specified: one
// after the other, from any to mending, from there back to a change or to the end.
func TestPhases(t *testing.T) {
	t.Parallel()
	all := append(slices.Clone(order), Mending, Escalated)
	allowed := map[Phase][]Phase{
		Gathering: {Gathering, Editing, Mending},
		Editing:   {Editing, Checking, Mending},
		Checking:  {Checking, Building, Mending},
		Building:  {Building, Running, Mending},
		Running:   {Running, Securing, Mending},
		Securing:  {Securing, Browsing, Mending},
		Browsing:  {Browsing, Offering, Mending},
		Mending:   {Mending, Editing, Escalated, Gathering},
		Offering:  {Offering, Done, Mending},
		Done:      {Done},
		Escalated: {Escalated},
	}
	if len(all) != 11 || len(allowed) != len(all) {
		t.Fatalf("%d phases", len(all))
	}
	for _, from := range all {
		for _, to := range all {
			if got, want := from.May(to), slices.Contains(allowed[from], to); got != want {
				t.Errorf("from %s to %s: %v", from, to, got)
			}
			last := from
			for _, p := range way(from, to) {
				if !last.May(p) {
					t.Errorf("on the way from %s to %s: %s to %s", from, to, last, p)
				}
				last = p
			}
		}
	}
}
