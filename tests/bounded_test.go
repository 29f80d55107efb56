package tests

import (
	"go/ast"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// parsers are libraries that parse text and are asked in backend/bounded alone:
// what a stranger wrote may cost them more memory, stack or time than there is.
// Where a library does other things as well, these are its functions that parse.
var parsers = map[string][]string{
	"github.com/BurntSushi/toml":  nil,
	"github.com/tailscale/hujson": nil,
	"github.com/titanous/json5":   nil,
	"go.yaml.in/yaml/v3":          {"Unmarshal", "NewDecoder"},
}

// ownTexts are the packages that may call a parser all the same, each with the
// texts that it reads so.
var ownTexts = map[string]string{
	"backend/bounded":  "the room itself",
	"backend/evaluate": "the suites that the program carries",
}

func TestParsersAreAskedInOneRoom(t *testing.T) {
	used := map[string]bool{}
	for _, f := range houseFiles(t) {
		pkg := path.Dir(f.path)
		if f.isTest() || strings.HasPrefix(pkg, "build/") {
			continue
		}
		for name, parser := range parsersOf(t, f) {
			for _, called := range callsOf(f, name, parser) {
				used[pkg] = true
				if ownTexts[pkg] == "" {
					t.Errorf("%s: %s: a stranger's text is parsed in backend/bounded", f.path, called)
				}
			}
		}
	}
	for pkg := range ownTexts {
		if !used[pkg] {
			t.Errorf("%s is said to call a parser and does not", pkg)
		}
	}
}

// parsersOf are the parsers that a file imports, by the names that it gives them.
func parsersOf(t *testing.T, f houseFile) map[string]string {
	found := map[string]string{}
	for _, i := range f.tree.Imports {
		imported, err := strconv.Unquote(i.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		if _, is := parsers[imported]; !is {
			continue
		}
		name := strings.TrimPrefix(path.Base(imported), "go-")
		if v, err := strconv.Atoi(strings.TrimPrefix(name, "v")); err == nil && v > 1 {
			name = path.Base(path.Dir(imported))
		}
		if i.Name != nil {
			name = i.Name.Name
		}
		found[name] = imported
	}
	return found
}

// callsOf are the functions of a parser that a file names.
func callsOf(f houseFile, name, parser string) (called []string) {
	ast.Inspect(f.tree, func(n ast.Node) bool {
		s, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if x, ok := s.X.(*ast.Ident); ok && x.Name == name && (parsers[parser] == nil || slices.Contains(parsers[parser], s.Sel.Name)) {
			called = append(called, parser+"."+s.Sel.Name)
		}
		return true
	})
	return called
}
