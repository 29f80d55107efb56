package tool

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"aipack/backend/language"
)

//go:embed get_best_practices.md
var bestPracticesAbout string

type bestPracticesArgs struct {
	Language    string `json:"language"`
	BuildSystem string `json:"build_system"`
	Variant     string `json:"variant"`
}

type bestPracticesOut struct {
	Language      string     `json:"language"`
	BuildSystem   string     `json:"build_system"`
	Variant       string     `json:"variant,omitempty"`
	BaseImages    baseImages `json:"base_images"`
	BuildCommands []string   `json:"build_commands"`
	TestCommands  []string   `json:"test_commands,omitempty"`
	CachePaths    []string   `json:"cache_paths"`
	Artifacts     []string   `json:"artifacts"`
	Ports         []int      `json:"ports"`
	Healthcheck   string     `json:"healthcheck,omitempty"` // an HTTP path
	Frameworks    []known    `json:"frameworks,omitempty"`
	Advice        []string   `json:"advice,omitempty"`
}

type baseImages struct {
	Build   string `json:"build"`
	Runtime string `json:"runtime"`
}

// known is a framework with what it has of its own.
type known struct {
	Name   string   `json:"name"`
	Port   int      `json:"port,omitempty"`
	Health []string `json:"health,omitempty"`
}

func bestPractices() Tool {
	return define(Tool{
		Name: "get_best_practices", About: bestPracticesAbout,
		Aliases: []string{"best_practices"},
		Synonyms: map[string]string{
			"lang": "language", "programming_language": "language", "system": "build_system",
			"buildsystem": "build_system", "build_tool": "build_system", "package_manager": "build_system",
		},
		Schema: func(Limits) json.RawMessage {
			return json.RawMessage(`{"type":"object","required":["language","build_system"],"properties":{` +
				`"language":{"type":"string","minLength":1},` +
				`"build_system":{"type":"string","minLength":1,"description":"Such as cargo, npm"},` +
				`"variant":{"type":"string","description":"Such as workspace, or a framework"}}}`)
		},
	}, runBestPractices)
}

func runBestPractices(_ context.Context, in room, a bestPracticesArgs) (answer, error) {
	l, ok := in.language(a.Language)
	if !ok {
		return answer{}, in.noLanguage(a.Language)
	}
	s, ok := l.System(a.BuildSystem)
	if !ok {
		return answer{}, noSystem(in.registry, l, a.BuildSystem)
	}
	p := s.Practices
	out := bestPracticesOut{
		Language: l.ID, BuildSystem: s.ID, Variant: strings.TrimSpace(a.Variant),
		BaseImages: baseImages{p.BuildImage, p.RuntimeImage}, BuildCommands: list(p.Build), TestCommands: p.Test,
		CachePaths: list(p.Caches), Artifacts: list(p.Artifacts), Ports: append([]int{}, p.Ports...), Healthcheck: p.Health,
		Advice: slices.Clone(p.Notes),
	}
	var notes []string
	out.Frameworks = frameworksOf(l, out.Variant)
	if out.Variant != "" && !out.prefer(out.Variant) && out.Frameworks == nil {
		notes = append(notes, "nothing is known about the variant "+quoted(out.Variant)+" in particular; this holds for "+s.Name+" in general")
	}
	return fixed(rendering{body: out, notes: notes})
}

func list(s []string) []string { return append([]string{}, s...) }

// prefer puts what speaks of a variant first, and says whether anything does.
func (o *bestPracticesOut) prefer(variant string) bool {
	words := map[string][]string{
		"workspace": {"workspace", "member", "monorepo"}, "workspaces": {"workspace", "member", "monorepo"}, "monorepo": {"monorepo", "workspace", "member"},
	}[strings.ToLower(variant)]
	if words == nil {
		words = []string{strings.ToLower(variant)}
	}
	speaks := func(s string) bool {
		s = strings.ToLower(s)
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(s, w) })
	}
	slices.SortStableFunc(o.Advice, func(a, b string) int {
		switch x, y := speaks(a), speaks(b); {
		case x == y:
			return 0
		case x:
			return -1
		}
		return 1
	})
	return slices.ContainsFunc(slices.Concat(o.Advice, o.BuildCommands), speaks)
}

// frameworksOf gives the frameworks of a name: a variant may be one.
func frameworksOf(l *language.Language, name string) []known {
	var out []known
	for _, f := range l.Called(name) {
		out = append(out, known{f.Name, f.Port, f.Health})
	}
	return out
}

// language finds a language by its id, its name, or what people write for it.
func (in room) language(name string) (*language.Language, bool) {
	name = strings.ToLower(strings.TrimSpace(name))
	if l, ok := in.registry.ByID(name); ok {
		return l, true
	}
	other := map[string]string{
		"golang": "go", "js": "javascript", "node": "javascript", "nodejs": "javascript", "node.js": "javascript",
		"ts": "typescript", "py": "python", "python3": "python", "c#": "csharp", "dotnet": "csharp", ".net": "csharp",
		"f#": "fsharp", "c++": "cpp", "rb": "ruby", "rs": "rust", "kt": "kotlin",
	}[name]
	return in.registry.ByID(other)
}

func (in room) noLanguage(name string) error {
	var ids []string
	for _, l := range in.registry.All() {
		ids = append(ids, l.ID)
	}
	slices.Sort(ids)
	problem := "there is no language " + quoted(name)
	if near := nearest(strings.ToLower(name), ids, 2); len(near) > 0 {
		problem += "; did you mean " + strings.Join(near, " or ") + "?"
	}
	return refuse(problem, "The languages are: "+strings.Join(ids, ", ")+".")
}

// noSystem says which build systems a language has, and whose the asked one is.
func noSystem(r *language.Registry, l *language.Language, name string) error {
	var ids []string
	for _, s := range l.Systems {
		ids = append(ids, s.ID)
	}
	problem := fmt.Sprintf("%s has no build system %s", l.Name, quoted(name))
	var others []string
	for _, other := range r.All() {
		if _, ok := other.System(name); ok {
			others = append(others, other.ID)
		}
	}
	if len(others) > 0 {
		problem += "; it is one of " + strings.Join(others, ", ")
	}
	return refuse(problem, "Its build systems are: "+strings.Join(ids, ", ")+".")
}
