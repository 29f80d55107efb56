// Package codecheck says what is wrong with a project's code as far as its graph
// tells: names that nothing declares, imports that are missing, text that cannot
// be parsed, files that need each other to be loaded, and what a change broke. It
// runs nothing; where the graph cannot know, it is silent.
package codecheck

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"aipack/backend/code/codegraph"
	"aipack/backend/code/syntax"
)

// Rule is what is wrong.
type Rule string

// The rules (requirements C048 to C051).
const (
	UndefinedFunction  Rule = "undefined_function"
	MissingImport      Rule = "missing_import"
	ParseError         Rule = "parse_error"
	BreakingChange     Rule = "breaking_change"
	CircularDependency Rule = "circular_dependency"
)

// Problem is one place where something is wrong.
type Problem struct {
	Rule       Rule   `json:"rule"`
	Path       string `json:"path"`
	Line       int    `json:"line"`
	Message    string `json:"message"`
	Suggestion string `json:"suggestion,omitempty"` // what may have been meant
}

// Check says what is wrong with a project, sorted by place.
func Check(g *codegraph.Graph) []Problem {
	var out []Problem
	for _, f := range g.Files {
		if behind[f.Language] {
			continue
		}
		for _, p := range f.Problems {
			out = append(out, Problem{Rule: ParseError, Path: f.Path, Line: p.Line, Message: p.Text})
		}
	}
	out = append(out, names(g)...)
	out = append(out, gone(g)...)
	out = append(out, circles(g)...)
	return sorted(out)
}

// behind are languages whose grammars do not know much that their compilers do:
// macros, and what came lately.
var behind = map[string]bool{"c": true, "cpp": true, "csharp": true, "kotlin": true, "zig": true}

func sorted(problems []Problem) []Problem {
	slices.SortFunc(problems, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Message, b.Message))
	})
	return slices.Compact(problems)
}

// names are the names that nothing declares: functions, and modules and types of
// the standard library that are not imported.
func names(g *codegraph.Graph) []Problem {
	var out []Problem
	near := map[string]string{}
	for _, u := range g.Unknown() {
		f := g.Files[u.File]
		if len(f.Problems) > 0 || strings.Contains(f.Path, ".min.") {
			continue // what the parser took for a name there need not be one
		}
		known := knownOf(f.Language)
		switch modules := known.modules[u.Name]; {
		case known.functions[u.Name] || known.modules == nil:
		case len(modules) > 0 && (u.Name != u.Use.Path || u.Use.Typed || f.Language == "java"):
			out = append(out, Problem{
				Rule: MissingImport, Path: f.Path, Line: u.Use.Line, Message: u.Name + " is used and not imported",
				Suggestion: "import " + strings.Join(modules, " or "),
			})
		case u.Use.Kind == syntax.Calls && u.Name == u.Use.Path && !u.Use.Typed && f.Language != "java" && !strings.HasSuffix(u.Name, "!"):
			key := f.Language + " " + u.Name
			if _, ok := near[key]; !ok {
				near[key] = nearest(g, u)
			}
			out = append(out, Problem{Rule: UndefinedFunction, Path: f.Path, Line: u.Use.Line, Message: "nothing declares " + u.Name, Suggestion: near[key]})
		}
	}
	return out
}

// nearest is the function of the project whose name is nearest to one that is not
// declared.
func nearest(g *codegraph.Graph, u codegraph.Unknown) string {
	for _, h := range g.Search(u.Name, codegraph.Filter{Language: g.Language(g.FileNode(u.File))}, 20) {
		switch s := g.Symbol(h.Node); s.Kind {
		case syntax.Function, syntax.Method, syntax.Class, syntax.Struct:
			if s.Name != u.Name {
				return fmt.Sprintf("did you mean %s (%s:%d)?", s.Name, g.Path(h.Node), s.Line)
			}
			return fmt.Sprintf("%s:%d declares one: import it", g.Path(h.Node), s.Line)
		}
	}
	return ""
}

// gone are the imports of files of the project that are not there.
func gone(g *codegraph.Graph) []Problem {
	var out []Problem
	for _, o := range g.Outgoing() {
		if f := g.Files[o.File]; relative(f.Language, o.Import.Module) && !o.Import.Lax {
			out = append(out, Problem{Rule: MissingImport, Path: f.Path, Line: o.Import.Line, Message: o.Import.Module + " is not there"})
		}
	}
	return out
}

// relative reports whether an import names a source of the project by where it
// lies, so that it has to be there.
func relative(language, module string) bool {
	switch language {
	case "javascript", "typescript", "tsx":
		if !strings.HasPrefix(module, "./") && !strings.HasPrefix(module, "../") {
			return false
		}
		name := module[strings.LastIndexByte(module, '/')+1:]
		dot := strings.LastIndexByte(name, '.')
		// What has another ending is no source: styles, pictures, data.
		return dot < 0 || syntax.LanguageOf(name) != ""
	case "python":
		return strings.HasPrefix(module, ".") && strings.Trim(module, ".") != ""
	}
	return false
}

// circles are files that import each other in a circle, in languages that run a
// file when it is imported: one of them sees the other half loaded.
func circles(g *codegraph.Graph) []Problem {
	var out []Problem
	for _, c := range g.LoadingCycles() {
		switch g.Files[g.Nodes[c[0]].File].Language {
		case "python", "javascript", "typescript", "tsx":
		default:
			continue
		}
		var paths []string
		for i, n := range c {
			if i == 5 {
				paths = append(paths, fmt.Sprintf("%d more", len(c)-i))
				break
			}
			paths = append(paths, g.Path(n))
		}
		line := 1
		for _, e := range g.From(c[0]) {
			if e.Kind == codegraph.Imports && slices.Contains(c, e.To) {
				line = int(e.Line)
				break
			}
		}
		out = append(out, Problem{
			Rule: CircularDependency, Path: g.Path(c[0]), Line: line,
			Message: fmt.Sprintf("%d files import each other in a circle: %s", len(c), strings.Join(paths, ", ")),
		})
	}
	return out
}
