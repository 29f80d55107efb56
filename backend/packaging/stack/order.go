package stack

import (
	"slices"

	"aipack/backend/detect/backing"
	"aipack/backend/universalbuild"
)

// order says which members have to be there before others. Members are called
// by their places.
type order struct {
	members []Member
	before  [][]int // those that each depends on
	circle  []int   // of each; members of one need each other, over any number of others
}

func orderOf(members []Member) *order {
	at := map[string][]int{}
	for i, m := range members {
		if m.Document.Metadata.Kind != universalbuild.CLI {
			at[m.Document.Metadata.Path] = append(at[m.Document.Metadata.Path], i)
		}
	}
	o := &order{members: members, before: make([][]int, len(members))}
	for i, m := range members {
		for _, path := range m.Document.Metadata.DependsOn {
			if path != m.Document.Metadata.Path {
				o.before[i] = append(o.before[i], at[path]...)
			}
		}
		slices.Sort(o.before[i])
		o.before[i] = slices.Compact(o.before[i])
	}
	o.circle = circles(o.before)
	return o
}

// needs gives what has to be there before a member: its data services, and
// those services of the plan that it depends on, unless they need it too.
func (o *order) needs(i int, store func(m Member, id string) string) (list []Need) {
	known := map[string]bool{}
	add := func(one Need) {
		if !known[one.Name] {
			known[one.Name] = true
			list = append(list, one)
		}
	}
	for _, id := range sorted(o.members[i].Document.Metadata.BackingServices) {
		if b, ok := backing.Of(id); ok {
			add(Need{Name: store(o.members[i], id), Well: len(b.Health) > 0})
		}
	}
	for _, other := range o.before[i] {
		if m := o.members[other]; o.circle[other] != o.circle[i] {
			add(Need{Name: m.Name, Well: m.Document.Runtime.Healthcheck != nil && m.Document.Starts()})
		}
	}
	return list
}

// mutual gives the services of the plan that a member needs and that need it
// too, over any number of others.
func (o *order) mutual(i int) (list []string) {
	for _, other := range o.before[i] {
		if o.circle[other] == o.circle[i] {
			list = append(list, o.members[other].Name)
		}
	}
	return list
}

// circles numbers the strongly connected parts of a graph (Tarjan, Depth-first
// search and linear graph algorithms, 1972): each place gets its part's number.
func circles(to [][]int) []int {
	part, seen, low := make([]int, len(to)), make([]int, len(to)), make([]int, len(to))
	var open []int // not yet of a part
	count, parts := 0, 0
	var visit func(int)
	visit = func(i int) {
		count++
		seen[i], low[i] = count, count
		open = append(open, i)
		for _, next := range to[i] {
			if seen[next] == 0 {
				visit(next)
			}
			if part[next] == 0 {
				low[i] = min(low[i], low[next])
			}
		}
		if low[i] < seen[i] {
			return
		}
		parts++
		for {
			last := open[len(open)-1]
			open = open[:len(open)-1]
			part[last] = parts
			if last == i {
				return
			}
		}
	}
	for i := range to {
		if seen[i] == 0 {
			visit(i)
		}
	}
	return part
}
