package tool

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"aipack/backend/base/tokens"
	"aipack/backend/code/briefing"
	"aipack/backend/code/codegraph"
	"aipack/backend/code/syntax"
)

// Code is the graph of the repository's code as far as it is known.
type Code struct {
	Graph *codegraph.Graph // nil while nothing was read
	Note  string           // what a reader of the graph has to know: that it is being read
}

// codeTools are the six tools that look at code as what it means (requirements
// B085 to B090).
func codeTools() []Tool {
	return []Tool{codebaseMap(), searchCode(), inspectSymbol(), importsExports(), dependencyGraph(), findReferences()}
}

// graph is what is known of the code now.
func (in room) graph() (*codegraph.Graph, []string, error) {
	c := in.code()
	if c.Graph == nil {
		return nil, nil, refuse("the code is still being read", "ask again in a moment, or use grep_content")
	}
	if c.Note != "" {
		return c.Graph, []string{c.Note}, nil
	}
	return c.Graph, nil, nil
}

// schemaOf writes the schema of arguments that are texts, and of one number.
func schemaOf(required string, properties ...string) func(Limits) json.RawMessage {
	return func(Limits) json.RawMessage {
		var parts []string
		for _, p := range properties {
			name, about, _ := strings.Cut(p, ": ")
			parts = append(parts, fmt.Sprintf(`%q:{"type":"string","description":%q}`, name, about))
		}
		return json.RawMessage(`{"type":"object","required":[` + required + `],"properties":{` + strings.Join(parts, ",") + `}}`)
	}
}

// symbolOut is a symbol in an answer.
type symbolOut struct {
	ID        string `json:"id"`
	Kind      string `json:"kind"`
	Path      string `json:"path"`
	Line      int    `json:"line"`
	EndLine   int    `json:"end_line"`
	Signature string `json:"signature"`
}

func symbolOf(g *codegraph.Graph, n codegraph.NodeID) symbolOut {
	out := symbolOut{ID: g.ID(n), Kind: g.Nodes[n].Kind.String(), Path: g.Path(n), Line: 1}
	if s := g.Symbol(n); s != nil {
		out.Line, out.EndLine = int(s.Line), int(s.EndLine)
		out.Signature, _ = g.Says(n)
	}
	return out
}

// edgeOut is one place that names something.
type edgeOut struct {
	Path string `json:"path"`
	Line int    `json:"line"`
	From string `json:"from"`
	To   string `json:"to"`
	Kind string `json:"kind"`
	Sure string `json:"sure"` // exact, syntactic, name or ambiguous
}

func edgesOf(g *codegraph.Graph, edges []codegraph.Edge) []edgeOut {
	out := []edgeOut{}
	for _, e := range edges {
		out = append(out, edgeOut{g.Files[e.File].Path, int(e.Line), g.ID(e.From), g.ID(e.To), e.Kind.String(), e.Tier.String()})
	}
	return out
}

// listing is an answer that lists things: what does not fit is counted.
func listing[T any](things []T, notes []string, body func(things []T, total int) any) (answer, error) {
	return answer{items: len(things), render: func(keep int) rendering {
		r := rendering{body: body(things[:keep], len(things)), cut: keep < len(things), notes: notes}
		if r.cut {
			r.notes = append(slices.Clone(notes), fmt.Sprintf("%d more are left out", len(things)-keep))
		}
		return r
	}}, nil
}

type pathArgs struct {
	Path string `json:"path"`
}

func codebaseMap() Tool {
	return define(Tool{
		Name: "get_codebase_map", About: "The signatures on which the code below a path hangs most, file by file.",
		Aliases: []string{"repo_map", "codebase_map"}, Synonyms: map[string]string{"dir": "path", "folder": "path"}, Fresh: true,
		Schema: schemaOf("", "path: folder or file; the whole repository where it is left away"),
	}, func(_ context.Context, in room, a pathArgs) (answer, error) {
		g, notes, err := in.graph()
		if err != nil {
			return answer{}, err
		}
		focus := codegraph.Focus{}
		if p := under(a.Path); p != "" {
			for i, f := range g.Files {
				if below(f.Path, p) {
					focus.Files = append(focus.Files, g.FileNode(i))
				}
			}
			if len(focus.Files) == 0 {
				return answer{}, refuse("no source that is read lies in "+quoted(a.Path), "list_files says what does")
			}
		}
		text, _ := briefing.Map(g, focus, tokens.Estimate{}, in.limits.Tokens)
		return fixed(rendering{text: text, notes: notes})
	})
}

