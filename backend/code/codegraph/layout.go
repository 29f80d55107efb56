package codegraph

import (
	"path"
	"strings"
)

// Layout is what a project's manifests say of where modules lie.
type Layout struct {
	GoModules []Root  // go.mod: the module's path
	Packages  []Root  // package.json: the package's name
	Crates    []Root  // Cargo.toml: the crate's name, as code writes it
	Aliases   []Alias // tsconfig.json: paths and baseUrl; package.json: imports and exports; the first that fits is meant

	PythonPath      []PathFolders // manage.py, pyproject.toml, setup.cfg …: in which folders Python looks
	PythonInstalled []string      // requirements: names of what is installed and none of the project's, as code writes them in lower case; sorted
}

// PathFolders are folders in which a language's programs look for modules, for
// those that lie below another.
type PathFolders struct {
	Dir     string // for the files below it
	Folders []string
}

// Root is a folder that has a name to those who import from it.
type Root struct {
	Dir  string // "." for the project's own
	Name string
	Main string // the file that stands for it, where its manifest says
}

// Alias is a name that stands for files: "@/*" for "src/*".
type Alias struct {
	Dir     string // below which it holds
	Pattern string // with at most one *
	Targets []string
}

// within reports whether a path lies in a folder.
func within(p, dir string) bool {
	return dir == "." || p == dir || strings.HasPrefix(p, dir+"/")
}

// isTest reports whether a file is a test by its name.
func isTest(p string) bool {
	name := path.Base(p)
	return strings.HasSuffix(name, "_test.go")
}

// isOfTests reports whether a file is there for tests by where it lies and its name.
func isOfTests(p string) bool {
	name := path.Base(p)
	for dir := path.Dir(p); dir != "." && dir != "/"; dir = path.Dir(dir) {
		if base := path.Base(dir); base == "test" || base == "tests" {
			return true
		}
	}
	return isTest(p) || strings.HasPrefix(name, "test_") || strings.HasSuffix(name, "_test.py") || name == "conftest.py"
}

// elsewhere reports whether a file is of another system than Linux by its name,
// as Go's tools read names.
func elsewhere(p string) bool {
	name := strings.TrimSuffix(strings.TrimSuffix(path.Base(p), ".go"), "_test")
	for _, system := range []string{"windows", "darwin", "freebsd", "openbsd", "netbsd", "solaris", "plan9", "js", "wasm", "aix", "dragonfly", "illumos", "android", "ios"} {
		if strings.HasSuffix(name, "_"+system) || strings.Contains(name, "_"+system+"_") {
			return true
		}
	}
	return false
}

var byLanguage = map[string]rules{
	"go":         golang{},
	"java":       java{},
	"javascript": javascript{}, "typescript": javascript{}, "tsx": javascript{},
	"python": python{},
	"rust":   rust{},
	"c":      clang{}, "cpp": clang{},
	"csharp": packaged{family: "csharp", marks: traits{ownMembers: true, overloads: true, lazyStars: true, reopens: true, guessOne: true}},
	"elixir": modular{marks: traits{apart: true, reopens: true, guessOne: true}},
	"kotlin": packaged{family: "java", marks: traits{ownMembers: true, lazyStars: true, importsHide: true, reopens: true, inside: true, guessOne: true}},
	"php":    packaged{family: "php", marks: traits{lazyStars: true, importsHide: true, apart: true, constructor: "__construct", guessOne: true}, include: ".php"},
	"ruby":   modular{marks: traits{apart: true, ownMembers: true, reopens: true, constructor: "initialize", guessOne: true}},
	"scala":  packaged{family: "java", marks: traits{ownMembers: true, lazyStars: true, importsHide: true, reopens: true, bareCalls: true, guessOne: true}},
	"zig":    zig{},
}

func rulesOf(language string) rules { return byLanguage[language] }

// words makes a set.
func words(s string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(s) {
		out[w] = true
	}
	return out
}
