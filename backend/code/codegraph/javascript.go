package codegraph

import (
	"path"
	"strings"

	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/facts"
)

// javascript are the rules of JavaScript and TypeScript: every file is a module
// (tc39.es/ecma262, nodejs.org/api/esm.html, nodejs.org/api/modules.html).
type javascript struct{}

// javascriptCommon are names of methods that the language's own values, the
// browser's, Node's and the best known libraries' have.
var javascriptCommon = words(`add addEventListener all any append apply assign at bind blur call cancel catch charAt clear click clone close compare
	concat connect contains copy count create debug define delete destroy disconnect dispatch dispatchEvent done each emit end endsWith entries equal
	error every exec execute exists exit fill filter finally find findAll findById findMany findOne first flat flatMap flush focus forEach format from
	fromEntries get getAll getItem getAttribute getElementById group handle has hasOwnProperty head includes indexOf info init insert invoke isArray item
	join json keys last length limit listen load lock log map mark match max merge message min next normalize notify observe off offset on once open
	options order orderBy parse patch pause pipe pop populate post preventDefault print process push put query raw read readFile redirect reduce refresh
	register reject release reload remove removeAll removeItem removeEventListener render replace replaceAll request require reset resolve resume retry
	return reverse run save search select send sendFile seek set setAttribute setHeader setItem setState shift show hide size skip slice some sort splice
	split start startsWith stat status stop stopPropagation stringify subscribe substring success sum sync tap test text then throw toJSON toString
	toggle toLowerCase toUpperCase transaction trim type undo unlock unshift unsubscribe update upsert use validate value valueOf values verify wait walk
	warn watch where with write writeFile`)

func (javascript) traits() traits {
	return traits{declares: true, common: javascriptCommon, directImports: true, guessOne: true, heldFunctions: true}
}

func (javascript) key(_ *resolver, f *facts.File) string { return f.Path }

// root is what a file of CommonJS gives to others, as it names that itself.
func (javascript) root(r *resolver, at place, name string) (value, bool) {
	return value{kind: isSpace, space: r.home[at.file]}, name == "exports"
}

func (javascript) below(*resolver, *space, string) *space { return nil }

func (javascript) module(r *resolver, file int, i *syntax.Import) *space {
	from := r.graph.Files[file].Path
	key := [2]string{path.Dir(from), i.Module}
	s, known := r.modules[key]
	if !known {
		if p := r.specified(from, i.Module); p != "" {
			s = r.spaces["javascript\x00"+p]
		}
		r.modules[key] = s
	}
	return s
}

// whole is what a module is where it gives one thing in place of its names, and
// what its default is where it says none: CommonJS has but one of the two.
func (javascript) whole(r *resolver, s *space, name string) (value, bool) {
	if v, ok := r.has(s, "="); ok {
		if name == "" || name == "default" {
			return v, true
		}
		return r.member(v, name), true
	}
	if name == "default" {
		return value{kind: isSpace, space: s}, true
	}
	return value{}, false
}

// specified is the file that a specifier means; "" for none of the project's.
func (r *resolver) specified(from, module string) string {
	if module == "." || module == ".." || strings.HasPrefix(module, "./") || strings.HasPrefix(module, "../") {
		return r.sourceAt(from, path.Join(path.Dir(from), module))
	}
	for _, a := range r.layout.Aliases {
		rest, ok := a.matches(module)
		if !ok || !within(from, a.Dir) {
			continue
		}
		for _, t := range a.Targets {
			if p := r.sourceAt(from, path.Clean(strings.Replace(t, "*", rest, 1))); p != "" {
				return p
			}
		}
	}
	for _, root := range r.layout.Packages {
		rest, ok := strings.CutPrefix(module, root.Name)
		switch {
		case !ok || root.Name == "":
		case rest == "":
			for _, p := range []string{root.Main, path.Join(root.Dir, "src/index"), path.Join(root.Dir, "index")} {
				if p := r.outputOf(from, root.Dir, p); p != "" {
					return p
				}
			}
		case rest[0] == '/':
			for _, p := range []string{path.Join(root.Dir, rest), path.Join(root.Dir, "src", rest)} {
				if p := r.outputOf(from, root.Dir, p); p != "" {
					return p
				}
			}
		}
	}
	return ""
}