// under is a folder or file that was named, "" for the whole repository.
func under(p string) string {
	p = strings.Trim(strings.TrimPrefix(p, "./"), "/")
	if p == "." {
		return ""
	}
	return p
}

func below(path, folder string) bool { return path == folder || strings.HasPrefix(path, folder+"/") }

type searchCodeArgs struct {
	Query string `json:"query"`
	Path  string `json:"path"`
}

func searchCode() Tool {
	return define(Tool{
		Name: "search_code", About: "Finds symbols (functions, methods, types, constants) whose names are like a text; scored up to 100.",
		Aliases:  []string{"search_symbols", "find_symbol"},
		Synonyms: map[string]string{"name": "query", "symbol": "query", "pattern": "query", "dir": "path", "folder": "path"}, Fresh: true,
		Schema: schemaOf(`"query"`, "query: a name or a part of it", "path: below which folder"),
	}, func(_ context.Context, in room, a searchCodeArgs) (answer, error) {
		g, notes, err := in.graph()
		if err != nil {
			return answer{}, err
		}
		type hit struct {
			symbolOut
			Score int `json:"score"`
		}
		hits := []hit{}
		for _, h := range g.Search(a.Query, codegraph.Filter{Under: under(a.Path)}, in.limits.Matches) {
			hits = append(hits, hit{symbolOf(g, h.Node), h.Score})
		}
		if len(hits) == 0 {
			notes = append(slices.Clone(notes), "no symbol has a name like it; grep_content finds other text")
		}
		return listing(hits, notes, func(hits []hit, total int) any {
			return map[string]any{"symbols": hits, "total": total}
		})
	})
}

type symbolArgs struct {
	Symbol string `json:"symbol"`
	File   string `json:"file"`
	Path   string `json:"path"`
	Mode   string `json:"mode"`
}

// meant is the one symbol that a call means.
func meant(g *codegraph.Graph, symbol, file string) (codegraph.NodeID, error) {
	found := g.Named(symbol)
	if p := under(file); p != "" {
		found = slices.DeleteFunc(found, func(n codegraph.NodeID) bool { return !below(g.Path(n), p) })
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) == 0:
		fix := "search_code finds names that are like it"
		if near := g.Search(symbol[strings.LastIndexAny(symbol, ".#")+1:], codegraph.Filter{Under: under(file)}, 3); len(near) > 0 {
			var ids []string
			for _, h := range near {
				ids = append(ids, g.ID(h.Node))
			}
			fix = "did you mean " + strings.Join(ids, " or ") + "?"
		}
		return codegraph.None, refuse("no symbol is called "+quoted(symbol), fix)
	}
	var ids []string
	for _, n := range found[:min(len(found), 8)] {
		ids = append(ids, g.ID(n))
	}
	return codegraph.None, refuse(fmt.Sprintf("%d symbols are called %s", len(found), quoted(symbol)), "say which by its id: "+strings.Join(ids, ", "))
}

func inspectSymbol() Tool {
	return define(Tool{
		Name: "inspect_symbol", About: "A symbol: where it is declared, its signature and doc, who names it, what it names, and how many files a change touches.",
		Aliases: []string{"symbol_info"}, Synonyms: map[string]string{"name": "symbol", "query": "symbol", "path": "file"}, Fresh: true,
		Schema: schemaOf(`"symbol"`, "symbol: its name, Type.method, or the id that an answer gave", "file: in which it is declared, where the name is not enough",
			"mode: callers, calls or all, which is meant where it is left away"),
	}, func(_ context.Context, in room, a symbolArgs) (answer, error) {
		g, notes, err := in.graph()
		if err != nil {
			return answer{}, err
		}
		n, err := meant(g, a.Symbol, a.File)
		if err != nil {
			return answer{}, err
		}
		edges := []edgeOut{}
		if a.Mode != "calls" {
			edges = append(edges, edgesOf(g, g.To(n))...)
		}
		if a.Mode != "callers" {
			edges = append(edges, edgesOf(g, g.From(n))...)
		}
		_, doc := g.Says(n)
		touched := map[string]bool{}
		for _, d := range g.Dependents(n, 0) {
			if p := g.Path(d.Node); p != g.Path(n) {
				touched[p] = true
			}
		}
		return listing(edges, notes, func(edges []edgeOut, total int) any {
			return map[string]any{"symbol": symbolOf(g, n), "doc": doc, "edges": edges, "total": total, "touches_files": len(touched)}
		})
	})
}

type fileArgs struct {
	File string `json:"file"`
}

