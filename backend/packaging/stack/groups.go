package stack

import "slices"

// Groups are the services that have to be there at the same time, by their
// places in the plan: those that need each other, over any number of others, and
// those that share a data service.
func (w Whole) Groups() (groups [][]int) {
	of := map[string]int{} // the group of each service and data service
	for i, s := range w.Services {
		of[s.Name] = i
	}
	lead := make([]int, len(w.Services)) // towards the first of each group
	for i := range lead {
		lead[i] = i
	}
	var first func(int) int
	first = func(i int) int {
		if lead[i] != i {
			lead[i] = first(lead[i])
		}
		return lead[i]
	}
	for i, s := range w.Services {
		names := slices.Clone(s.Mutual)
		for _, need := range s.Needs {
			names = append(names, need.Name)
		}
		for _, name := range names {
			other, known := of[name]
			if !known {
				of[name], other = i, i
			}
			a, b := first(i), first(other)
			lead[max(a, b)] = min(a, b)
		}
	}
	at := map[int]int{}
	for i := range w.Services {
		g := first(i)
		if _, known := at[g]; !known {
			at[g] = len(groups)
			groups = append(groups, nil)
		}
		groups[at[g]] = append(groups[at[g]], i)
	}
	return groups
}
