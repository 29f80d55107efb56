package tests

import (
	"go/ast"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// library is one that parses text: what a stranger wrote may cost it more
// memory, stack or time than there is.
type library struct {
	functions []string          // that parse; nil for all
	rooms     map[string]string // the packages that may call it, each with what bounds it there
}

// room is backend/base/bounded, and who else reads in this way texts of our own.
func room(others ...string) map[string]string {
	rooms := map[string]string{"backend/base/bounded": "weighs each text before"}
	for _, o := range others {
		rooms[o] = "reads what the program carries"
	}
	return rooms
}

// parsers are all that are asked about a stranger's text. Go's own JSON is not among
// them: it stops at a depth of 10,000, and takes memory and time by a text's length.
var parsers = map[string]library{
	"github.com/BurntSushi/toml":                {nil, room()},
	"github.com/bmatcuk/doublestar/v4":          {nil, room()},
	"github.com/moby/patternmatcher":            {nil, room()},
	"github.com/moby/patternmatcher/ignorefile": {nil, room()},
	"github.com/tailscale/hujson":               {nil, room()},
	"github.com/titanous/json5":                 {nil, room()},
	"go.yaml.in/yaml/v3":                        {[]string{"Unmarshal", "NewDecoder"}, room("backend/model/evaluate", "backend/prove/sast")},
	"go/parser":                                 {[]string{"ParseFile", "ParseDir", "ParseExpr", "ParseExprFrom"}, room()},
	"golang.org/x/mod/modfile":                  {[]string{"Parse", "ParseLax", "ParseWork", "ModulePath"}, room()},
	"mvdan.cc/sh/v3/syntax":                     {[]string{"NewParser"}, room()},

	"encoding/xml": {[]string{"NewDecoder", "Unmarshal"}, map[string]string{
		"backend/manifest/lenient": "counts depth and elements while it reads them; entities are not expanded",
	}},
	"github.com/magiconair/properties": {nil, map[string]string{
		"backend/manifest/keyvalue": "expands nothing; what is left takes memory and time by a text's length",
	}},
	"text/template/parse": {[]string{"New", "Parse"}, map[string]string{
		"backend/manifest/helm": "counts actions and brackets of a template before",
	}},
	"golang.org/x/net/html": {[]string{"Parse", "ParseFragment", "ParseWithOptions", "NewTokenizer"}, map[string]string{
		"backend/prove/external": "reads the first KiB of an answer; the library holds 512 elements open at most",
	}},
	"deps.dev/util/semver": {nil, map[string]string{
		"backend/manifest/helm": "a chart's steps are counted, and texts bounded",
		"backend/manifest/npm":  "ranges and versions of at most 200 bytes",
		"languages/javascript":  "takes memory and time by a text's length",
	}},
	"github.com/google/osv-scalibr/semantic": {nil, map[string]string{
		"backend/prove/osv": "versions of at most 200 bytes",
	}},
	"github.com/gitleaks/go-gitdiff/gitdiff": {nil, map[string]string{
		"backend/secret/leak": "reads what git writes, 64 MiB of it at most",
	}},
	"github.com/tree-sitter/go-tree-sitter": {nil, map[string]string{
		"backend/code/syntax/grammar": "runs in processes with a limit of memory and time, backend/code/syntax/parserpool",
	}},
	"github.com/moby/buildkit/frontend/dockerfile/dockerfile2llb": {nil, map[string]string{
		"backend/prove/lint": "runs in a process with a limit of memory and time, backend/prove/lint/apart",
	}},
	"github.com/moby/buildkit/frontend/dockerfile/parser": {[]string{"Parse"}, map[string]string{
		"backend/prove/lint": "as above",
	}},
}

func TestParsersAreAskedInOneRoom(t *testing.T) {
	used := map[string]bool{}
	for _, f := range houseFiles(t) {
		pkg := path.Dir(f.path)
		if f.isTest() || strings.HasPrefix(pkg, "build/") {
			continue
		}
		for name, lib := range parsersOf(t, f) {
			for _, called := range callsOf(f, name, lib) {
				used[lib+" "+pkg] = true
				if parsers[lib].rooms[pkg] == "" {
					t.Errorf("%s: %s.%s: a stranger's text is parsed in backend/base/bounded", f.path, lib, called)
				}
			}
		}
	}
	for lib, p := range parsers {
		for pkg := range p.rooms {
			if !used[lib+" "+pkg] {
				t.Errorf("%s is said to call %s and does not", pkg, lib)
			}
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
func callsOf(f houseFile, name, lib string) (called []string) {
	functions := parsers[lib].functions
	ast.Inspect(f.tree, func(n ast.Node) bool {
		s, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if x, ok := s.X.(*ast.Ident); ok && x.Name == name && (functions == nil || slices.Contains(functions, s.Sel.Name)) {
			called = append(called, s.Sel.Name)
		}
		return true
	})
	return called
}
