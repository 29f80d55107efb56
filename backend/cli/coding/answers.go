package coding

import (
	"fmt"
	"slices"
	"strings"

	"aipack/backend/base/fault"
	"aipack/backend/cli/visible"
	"aipack/backend/code/codegraph"
)

func printGraph(a *asking, _ []string) error {
	if a.format == "json" {
		out := struct {
			Nodes []codegraph.Entry `json:"nodes"`
			Edges []edge            `json:"edges"`
		}{[]codegraph.Entry{}, []edge{}}
		for n := range a.graph.Nodes {
			out.Nodes = append(out.Nodes, a.graph.Entry(codegraph.NodeID(n)))
		}
		for _, e := range a.graph.Edges {
			out.Edges = append(out.Edges, a.edge(e))
		}
		return a.json(out)
	}
	lines := 0
	languages := map[string]int{}
	for i, f := range a.graph.Files {
		lines += f.Lines
		languages[a.graph.Language(a.graph.FileNode(i))]++
	}
	fmt.Fprintf(a.Out, "%d files, %d lines, %d symbols, %d places that name one\n", len(a.graph.Files),
		lines, len(a.graph.Nodes)-len(a.graph.Files), len(a.graph.Edges))
	for _, l := range sortedKeys(languages) {
		fmt.Fprintf(a.Out, "  %s: %d files\n", l, languages[l])
	}
	a.printTiers()
	a.printBusiest()
	for i, c := range a.graph.Cycles() {
		if i == 10 {
			fmt.Fprintln(a.Out, "and more circles")
			break
		}
		var names []string
		for _, n := range c {
			names = append(names, a.graph.Path(n))
		}
		visible.Fprintf(a.Out, "files that import each other in a circle: %s\n", strings.Join(names, ", "))
	}
	return nil
}

func (a *asking) printTiers() {
	count := map[string]map[string]int{}
	for _, e := range a.graph.Edges {
		k := e.Kind.String()
		if count[k] == nil {
			count[k] = map[string]int{}
		}
		count[k][e.Tier.String()]++
	}
	for _, kind := range sortedKeys(count) {
		var tiers []string
		for _, t := range sortedKeys(count[kind]) {
			tiers = append(tiers, fmt.Sprintf("%d %s", count[kind][t], t))
		}
		fmt.Fprintf(a.Out, "  %s: %s\n", kind, strings.Join(tiers, ", "))
	}
}

// printBusiest names the files that most others need.
func (a *asking) printBusiest() {
	type busy struct {
		path string
		from int
	}
	var all []busy
	for i := range a.graph.Files {
		from := map[string]bool{}
		for _, e := range a.graph.To(a.graph.FileNode(i)) {
			if e.Kind == codegraph.Imports {
				from[a.graph.Path(e.From)] = true
			}
		}
		if len(from) > 0 {
			all = append(all, busy{a.graph.Files[i].Path, len(from)})
		}
	}
	slices.SortStableFunc(all, func(a, b busy) int { return b.from - a.from })
	if len(all) == 0 {
		return
	}
	fmt.Fprintln(a.Out, "imported by most:")
	for _, b := range all[:min(10, len(all))] {
		visible.Fprintf(a.Out, "  %4d  %s\n", b.from, b.path)
	}
}

