// Package generated tells the folders that tools fill, with dependencies, caches
// and what a build makes, from those that people write, by the marks that the
// tools leave. It opens nothing: whoever asks looks for the marks.
package generated

import "path"

// Row is one name that a tool gives a folder of its own, and what says that a
// folder of that name is the tool's. Of each list that is not empty something has
// to be there.
type Row struct {
	Name   string
	In     string   // name of the folder that it lies in
	Beside []string // files beside it, of the tool that owns it: "*.csproj"
	Within []string // what the tool leaves in it: "modules.txt", "*/LICENSE*"
	Lacks  []string // none of these lies in it

	// Foreign is what others wrote: dependencies, which are nobody's sources here
	// even where they are committed.
	Foreign bool
}

// Reserved reports whether the name alone says it.
func (r Row) Reserved() bool { return len(r.Beside)+len(r.Within) == 0 }

// Rows gives what is known of a name.
func Rows(name string) []Row { return byName[name] }

// Guess reports whether a folder's name says what it may be and no more: what lies
// in it has to be looked at.
func Guess(name string) bool { return guesses[name] }

// guesses are the names that people give both to sources and to what a build makes.
var guesses = map[string]bool{"build": true, "coverage": true, "dist": true, "out": true, "target": true, "vendor": true, "venv": true}

// Owned lists files that own a folder of that name beside them, whatever is in it.
func Owned(name string) []string {
	var files []string
	for _, r := range byName[name] {
		if len(r.Within) == 0 && r.In == "" {
			files = append(files, r.Beside...)
		}
	}
	return files
}

// Matches reports whether a name is one of a list of names and patterns.
func Matches(patterns []string, name string) bool {
	for _, p := range patterns {
		if ok, err := path.Match(p, name); err == nil && ok {
			return true
		}
	}
	return false
}

var byName = index(rows)

func index(rows []Row) map[string][]Row {
	m := make(map[string][]Row, len(rows))
	for _, r := range rows {
		m[r.Name] = append(m[r.Name], r)
	}
	return m
}

// named makes rows of names that are a tool's wherever they are: no tool shares
// them, and nobody gives them to sources.
func named(foreign bool, names ...string) []Row {
	rows := make([]Row, len(names))
	for i, name := range names {
		rows[i] = Row{Name: name, Foreign: foreign}
	}
	return rows
}

var (
	gradle    = []string{"build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"}
	dotnet    = []string{"*.csproj", "*.fsproj", "*.vbproj"}
	packaging = []string{"setup.py", "setup.cfg", "pyproject.toml"}
	manifests = []string{
		"package.json", "go.mod", "Cargo.toml", "pyproject.toml", "setup.py", "composer.json", "Gemfile",
		"pom.xml", "build.gradle", "build.gradle.kts", "*.csproj", "mix.exs",
	}
)

// Owner is the name for what rows that need no more than a file beside them say.
func owner(name string, files ...string) Row { return Row{Name: name, Beside: files} }

func mark(name string, within ...string) Row { return Row{Name: name, Within: within} }