func importsExports() Tool {
	return define(Tool{
		Name: "get_imports_exports", About: "What a source takes from others and gives to them.",
		Aliases: []string{"imports_exports"}, Synonyms: map[string]string{"path": "file", "file_path": "file"}, Fresh: true,
		Schema: schemaOf(`"file"`, "file: its path"),
	}, func(_ context.Context, in room, a fileArgs) (answer, error) {
		g, notes, err := in.graph()
		if err != nil {
			return answer{}, err
		}
		i, ok := g.File(under(a.File))
		if !ok {
			return answer{}, refuse(quoted(a.File)+" is no source that is read", "search_files finds its path")
		}
		type taken struct {
			Module string   `json:"module"`
			Name   string   `json:"name,omitempty"`
			Line   int      `json:"line"`
			Files  []string `json:"files"` // of the repository, that it leads to
		}
		out := []taken{}
		for _, im := range g.Files[i].Imports {
			one := taken{im.Module, im.Name, im.Line, []string{}}
			for _, e := range g.From(g.FileNode(i)) {
				if e.Kind == codegraph.Imports && int(e.Line) == im.Line {
					one.Files = append(one.Files, g.Path(e.To))
				}
			}
			out = append(out, one)
		}
		exports := []symbolOut{}
		for _, n := range g.Within(g.FileNode(i)) {
			if s := g.Symbol(n); s != nil && s.Exported && s.Owner == syntax.Nobody {
				exports = append(exports, symbolOf(g, n))
			}
		}
		return listing(out, notes, func(out []taken, total int) any {
			return map[string]any{"file": g.Files[i].Path, "imports": out, "exports": exports[:min(len(exports), in.limits.Entries)], "total": total}
		})
	})
}

func dependencyGraph() Tool {
	return define(Tool{
		Name: "build_dependency_graph", About: "Which files below a path import which, and which of them do so in a circle.",
		Aliases: []string{"dependency_graph"}, Synonyms: map[string]string{"dir": "path", "folder": "path", "file": "path"}, Fresh: true,
		Schema: schemaOf("", "path: folder or file; the whole repository where it is left away"),
	}, func(_ context.Context, in room, a pathArgs) (answer, error) {
		g, notes, err := in.graph()
		if err != nil {
			return answer{}, err
		}
		p := under(a.Path)
		type leads struct {
			From string `json:"from"`
			To   string `json:"to"`
		}
		out := []leads{}
		for _, e := range g.Edges {
			from, to := g.Path(e.From), g.Path(e.To)
			if e.Kind == codegraph.Imports && (p == "" || below(from, p) || below(to, p)) {
				out = append(out, leads{from, to})
			}
		}
		slices.SortFunc(out, func(a, b leads) int { return strings.Compare(a.From+"\x00"+a.To, b.From+"\x00"+b.To) })
		out = slices.Compact(out)
		circles := [][]string{}
		for _, c := range g.Cycles() {
			var paths []string
			for _, n := range c {
				paths = append(paths, g.Path(n))
			}
			if p == "" || slices.ContainsFunc(paths, func(path string) bool { return below(path, p) }) {
				circles = append(circles, paths[:min(len(paths), 20)])
			}
		}
		return listing(out, notes, func(out []leads, total int) any {
			return map[string]any{"imports": out, "total": total, "circles": circles[:min(len(circles), 5)]}
		})
	})
}

func findReferences() Tool {
	return define(Tool{
		Name: "find_references", About: "Every place that names a symbol, and how sure that is.",
		Aliases: []string{"references", "find_usages"}, Synonyms: map[string]string{"name": "symbol", "query": "symbol", "file": "path", "dir": "path"}, Fresh: true,
		Schema: schemaOf(`"symbol"`, "symbol: its name, Type.method, or the id that an answer gave", "path: below which folder it is looked for"),
	}, func(_ context.Context, in room, a symbolArgs) (answer, error) {
		g, notes, err := in.graph()
		if err != nil {
			return answer{}, err
		}
		n, err := meant(g, a.Symbol, "")
		if err != nil {
			return answer{}, err
		}
		edges := g.To(n)
		if p := under(a.Path); p != "" {
			edges = slices.DeleteFunc(edges, func(e codegraph.Edge) bool { return !below(g.Files[e.File].Path, p) })
		}
		return listing(edgesOf(g, edges), notes, func(edges []edgeOut, total int) any {
			return map[string]any{"symbol": symbolOf(g, n), "references": edges, "total": total}
		})
	})
}
