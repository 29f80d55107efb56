package languages

import (
	"go/ast"
	"path"
	"slices"
	"strings"

	"aipack/backend/finding"
	"aipack/backend/language"
)

// Bounds on how much of a command is read as a syntax tree.
const (
	goMaxTrees     = 160
	goMaxTreeBytes = 3 << 20
)

// goTree is a command's sources, of which only those are parsed that hold a
// name that is asked for: where a port is followed, that is one in ten.
type goTree struct {
	root  *language.Folder
	files []goTreeSource
	left  int // bytes that may still be parsed
	count int // files that are parsed

	values map[string][]goExpr
	tags   map[string][]goTag
	funcs  map[string][]goFunc
	calls  map[string][]goCall
	keys   map[string][]goExpr
	given  map[string][]goExpr
}

type goTreeSource struct {
	name    string
	content string
	parsed  *goTreeFile // nil: not yet
}

func goSyntax(root *language.Folder, m goMain) *goTree {
	t := &goTree{
		root: root, left: goMaxTreeBytes, values: map[string][]goExpr{}, tags: map[string][]goTag{}, funcs: map[string][]goFunc{},
		calls: map[string][]goCall{}, keys: map[string][]goExpr{}, given: map[string][]goExpr{},
	}
	for _, name := range m.files {
		content, _ := root.Text(name)
		t.files = append(t.files, goTreeSource{name: name, content: content})
	}
	return t
}

// holding parses the files that hold one of the texts; dir is their folder, ""
// for any.
func (t *goTree) holding(dir string, texts ...string) (out []*goTreeFile) {
	for i := range t.files {
		s := &t.files[i]
		if dir != "" && path.Dir(s.name) != dir || !slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(s.content, text) }) {
			continue
		}
		if s.parsed == nil {
			if t.count >= goMaxTrees || len(s.content) > t.left {
				continue
			}
			t.count++
			t.left -= len(s.content)
			s.parsed = goParsed(t.root, s.name)
		}
		out = append(out, s.parsed)
	}
	return out
}

// gather joins what the files say about a name.
func gather[T any](known map[string][]T, key string, files func() []*goTreeFile, of func(*goTreeFile) []T) []T {
	if key == "" {
		return nil // a function without a name is called on the spot
	}
	all, ok := known[key]
	if !ok {
		for _, f := range files() {
			all = append(all, of(f)...)
		}
		known[key] = all
	}
	return all
}

// valuesOf lists what a name is given, in one folder, or in all with "".
func (t *goTree) valuesOf(name, dir string) []goExpr {
	return gather(t.values, dir+" "+name, func() []*goTreeFile { return t.holding(dir, name+" ", name+":", name+",") }, func(f *goTreeFile) []goExpr { return f.values[name] })
}

func (t *goTree) tagsOf(field string) []goTag {
	return gather(t.tags, field, func() []*goTreeFile { return t.holding("", field+" ") }, func(f *goTreeFile) []goTag { return f.tags[field] })
}

func (t *goTree) givenTo(field string) []goExpr {
	return gather(t.given, field, func() []*goTreeFile { return t.holding("", "."+field+",") }, func(f *goTreeFile) []goExpr { return f.given[field] })
}

// funcsOf lists the functions and methods of a name, as gofmt writes them.
func (t *goTree) funcsOf(name string) []goFunc {
	return gather(t.funcs, name, func() []*goTreeFile { return t.holding("", "func "+name, ") "+name+"(") }, func(f *goTreeFile) []goFunc { return f.funcs[name] })
}

func (t *goTree) callsOf(name string) []goCall {
	return gather(t.calls, name, func() []*goTreeFile { return t.holding("", name+"(") }, func(f *goTreeFile) []goCall { return f.calls[name] })
}

// keysOf lists the defaults of a setting or flag. Viper's names know no case.
func (t *goTree) keysOf(key string) []goExpr {
	lower := strings.ToLower(key)
	return gather(t.keys, lower, func() []*goTreeFile { return t.naming(key) }, func(f *goTreeFile) []goExpr { return f.keys[lower] })
}

// naming parses the files that hold the name of a setting as it is written, or
// else in another case.
func (t *goTree) naming(key string) []*goTreeFile {
	return t.holding("", `"`+key+`"`, `"`+strings.ToLower(key)+`"`, `"`+strings.ToUpper(key)+`"`)
}

// variableOf is the environment variable of a setting or flag, "" for none:
// the one that it is bound to, or the one that viper looks for by itself.
func (t *goTree) variableOf(key string) string {
	lower := strings.ToLower(key)
	for _, f := range t.naming(key) {
		if name := f.envs[lower]; name != "" {
			return name
		}
	}
	automatic := t.holding("", "AutomaticEnv")
	if !slices.ContainsFunc(automatic, func(f *goTreeFile) bool { return f.auto }) || len(t.keysOf(key)) == 0 {
		return ""
	}
	name := strings.ToUpper(strings.NewReplacer(".", "_", "-", "_").Replace(key))
	for _, f := range t.holding("", "SetEnvPrefix") {
		if f.prefix != "" {
			return strings.ToUpper(f.prefix) + "_" + name
		}
	}
	return name
}

// at points at a place of the sources.
func (t *goTree) at(rule string, in *goTreeFile, at ast.Node) finding.Evidence {
	place := in.fset.Position(at.Pos())
	content, _ := t.root.Text(in.name)
	from := place.Offset - place.Column + 1
	if !place.IsValid() || from < 0 || from > len(content) {
		return t.root.Evidence(rule, in.name, 0, "")
	}
	line, _, _ := strings.Cut(content[from:], "\n")
	return t.root.Evidence(rule, in.name, place.Line, line)
}
