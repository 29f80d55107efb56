package codegraph

import (
	"slices"

	"aipack/backend/code/syntax"
)

// Reached is a node with how many steps lead to it.
type Reached struct {
	Node  NodeID
	Depth int
}

// Dependents are those that would notice a change of a node, directly or through
// others, up to a depth (0: however deep), the nearest first.
func (g *Graph) Dependents(n NodeID, depth int) []Reached {
	return g.reach(n, depth, func(n NodeID, each func(NodeID)) {
		for _, e := range g.to(n) {
			each(g.Edges[e].From)
		}
	})
}

// Dependencies are those that a node needs, likewise.
func (g *Graph) Dependencies(n NodeID, depth int) []Reached {
	return g.reach(n, depth, func(n NodeID, each func(NodeID)) {
		for _, e := range g.From(n) {
			each(e.To)
		}
	})
}

func (g *Graph) reach(from NodeID, depth int, next func(NodeID, func(NodeID))) []Reached {
	seen := map[NodeID]bool{from: true}
	var out []Reached
	level := []NodeID{from}
	for d := 1; len(level) > 0 && (depth == 0 || d <= depth); d++ {
		var further []NodeID
		for _, n := range level {
			next(n, func(to NodeID) {
				if !seen[to] {
					seen[to] = true
					further = append(further, to)
				}
			})
		}
		slices.Sort(further)
		for _, n := range further {
			out = append(out, Reached{n, d})
		}
		level = further
	}
	return out
}

// Cycles are the groups of files that import each other in a circle, each sorted,
// the largest first.
func (g *Graph) Cycles() [][]NodeID { return g.cycles(func(Edge) bool { return true }) }

// LoadingCycles are those of files that need each other while they are loaded: not
// in a function that is called later, nor for types alone.
func (g *Graph) LoadingCycles() [][]NodeID {
	return g.cycles(func(e Edge) bool {
		f := g.Files[e.File]
		return slices.ContainsFunc(f.Imports, func(i syntax.Import) bool { return i.Line == int(e.Line) && i.To == 0 && !i.Lax })
	})
}

func (g *Graph) cycles(counts func(Edge) bool) [][]NodeID {
	var out [][]NodeID
	leads := make(map[NodeID][]NodeID, len(g.first))
	for _, e := range g.Edges {
		if e.Kind == Imports && counts(e) {
			leads[e.From] = append(leads[e.From], e.To)
		}
	}
	for _, group := range g.components(leads) {
		if len(group) > 1 {
			slices.Sort(group)
			out = append(out, group)
		}
	}
	slices.SortFunc(out, func(a, b []NodeID) int {
		if len(a) != len(b) {
			return len(b) - len(a)
		}
		return int(a[0] - b[0])
	})
	return out
}

// components are the strongly connected parts of a graph of files, by Tarjan's
// algorithm, with a stack of its own: a chain of files may be long.
func (g *Graph) components(leads map[NodeID][]NodeID) [][]NodeID {
	type state struct {
		n    NodeID
		next int
	}
	number, low := map[NodeID]int{}, map[NodeID]int{}
	on := map[NodeID]bool{}
	var stack []NodeID
	var out [][]NodeID
	for _, root := range g.first {
		if number[root] > 0 {
			continue
		}
		calls := []state{{n: root}}
		for len(calls) > 0 {
			c := &calls[len(calls)-1]
			if c.next == 0 && number[c.n] == 0 {
				number[c.n] = len(number) + 1
				low[c.n] = number[c.n]
				stack, on[c.n] = append(stack, c.n), true
			}
			down := false
			for c.next < len(leads[c.n]) {
				to := leads[c.n][c.next]
				c.next++
				if number[to] == 0 {
					calls, down = append(calls, state{n: to}), true
					break
				}
				if on[to] {
					low[c.n] = min(low[c.n], number[to])
				}
			}
			if down {
				continue
			}
			n := c.n
			calls = calls[:len(calls)-1]
			if len(calls) > 0 {
				up := calls[len(calls)-1].n
				low[up] = min(low[up], low[n])
			}
			if low[n] != number[n] {
				continue
			}
			var group []NodeID
			for {
				last := stack[len(stack)-1]
				stack, on[last] = stack[:len(stack)-1], false
				group = append(group, last)
				if last == n {
					break
				}
			}
			out = append(out, group)
		}
	}
	return out
}
