// Package overview says in a page what a project is and how its people write:
// what is deployed (as the detection found it; there is no second one), how much
// code of which language, what most of it hangs on, what it is made with, and the
// habits that its sources share. It counts and judges nothing.
package overview

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"

	"aipack/backend/code/codecheck"
	"aipack/backend/code/codegraph"
	"aipack/backend/code/syntax/facts"
	"aipack/backend/universalbuild"
)

// Page is the page (requirements B095 to B097).
type Page struct {
	Services    []Service    `json:"services"`    // what is deployed
	Languages   []Language   `json:"languages"`   // most lines first
	Central     []Symbol     `json:"central"`     // on which most hangs, by the ranking of the map
	Libraries   []Library    `json:"libraries"`   // of others than the language's own, taken by most files
	Circles     int          `json:"circles"`     // groups of files that import each other in a circle
	Conventions []Convention `json:"conventions"` // by language, then by what they are about
}

// Service is one thing that is deployed.
type Service struct {
	Name      string `json:"name"`
	Path      string `json:"path"`
	Language  string `json:"language"`
	Framework string `json:"framework,omitempty"`
	Build     string `json:"build_system"`
}

// Language is how much there is of one.
type Language struct {
	Name    string `json:"name"`
	Files   int    `json:"files"`
	Lines   int    `json:"lines"`
	Symbols int    `json:"symbols"`
}

// Symbol is one that much hangs on.
type Symbol struct {
	ID        string `json:"id"`
	Path      string `json:"path"`
	Line      int    `json:"line"`
	Signature string `json:"signature"`
}

// Library is something of others that is imported.
type Library struct {
	Name     string `json:"name"`
	Language string `json:"language"`
	Files    int    `json:"files"` // that import it
}

// Convention is a habit that the sources share.
type Convention struct {
	Language string  `json:"language,omitempty"` // "" for all
	About    string  `json:"about"`
	Habit    string  `json:"habit"`
	Share    float64 `json:"share,omitempty"` // of what was counted, from 0 to 1
	Of       int     `json:"of,omitempty"`    // how many things were counted
}

// String is a habit as a line of text: "go, names of functions: camelCase (93 % of 120)".
func (c Convention) String() string {
	text := c.About + ": " + c.Habit
	if c.Language != "" {
		text = c.Language + ", " + text
	}
	if c.Share > 0 {
		text += fmt.Sprintf(" (%.0f %% of %d)", 100*c.Share, c.Of)
	}
	return text
}

const (
	mostCentral   = 15
	mostLibraries = 20
)

// Of makes the page of a project. text gives the text of a file; paths are all
// files of the project, sources or not.
func Of(g *codegraph.Graph, docs []universalbuild.UniversalBuild, paths []string, text func(path string) ([]byte, error)) *Page {
	o := &Page{Services: []Service{}, Central: []Symbol{}, Libraries: libraries(g), Circles: len(g.Cycles())}
	for _, d := range docs {
		m := d.Metadata
		o.Services = append(o.Services, Service{m.ProjectName, m.Path, m.Language, m.Framework, m.BuildSystem})
	}
	o.Languages = languages(g)
	for _, r := range g.Rank(codegraph.Focus{}) {
		if len(o.Central) == mostCentral {
			break
		}
		if signature, _ := g.Says(r.Node); signature != "" {
			o.Central = append(o.Central, Symbol{g.ID(r.Node), g.Path(r.Node), int(g.Symbol(r.Node).Line), signature})
		}
	}
	o.Conventions = conventions(g, paths, text)
	return o
}

func languages(g *codegraph.Graph) []Language {
	by := map[string]*Language{}
	for i, f := range g.Files {
		name := g.Language(g.FileNode(i))
		if by[name] == nil {
			by[name] = &Language{Name: name}
		}
		by[name].Files++
		by[name].Lines += f.Lines
		by[name].Symbols += len(f.Symbols)
	}
	out := []Language{}
	for _, name := range slices.Sorted(maps.Keys(by)) {
		out = append(out, *by[name])
	}
	slices.SortStableFunc(out, func(a, b Language) int { return cmp.Compare(b.Lines, a.Lines) })
	return out
}

// libraries are what files import of others.
func libraries(g *codegraph.Graph) []Library {
	type key struct{ name, language string }
	files := map[key]map[int]bool{}
	for _, o := range g.Outgoing() {
		language := g.Language(g.FileNode(o.File))
		name := libraryName(language, o.Import.Module)
		if name == "" || codecheck.Standard(language, name) {
			continue
		}
		k := key{name, language}
		if files[k] == nil {
			files[k] = map[int]bool{}
		}
		files[k][o.File] = true
	}
	out := []Library{}
	for k, in := range files {
		out = append(out, Library{k.name, k.language, len(in)})
	}
	slices.SortFunc(out, func(a, b Library) int {
		return cmp.Or(cmp.Compare(b.Files, a.Files), cmp.Compare(a.Language, b.Language), cmp.Compare(a.Name, b.Name))
	})
	return out[:min(len(out), mostLibraries)]
}

// tests reports whether a source is there for tests, by the names that its
// language's runners look for.
func tests(f *facts.File) bool {
	name := path.Base(f.Path)
	for _, pattern := range testNames {
		if ok, _ := path.Match(pattern, name); ok {
			return true
		}
	}
	for _, dir := range []string{"test", "tests", "__tests__", "spec"} {
		if path.Base(path.Dir(f.Path)) == dir {
			return true
		}
	}
	return false
}

var testNames = []string{"*_test.go", "test_*.py", "*_test.py", "conftest.py", "*.test.*", "*.spec.*", "*Test.java", "*Tests.java", "*IT.java"}
