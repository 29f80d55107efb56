package codemap

import (
	"cmp"

	"aipack/backend/code/codegraph"
)

// How many of each issue are listed.
const (
	mostIssues   = 200
	mostOfCircle = 40 // files of one
)

// Issues lists circles, what is named by nothing, and what could not be read.
func (v *View) Issues() Issues {
	out := v.Map.issues()
	out.Unnamed = []Node{}
	left := v.Map.unnamed()
	for _, n := range left[:min(len(left), mostIssues)] {
		out.Unnamed = append(out.Unnamed, v.node(v.Map.graph, n))
	}
	return out
}

// look finds all issues but symbols, which are shown beside the plan.
func (m *Map) look() Issues {
	graph := m.graph
	out := Issues{Cycles: [][]string{}, Alone: []string{}, Unread: []Line{}, LeftOut: []Line{}, Problems: []Line{}}
	cycles, alone := graph.Cycles(), graph.Alone()
	for _, c := range cycles[:min(len(cycles), mostIssues)] {
		out.Cycles = append(out.Cycles, pathsOf(graph, c[:min(len(c), mostOfCircle)]))
	}
	out.Alone = append(out.Alone, pathsOf(graph, alone[:min(len(alone), mostIssues)])...)
	for _, u := range m.unread[:min(len(m.unread), mostIssues)] {
		out.Unread = append(out.Unread, Line{Path: u.Path, Text: u.Reason})
	}
	for _, s := range m.leftOut[:min(len(m.leftOut), mostIssues)] {
		out.LeftOut = append(out.LeftOut, Line{Path: s.Path, Text: s.Why()})
	}
	problems := 0
	for _, f := range graph.Files {
		problems += min(len(f.Problems), 1)
		if len(f.Problems) > 0 && len(out.Problems) < mostIssues {
			out.Problems = append(out.Problems, Line{Path: f.Path, Line: f.Problems[0].Line, Text: cmp.Or(f.Problems[0].Text, "this fits no rule of the language")})
		}
	}
	out.Totals = []Amount{
		{"cycles", len(cycles)}, {"unnamed", len(m.unnamed())}, {"alone", len(alone)},
		{"unread", len(m.unread)}, {"problems", problems},
	}
	return out
}

func pathsOf(g *codegraph.Graph, nodes []codegraph.NodeID) []string {
	out := []string{}
	for _, n := range nodes {
		out = append(out, g.Path(n))
	}
	return out
}