// matches is what the * of an alias stands for in a specifier.
func (a Alias) matches(module string) (string, bool) {
	before, after, star := strings.Cut(a.Pattern, "*")
	if !star {
		return "", a.Pattern == module
	}
	if len(module) < len(before)+len(after) || !strings.HasPrefix(module, before) || !strings.HasSuffix(module, after) {
		return "", false
	}
	return module[len(before) : len(module)-len(after)], true
}

// outputOf is a source, or the one that a file is made of that a build writes:
// dist/index.js comes from src/index.ts.
func (r *resolver) outputOf(from, dir, p string) string {
	if p == "" {
		return ""
	}
	if found := r.sourceAt(from, p); found != "" {
		return found
	}
	rest := strings.TrimPrefix(strings.TrimPrefix(p, dir), "/")
	if first, below, ok := strings.Cut(rest, "/"); ok && first != "src" {
		for _, in := range []string{path.Join(dir, "src", below), path.Join(dir, below)} {
			if found := r.sourceAt(from, in); found != "" {
				return found
			}
		}
	}
	return ""
}

// extensionsOf are those that a specifier leaves out, in the order that
// TypeScript tries them.
var extensionsOf = []string{".ts", ".tsx", ".d.ts", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts"}

// writtenFor are the extensions of sources of what a specifier names: .js is
// written where .ts lies (typescriptlang.org/docs/handbook/modules/reference).
var writtenFor = map[string][]string{".js": {".ts", ".tsx", ".d.ts"}, ".jsx": {".tsx"}, ".mjs": {".mts"}, ".cjs": {".cts"}}

// sourceAt is the source at a path, with an extension or without, or the one
// that stands for a folder.
func (r *resolver) sourceAt(from, p string) string {
	has := func(name string) bool { _, ok := r.graph.files[name]; return ok }
	typed := family(r.languageOf(from)) == "javascript" && path.Ext(from) != ".js"
	if has(p) && !typed {
		return p
	}
	ext := path.Ext(p)
	for _, e := range writtenFor[ext] {
		if name := strings.TrimSuffix(p, ext) + e; has(name) {
			return name
		}
	}
	if has(p) {
		return p
	}
	for _, e := range extensionsOf {
		if has(p + e) {
			return p + e
		}
	}
	for _, root := range r.layout.Packages {
		if root.Dir == p && root.Main != "" && root.Main != p {
			if found := r.outputOf(from, p, root.Main); found != "" {
				return found
			}
		}
	}
	for _, e := range extensionsOf {
		if name := path.Join(p, "index"+e); has(name) {
			return name
		}
	}
	return ""
}

func (r *resolver) languageOf(p string) string { return r.graph.Files[r.graph.files[p]].Language }

// listed are what members of a list give: e an element, l a list of the same.
var listed = map[string]byte{
	"filter": 'l', "slice": 'l', "sort": 'l', "reverse": 'l', "concat": 'l', "splice": 'l', "toSorted": 'l', "toReversed": 'l', "values": 'l',
	"find": 'e', "findLast": 'e', "pop": 'e', "shift": 'e', "at": 'e',
}

// sameMembers are types of TypeScript's library that have the members of what
// they are made of.
var sameMembers = words("Readonly Partial Required NonNullable Awaited Omit Pick DeepPartial DeepReadonly Writable Mutable")

// ofLibrary is a member of a value whose type is not the project's.
func (javascript) ofLibrary(r *resolver, t typ, name string, tier Tier) (value, bool) {
	t = r.text(t)
	head, args := split(t.text)
	if len(args) == 0 {
		return r.outside(t), true
	}
	gives := func(text string) (value, bool) {
		return value{kind: isInstance, typ: typ{text: "->" + text, at: t.at, with: t.with}, tier: tier}, true
	}
	switch {
	case sameMembers[head]:
		return r.memberOf(typ{text: args[0], at: t.at, with: t.with}, name, tier), true
	case head == "[]" && listed[name] == 'l':
		return gives(t.text)
	case head == "[]" && listed[name] == 'e':
		return gives(args[len(args)-1])
	case len(args) == 2 && strings.HasSuffix(head, "Map") && name == "get":
		return gives(args[1])
	case len(args) == 2 && strings.HasSuffix(head, "Map") && name == "values":
		return gives("[]<" + args[1] + ">")
	case head == "Promise" && (name == "catch" || name == "finally"):
		return gives(t.text)
	}
	return value{kind: isOutside}, true
}
