package briefing

import (
	"cmp"
	"fmt"
	"slices"

	"aipack/backend/code/codegraph"
	"aipack/backend/code/syntax"
)

// relate fills the second level with signatures, the nearest first: what did not
// fit into the first, who names the target, the second level of what is named; and
// where there is room, what else somebody must know who works there.
func (a *assembling) relate(target codegraph.NodeID, left []codegraph.NodeID, room int) {
	var first []codegraph.NodeID // of the first level
	for _, p := range a.context.Immediate {
		first = append(first, p.Node)
	}
	callers, tests := a.naming([]codegraph.NodeID{target})
	types := a.types(target, first, left)
	room = a.add(left, room)
	// No kind takes more than half of what room there is before all had a part:
	// of what everybody names there would be nothing but who does.
	var rest [][]codegraph.NodeID
	for _, near := range []func() []codegraph.NodeID{
		func() []codegraph.NodeID { return callers },
		func() []codegraph.NodeID { return a.graph.LikelyCallers(target) },
		func() []codegraph.NodeID { return a.likely(target, types) },
		func() []codegraph.NodeID { return a.named(first) },
		func() []codegraph.NodeID { return a.filling(append(slices.Clone(first), left...)) },
		func() []codegraph.NodeID { return a.members(types) },
		func() []codegraph.NodeID { return a.further(callers) },
		func() []codegraph.NodeID { return a.named(a.shown()) },
		func() []codegraph.NodeID { return a.beside(target) },
		func() []codegraph.NodeID { return a.graph.Namesakes(target) },
		func() []codegraph.NodeID { return a.named(callers) },
		func() []codegraph.NodeID { return a.constants(a.named(a.shown())) },
		func() []codegraph.NodeID { return tests },
	} {
		nodes := near()
		room -= room/2 - a.add(nodes, room/2)
		rest = append(rest, nodes)
	}
	for _, nodes := range rest {
		room = a.add(nodes, room)
	}
}

// constants are those of some nodes: their signature is all there is to know of
// them, so that they are worth their room even where what names them is far.
func (a *assembling) constants(nodes []codegraph.NodeID) []codegraph.NodeID {
	return slices.DeleteFunc(nodes, func(n codegraph.NodeID) bool {
		k := a.graph.Nodes[n].Kind
		return k != syntax.Constant && k != syntax.Variable
	})
}

// add puts signatures into the second level as far as there is room, and gives
// what is left of it.
func (a *assembling) add(nodes []codegraph.NodeID, room int) int {
	for _, n := range nodes {
		s := a.graph.Symbol(n)
		if s == nil || s.Local || a.related[n] || a.has(n) {
			continue
		}
		signature, _ := a.graph.Says(n)
		text := fmt.Sprintf("%s ...  %s %s, line %d\n", signature, remark(a.graph.Language(n)), a.graph.Path(n), s.Line)
		part := Part{Node: n, Path: a.graph.Path(n), Line: int(s.Line), Text: text, Tokens: a.counter.Count(text)}
		if part.Tokens > room {
			continue
		}
		a.related[n] = true
		room -= part.Tokens
		a.context.Related = append(a.context.Related, part)
	}
	return room
}

// shown are the nodes of the second level as it is.
func (a *assembling) shown() []codegraph.NodeID {
	var out []codegraph.NodeID
	for _, p := range a.context.Related {
		out = append(out, p.Node)
	}
	return out
}

// types are those whose members somebody must know: the target's own, and those
// that the target names.
func (a *assembling) types(target codegraph.NodeID, first, left []codegraph.NodeID) []codegraph.NodeID {
	var out []codegraph.NodeID
	add := func(n codegraph.NodeID) {
		if n != codegraph.None && !slices.Contains(out, n) && a.graph.Nodes[n].Kind.IsType() {
			out = append(out, n)
		}
	}
	add(a.graph.TypeOf(target))
	for _, n := range append(slices.Clone(first), left...) {
		if n != target {
			add(n)
		}
	}
	return out
}

func (a *assembling) likely(target codegraph.NodeID, types []codegraph.NodeID) []codegraph.NodeID {
	of := map[codegraph.NodeID]bool{}
	for _, t := range types {
		of[t] = true
	}
	return a.graph.Likely(target, of)
}

// filling are the methods that are meant where some of interfaces are called.
func (a *assembling) filling(methods []codegraph.NodeID) []codegraph.NodeID {
	var out []codegraph.NodeID
	for _, m := range methods {
		out = append(out, a.graph.Filling(m)...)
	}
	return out
}

// members are types with what is declared in them, functions before fields.
func (a *assembling) members(types []codegraph.NodeID) []codegraph.NodeID {
	var out []codegraph.NodeID
	of := a.graph.Members(types...)
	for _, t := range types {
		all := of[t]
		slices.SortStableFunc(all, func(x, y codegraph.NodeID) int { return cmp.Compare(a.isField(x), a.isField(y)) })
		out = append(append(out, t), all...)
	}
	return out
}

func (a *assembling) isField(n codegraph.NodeID) int {
	if a.graph.Nodes[n].Kind == syntax.Field {
		return 1
	}
	return 0
}

// beside are those that stand in the target's file, the nearest first.
func (a *assembling) beside(target codegraph.NodeID) []codegraph.NodeID {
	file := a.graph.FileNode(a.graph.Nodes[target].File)
	var out []codegraph.NodeID
	for _, n := range a.graph.Within(file) {
		if a.graph.Nodes[n].Owner == file {
			out = append(out, n)
		}
	}
	far := func(n codegraph.NodeID) int { return max(int(n-target), int(target-n)) }
	slices.SortStableFunc(out, func(x, y codegraph.NodeID) int { return cmp.Compare(far(x), far(y)) })
	return out
}

// naming are the symbols that name some nodes or what lies in them; those of
// tests apart, which name much and say little of what a thing is for.
func (a *assembling) naming(nodes []codegraph.NodeID) (symbols, tests []codegraph.NodeID) {
	seen := map[codegraph.NodeID]bool{}
	for _, target := range nodes {
		for _, n := range a.graph.Within(target) {
			for _, e := range a.graph.To(n) {
				if a.graph.Symbol(e.From) == nil || seen[e.From] {
					continue
				}
				seen[e.From] = true
				if a.graph.IsTest(a.graph.Nodes[e.From].File) {
					tests = append(tests, e.From)
				} else {
					symbols = append(symbols, e.From)
				}
			}
		}
	}
	return symbols, tests
}

// further are those that name some nodes.
func (a *assembling) further(nodes []codegraph.NodeID) []codegraph.NodeID {
	out, _ := a.naming(nodes)
	return out
}
