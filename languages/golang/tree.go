package golang

import (
	"go/ast"
	"path"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
)

// Bounds on how much of a command is read as a syntax tree.
const (
	maxTrees     = 160
	maxTreeBytes = 3 << 20
)

// tree is a command's sources, of which only those are parsed that hold a
// name that is asked for: where a port is followed, that is one in ten.
type tree struct {
	root  *language.Folder
	files []treeSource
	left  int // bytes that may still be parsed
	count int // files that are parsed

	held      map[string][]*treeFile // by what was asked for: settings are asked about many times
	mentioned map[string]bool        // files of settings by whether a source names them
	tagPrefix *string                // of its tags' variables; nil: not yet looked for

	values map[string][]expr
	tags   map[string][]structTag
	funcs  map[string][]function
	calls  map[string][]call
	keys   map[string][]expr
	given  map[string][]expr
}

type treeSource struct {
	name    string
	content string
	parsed  *treeFile // nil: not yet
}

func syntax(root *language.Folder, m mainPackage) *tree {
	t := &tree{
		root: root, left: maxTreeBytes, values: map[string][]expr{}, tags: map[string][]structTag{}, funcs: map[string][]function{},
		calls: map[string][]call{}, keys: map[string][]expr{}, given: map[string][]expr{}, mentioned: map[string]bool{},
		held: map[string][]*treeFile{},
	}
	for _, name := range m.files {
		content, _ := root.Text(name)
		t.files = append(t.files, treeSource{name: name, content: content})
	}
	return t
}

// holding parses the files that hold a text, and one of those that it is part
// of where there are any; dir is their folder, "" for any.
func (t *tree) holding(dir, part string, texts ...string) []*treeFile {
	key := dir + "\x00" + part + "\x00" + strings.Join(texts, "\x00")
	out, known := t.held[key]
	if !known {
		out = t.search(dir, part, texts)
		t.held[key] = out
	}
	return out
}

func (t *tree) search(dir, part string, texts []string) (out []*treeFile) {
	for i := range t.files {
		s := &t.files[i]
		if dir != "" && path.Dir(s.name) != dir || !strings.Contains(s.content, part) {
			continue
		}
		if len(texts) > 0 && !slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(s.content, text) }) {
			continue
		}
		if s.parsed == nil {
			if t.count >= maxTrees || len(s.content) > t.left {
				continue
			}
			t.count++
			t.left -= len(s.content)
			s.parsed = parsed(t.root, s.name)
		}
		out = append(out, s.parsed)
	}
	return out
}

// gather joins what the files say about a name.
func gather[T any](known map[string][]T, key string, files func() []*treeFile, of func(*treeFile) []T) []T {
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
func (t *tree) valuesOf(name, dir string) []expr {
	return gather(t.values, dir+" "+name, func() []*treeFile { return t.holding(dir, name, name+" ", name+":", name+",") }, func(f *treeFile) []expr { return f.values[name] })
}

func (t *tree) tagsOf(field string) []structTag {
	return gather(t.tags, field, func() []*treeFile { return t.holding("", field+" ") }, func(f *treeFile) []structTag { return f.tags[field] })
}

func (t *tree) givenTo(field string) []expr {
	return gather(t.given, field, func() []*treeFile { return t.holding("", "."+field+",") }, func(f *treeFile) []expr { return f.given[field] })
}

// funcsOf lists the functions and methods of a name, as gofmt writes them.
func (t *tree) funcsOf(name string) []function {
	return gather(t.funcs, name, func() []*treeFile { return t.holding("", name, "func "+name, ") "+name+"(") }, func(f *treeFile) []function { return f.funcs[name] })
}

func (t *tree) callsOf(name string) []call {
	return gather(t.calls, name, func() []*treeFile { return t.holding("", name+"(") }, func(f *treeFile) []call { return f.calls[name] })
}

// keysOf lists the defaults of a setting or flag. Viper's names know no case.
func (t *tree) keysOf(key string) []expr {
	lower := strings.ToLower(key)
	return gather(t.keys, lower, func() []*treeFile { return t.naming(key) }, func(f *treeFile) []expr { return f.keys[lower] })
}

// naming parses the files that hold the name of a setting as it is written, or
// else in another case.
func (t *tree) naming(key string) []*treeFile {
	texts := []string{`"` + key + `"`, `"` + strings.ToLower(key) + `"`, `"` + strings.ToUpper(key) + `"`}
	slices.Sort(texts)
	return t.holding("", `"`, slices.Compact(texts)...)
}

// variableOf is the environment variable of a setting or flag, "" for none:
// the one that it is bound to, or the one that viper looks for by itself.
func (t *tree) variableOf(key string) string {
	lower := strings.ToLower(key)
	for _, f := range t.naming(key) {
		if name := f.envs[lower]; name != "" {
			return name
		}
	}
	automatic := t.holding("", "AutomaticEnv")
	if !slices.ContainsFunc(automatic, func(f *treeFile) bool { return f.auto }) {
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
func (t *tree) at(rule string, in *treeFile, at ast.Node) finding.Evidence {
	place := in.fset.Position(at.Pos())
	content, _ := t.root.Text(in.name)
	from := place.Offset - place.Column + 1
	if !place.IsValid() || from < 0 || from > len(content) {
		return t.root.Evidence(rule, in.name, 0, "")
	}
	line, _, _ := strings.Cut(content[from:], "\n")
	return t.root.Evidence(rule, in.name, place.Line, line)
}