func sortedKeys[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

func printSymbols(a *asking, args []string) error {
	type hit struct {
		codegraph.Entry
		Score int `json:"score"`
	}
	out := []hit{}
	for _, h := range a.graph.Search(args[0], codegraph.Filter{}, 100) {
		out = append(out, hit{a.graph.Entry(h.Node), h.Score})
	}
	if a.format == "json" {
		return a.json(out)
	}
	for _, h := range out {
		visible.Fprintf(a.Out, "%3d  %-9s %s  %s:%d\n", h.Score, h.Kind, h.Name, h.Path, h.Line)
	}
	if len(out) == 0 {
		visible.Fprintf(a.Out, "no symbol has a name like %s\n", args[0])
	}
	return nil
}

func printReferences(a *asking, args []string) error {
	found, err := a.named(args[0])
	if err != nil {
		return err
	}
	out := []edge{}
	for _, n := range found {
		for _, e := range a.graph.To(n) {
			out = append(out, a.edge(e))
		}
	}
	if a.format == "json" {
		return a.json(out)
	}
	for _, e := range out {
		visible.Fprintf(a.Out, "%s:%d  %s %s by %s  (%s)\n", e.Path, e.Line, e.To, past(e.Kind), e.From, e.Tier)
	}
	if len(out) == 0 {
		visible.Fprintf(a.Out, "nothing names %s\n", args[0])
	}
	return nil
}

func past(kind string) string {
	return map[string]string{"calls": "is called", "imports": "is imported", "inherits": "is inherited", "uses": "is used"}[kind]
}

func printCard(a *asking, args []string) error {
	n, err := a.one(args[0])
	if err != nil {
		return err
	}
	card := struct {
		codegraph.Entry
		Doc        string   `json:"doc,omitempty"`
		NamedBy    []edge   `json:"named_by"`
		Names      []edge   `json:"names"`
		Dependents []string `json:"dependents"` // files that a change of it touches
	}{Entry: a.graph.Entry(n), NamedBy: []edge{}, Names: []edge{}, Dependents: []string{}}
	_, card.Doc = a.graph.Says(n)
	for _, e := range a.graph.To(n) {
		card.NamedBy = append(card.NamedBy, a.edge(e))
	}
	for _, e := range a.graph.From(n) {
		card.Names = append(card.Names, a.edge(e))
	}
	for _, t := range a.graph.Touched(n) {
		card.Dependents = append(card.Dependents, a.graph.Path(t))
	}
	if a.format == "json" {
		return a.json(card)
	}
	visible.Fprintf(a.Out, "%s %s  %s:%d\n", card.Kind, card.Name, card.Path, card.Line)
	if card.Signature != "" {
		visible.Fprintf(a.Out, "  %s\n", card.Signature)
	}
	if card.Doc != "" {
		fmt.Fprintln(a.Out, "  "+strings.ReplaceAll(visible.Block(card.Doc), "\n", "\n  "))
	}
	fmt.Fprintf(a.Out, "named at %d places\n", len(card.NamedBy))
	for _, e := range card.NamedBy {
		visible.Fprintf(a.Out, "  %s:%d  %s by %s  (%s)\n", e.Path, e.Line, past(e.Kind), e.From, e.Tier)
	}
	fmt.Fprintf(a.Out, "names %d others\n", len(card.Names))
	for _, e := range card.Names {
		visible.Fprintf(a.Out, "  line %d  %s %s  (%s)\n", e.Line, e.Kind, e.To, e.Tier)
	}
	fmt.Fprintf(a.Out, "a change of it touches %d other files\n", len(card.Dependents))
	return nil
}

func printImports(a *asking, args []string) error {
	f, ok := a.graph.File(args[0])
	if !ok {
		return &fault.Fault{
			Code: fault.FileNotFound, Message: args[0] + " is no source of this folder that is read",
			Hint: "give its path from the folder: cmd/main.go",
		}
	}
	type taken struct {
		Module string   `json:"module"`
		Name   string   `json:"name,omitempty"`
		As     string   `json:"as,omitempty"`
		Line   int      `json:"line"`
		Files  []string `json:"files"` // of this project, that it leads to; none for what comes from elsewhere
	}
	out := struct {
		Imports []taken           `json:"imports"`
		Exports []codegraph.Entry `json:"exports"`
	}{[]taken{}, []codegraph.Entry{}}
	file := a.graph.FileNode(f)
	for _, i := range a.graph.Files[f].Imports {
		one := taken{Module: i.Module, Name: i.Name, As: i.As, Line: i.Line, Files: []string{}}
		for _, e := range a.graph.From(file) {
			if e.Kind == codegraph.Imports && int(e.Line) == i.Line {
				one.Files = append(one.Files, a.graph.Path(e.To))
			}
		}
		out.Imports = append(out.Imports, one)
	}
	for i, s := range a.graph.Files[f].Symbols {
		if s.Exported && s.Owner < 0 {
			out.Exports = append(out.Exports, a.graph.Entry(file+1+codegraph.NodeID(i)))
		}
	}
	if a.format == "json" {
		return a.json(out)
	}
	fmt.Fprintf(a.Out, "imports %d\n", len(out.Imports))
	for _, i := range out.Imports {
		from := "from elsewhere"
		if len(i.Files) > 0 {
			from = strings.Join(i.Files, ", ")
		}
		visible.Fprintf(a.Out, "  line %d  %s %s  %s\n", i.Line, i.Module, i.Name, from)
	}
	fmt.Fprintf(a.Out, "gives %d\n", len(out.Exports))
	for _, s := range out.Exports {
		visible.Fprintf(a.Out, "  line %d  %s\n", s.Line, s.Signature)
	}
	return nil
}
